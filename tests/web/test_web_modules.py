"""The page's modules: what one of them calls, and another one exports, is imported. There is no build step that would notice."""

import re
from pathlib import Path

from cardshark import web

STATIC = Path(web.__file__).parent / "static"
MODULES = [path for path in sorted(STATIC.rglob("*.mjs")) if "vendor" not in path.parts]


def code_of(path: Path) -> str:
    """A module without its comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def missing_imports(code: str, exported: set[str]) -> list[str]:
    """Functions and components that a module uses and neither imports nor declares."""
    imported = {name.split(" as ")[-1].strip() for names in re.findall(r"import\s*\{([^}]*)\}", code) for name in names.split(",")}
    body = re.sub(r"import[^;]*;", "", code)
    used = {*re.findall(r"(?<![.\w\"'-])(\w+)\s*\(", body), *re.findall(r"<\$\{(\w+)\}", body)}
    own = r"(?:const|function|class|let)\s+(?:\{{[^}}]*|\[[^\]]*)?\b{0}\b|[({{,]\s*{0}\s*[,}})=:]|\b{0}\s*=>"
    return [name for name in sorted(used & exported - imported) if not re.search(own.format(name), body)]


def test_what_a_module_calls_is_imported():
    exported = {name for path in MODULES for name in re.findall(r"export (?:const|function|class) (\w+)", code_of(path))}
    assert len(MODULES) > 40 and len(exported) > 100
    assert {path.name: missing for path in MODULES if (missing := missing_imports(code_of(path), exported))} == {}
    assert missing_imports("import {one} from 'a'; one(two(3));", {"one", "two"}) == ["two"]
