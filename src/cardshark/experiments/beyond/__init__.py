"""Future work that belongs to no single paper: a module for each study, which `cardshark.experiments.studies` knows by name.

    endgame        does it pay to solve the last tricks of Hearts?
    beliefs        does a network know where the hidden cards are, and does play gain by it?
    expert         what do well-known players lose a decision, by the expert data sets?
    second_stage   does play for few points do well where points are won back?

`python docs/beyond.py` measures them and writes results/beyond; docs/beyond.md is the page.
"""
