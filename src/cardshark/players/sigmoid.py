"""The S-shaped curve of network units: e to the x by plain arithmetic, the same bits on every processor."""

import numpy as np

from cardshark.jit import rule
from cardshark.lanes import bits_of, float_of, inverse

ONE, HALF = np.float32(1.0), np.float32(0.5)
LARGEST = np.float32(87.0)  # whose exponential a 32-bit number can hold
BIAS, ROUND = np.int32(127), np.float32(127.5)  # of the power of two in a 32-bit number
LOG2_E = np.float32(1.44269504)
LN_2_HIGH, LN_2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)  # ln 2 in two parts: the first times a whole number is exact
SHIFT = np.float32(1.5 * 2**23)  # a sum with it has no room for a fraction
C_1, C_2, C_3 = np.float32(0.6931469), np.float32(0.2402212), np.float32(0.05550713)  # of a polynomial like 2^f
C_4, C_5 = np.float32(0.009675541), np.float32(0.0013276471)


@rule
def exponential(x):
    """e to the x by plain arithmetic, to 32 bits. A library's differs between machines and cannot be vectorised."""
    x = min(max(x, -LARGEST), LARGEST)
    power = np.int32(np.int32(x * LOG2_E + ROUND) - BIAS)  # the nearest whole number; a conversion cuts towards 0, so it is made above 0
    whole = np.float32(power)
    x = x - whole * LN_2_HIGH - whole * LN_2_LOW
    series = np.float32(1.9875691e-4) * x + np.float32(1.3981999e-3)
    series = series * x + np.float32(8.333452e-3)
    series = series * x + np.float32(4.1665796e-2)
    series = series * x + np.float32(1.6666666e-1)
    series = series * x + HALF
    return (series * x * x + x + ONE) * float_of(np.int32((power + BIAS) << 23))


@rule
def factor(x):
    """e to the x, quicker; x counts as at most 87 and at least -87.

    e^x is a whole power of two times 2^f, with f at most a half; adding and subtracting SHIFT rounds. Off by 6 in a million at most.
    """
    t = min(max(x, -LARGEST), LARGEST) * LOG2_E
    shifted = t + SHIFT
    f = t - (shifted - SHIFT)
    series = C_5 * f + C_4
    series = series * f + C_3
    series = series * f + C_2
    series = series * f + C_1
    series = series * f + ONE
    return float_of(np.int32(bits_of(series) + np.int32(bits_of(shifted) << 23)))  # the power of two, added to that of the series


@rule
def sigmoid(x):
    """From 0 for very small sums to 1 for very large ones."""
    return inverse(ONE + exponential(-x))
