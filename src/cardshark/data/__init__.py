"""Expert play as a table, for learners: one row a decision, in a Parquet or npz file.

from cardshark.data.export import export_play

export_play("hearts", ["montecarlo:deals=30"], "play.npz", deals=1000)

export     players play deals, piece by piece on all cores; what is done survives an interruption
merge      the files of several pieces as one
recording  what was seen, chosen, thought and scored on some deals
opinions   what a player thinks of its choices while it makes them
formats    such tables in files: written and read in blocks, the same bytes for the same rows
schema     the columns, and what a file says of itself
settings   how play is exported
yardstick  what players lose in positions that an expert has judged

The command line uses this room. docs/data.md tells how to read the files.
"""
