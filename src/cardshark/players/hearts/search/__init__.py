"""Thinking ahead at Hearts: what is hidden, deals that agree with it, and what every card costs in them.

    montecarlo     simple Monte Carlo: every card in every imagined deal
    tree_players   the players `uct`, `ismcts` and `pomcp`; their search stands in `tree`, its memory in `nodes`
    endgame        the last tricks of a hand, solved
    shared         what all of them share
    worlds         imagined deals for one decision, and the table set up in each
    owners         what a network believes of the hidden cards
    beliefs        deals that are not equally likely
    imagine        deals that are
    hidden         what a view proves

A module uses only those listed below it. The coach, and networks that think ahead, use `worlds` and all below it.
"""
