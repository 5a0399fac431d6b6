"""Crashes and full disks at every write: a command runs while each of its system calls that changes a file is counted, refused or its last.

`python -m helpers.writes` (or `make writes`) tries all of them and prints what was tried; `calls` stands between a process and the system,
`disk` decides what happens to a call, `jobs` and `table` are what is run, `campaign` tries everything and judges what came of it.
"""
