"""The S-shaped curve of network units: e to the x by plain arithmetic, the same bits on every processor."""

import numpy as np

from cardshark.jit import rule
from cardshark.lanes import float_of, inverse

ONE, HALF = np.float32(1.0), np.float32(0.5)
LARGEST = np.float32(87.0)  # whose exponential a 32-bit number can hold
BIAS, ROUND = np.int32(127), np.float32(127.5)  # of the power of two in a 32-bit number
LOG2_E = np.float32(1.44269504)
LN_2_HIGH, LN_2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)  # ln 2 in two parts: the first times a whole number is exact


@rule
def exponential(x):
    """e to the x by plain arithmetic, to 32 bits: a library's would be another on another machine, and could not be vectorised."""
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
def sigmoid(x):
    """From 0 for very small sums to 1 for very large ones."""
    return inverse(ONE + exponential(-x))
