"""Thinking ahead at gin: the other hand and the stock imagined (`worlds`), and every choice tried in them (`montecarlo`).

The coach uses `worlds`.
"""
