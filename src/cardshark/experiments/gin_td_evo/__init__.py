"""Kotnik and Kalita (2003), "The significance of temporal-difference learning in self-play training": the rummy paper.

One network values hands of gin rummy; its weights are found by temporal differences or by evolution. Which plays better?
"""
