"""One table: everything from the file that keeps it to the pages that look at it.

    room         a table in use: the pages that look at it, and its commands one after another
    dealer       what is done at it: players and the person choose
    dealing      how a hand comes to it: the seal, the words of people, the cards
    coaching     the coach beside it
    state        the whole table as one person may see it
    people       who can sit down, and what they are called
    cast         seven of them, from the first evening to the champion
    ages         learners at several ages
    brains       the player, game and training of the brain in a file
    making       tables that are not made twice
    store        people, tables and choices, as they are kept
    database     the file that keeps them
    table        the match, played again from what is kept
    joining      what people give to a deal, and what is waited for

The hall opens tables, visits speak to them, and the lab reads the store. What only one game knows stands in `cardshark.web.games`.
"""
