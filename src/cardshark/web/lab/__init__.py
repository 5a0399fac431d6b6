"""The lab in the browser: pages that are made on the server from what lies in the working directory and in the store.

    app           their addresses
    results       duels, leagues and trainings
    pages         everything else, as HTML
    experiment    the human experiment
    fairness      whether all hands were dealt fairly
    finds         the reports, records and trainings in the working directory
    words         the language of the pages

Only the server uses it.
"""
