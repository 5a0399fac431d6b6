"""FALCON, the adaptive-resonance player: what it perceives, what it can do, and the categories that connect the two.

`player` is the player; `brain` is what is kept in a file: a `design` and `categories`. Learning changes them in `learning/falcon`.
"""
