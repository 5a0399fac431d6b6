"""Players of gin rummy, a room for each way to play. A room uses only those listed below it, and none of Hearts'.

    search   Monte Carlo in imagined hands
    rummy    brains that have learned what hands are worth
    styles   rules of thumb, which playouts follow too

`cardshark.players` knows all of them by name.
"""
