"""The rummy player of gin: a network values hands, and a fixed policy plays by these values.

    player     the policy and the player
    by_facts   how a brain that sees facts plays
    value      what hands are worth to a brain that sees cards
    brain      the weights of the network
    facts      facts about hands

A module uses only those listed below it. How brains learn stands in `learning/gin`.
"""
