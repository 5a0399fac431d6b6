"""The entrance: codes that let one browser in, once, the browsers that were let in, and what the owner allows to run.

Nothing of this is written to the tables' file: all of it ends with the server.
"""
