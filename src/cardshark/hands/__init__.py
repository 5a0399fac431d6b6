"""A hand that was played: kept as a value, written to a file or a link, and sealed so that nobody can change its cards.

    verify        what a saved hand proves
    link          a hand as the end of an address and back
    saved         a hand as JSON and back
    chained       the chain over players, deal, choices and end
    played        record a deal, play the choices, and go through a hand again
    harmless      which players of somebody else's hand may be asked
    hand          the value, `PlayedHand`
    seal          the secret and the words from which cards are dealt, and the seal, which is shown beforehand
    hearts, gin   what only one game knows of its hands
    games         looks these two up by name
    digits        numbers in mixed radix, for links

The terminal, the coach and the web use this room. It uses games and players, and neither arena nor coach.
"""
