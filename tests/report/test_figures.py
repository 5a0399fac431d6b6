"""Numbers as people print them."""

import math

from cardshark.report.figures import count_words, duration, number, places, printed, with_interval


def test_numbers_as_people_print_them():
    assert [number(value, 2) for value in (1.005, -0.5, 12345.678, -0.001, None, math.inf)] == [
        "1.00",
        "−0.50",
        "12,345.68",
        "0.00",
        "–",
        "–",
    ]
    assert [number(value, 1, sign=True) for value in (1, -1, 0)] == ["+1.0", "−1.0", "0.0"]
    assert [with_interval(0.1479, 0.1479 - width, 0.1479 + width) for width in (0.0061, 0.0022, 0.04)] == [
        "0.148 ± 0.006",
        "0.1479 ± 0.0022",
        "0.15 ± 0.04",
    ]
    assert with_interval(4169, 3999, 4339) == "4,169 ± 170"
    assert with_interval(0.5, 0.1, 0.6) == "0.50 (0.10 to 0.60)"
    assert with_interval(0.5, None, None) == "0.500"
    assert with_interval(None, 0.1, 0.2) == "–"
    assert [printed(value) for value in ("about 0.5", 0.25, 42, 6635.67, None)] == ["about 0.5", "0.25", "42", "6,635.67", "–"]
    assert (places([12, 3]), places([0.1234]), places([1.5, 250.0]), places([])) == (0, 3, 0, 0)
    assert [duration(seconds) for seconds in (3.21, 42, 3000, 11520, 7200)] == ["3.2 s", "42 s", "50 min", "3 h 12 min", "2 h"]
    assert [count_words(count, "claim") for count in (0, 1, 2, 12)] == ["no claims", "one claim", "two claims", "12 claims"]


def test_the_rounding_of_a_computer_is_no_interval():
    assert with_interval(-0.3, -0.3 - 5e-17, -0.3 + 5e-17) == "−0.300 ± 0.000"
    assert with_interval(0.0, 0.0, 0.0) == "0 ± 0"
