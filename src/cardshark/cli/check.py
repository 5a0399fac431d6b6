"""`cardshark check`: is this a proper player?"""

import sys

from cardshark.cli.common import load


def check(game: str, player: str, *, rules: str | None = None, matches: int = 4, seed: int | None = None) -> None:
    """Try out a new player or program: legal choices, the same again, at one table or many. Exit status 0 if all is well, 1 if not.

    Parameters
    ----------
    game
        hearts or gin, or one that a package brings.
    player
        Whom to try: a class in a file, or a program ("exec:./engine").
    rules
        A preset, perhaps with changes: american:moon=none (see: cardshark games).
    matches
        How many matches to play, three times.
    seed
        Names the deals. Without it one is drawn and shown.
    """
    _, module, house_rules = load(game, rules)
    from cardshark.arena.tryout import Tryout
    from cardshark.chance import new_seed

    good = True
    for finding in Tryout(module, house_rules, player, matches, new_seed() if seed is None else seed).findings():
        print(f"{'✓' if finding.good else '✗'} {finding.sentence}", flush=True)
        good &= finding.good
    if not good:
        sys.exit(1)
