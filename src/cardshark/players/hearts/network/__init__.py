"""Networks that predict what each card of Hearts will cost, and players who follow them.

    rollouts   a player who tries the network's favourites in imagined deals
    trying     what a card costs in imagined deals
    models     how a seat is thought to play: by a brain or a style
    player     the network's arithmetic, and a player who plays the card it likes best
    winning    the chance to win a match
    brain      the weights of a network, and what it was made for
    features   what a network sees

A module uses only those listed below it. Learning changes the weights and uses `player`, `brain` and `features`.
"""
