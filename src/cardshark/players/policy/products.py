"""Products of rows of numbers with the weights of a layer, the same bits on every processor: what networks are made of.

The sum of each output is added up in one order, by fused instructions that round once, whoever else is in the batch. Each function is
plain Python, which runs when compilation is off, and has a compiled twin, as in `lanes`.
"""

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from cardshark.lanes import LANES, NUMBER, VECTOR, ir, start_of, vector_at

ROWS = 6  # of a batch that share each weight: as many as the registers of a processor hold the sums of
AHEAD = 4  # rows ahead that memory is asked for; `places` has as many spare numbers at its end
PANELS = 4  # of LANES outputs each that one row fills at once


def fused(ones, others, sums):
    """ones * others + sums, rounded once. Every processor has an instruction for it; here it is done with 64-bit numbers.

    The product of two 32-bit numbers fits into 64 bits. Their sum may not: then its last bit is made odd, so that it cannot fall
    on the middle between two 32-bit numbers when it is rounded again.
    """
    product = np.asarray(ones, np.float64) * np.asarray(others, np.float64)
    sums = np.asarray(sums, np.float64)
    total = product + sums
    back = total - product
    lost = (product - (total - back)) + (sums - back)
    even = (np.asarray(total).view(np.int64) & 1) == 0
    nearer = np.nextafter(total, np.where(lost > 0, np.inf, -np.inf))
    return np.where((lost != 0) & even, nearer, total).astype(np.float32)


def add_products(sums, into, stride, inputs, first, weights, panel, size):
    """Add to LANES sums of each of ROWS rows: inputs[row, k] * weights[k], for k from 0 to `size`, in this order.

    Row r has its sums at `into + r * stride` and its inputs at `first + r * stride`. The weights of input k are the LANES numbers
    from `panel + LANES * k` on.
    """
    for start in range(0, ROWS * stride, stride):
        for k in range(size):
            found = weights[panel + LANES * k : panel + LANES * (k + 1)]
            here = slice(into + start, into + start + LANES)
            sums[here] = fused(inputs[first + start + k], found, sums[here])


def add_row(sums, into, inputs, first, weights, panel, size):
    """The same for one row and PANELS panels of weights, which lie one after the other: the same bits as `add_products` gives."""
    for j in range(PANELS):
        for k in range(size):
            place = panel + LANES * (j * size + k)
            here = slice(into + LANES * j, into + LANES * (j + 1))
            sums[here] = fused(inputs[first + k], weights[place : place + LANES], sums[here])


def add_chosen(sums, into, places, values, count, weights, start):
    """Add to LANES * PANELS sums: values[i] times the weights from `start + places[i]` on, for the first `count` of them."""
    here = slice(into, into + LANES * PANELS)
    for i in range(count):
        place = start + places[i]
        sums[here] = fused(values[i], weights[place : place + LANES * PANELS], sums[here])


# ---- compiled ----


def spread(builder, number):
    """A vector that has one number in every lane."""
    vector = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.IntType(32)(0))
    return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))


def fuse(builder, ones, others, sums):
    """One instruction: ones * others + sums, rounded once."""
    kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.fma.v{LANES}f32"), [ones, others, sums])


def ask_for(builder, start):
    """Ask the memory for LANES * PANELS numbers that will soon be needed."""
    byte, number = ir.IntType(8), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
    prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    for j in range(PANELS):
        place = builder.bitcast(builder.gep(start, [NUMBER(LANES * j)]), byte.as_pointer())
        builder.call(prefetch, [place, number(0), number(3), number(1)])  # to read, and to stay close


def sums_kept(builder, starts):
    """The sums at these addresses, in registers."""
    return [cgutils.alloca_once_value(builder, vector_at(builder, start, NUMBER(0))) for start in starts]


def write_back(builder, kept, starts):
    """Write sums from registers to their addresses."""
    for each, start in zip(kept, starts, strict=True):
        builder.store(builder.load(each), builder.bitcast(start, VECTOR.as_pointer()), align=4)


def check_numbers(name, *arrays):
    """Refuse arrays of other numbers than 32-bit ones."""
    if {array.dtype for array in arrays} != {types.float32}:
        raise TypeError(f"{name} is for 32-bit numbers")


@intrinsic
def _add_products(typing, sums, into, stride, inputs, first, weights, panel, size):
    def codegen(context, builder, signature, arguments):
        steps = [builder.mul(arguments[2], NUMBER(row)) for row in range(ROWS)]
        into = start_of(context, builder, arguments[0], signature.args[0], arguments[1])
        first = start_of(context, builder, arguments[3], signature.args[3], arguments[4])
        panel = start_of(context, builder, arguments[5], signature.args[5], arguments[6])
        starts, rows = [builder.gep(into, [step]) for step in steps], [builder.gep(first, [step]) for step in steps]
        kept = sums_kept(builder, starts)
        with cgutils.for_range(builder, arguments[7], intp=NUMBER) as loop:
            weights = vector_at(builder, panel, builder.mul(loop.index, NUMBER(LANES)))
            for each, row in zip(kept, rows, strict=True):
                number = spread(builder, builder.load(builder.gep(row, [loop.index])))
                builder.store(fuse(builder, number, weights, builder.load(each)), each)
        write_back(builder, kept, starts)
        return context.get_dummy_value()

    check_numbers("add_products", sums, inputs, weights)
    return types.void(sums, *[types.int64] * 2, inputs, types.int64, weights, *[types.int64] * 2), codegen


@intrinsic
def _add_row(typing, sums, into, inputs, first, weights, panel, size):
    def codegen(context, builder, signature, arguments):
        into = start_of(context, builder, arguments[0], signature.args[0], arguments[1])
        first = start_of(context, builder, arguments[2], signature.args[2], arguments[3])
        panel = start_of(context, builder, arguments[4], signature.args[4], arguments[5])
        starts = [builder.gep(into, [NUMBER(LANES * j)]) for j in range(PANELS)]
        panels = [builder.gep(panel, [builder.mul(arguments[6], NUMBER(LANES * j))]) for j in range(PANELS)]
        kept = sums_kept(builder, starts)
        with cgutils.for_range(builder, arguments[6], intp=NUMBER) as loop:
            number, place = spread(builder, builder.load(builder.gep(first, [loop.index]))), builder.mul(loop.index, NUMBER(LANES))
            for each, weights in zip(kept, panels, strict=True):
                builder.store(fuse(builder, number, vector_at(builder, weights, place), builder.load(each)), each)
        write_back(builder, kept, starts)
        return context.get_dummy_value()

    check_numbers("add_row", sums, inputs, weights)
    return types.void(sums, types.int64, inputs, types.int64, weights, *[types.int64] * 2), codegen


@intrinsic
def _add_chosen(typing, sums, into, places, values, count, weights, start):
    def codegen(context, builder, signature, arguments):
        into = start_of(context, builder, arguments[0], signature.args[0], arguments[1])
        places = start_of(context, builder, arguments[2], signature.args[2], NUMBER(0))
        values = start_of(context, builder, arguments[3], signature.args[3], NUMBER(0))
        table = start_of(context, builder, arguments[5], signature.args[5], arguments[6])
        starts = [builder.gep(into, [NUMBER(LANES * j)]) for j in range(PANELS)]
        kept = sums_kept(builder, starts)
        with cgutils.for_range(builder, arguments[4], intp=NUMBER) as loop:
            ask_for(builder, builder.gep(table, [builder.load(builder.gep(places, [builder.add(loop.index, NUMBER(AHEAD))]))]))
            number = spread(builder, builder.load(builder.gep(values, [loop.index])))
            row = builder.gep(table, [builder.load(builder.gep(places, [loop.index]))])
            for j, each in enumerate(kept):
                builder.store(fuse(builder, number, vector_at(builder, row, NUMBER(LANES * j)), builder.load(each)), each)
        write_back(builder, kept, starts)
        return context.get_dummy_value()

    check_numbers("add_chosen", sums, values, weights)
    if places.dtype != types.int64:
        raise TypeError("places are 64-bit whole numbers")
    return types.void(sums, types.int64, places, values, types.int64, weights, types.int64), codegen


@overload(add_products, inline="always")
def _(sums, into, stride, inputs, first, weights, panel, size):
    return lambda sums, into, stride, inputs, first, weights, panel, size: _add_products(
        sums, into, stride, inputs, first, weights, panel, size
    )


@overload(add_row, inline="always")
def _(sums, into, inputs, first, weights, panel, size):
    return lambda sums, into, inputs, first, weights, panel, size: _add_row(sums, into, inputs, first, weights, panel, size)


@overload(add_chosen, inline="always")
def _(sums, into, places, values, count, weights, start):
    return lambda sums, into, places, values, count, weights, start: _add_chosen(sums, into, places, values, count, weights, start)
