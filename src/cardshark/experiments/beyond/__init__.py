"""Future work that belongs to no single paper: studies, each with its record and its answers.

    endgame        does it pay to solve the last tricks of Hearts?
    studies        all of them by name; `measure_study` writes a record, `answers_of` reads one

`python docs/beyond.py` measures them and writes results/beyond. A study has what a paper's page has: `UNITS`, `size(scale)` and
`measure(workshop)`; and `answers(record)` instead of a result.
"""
