"""How rummy brains learn gin.

    evolution   a training by evolution
    noise       random numbers for it
    course      what both trainings share, and a training by temporal differences
    td          the kernel in which both play hands, and temporal differences

A module uses only those listed below it. `learning.trainer` and the papers use this room.
"""
