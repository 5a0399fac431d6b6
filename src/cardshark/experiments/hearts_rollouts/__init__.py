"""Miedema, a bachelor thesis on Monte Carlo rollouts at Hearts: the rollout thesis.

A network imagines how the hand goes on before it plays a card. Does that help?
"""
