"""Hands per second on this machine, on one core, and how that compares with bare C and with other people's engines.

Machines are noisy, so what is compared takes turns in short slices within one run. The best slice says what the code can do, the
median how quiet the machine was. Compare figures of one run, not of two.

    measuring           what is measured, by name, and how
    playing             whole hands: kernels, the loop, plain Python, a duel
    thinking            playouts, imagined deals, searches
    learning            networks, trainings
    environments        tables as learners use them
    peers               OpenSpiel and RLCard
    peer_environments   OpenSpiel, RLCard, PettingZoo and pgx, with observations
    bare                Hearts in C
    task                what a measurement is

Only the command line uses this room.
"""

from cardshark.bench.measuring import TASKS, Measurement, measure

__all__ = ["TASKS", "Measurement", "measure"]
