"""Nimoto, Takahashi and Inaba (2016), "Improvement of Agent Learning for a Card Game": the FALCON paper.

An adaptive-resonance network learns Hearts from the penalty points of tricks. Does it beat a rule-based agent?
"""
