"""How a FALCON learns: `lesson` says in which ways, `feedback` changes weights, `hands` plays and learns, `course` leads a training.

`rules` puts into words what was learned, and `percept_search` finds facts that are worth noticing.
"""
