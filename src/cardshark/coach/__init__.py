"""The coach: values of choices, beliefs about hidden cards, and reviews of hands that were played.

    judges       the coach of a game, looked up by the game's name
    mind         a policy as the coach asks it: at a glance, and playing on in imagined games
    statistics   what a sample of imagined deals tells: means, intervals, the chance to be the best
    analyse      what every choice in a position is worth
    moments      where a question is asked: a position, or a moment of a match
    reasons      a story without numbers, and the numbers behind it
    sentences    all texts of the page, and the coach's sentences in English
    review       a review of a hand, decision by decision
    reviewed     the same from Python: a transcript or a saved hand in, a review out that prints itself
    again        a hand cut before a decision, to be tried again
    bots         how bots fare with the same cards
    saved        a review as one HTML file
    markup       choices as HTML
    hearts, gin  the coaches of the games

The terminal and the web use this room. It uses players and hands, and neither tables nor pages of the web.
"""
