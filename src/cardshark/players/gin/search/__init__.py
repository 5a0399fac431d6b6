"""Thinking ahead at gin: `worlds` imagines the other hand and the stock, and `montecarlo`, which uses it, tries every choice in them.

The coach uses `worlds`.
"""
