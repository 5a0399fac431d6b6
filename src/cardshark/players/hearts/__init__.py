"""Players of Hearts, a room for each way to play. A room uses only those listed below it, and none of gin's.

    champion  the search of the player `champion`, which thinks ahead with a trained policy
    network   brains that have learned what cards cost, and rollouts with them
    search    players who imagine the hidden cards and think ahead
    falcon    players who have learned which kind of card to play when
    styles    rules of thumb, which playouts follow too
    trick     what lies on the table

`cardshark.players` knows all of them by name.
"""
