"""The mutants of a source file: every small change of its tree that a tired author could have made.

One or two changes a place, those that are nearest to the right text. Changes that any run would notice are left out, because they
would only flatter the score: an operator of another kind, a name that is then missing, a function that returns nothing.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

COMPARISONS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
ARITHMETIC: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
ORDER_IS_NOTHING = {"min", "max", "gcd", "isclose"}  # functions of two values whose order does not matter
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = ("body", "orelse", "finalbody")


class Place(NamedTuple):
    """Where in a file a piece of the tree stands."""

    function: ast.AST | None  # the outermost function around it; None at the left edge of the file or of a class
    name: str  # of the innermost function or class, with those around it
    suite: int  # which block of statements of a function, counted through the file; -1 outside of functions
    statement: ast.stmt
    block: list  # where the statement stands


class Mutant(NamedTuple):
    """One change: `owner.field`, or its entry `index`, becomes `new`. For a whole statement, the owner is its block."""

    place: Place
    owner: ast.AST | list
    field: str
    index: int | None
    new: Any

    def exchange(self) -> "Mutant":
        """Make the change in the tree; gives the change that takes it back."""
        if self.index is None:
            old = getattr(self.owner, self.field)
            setattr(self.owner, self.field, self.new)
        else:
            row = self.owner if isinstance(self.owner, list) else getattr(self.owner, self.field)
            old, row[self.index] = row[self.index], self.new
        return self._replace(new=old)


def headline(statement: ast.stmt) -> str:
    """A statement in one line; of a compound one only its head."""
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return ast.unparse(ast.fix_missing_locations(ast.Module([statement], []))).split(":\n")[0].splitlines()[-1]
    return " ".join(ast.unparse(statement).split("\n")[0].split())


def described(mutants: list[Mutant]) -> dict[str, Mutant]:
    """Mutants by what they change, as people read it. The name stays when lines move."""
    found: dict[str, Mutant] = {}
    times: Counter[str] = Counter()
    for mutant in mutants:
        before = headline(mutant.place.statement)
        back = mutant.exchange()
        after = headline(mutant.new if isinstance(mutant.new, ast.stmt) else mutant.place.statement)
        back.exchange()
        name = f"{mutant.place.name or 'module'}: {before} => {after}"
        times[name] += 1
        found[name if times[name] == 1 else f"{name} #{times[name]}"] = mutant
    return found


def mutants_of(tree: ast.Module) -> list[Mutant]:
    """All mutants of a file, in their order."""
    return [mutant for place, known in statements(tree) for mutant in changes_of(place, known)]


def statements(tree: ast.Module) -> Iterator[tuple[Place, frozenset[str]]]:
    """Every statement of a file, and which names its function has bound before."""
    suites = 0

    def visit(body: list, function: ast.AST | None, name: str, known: set[str]) -> Iterator[tuple[Place, frozenset[str]]]:
        nonlocal suites
        suite, suites = (suites, suites + 1) if function else (-1, suites)
        for statement in list(body):
            yield Place(function, name, suite, statement, body), frozenset(known)
            inner = f"{name}.{statement.name}".lstrip(".") if isinstance(statement, (*FUNCTIONS, ast.ClassDef)) else name
            is_function = isinstance(statement, FUNCTIONS)
            inside = function or (statement if is_function else None)
            for block in blocks(statement):
                yield from visit(block, inside, inner, arguments_of(statement) if is_function else known | bound_by(statement))
            known = known | bound_by(statement)

    yield from visit(tree.body, None, "", set())


def arguments_of(function: ast.AST) -> set[str]:
    """The names that a function is called with."""
    return {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}  # type: ignore[attr-defined]


def bound_by(statement: ast.stmt) -> set[str]:
    """The names that exist after a statement; what a function binds inside stays there."""
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return {statement.name}
    return {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def blocks(statement: ast.stmt) -> Iterator[list]:
    """The blocks of statements inside a statement."""
    for field in BLOCKS:
        if block := getattr(statement, field, None):
            yield block
    for handler in getattr(statement, "handlers", []):
        yield handler.body
    for case in getattr(statement, "cases", []):
        yield case.body


def changes_of(place: Place, known: frozenset[str]) -> Iterator[Mutant]:
    """The mutants of one statement, without those of the statements inside it."""
    statement = place.statement
    if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Assert)) or is_text(statement):
        return
    if isinstance(statement, ast.If) and isinstance(statement.test, ast.Name) and statement.test.id == "TYPE_CHECKING":
        return
    yield from whole_statement(place, known)
    for owner, field, index, node in expressions(statement):
        for new in replacements(node, field):
            yield Mutant(place, owner, field, index, new)


def is_text(statement: ast.stmt) -> bool:
    """A docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def expressions(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every expression of a statement with where it hangs. Annotations, decorators and words for people are left alone."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "handlers", "cases", "keywords_of_class") or (
            field in BLOCKS and isinstance(value, list)
        ):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr):
                continue
            yield node, field, index, child
            yield from expressions(child)


def whole_statement(place: Place, known: frozenset[str]) -> Iterator[Mutant]:
    """A statement left out, a loop that never runs, `break` for `continue`."""
    statement = place.statement
    if isinstance(statement, ast.For):
        yield Mutant(place, statement, "iter", None, ast.Tuple([], ast.Load()))
    if place.function and is_worth_leaving_out(statement, known):
        yield in_block(place, ast.Pass())
    if isinstance(statement, ast.Break):
        yield in_block(place, ast.Continue())
    if isinstance(statement, ast.Continue):
        yield in_block(place, ast.Break())


def in_block(place: Place, new: ast.stmt) -> Mutant:
    """A statement replaced by another."""
    return Mutant(place, place.block, "", place.block.index(place.statement), ast.copy_location(new, place.statement))


def is_worth_leaving_out(statement: ast.stmt, known: frozenset[str]) -> bool:
    """Would the function still run without it?"""
    if isinstance(statement, ast.Assign):
        return bound_by(statement) <= known
    return isinstance(statement, (ast.AugAssign, ast.Return, ast.Raise)) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    )


def replacements(node: ast.AST, field: str) -> Iterator[Any]:
    """What an expression, or an operator, may become."""
    if type(node) in COMPARISONS:
        yield from (other() for other in COMPARISONS[type(node)])
    elif type(node) in ARITHMETIC:
        yield ARITHMETIC[type(node)]()
    elif isinstance(node, (ast.And, ast.Or)):
        yield ast.Or() if isinstance(node, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield node.operand
    elif isinstance(node, ast.Constant):
        values = other_values(node.value)
        if field == "slice" and node.value == 0:
            values = values[:1]  # most rows are of one entry, which is the last one, too
        yield from (ast.copy_location(ast.Constant(value), node) for value in values)
    elif isinstance(node, ast.Call):
        yield from other_calls(node)
    if field in ("test", "ifs") and not isinstance(node, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Constant)):
        yield ast.UnaryOp(ast.Not(), node)


def other_values(value: Any) -> list[Any]:
    """Values beside a constant."""
    if isinstance(value, bool):
        return [not value]
    return [value + 1, value - 1] if isinstance(value, (int, float)) else []


def other_calls(call: ast.Call) -> Iterator[ast.Call]:
    """The first two arguments exchanged, and `min` for `max`."""
    name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name in OTHER_NAMES and isinstance(call.func, ast.Name):
        yield ast.Call(ast.Name(OTHER_NAMES[name], ast.Load()), call.args, call.keywords)
    first, second, *rest = [*call.args, None, None][:2] + call.args[2:]
    starred = any(isinstance(each, ast.Starred) for each in (first, second))
    if first and second and not starred and name not in ORDER_IS_NOTHING and ast.dump(first) != ast.dump(second):
        yield ast.Call(call.func, [second, first, *rest], call.keywords)
