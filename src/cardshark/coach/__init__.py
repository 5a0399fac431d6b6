"""What a good player would have thought: values of choices, beliefs, and reviews of hands that were played.

    judges       who judges the choices of a game, and what else only that game's coach knows: looked up by the game's name
    statistics   what a sample of imagined deals says: means, intervals, the chance to be the best
    review       a hand looked back at, decision by decision
    again        a hand cut before a decision, to be tried again
    bots         what bots make of the same cards
    saved        a review as one HTML file
    hearts, gin  the coaches of the games

The terminal and the web page ask here. The coach knows players and hands that were played, and nothing of tables or pages.
"""
