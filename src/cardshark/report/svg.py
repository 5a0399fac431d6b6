"""What our SVG pictures are made of: axes with round values, texts that fit, a frame, and the style sheet. `charts` draws with it.

A picture has one width and scales with the page. The report draws each chart twice, for a desktop and for a phone, and the style
sheet shows one of them.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cardshark.report.figures import number
from cardshark.report.verdict import known

STYLE = Path(__file__).with_name("report.css")
COLOURS = 6  # classes k0 to k5
LETTER = 6.9  # pixels, of a label; a guess on the safe side
LONGEST = 24  # letters of a label that may stand beside its line
DIAMOND = "l5.5 5.5-5.5 5.5-5.5-5.5z"  # from its upper corner


@dataclass(frozen=True)
class Axis:
    """Values to pixels."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False

    def __call__(self, value: float) -> float:
        """Where a value lies."""
        low, high, value = (math.log10(each) for each in (self.low, self.high, value)) if self.log else (self.low, self.high, value)
        return round(self.start + (value - low) / (high - low) * (self.stop - self.start), 1)

    def ticks(self, about: int) -> list[float]:
        """Round values on the axis, about `about` of them."""
        return round_values(self.low, self.high, about, self.log)


def round_values(low: float, high: float, about: int, log: bool = False) -> list[float]:
    """Round values from low to high: powers of ten on a log axis (with 2 and 5 where those are few), else steps of 1, 2 or 5."""
    if log:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for factors in ((1,), (1, 3), (1, 2, 5)):
            found = [factor * 10.0**power for power in powers for factor in factors]
            found = [value for value in found if low * 0.999 <= value <= high * 1.001]
            if len(found) >= 3:
                break
        return found
    rough = (high - low) / about
    unit = 10.0 ** math.floor(math.log10(rough))
    step = min((factor * unit for factor in (1, 2, 5, 10)), key=lambda step: abs(math.log(step / rough)))
    return [round(step * count, 10) for count in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def axis_of(values: Iterable[float | None], start: float, stop: float, log: bool = False, margin: float = 0.06) -> Axis:
    """An axis that shows all these values, with a little room."""
    found = [value for value in values if value is not None and known(value) and not (log and value <= 0)] or [0.1, 1.0]
    low, high = min(found), max(found)
    if low == high:
        low, high = (low / 2, high * 2) if log else (low - (abs(low) or 1) / 10, high + (abs(high) or 1) / 10)
    room = 0 if log else margin * (high - low)
    return Axis(low - room, high + room, start, stop, log)


def tick_texts(ticks: Sequence[float]) -> list[str]:
    """Round values with as many decimals as they need."""
    decimals = max((len(f"{tick:.6f}".rstrip("0").split(".")[1]) for tick in ticks), default=0)
    return [number(tick, decimals) for tick in ticks]


def spread_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels: as near as can be to where they are wanted, a gap apart, in the same order, between low and high."""
    order = sorted(range(len(wanted)), key=lambda each: wanted[each])
    blocks: list[tuple[float, int]] = []  # mean and size: labels that would touch form a block, centred on the places they want
    for place, each in enumerate(order):
        mean, size = wanted[each] - place * gap, 1
        while blocks and blocks[-1][0] > mean:
            before, count = blocks.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        blocks.append((mean, size))
    most = max(low, high - (len(wanted) - 1) * gap)
    flat = [min(max(mean, low), most) for mean, size in blocks for _ in range(size)]
    found = [0.0] * len(wanted)
    for place, each in enumerate(order):
        found[each] = round(flat[place] + place * gap, 1)
    return found


def narrowed(words: str, room: float) -> str:
    """The attributes that make a text narrower where it would take more than `room`."""
    return f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if LETTER * len(words) > room else ""


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "", room: float = math.inf) -> str:
    """A text of a picture, at most `room` wide."""
    extras = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "") + narrowed(words, room)
    return f'<text x="{x:g}" y="{y:g}"{extras}>{escape(words)}</text>'


def frame(width: float, height: float, ident: str, kind: str, title: str, describe: str, parts: Iterable[str]) -> str:
    """A picture with its name and description for those who cannot see it."""
    return (
        f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="{ident}t {ident}d">'
        f'<title id="{ident}t">{escape(title)}</title><desc id="{ident}d">{escape(describe)}</desc>{"".join(parts)}</svg>'
    )


def light_style() -> str:
    """The style of the charts for a file of its own, on white."""
    return chart_style(theme(0))


def own_style() -> str:
    """The style of the charts for a file of its own that is light or dark as its reader's other pages are."""
    rules = re.findall(r"([^{}]+){([^{}]+)}", marked_rules())
    dark = theme(1)
    coloured = [(name.strip(), [each for each in body.split(";") if colours_in(each) & dark.keys()]) for name, body in rules]
    block = "\n".join(f"{name}{{{';'.join(body)}}}" for name, body in coloured if body)
    return f"{light_style()}\n@media (prefers-color-scheme:dark){{\n{filled(block, dark)}\n}}"


def theme(place: int) -> dict[str, str]:
    """The colours of the style sheet, light (0) or dark (1), by their names."""
    return {name: pair[place] for name, *pair in re.findall(r"(--[\w-]+):light-dark\(([^,]+),([^)]+)\)", STYLE.read_text(encoding="utf-8"))}


def colours_in(rule: str) -> set[str]:
    """The names of the colours that a rule asks for."""
    return set(re.findall(r"var\((--[\w-]+)\)", rule))


def marked_rules() -> str:
    """The rules of the style sheet that charts need."""
    style = STYLE.read_text(encoding="utf-8")
    return style[style.index("/* charts */") : style.index("/* end of charts */")].replace("/* charts */", "").strip()


def filled(rules: str, colours: Mapping[str, str]) -> str:
    """Rules with these colours in them."""
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours.get(found[1], "sans-serif"), rules)


def chart_style(colours: Mapping[str, str]) -> str:
    """The rules that charts need, with these colours in them."""
    return filled(marked_rules(), colours)
