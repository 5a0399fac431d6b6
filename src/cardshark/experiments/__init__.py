"""Papers, reproduced: what they print beside what we measure.

A folder a paper. `page` has what `reproduce` asks for, the modules under it are the same in every folder (CONTRIBUTING tells them), and no
paper imports another. `workshop` is where they are measured, `curves` what is kept of a training. The command line asks `reproduce`; nobody
else uses this room.
"""
