"""How figures are shown in the docs: tables of Markdown, durations, signs, and when something was played."""

from typing import Any


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Rows as Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def duration(seconds: float) -> str:
    """`35 ns`, `3.1 µs`, `0.52 ms`."""
    unit, size = next((unit, size) for unit, size in (("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)) if seconds >= 0.1 * size)
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def signed(number: float) -> str:
    """With its sign, a real minus."""
    return f"{number:+.2f}".replace("-", "−")


def best_in_bold(columns: list[list[float]], rows: list[list[str]]) -> None:
    """The lowest figure of each column stands out."""
    for place, column in enumerate(columns, 1):
        row = column.index(min(column))
        rows[row][place] = f"**{rows[row][place]}**"


def when(duels: dict[str, Any], commands: list[str]) -> str:
    """When these were played, and on what."""
    dates = sorted({duels[command]["date"] for command in commands})
    processors = dict.fromkeys(duels[command]["processor"] for command in commands)
    return f"{' to '.join(sorted({dates[0], dates[-1]}))}, {' and '.join(processors)}"


def half_width(duels: dict[str, Any], commands: list[str]) -> str:
    """How far the widest and the narrowest interval of a difference reach."""
    widths = [(duels[command]["high"] - duels[command]["low"]) / 2 for command in commands]
    return f"± {min(widths):.2f} to ± {max(widths):.2f}"
