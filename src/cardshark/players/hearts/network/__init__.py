"""Networks that say what each card of Hearts will cost, and players who follow them.

    rollouts   a player who tries the network's favourites in imagined deals
    models     who is thought to play how: a brain or a style
    player     a player who plays what the network likes best, and how it is asked
    winning    what a lead is worth in a match
    brain      the weights of a network, and what it was made for
    features   what a network sees

Learning changes the weights; it uses `player`, `brain` and `features`.
"""
