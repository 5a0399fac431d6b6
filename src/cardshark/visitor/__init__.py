"""A language model at the table: `cardshark mcp`, a server that speaks the Model Context Protocol on standard input and output.

    tables   the tables of a session, and what a visitor there may see and do
    server   the tools, by the official package `mcp` (the extra `cardshark[mcp]`)

docs/mcp.md shows how to plug it into a client.
"""
