"""Yao Yujian, "Hearts as a POMDP": the POMCP report.

Greedy players, simple Monte Carlo and POMCP at one table. Does looking ahead halve the score, and is POMCP worth its trouble?
"""
