"""Wagenaar (2017), "Learning to play the Game of Hearts using reinforcement learning": the network thesis.

Perceptrons learn the Dutch game of Hearts from what each hand cost them. Are rectified units better, and do more layers help?
"""
