"""Arithmetic for networks that gives the same bits on every processor.

A compiler may add up a long row of numbers faster if it may choose the order, and then every processor has its own answer.
Here the order is fixed: sixteen sums side by side, folded in halves at the end. Each function is plain Python (what runs when
compilation is off) and has a compiled twin.
"""

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

LANES = 16  # layers have a multiple of so many units
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


def float_of(bits):
    """The 32-bit number with these bits."""
    return np.int32(bits).view(np.float32)


def inverse(number):
    """1 divided by a number that is not 0, which Numba would first make sure of."""
    return np.float32(1.0) / number


@intrinsic
def _dot(typing, ones, first, others, second, size):
    def codegen(context, builder, signature, arguments):
        vector = ir.VectorType(ir.FloatType(), LANES)
        number = ir.IntType(64)

        def start_of(array, kind, offset):
            data = context.make_array(kind)(context, builder, array).data
            return builder.gep(data, [offset])

        left = start_of(arguments[0], signature.args[0], arguments[1])
        right = start_of(arguments[2], signature.args[2], arguments[3])
        sums = cgutils.alloca_once_value(builder, ir.Constant(vector, [0.0] * LANES))
        with cgutils.for_range_slice(builder, number(0), arguments[4], number(LANES), number) as (start, _):
            a, b = (builder.load(builder.bitcast(builder.gep(each, [start]), vector.as_pointer()), align=4) for each in (left, right))
            builder.store(builder.fadd(builder.load(sums), builder.fmul(a, b)), sums)
        total = builder.load(sums)
        width = LANES
        while width > 1:
            width //= 2
            halves = [
                builder.shuffle_vector(total, total, ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(first, first + width))))
                for first in (0, width)
            ]
            total = builder.fadd(*halves)
        return builder.extract_element(total, ir.IntType(32)(0))

    if {ones.dtype, others.dtype} != {types.float32}:
        raise TypeError("dot is for 32-bit numbers")
    return types.float32(ones, types.int64, others, types.int64, types.int64), codegen


@intrinsic
def _float_of(typing, bits):
    return types.float32(types.int32), lambda context, builder, signature, arguments: builder.bitcast(arguments[0], ir.FloatType())


@intrinsic
def _inverse(typing, number):
    def codegen(context, builder, signature, arguments):
        return builder.fdiv(ir.FloatType()(1.0), arguments[0])

    return types.float32(types.float32), codegen


@overload(dot, inline="always")
def _(ones, first, others, second, size):
    return lambda ones, first, others, second, size: _dot(ones, first, others, second, size)


@overload(float_of, inline="always")
def _(bits):
    return lambda bits: _float_of(np.int32(bits))


@overload(inverse, inline="always")
def _(number):
    return lambda number: _inverse(number)
