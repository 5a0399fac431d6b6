"""A policy: one network that knows how likely each choice is, what it is worth, and who holds each card. It plays Hearts and gin.

`brain` holds its weights and their file, `net` lays them out for kernels, `features` computes the network up to its last layer, and
`forward` has the answers, for one view or for many at once: the same bits.

Whoever searches uses it like this, in Python,

    net, desk = net_of(brain), new_desk(brain)        # once: all memory that kernels need
    chances, worth = outlook(net, desk, words, numbers)

and inside kernels, for a block of up to BLOCK rows that stand in `desk.words` and `desk.numbers`:

    write_features(net.layout[0].actor, net.weights, desk, desk.nothing, rows)    # the network up to its last layer
    choice = likeliest(net, desk, row, legal)                                     # and what is asked of it, row by row

Whole hands played by a policy, and the likelihood of what was played, stand with each game: `players/hearts/policy` and
`players/gin/policy`.
"""
