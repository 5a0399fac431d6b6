"""Who is better, and how sure that is.

    duel        A against B on the same deals in every seating; `verdict` reads its sums
    sprt        is the new player better than the old one? A test that stops by itself
    league      everybody against everybody
    contest     named seats at several tables, as papers need them
    merging     parts of duels and leagues that were played apart, put together
    gin_hands   what a gin player holds when hands end
    settings    how each of these is set up, by the command line or in Python
    placing     who sits where, and what came of a deal
    records     what was played, piece by piece, and its journal
    parts       work in parts, each a journal of its own
    jobs        pieces of work on cores, or on a `cluster`
    stats       exact sums, intervals and tests

The papers, the pages of the lab, the command line and the benchmark use this room.
"""
