"""Papers, reproduced: what they print beside what we measure.

A folder a paper. Its `page` has what `reproduce` asks for. The other modules have the same names in every folder (CONTRIBUTING lists them),
and no paper imports another. `workshop` is where papers are measured, `curves` what is kept of a training. The
command line asks `reproduce`; nobody else uses this room.
"""
