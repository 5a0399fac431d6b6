"""FALCON, the adaptive-resonance player: what it perceives, what it can do, and the categories that connect the two.

    player       the player
    brain        what is kept in a file: a design and its categories
    categories   what it remembers, and how a category is found
    design       its settings
    resonance    the arithmetic of adaptive resonance
    actions      what it can do
    percepts     what it perceives

A module uses only those listed below it. Learning changes the categories, in `learning/falcon`.
"""
