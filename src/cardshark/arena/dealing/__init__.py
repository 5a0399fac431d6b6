"""Which deals are played: those of a seed, which anybody can deal again, or those of a seed and a secret word, which nobody can foretell.

seeds    the seed of a contest: the one that was named, that of its record, or a new one
words    secret words, for contests among strangers
secret   who draws such a word, seals it and tells it
"""
