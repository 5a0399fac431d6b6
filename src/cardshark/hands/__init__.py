"""A hand that was played: kept as a value, written to a file or a link, and sealed so that nobody can change its cards.

    hand       the value, `PlayedHand`
    played     record a deal, play the choices, and go through a hand again
    saved      a hand as JSON and back
    link       a hand as the end of an address and back
    verify     the proof that the cards of a saved hand were not changed
    seal       the secret from which cards are dealt, and what is shown of it beforehand
    harmless   which players of a stranger's hand may be asked
    games      what only one game knows of its hands, looked up by name: `hearts`, `gin`

The table, the coach and files stand on this room. It knows games and players, and nothing of arena or coach.
"""
