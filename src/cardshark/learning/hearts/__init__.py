"""How networks learn Hearts.

    apprentice         a training from the network's own rollouts
    hindsight          a training from what every card cost in the end
    seats              brains that play and learn without views
    hindsight_kernel   the kernel in which they do
    gradient           one step of learning

A module uses only those listed below it. `learning.trainer` and the papers use this room.
"""
