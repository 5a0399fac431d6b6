"""The map of the sources, from what every file says of itself in its first line."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "cardshark"
GROUND = ["compiler", "notebook"]  # rooms of the ground floor
ROOMS = [  # from the ground up: a room uses what stands above it in this list
    "games", "players", "play.py", "tables", "hands", "arena", "coach", "data", "learning", "report", "experiments", "show", "terminal",
    "visitor", "web", "adapters", "bench", "warm", "cli",
]  # fmt: skip


def first_line(path: Path) -> str:
    """What a file or a room says of itself."""
    file = path / "__init__.py" if path.is_dir() else path
    if file.suffix == ".c":
        return file.read_text(encoding="utf-8").split("/*", 1)[1].strip(" *\n").split("\n")[0].removesuffix("*/").strip()
    return (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n")[0]


def rooms() -> str:
    """One line a room, for the README."""
    rows = [
        f"| `{name}{'' if name.endswith('.py') else '/'}` | {first_line(SOURCE / name).split('. ')[0].rstrip('.')} |\n" for name in ROOMS
    ]
    ground = f"| files at the top, {', '.join(f'`{name}/`' for name in GROUND)} | The ground floor: cards, chance, kernels, files |\n"
    return "| room | what lives there |\n| --- | --- |\n" + ground + "".join(rows)


def files(folder: Path) -> list[Path]:
    """What stands in a folder: files first, then rooms."""
    found = [path for path in folder.iterdir() if path.suffix in (".py", ".c") and path.name != "__init__.py"]
    inner = [path for path in folder.iterdir() if (path / "__init__.py").exists()]
    return [*sorted(found), *sorted(inner)]


def listing(folder: Path, depth: int) -> str:
    """The files of a room with their first lines, and its inner rooms."""
    lines = ""
    for path in files(folder):
        name = path.relative_to(SOURCE).as_posix()
        lines += f"\n{'#' * depth} {name}/\n\n{first_line(path)}\n\n" if path.is_dir() else f"- `{name}`: {first_line(path)}\n"
        if path.is_dir():
            lines += listing(path, min(depth + 1, 5))
    return lines


def whole() -> str:
    """Every file."""
    ground = "".join(f"- `{path.name}`: {first_line(path)}\n" for path in files(SOURCE) if path.is_file())
    inner = [SOURCE / name for name in (*GROUND, *ROOMS) if (SOURCE / name).is_dir()]
    return ground + "".join(f"\n## {room.name}/\n\n{first_line(room)}\n\n{listing(room, 3)}" for room in inner)


def missing() -> list[str]:
    """Rooms that the list above forgets."""
    return sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists() and path.name not in (*GROUND, *ROOMS))
