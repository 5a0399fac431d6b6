"""How a FALCON learns.

    percept_search   finds facts that are worth noticing
    course           a training: its settings, opponents and games
    hands            plays hands and learns, in one kernel
    feedback         how weights change
    lesson           the ways to learn
    rules            what was learned, in words

A module uses only those listed below it. `learning.trainer` and the papers use this room.
"""
