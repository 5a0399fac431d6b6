"""The ledger: what the coach found in every hand that somebody has played, kept so that it need not be thought about again.

    bookkeeper   goes through finished hands in the background, the newest first, while nobody waits for a coach
    entry        what is kept of a reviewed hand
    store        the ledger in the file of the tables

A hand counts if somebody played it in earnest: no practice, nothing taken back, not tried again. A hand that is taken back or deleted
later leaves the ledger, because every question to it starts from the hands themselves.
"""
