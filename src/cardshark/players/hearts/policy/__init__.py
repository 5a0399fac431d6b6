"""A policy and whole hands of Hearts: it finishes them (`playouts`), and tells how likely it is that they went so far (`likelihood`).

Both take many games at once and keep a block of them under way, so that each weight that is loaded serves several decisions. A game
that is finished makes room for the next one.
"""
