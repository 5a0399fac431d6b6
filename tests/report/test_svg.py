"""Charts as pictures: nothing leaves them, labels do not touch, words can be read in light and dark."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark.report import charts, svg
from cardshark.report import html as report
from cardshark.report.result import (
    Chart,
    Series,
)
from helpers.reports import BARS, CHART, sample


def contrast(one, other):
    """How well a colour can be read on another, by the formula of the web's accessibility guidelines."""
    lights = []
    for colour in (one, other):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    return max(lights) / min(lights)


def test_words_can_be_read_in_light_and_dark():
    found = re.findall(r"--(\w+):light-dark\((#\w{6}),(#\w{6})\)", svg.STYLE.read_text(encoding="utf-8"))
    for theme in ({name: light for name, light, _ in found}, {name: dark for name, _, dark in found}):
        for word, ground in [("ink", "bg"), ("ink", "pan"), ("mut", "bg"), ("mut", "pan"), ("ok", "okb"), ("near", "nearb"), ("no", "nob")]:
            assert contrast(theme[word], theme[ground]) >= 4.5, (word, ground)
        assert all(contrast(theme[f"k{place}"], theme["pan"]) >= 4.5 for place in range(svg.COLOURS))


@pytest.mark.parametrize("figure", [CHART, BARS])
def test_a_picture_needs_nothing_but_itself(figure):
    drawn = charts.picture(figure)
    ElementTree.fromstring(drawn)
    assert not re.search(r"var\(|light-dark|url\(|href", drawn)
    assert drawn.count("http") == 1  # the name of the language SVG


def positions(drawn):
    """Where texts stand, and how large the picture is."""
    picture = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    return (
        width,
        height,
        [
            (float(each.attrib["x"]), float(each.attrib["y"]), each.attrib.get("text-anchor", "start"), "".join(each.itertext()))
            for each in picture.iter("text")
        ],
    )


@pytest.mark.parametrize("width", [346, 520, 700, 1118])
@pytest.mark.parametrize("figure", [CHART, BARS])
def test_nothing_leaves_a_picture_and_labels_do_not_touch(figure, width):
    _, height, found = positions(charts.draw(figure, width, "x"))
    boxes = []
    for x, y, anchor, label in found:
        long = 6.2 * len(label)
        left = x - {"start": 0, "middle": long / 2, "end": long}[anchor]
        assert left > -2
        assert left + long < width + 2
        assert 0 < y <= height
        boxes.append((left, y, left + long))
    for place, (left, y, right) in enumerate(boxes):
        for other_left, other_y, other_right in boxes[:place]:
            assert abs(y - other_y) >= 11 or right <= other_left or other_right <= left


def test_lines_break_where_a_figure_is_missing_and_long_ones_are_thinned():
    broken = charts.line_chart(Chart("c", [Series("s", [1, 2, 3, 4, 5], [1, 2, None, 4, 5])], "x", "y"), 520, "x")
    assert broken.count('class="ln k0"') == 2
    long = Series("s", list(range(5000)), [math.sin(x) for x in range(5000)])
    thin = charts.thinned(long, log=False, most=90)
    assert len(thin.x) <= 90 + 1
    assert (thin.x[0], thin.x[-1]) == (0, 4999)
    assert charts.thinned(long, log=True, most=90).x[0] > 0
    assert len(report.html(sample(figures=[Chart("c", [long] * 6, "x", "y")])).encode()) < 150_000


def test_round_values():
    assert svg.round_values(10, 10_000, 5, log=True) == [10, 100, 1000, 10_000]
    assert svg.round_values(20, 400, 5, log=True) == [30, 100, 300]
    assert svg.round_values(20, 90, 5, log=True) == [20, 50]
    assert svg.round_values(1.7, 3.2, 4) == [2.0, 2.5, 3.0]
    assert svg.round_values(-0.11, 0.29, 4) == [-0.1, 0, 0.1, 0.2]
    assert svg.tick_texts([0.1, 0.15, 1000]) == ["0.10", "0.15", "1,000.00"]


@given(st.lists(st.floats(0, 300), max_size=8))
def test_labels_are_spread_out_in_order_and_no_further_than_needed(wanted):
    found = svg.spread_out(wanted, 30, 0, 300)
    order = sorted(range(len(wanted)), key=lambda each: wanted[each])
    placed = [found[each] for each in order]
    assert all(later - sooner >= 29.8 for sooner, later in pairwise(placed))
    assert all(-0.1 <= each <= 300.1 for each in placed)
    if all(later - sooner >= 30 for sooner, later in pairwise(sorted(wanted))):
        assert found == pytest.approx(wanted, abs=0.06)
