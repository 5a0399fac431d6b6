"""Where somebody looks: results that show themselves in a notebook, and bars for long work there and at a terminal.

    shell      is this a notebook, and how does a result get there as HTML?
    bars       how far is it?

All rooms above this one use it. How each result is drawn stands in `show.notebook`.
"""
