"""Every kernel is compiled beforehand, for one kind of arguments: a second signature is compiled again, waited for again, kept twice."""

import ast
import inspect

import pytest

from helpers.compiling import SOURCES, fresh, needs_compiler, printed
from helpers.paths import EXAMPLES

pytestmark = [needs_compiler, pytest.mark.slow]

# In a process of its own: other tests call kernels in ways that nobody else does.
TOUR = """
import contextlib, io, json, os, sys, tempfile

os.chdir(tempfile.mkdtemp())
from numba.core.registry import CPUDispatcher

from cardshark import warm
from cardshark.cli import main
from cardshark.compiler.progress import PROGRESS

%s
warm.warm()  # what is not compiled yet is compiled by other processes
compiled = {name: warm.run_errand(name).compiled for name in warm.ERRANDS}
for line in %r:
    sys.argv, before = ["cardshark", *line.split()], len(PROGRESS.begun)
    with contextlib.redirect_stdout(io.StringIO()):
        main()
    compiled[line] = PROGRESS.begun[before:]
for game, rules in (("hearts", "american"), ("hearts", "dutch"), ("gin", "eaai")):
    before = len(PROGRESS.begun)
    sit_with_the_usual_players(game, rules)
    compiled[f"a table: {game}, {rules}"] = PROGRESS.begun[before:]
signatures = {}
for module_name, module in list(sys.modules.items()):
    for function in vars(module).values() if module_name.startswith("cardshark") else ():
        if isinstance(function, CPUDispatcher) and function.py_func.__module__ == module_name:
            inlined = function.targetoptions.get("forceinline", False)
            found = [[str(part)[:60] for part in each.args] for each in function.nopython_signatures]
            signatures[f"{module_name}.{function.py_func.__name__}"] = [inlined, found]
print(json.dumps([compiled, signatures]))
"""
COMMANDS = [
    "duel hearts montecarlo jake --deals 2 --on here",
    "duel gin montecarlo simple --deals 2 --on here",
    "league hearts random jake --deals 2 --on here",
    "hands lookahead --against simple --deals 2 --on here",
    "export hearts montecarlo:deals=2 --deals 2 --on here --out d.npz",
    "export gin montecarlo:deals=2 --deals 2 --on here --out g.npz",
    "train td --games 4 --rules paper:max_turns=200 --out d.safetensors",
    "train evolution --games 40 --rules eaai --out e.safetensors",
    "play hearts jake --watch --terminal --rules dutch:hands=1 --seed 7",
    "play gin simple --watch --terminal --rules eaai:hands=1 --seed 7",
    f"analyse {EXAMPLES}/positions/hearts.txt",
    f"analyse {EXAMPLES}/positions/gin.txt",
]
BY_GAME = {  # they serve every game: one signature for each
    "cardshark.play.list_turns",
    "cardshark.players.uniform.choose_any",
    "cardshark.tables.seating.list_turns_among",
    "cardshark.tables.tables.first_illegal",
}


def sit_with_the_usual_players(game, rules):
    """Two hands in the browser with whom one meets there, and everything that the coach has to say."""
    from cardshark.games import game_named, house
    from cardshark.web.table import coaching
    from cardshark.web.table.dealer import ask, seat_player
    from cardshark.web.table.people import default_seats
    from cardshark.web.table.state import state_of
    from cardshark.web.table.table import Dealt, TableMatch, TableSettings

    module = game_named(game)
    seats = default_seats(game, rules, module.seats(house.parse(module.PRESETS, rules)), "play")
    table = TableMatch(TableSettings(game, rules, seats), [Dealt(bytes(32), [])])
    coach, players = coaching.Coaching(table), [seat_player("random" if text == "you" else text, table) for text in seats]
    coach.judge.deals = 20
    for secret in (1, 2):
        while not table.ended:
            state_of(table, "", 0, "")
            position, choice = coaching.position_of(table), ask(players[table.turn], table.view())
            if position:
                coach.thoughts(table, position)
                coach.nudge(position, coach.think(position.hand, position.now).best if position.now.passing else choice)
            table.choose(choice)
        state_of(table, "", 0, "")
        table.next_hand(bytes([secret] * 32))


@pytest.fixture(scope="module")
def tour():
    """What errands and commands had to compile after everything was compiled; and every compiled function with its signatures."""
    return printed(TOUR % (inspect.getsource(sit_with_the_usual_players), COMMANDS), fresh(None))


def test_no_kernel_has_a_second_signature(tour):
    doubled = {name: found for name, (inlined, found) in tour[1].items() if len(found) > 1 and not inlined}
    assert {name for name in doubled if name not in BY_GAME} == set(), doubled
    assert all(len(doubled[name]) == 2 for name in BY_GAME & doubled.keys()), doubled  # Hearts and gin


def test_a_second_start_compiles_nothing(tour):
    assert {name: compiled for name, compiled in tour[0].items() if compiled} == {}


def names_in(node):
    """What a function calls, by the last word of its name."""
    return {getattr(call.func, "id", getattr(call.func, "attr", "")) for call in ast.walk(node) if isinstance(call, ast.Call)}


def test_every_kernel_is_met_by_an_errand(tour):
    """Except for those that other kernels call."""
    kernels, called = set(), set()
    for path in SOURCES.rglob("*.py"):
        module = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            decorators = {getattr(each, "id", "") for each in getattr(node, "decorator_list", ())}
            called |= names_in(node) if decorators & {"kernel", "rule", "routine"} else set()
            kernels |= {f"{module}.{node.name}"} if "kernel" in decorators else set()
    met = {name for name, (_, found) in tour[1].items() if found}
    assert {name for name in kernels - met if name.rpartition(".")[2] not in called} == set()
