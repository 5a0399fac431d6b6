"""Hands per second on this machine, on one core, and how that compares with bare C and with other people's engines.

Machines are noisy, so rivals take turns in short slices within one run; the best slice says what the code can do, the median
how quiet the machine was. A ratio of two figures of one run says more than any figure.

    measuring   what is measured, by name, and how
    playing     whole hands: kernels, the loop, plain Python, a duel
    thinking    playouts, imagined deals, searches
    learning    networks, trainings
    peers       OpenSpiel and RLCard
    bare        Hearts in C
    task        what a measurement is

Only the command line uses this room.
"""

from cardshark.bench.measuring import TASKS, Result, measure

__all__ = ["TASKS", "Result", "measure"]
