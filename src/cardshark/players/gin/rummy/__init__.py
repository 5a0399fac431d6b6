"""The rummy player of gin: a network (`brain`) values hands (`value`, or `by_facts` where it sees `facts`), and `player` plays by that.

How it learns stands in `learning/gin`.
"""
