"""Mutation tests: the rules are broken in one place at a time, with compilation off, and the tests must notice.

`make mutants` tries every mutant of `targets.py` and writes `results/mutants.json`. What survives is explained in `survivors.json`.
"""
