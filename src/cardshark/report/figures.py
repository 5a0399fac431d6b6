"""Numbers as people print them: no more digits than the interval supports, a real minus, ± where the interval is even."""

import math
from collections.abc import Iterable
from statistics import median

from cardshark.report.verdict import known

NONE = "–"  # stands for a missing figure
MOST_PLACES = 6  # decimals


def half_widths(lows: Iterable[float | None], highs: Iterable[float | None]) -> list[float]:
    """Half the width of each interval that is known."""
    return [(high - low) / 2 for low, high in zip(lows, highs, strict=True) if low is not None and high is not None and known(low, high)]


def places(values: Iterable[float | None], widths: Iterable[float] = ()) -> int:
    """The number of decimals that suits these figures: the typical half interval gets one or two digits (0.006, 0.22, 170).

    Without intervals, three digits for the largest figure.
    """
    values = [abs(value) for value in values if value is not None and known(value)]
    least = 1e-9 * max(values, default=0.0)  # what is less is the rounding of a computer
    widths = [width for width in widths if width > least]
    if widths:
        return min(MOST_PLACES, max(0, -math.floor(math.log10(median(widths) / 3.55))))
    if not values or all(value == round(value) for value in values):
        return 0
    return min(MOST_PLACES, max(0, 2 - math.floor(math.log10(max(values)))))


def printed_places(values: Iterable[float | None]) -> int:
    """How many decimals the paper prints."""
    return max((len(f"{value:.6f}".rstrip("0").split(".")[1]) for value in values if value is not None and known(value)), default=0)


def chance(p: float) -> str:
    """A p-value as a paper gives it: = 0.0123, or < 0.0001."""
    return f"= {p:.4f}" if p >= 0.0001 else "< 0.0001"


def number(value: float | None, decimals: int, sign: bool = False) -> str:
    """A figure with `decimals` decimals."""
    if value is None or not known(value):
        return NONE
    text = f"{value:{'+' if sign else ''},.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        # a p-value that is too small for the most decimals is no zero; and there is no minus before a zero
        text = f"{value:.0e}" if decimals == MOST_PLACES and value else text.lstrip("+-")
    return text.replace("-", "−")


def spread(value: float | None, low: float | None, high: float | None, decimals: int) -> str:
    """An interval as it stands beside its figure: ± 0.04, or both ends where the interval is not even; empty where it is not known."""
    if value is None or low is None or high is None or not known(value, low, high):
        return ""
    if abs((high - value) - (value - low)) <= 0.1 * (high - low):
        return f"± {number((high - low) / 2, decimals)}"
    return f"({number(low, decimals)} to {number(high, decimals)})"


def with_interval(value: float | None, low: float | None, high: float | None, decimals: int | None = None) -> str:
    """A figure and its interval."""
    if decimals is None:
        decimals = places([value], half_widths([low], [high]))
    return f"{number(value, decimals)} {spread(value, low, high, decimals)}".strip()


def printed(value: float | str | None) -> str:
    """A figure as the paper prints it; words stay as they are."""
    if isinstance(value, str):
        return value
    return number(value, printed_places([value]))


def duration(seconds: float) -> str:
    """How long something took, in two units at most."""
    if seconds < 60:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h" + (f" {minutes} min" if minutes else "")


def count_words(count: int, what: str) -> str:
    """One claim, two claims, 12 claims."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return f"{words[count] if count < len(words) else f'{count:,}'} {what}{'' if count == 1 else 's'}"
