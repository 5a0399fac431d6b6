"""Single machine instructions over 64-bit sets that Numba does not offer.

Each is a plain Python function (what runs when compilation is off) and, below, its compiled twin.
"""

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from cardshark.compiler.target import TARGET

HAS_PDEP = TARGET.has("bmi2")


def count(cards):
    """How many cards are in a set."""
    return int(cards).bit_count()


def lowest(cards):
    """The lowest card of a set that is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


def highest(cards):
    """The highest card of a set that is not empty."""
    return int(cards).bit_length() - 1


def pick(cards, k):
    """The card with `k` lower ones in the set; the set must have more than `k` cards."""
    cards = int(cards)
    for _ in range(k):
        cards &= cards - 1
    return lowest(cards)


def prefetch(record):
    """Ask the memory for the first two cache lines of a record that will soon be needed; nothing else happens."""


def instruction(emit, *parameters):
    """An intrinsic over 64-bit words that returns a 64-bit integer, built by `emit(builder, *words)`."""
    word = types.uint64

    def codegen(context, builder, signature, arguments):
        words = [context.cast(builder, value, kind, word) for value, kind in zip(arguments, signature.args, strict=True)]
        return emit(builder, *words)

    return types.int64(*parameters), codegen


def declare(builder, name: str, parameters: int):
    """The LLVM function `name` over 64-bit words."""
    word = cgutils.ir.IntType(64)
    signature = cgutils.ir.FunctionType(word, [word] * parameters)
    return cgutils.get_or_insert_function(builder.module, signature, name)


@intrinsic
def _count(typing, cards):
    return instruction(lambda builder, word: builder.ctpop(word), cards)


@intrinsic
def _lowest(typing, cards):
    return instruction(lambda builder, word: builder.cttz(word, cgutils.false_bit), cards)


@intrinsic
def _highest(typing, cards):
    top = cgutils.ir.Constant(cgutils.ir.IntType(64), 63)
    return instruction(lambda builder, word: builder.sub(top, builder.ctlz(word, cgutils.false_bit)), cards)


@intrinsic
def _pick(typing, cards, k):
    def emit(builder, word, index):
        one = cgutils.ir.Constant(cgutils.ir.IntType(64), 1)
        deposit = declare(builder, "llvm.x86.bmi.pdep.64", 2)
        return builder.cttz(builder.call(deposit, [builder.shl(one, index), word]), cgutils.false_bit)

    return instruction(emit, cards, k)


@intrinsic
def _fetch(typing, record):
    def codegen(context, builder, signature, arguments):
        byte, number = cgutils.ir.IntType(8), cgutils.ir.IntType(32)
        signature = cgutils.ir.FunctionType(cgutils.ir.VoidType(), [byte.as_pointer(), number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, signature, "llvm.prefetch.p0")
        start = builder.bitcast(arguments[0], byte.as_pointer())
        for offset in (0, 64, 127):  # a record need not start on a line
            place = builder.gep(start, [cgutils.ir.Constant(cgutils.ir.IntType(64), offset)])
            builder.call(prefetch, [place, number(1), number(3), number(1)])  # to write into, and to stay close
        return context.get_dummy_value()

    return types.none(record), codegen


@overload(count, inline="always")
def _(cards):
    return lambda cards: _count(cards)


@overload(lowest, inline="always")
def _(cards):
    return lambda cards: _lowest(cards)


@overload(highest, inline="always")
def _(cards):
    return lambda cards: _highest(cards)


@overload(prefetch, inline="always")
def _(record):
    return lambda record: _fetch(record)


@overload(pick, inline="always")
def _(cards, k):
    if HAS_PDEP:
        return lambda cards, k: _pick(cards, k)

    def search(cards, k):
        for _ in range(k):
            cards &= cards - np.uint64(1)
        return _lowest(cards)

    return search


def uncounted(array):
    """The same array, without reference counting, for use inside one kernel.

    Numba counts a reference, with two locked instructions, each time an array is taken out of a tuple. That took nine tenths of a
    learner's time. It is safe without, because the kernel's caller holds the array all the while.
    """
    return array


@intrinsic
def _uncounted(typing, array):
    def codegen(context, builder, signature, arguments):
        found = context.make_array(signature.return_type)(context, builder, arguments[0])
        found.meminfo = cgutils.get_null_value(found.meminfo.type)
        found.parent = cgutils.get_null_value(found.parent.type)
        return found._getvalue()

    return array(array), codegen


@overload(uncounted)
def _(array):
    return lambda array: _uncounted(array)
