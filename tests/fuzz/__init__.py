"""Fuzzing: valid inputs of seven kinds, changed at random, go to whoever reads them. Only a sentence or success is allowed.

    make fuzz                                a minute over all kinds
    make fuzz INPUTS=1000000 SECONDS=7200    a million inputs; it ends earlier after so many seconds
    make fuzz AGAIN=links:4711               one input again, with its traceback

Input number n of a kind depends on the seed, the kind and n alone. What was found stays as a test (`test_fuzz_findings.py`).
"""
