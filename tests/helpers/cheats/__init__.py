"""Cheats: players of Hearts who try to know what they may not. Each plays at random until it knows all hidden cards, and then to win.

So whoever learns nothing plays exactly like `random`, and whoever learns something gains. They play by rules without passing.
"""
