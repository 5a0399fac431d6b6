"""The table in the browser: a server on this machine, and the pages that it serves.

    serve        start the server and open the browser
    app          addresses, and who may ask for them
    visit        one open page: its commands
    line         the socket of an open page, and how much it may say
    door         only our own pages may ask, and what browsers may do with the answers
    rooms        the rooms of the pages beside lobby, table and review, and what they ask for (`question`)
    family       the table that other people on the network may join (`cardshark play --lan`)
    hall         all tables in use, and the threads in which players and coaches think
    table        one table: its match, its dealer, its coach, and the file that keeps it
    games        what only one game knows of its table
    lab          pages about what was measured, trained and dealt
    messages     everything that page and server say to each other
    read_once    reads a file again only when it has changed
    static       the page itself: plain JavaScript, with a folder for each game and page; words has its texts

Only `cardshark play` starts it. Imports flow one way: serve, app, lab or visit, rooms, hall, table, games, messages.
"""
