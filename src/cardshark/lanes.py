"""Arithmetic for networks that gives the same bits on every processor.

A compiler adds up a long row of numbers faster if it may choose the order, but then every processor has its own answer.
Here the order is fixed: sixteen sums side by side, folded in halves at the end. Each function is plain Python, which runs when
compilation is off, and has a compiled twin.
"""

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

LANES = 16  # the size of every layer is a multiple of this
ir = cgutils.ir


def dot(ones, first, others, second, size):
    """The sum of the products of `size` numbers each: ones[first ...] with others[second ...]; `size` is a multiple of LANES."""
    sums = np.zeros(LANES, np.float32)
    for start in range(0, size, LANES):
        sums = sums + ones[first + start : first + start + LANES] * others[second + start : second + start + LANES]
    while len(sums) > 1:
        half = len(sums) // 2
        sums = sums[:half] + sums[half:]
    return sums[0]


MOST = np.float32(2.0**31)  # four of these, multiplied, are still a 32-bit number


def shares(weights, first, ones, others, second, size):
    """The sum of weight / (1 + one * other) over `size` numbers each: the weighted outputs of the units of a layer.

    Four divisions become one: a / b + c / d = (a * d + c * b) / (b * d). A product above MOST counts as MOST; its share is nearly 0
    either way.
    """
    sums = np.zeros(LANES // 4, np.float32)
    for start in range(0, size, LANES):
        tops = weights[first + start : first + start + LANES]
        product = ones[start : start + LANES] * others[second + start : second + start + LANES]
        parts = np.minimum(product, MOST) + np.float32(1.0)
        while len(tops) > LANES // 4:
            half = len(tops) // 2
            tops = tops[:half] * parts[half:] + tops[half:] * parts[:half]
            parts = parts[:half] * parts[half:]
        sums = sums + tops / parts
    while len(sums) > 1:
        half = len(sums) // 2
        sums = sums[:half] + sums[half:]
    return sums[0]


ROOT = np.float32(2.0**7.75)  # to the fourth power it is MOST
LEAST = np.float32(2.0**-10)  # to the fourth power, nothing beside 1


def wide_shares(weights, first, ones, others, second, size):
    """As `shares`, of the fourth power of one * other: where a factor itself would be too large for 32 bits, its fourth root is not."""
    found = np.zeros(size, np.float32)
    for i in range(size):
        product = min(max(ones[i] * others[second + i], LEAST), ROOT)
        found[i] = (product * product) * (product * product)
    return shares(weights, first, found, np.ones(size, np.float32), 0, size)


def float_of(bits):
    """The 32-bit number with these bits."""
    return np.int32(bits).view(np.float32)


def bits_of(number):
    """The bits of a 32-bit number."""
    return np.float32(number).view(np.int32)


def inverse(number):
    """1 divided by a number that is not 0, without Numba's check that it is not."""
    return np.float32(1.0) / number


VECTOR, NUMBER = ir.VectorType(ir.FloatType(), LANES), ir.IntType(64)


def start_of(context, builder, array, kind, offset):
    """The address of number `offset` of an array's data."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [offset])


def vector_at(builder, start, offset):
    """Sixteen numbers side by side."""
    return builder.load(builder.bitcast(builder.gep(start, [offset]), VECTOR.as_pointer()), align=4)


def halves(builder, vector):
    """The first and the second half of a vector."""
    half = vector.type.count // 2
    places = ir.VectorType(ir.IntType(32), half)
    return [builder.shuffle_vector(vector, vector, ir.Constant(places, list(range(first, first + half)))) for first in (0, half)]


def folded(builder, vector):
    """The sum of a vector, folded in halves."""
    while vector.type.count > 1:
        vector = builder.fadd(*halves(builder, vector))
    return builder.extract_element(vector, ir.IntType(32)(0))


@intrinsic
def _dot(typing, ones, first, others, second, size):
    def codegen(context, builder, signature, arguments):
        left = start_of(context, builder, arguments[0], signature.args[0], arguments[1])
        right = start_of(context, builder, arguments[2], signature.args[2], arguments[3])
        sums = cgutils.alloca_once_value(builder, ir.Constant(VECTOR, [0.0] * LANES))
        with cgutils.for_range_slice(builder, NUMBER(0), arguments[4], NUMBER(LANES), NUMBER) as (start, _):
            product = builder.fmul(vector_at(builder, left, start), vector_at(builder, right, start))
            builder.store(builder.fadd(builder.load(sums), product), sums)
        return folded(builder, builder.load(sums))

    if {ones.dtype, others.dtype} != {types.float32}:
        raise TypeError("dot is for 32-bit numbers")
    return types.float32(ones, types.int64, others, types.int64, types.int64), codegen


def joined(builder, ones, others, places):
    """Numbers of two vectors, side by side, by their places."""
    return builder.shuffle_vector(ones, others, ir.Constant(ir.VectorType(ir.IntType(32), len(places)), places))


def limited(builder, vector, least, most):
    """The numbers of a vector, none below `least` or above `most`."""
    low, high = (ir.Constant(VECTOR, [float(each)] * LANES) for each in (least, most))
    vector = builder.select(builder.fcmp_ordered("<", vector, high), vector, high)
    return builder.select(builder.fcmp_ordered(">", vector, low), vector, low)


def fourth_power(builder, vector):
    """The fourth powers of the numbers of a vector, as far as `wide_shares` needs them."""
    vector = limited(builder, vector, LEAST, ROOT)
    square = builder.fmul(vector, vector)
    return builder.fmul(square, square)


def shares_of(builder_of_product):
    """An intrinsic: weighted shares of what is made of each product."""

    def codegen(context, builder, signature, arguments):
        top = start_of(context, builder, arguments[0], signature.args[0], arguments[1])
        left = start_of(context, builder, arguments[2], signature.args[2], NUMBER(0))
        right = start_of(context, builder, arguments[3], signature.args[3], arguments[4])
        most, one = (ir.Constant(VECTOR, [float(each)] * LANES) for each in (MOST, 1.0))
        quarter = ir.VectorType(ir.FloatType(), LANES // 4)
        sums = cgutils.alloca_once_value(builder, ir.Constant(quarter, [0.0] * (LANES // 4)))
        with cgutils.for_range_slice(builder, NUMBER(0), arguments[5], NUMBER(LANES), NUMBER) as (start, _):
            tops = vector_at(builder, top, start)
            product = builder_of_product(builder, builder.fmul(vector_at(builder, left, start), vector_at(builder, right, start)))
            parts = builder.fadd(builder.select(builder.fcmp_ordered("<", product, most), product, most), one)
            while tops.type.count > LANES // 4:
                (a, c), (b, d) = halves(builder, tops), halves(builder, parts)
                tops = builder.fadd(builder.fmul(a, d), builder.fmul(c, b))
                parts = builder.fmul(b, d)
            builder.store(builder.fadd(builder.load(sums), builder.fdiv(tops, parts)), sums)
        return folded(builder, builder.load(sums))

    return codegen


def shares_types(weights, ones, others):
    """The signature of shares of 32-bit numbers."""
    if {weights.dtype, ones.dtype, others.dtype} != {types.float32}:
        raise TypeError("shares is for 32-bit numbers")
    return types.float32(weights, types.int64, ones, others, types.int64, types.int64)


@intrinsic
def _shares(typing, weights, first, ones, others, second, size):
    return shares_types(weights, ones, others), shares_of(lambda builder, product: product)


@intrinsic
def _wide_shares(typing, weights, first, ones, others, second, size):
    return shares_types(weights, ones, others), shares_of(fourth_power)


@intrinsic
def _float_of(typing, bits):
    return types.float32(types.int32), lambda context, builder, signature, arguments: builder.bitcast(arguments[0], ir.FloatType())


@intrinsic
def _bits_of(typing, number):
    return types.int32(types.float32), lambda context, builder, signature, arguments: builder.bitcast(arguments[0], ir.IntType(32))


@intrinsic
def _inverse(typing, number):
    def codegen(context, builder, signature, arguments):
        return builder.fdiv(ir.FloatType()(1.0), arguments[0])

    return types.float32(types.float32), codegen


@overload(dot, inline="always")
def _(ones, first, others, second, size):
    return lambda ones, first, others, second, size: _dot(ones, first, others, second, size)


@overload(shares, inline="always")
def _(weights, first, ones, others, second, size):
    return lambda weights, first, ones, others, second, size: _shares(weights, first, ones, others, second, size)


@overload(wide_shares, inline="always")
def _(weights, first, ones, others, second, size):
    return lambda weights, first, ones, others, second, size: _wide_shares(weights, first, ones, others, second, size)


@overload(float_of, inline="always")
def _(bits):
    return lambda bits: _float_of(np.int32(bits))


@overload(bits_of, inline="always")
def _(number):
    return lambda number: _bits_of(np.float32(number))


@overload(inverse, inline="always")
def _(number):
    return lambda number: _inverse(number)
