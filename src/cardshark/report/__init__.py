"""Reports: what a paper's page fills in (`result`), when a claim counts as reproduced (`verdict`), and the files that are made from it.

`record` keeps what was measured, `shapes` has tables and charts as data, `figures` prints numbers, `headlines` makes the cards at the top,
`svg`, `charts` and `forest` draw, `markdown` and `html` write the pages. Papers stand on this room; `show` and `web` borrow its tables,
numbers and charts. It knows no game and no player.
"""
