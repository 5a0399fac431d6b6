"""The table in the terminal: one match told as it happens, and the human experiment of the network thesis.

    evening      a match with people and players at one table
    story        what everybody sees, in words; `hearts` and `gin` have their own words
    challenge    five games against each opponent of a table of the thesis

The command line uses this room. What one person alone may see stands in `cardshark.players.terminal`.
"""
