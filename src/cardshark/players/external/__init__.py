"""A program in any language as a player: `exec:./engine --level 3`. Lines of text go in, one line comes out.

    player      `Program`: the player, its options, and what it agrees on with a program
    question    one question: the lines that ask it, and how an answer is read
    engine      `Engine`: one running program, the pipes to it, and a deadline for every wait
    trace       the conversation, written down
    warden      a process that ends a program with all that it has started
    fence       what a program may not open: our secrets, and our memory

docs/players.md has the protocol, docs/bridges.md shows how somebody else's program is made to speak it.
"""

from cardshark.players.external.player import Program, program

__all__ = ["Program", "program"]
