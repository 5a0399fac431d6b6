"""Rows of weights: added to sums, or learning themselves. The bits are those of one row after the other.

A compiler does not know that rows and sums lie apart, and asks before every loop. Here sums stay in registers while rows pass by.
Each function is plain Python, which runs when compilation is off, and has a compiled twin.
"""

from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from cardshark.lanes import LANES, NUMBER, VECTOR, dot, halves, ir, joined, start_of, vector_at

TILE = 4  # vectors that stay in registers while rows are added to them


def pull_back(weights, row, errors, first, size, into, a, b, c, d):
    """Four rows of a layer learn, and tell the layer before: errors[into ...] = the `dot` of each row with errors[first ...].

    Then a, b, c or d times the errors is subtracted from each row. The same bits as one row at a time, in two thirds of the time.
    """
    for number, step in enumerate((a, b, c, d)):
        start = row + number * size
        errors[into + number] = dot(weights, start, errors, first, size)
        weights[start : start + size] -= step * errors[first : first + size]


def add_rows(sums, into, size, weights, first, rows, values, begin, end):
    """Add rows of weights to sums[into ...], each times its value: row rows[i] of size `size`, counted from `first`, times values[i]."""
    for i in range(begin, end):
        start = first + rows[i] * size
        sums[into : into + size] += values[i] * weights[start : start + size]


def add_layer(sums, into, size, weights, first, values, begin, end):
    """The same with all rows, one after the other: the first times values[begin], the last times values[end - 1]."""
    for i in range(begin, end):
        start = first + (i - begin) * size
        sums[into : into + size] += values[i] * weights[start : start + size]


def subtract_rows(weights, first, size, rows, values, count, step, errors, here):
    """Subtract errors[here ...] from rows of weights, each time `step` times the value of the row."""
    for i in range(count):
        start = first + rows[i] * size
        weights[start : start + size] -= step * values[i] * errors[here : here + size]


# ---- compiled ----


def broadcast(builder, number):
    """A vector of one number."""
    one = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.IntType(32)(0))
    return joined(builder, one, one, [0] * LANES)


def number_at(builder, start, offset):
    """One number of an array."""
    return builder.load(builder.gep(start, [offset]))


def by_tiles(builder, size, do_tile):
    """Do something for all columns of a row: as many at a time as fit into registers, then vector by vector."""
    wide = builder.sub(size, builder.urem(size, NUMBER(TILE * LANES)))
    for begin, end, vectors in ((NUMBER(0), wide, TILE), (wide, size, 1)):
        with cgutils.for_range_slice(builder, begin, end, NUMBER(vectors * LANES), NUMBER) as (column, _):
            do_tile([builder.add(column, NUMBER(LANES * number)) for number in range(vectors)])


def add_up(builder, sums, size, count, row_of, value_of):
    """Add rows to sums, tile by tile. Every sum adds its rows in their order, so the bits are those of one row after the other."""

    def do_tile(columns):
        totals = [cgutils.alloca_once(builder, VECTOR) for _ in columns]
        for total, column in zip(totals, columns, strict=True):
            builder.store(vector_at(builder, sums, column), total)
        with cgutils.for_range(builder, count, intp=NUMBER) as loop:
            row, value = row_of(loop.index), broadcast(builder, value_of(loop.index))
            for total, column in zip(totals, columns, strict=True):
                product = builder.fmul(value, vector_at(builder, row, column))
                builder.store(builder.fadd(builder.load(total), product), total)
        for total, column in zip(totals, columns, strict=True):
            there = builder.bitcast(builder.gep(sums, [column]), VECTOR.as_pointer())
            builder.store(builder.load(total), there, align=4)

    by_tiles(builder, size, do_tile)


def four_folded(builder, vectors):
    """The sums of four vectors as one vector, each folded in halves as `folded` does it."""
    quarters = []
    for vector in vectors:
        while vector.type.count > 4:
            vector = builder.fadd(*halves(builder, vector))
        quarters.append(vector)
    pairs = [
        builder.fadd(*(joined(builder, *two, places) for places in ([0, 1, 4, 5], [2, 3, 6, 7]))) for two in (quarters[:2], quarters[2:])
    ]
    return builder.fadd(*(joined(builder, *pairs, places) for places in ([0, 2, 4, 6], [1, 3, 5, 7])))


@intrinsic
def _pull_back(typing, weights, row, errors, first, size, into, a, b, c, d):
    def codegen(context, builder, signature, arguments):
        rows, before = [start_of(context, builder, arguments[0], signature.args[0], arguments[1])], arguments[4]
        rows += [builder.gep(rows[0], [builder.mul(before, NUMBER(number))]) for number in (1, 2, 3)]
        source = start_of(context, builder, arguments[2], signature.args[2], arguments[3])
        nothing = ir.Constant(VECTOR, [0.0] * LANES)
        sums = [cgutils.alloca_once_value(builder, nothing) for _ in rows]
        steps = [broadcast(builder, step) for step in arguments[6:]]
        with cgutils.for_range_slice(builder, NUMBER(0), before, NUMBER(LANES), NUMBER) as (start, _):
            errors = vector_at(builder, source, start)
            for place, total, step in zip(rows, sums, steps, strict=True):
                weights = vector_at(builder, place, start)
                builder.store(builder.fadd(builder.load(total), builder.fmul(weights, errors)), total)
                there = builder.bitcast(builder.gep(place, [start]), VECTOR.as_pointer())
                builder.store(builder.fsub(weights, builder.fmul(step, errors)), there, align=4)
        found = four_folded(builder, [builder.load(total) for total in sums])
        target = start_of(context, builder, arguments[2], signature.args[2], arguments[5])
        builder.store(found, builder.bitcast(target, found.type.as_pointer()), align=4)
        return context.get_dummy_value()

    if {weights.dtype, errors.dtype} != {types.float32}:
        raise TypeError("pull_back is for 32-bit numbers")
    number, step = types.int64, types.float32
    return types.void(weights, number, errors, number, number, number, step, step, step, step), codegen


@intrinsic
def _add_rows(typing, sums, into, size, weights, first, rows, values, begin, end):
    def codegen(context, builder, signature, arguments):
        kinds, wide, begin = signature.args, arguments[2], arguments[7]
        there = start_of(context, builder, arguments[0], kinds[0], arguments[1])
        table = start_of(context, builder, arguments[3], kinds[3], arguments[4])
        numbers = start_of(context, builder, arguments[5], kinds[5], begin)
        factors = start_of(context, builder, arguments[6], kinds[6], begin)

        def row_of(i):
            return builder.gep(table, [builder.mul(builder.sext(number_at(builder, numbers, i), NUMBER), wide)])

        add_up(builder, there, wide, builder.sub(arguments[8], begin), row_of, lambda i: number_at(builder, factors, i))
        return context.get_dummy_value()

    if {sums.dtype, weights.dtype, values.dtype} != {types.float32} or rows.dtype != types.int32:
        raise TypeError("add_rows is for 32-bit numbers")
    number = types.int64
    return types.void(sums, number, number, weights, number, rows, values, number, number), codegen


@intrinsic
def _add_layer(typing, sums, into, size, weights, first, values, begin, end):
    def codegen(context, builder, signature, arguments):
        kinds, wide, begin = signature.args, arguments[2], arguments[6]
        there = start_of(context, builder, arguments[0], kinds[0], arguments[1])
        table = start_of(context, builder, arguments[3], kinds[3], arguments[4])
        factors = start_of(context, builder, arguments[5], kinds[5], begin)
        count = builder.sub(arguments[7], begin)
        add_up(builder, there, wide, count, lambda i: builder.gep(table, [builder.mul(i, wide)]), lambda i: number_at(builder, factors, i))
        return context.get_dummy_value()

    if {sums.dtype, weights.dtype, values.dtype} != {types.float32}:
        raise TypeError("add_layer is for 32-bit numbers")
    number = types.int64
    return types.void(sums, number, number, weights, number, values, number, number), codegen


@intrinsic
def _subtract_rows(typing, weights, first, size, rows, values, count, step, errors, here):
    def codegen(context, builder, signature, arguments):
        kinds, wide = signature.args, arguments[2]
        table = start_of(context, builder, arguments[0], kinds[0], arguments[1])
        numbers = start_of(context, builder, arguments[3], kinds[3], NUMBER(0))
        factors = start_of(context, builder, arguments[4], kinds[4], NUMBER(0))
        source = start_of(context, builder, arguments[7], kinds[7], arguments[8])

        def do_tile(columns):
            wrong = [vector_at(builder, source, column) for column in columns]
            with cgutils.for_range(builder, arguments[5], intp=NUMBER) as loop:
                row = builder.gep(table, [builder.mul(builder.sext(number_at(builder, numbers, loop.index), NUMBER), wide)])
                step = broadcast(builder, builder.fmul(arguments[6], number_at(builder, factors, loop.index)))
                for errors, column in zip(wrong, columns, strict=True):
                    left = builder.fsub(vector_at(builder, row, column), builder.fmul(step, errors))
                    builder.store(left, builder.bitcast(builder.gep(row, [column]), VECTOR.as_pointer()), align=4)

        by_tiles(builder, wide, do_tile)
        return context.get_dummy_value()

    if {weights.dtype, values.dtype, errors.dtype} != {types.float32} or rows.dtype != types.int32:
        raise TypeError("subtract_rows is for 32-bit numbers")
    number = types.int64
    return types.void(weights, number, number, rows, values, number, types.float32, errors, number), codegen


@overload(pull_back, inline="always")
def _(weights, row, errors, first, size, into, a, b, c, d):
    return lambda weights, row, errors, first, size, into, a, b, c, d: _pull_back(weights, row, errors, first, size, into, a, b, c, d)


@overload(add_rows, inline="always")
def _(sums, into, size, weights, first, rows, values, begin, end):
    return lambda sums, into, size, weights, first, rows, values, begin, end: _add_rows(
        sums, into, size, weights, first, rows, values, begin, end
    )


@overload(add_layer, inline="always")
def _(sums, into, size, weights, first, values, begin, end):
    return lambda sums, into, size, weights, first, values, begin, end: _add_layer(sums, into, size, weights, first, values, begin, end)


@overload(subtract_rows, inline="always")
def _(weights, first, size, rows, values, count, step, errors, here):
    return lambda weights, first, size, rows, values, count, step, errors, here: _subtract_rows(
        weights, first, size, rows, values, count, step, errors, here
    )
