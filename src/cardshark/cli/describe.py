"""What there is: players, brains and what they have learned, games, and recorded matches."""

import json
from pathlib import Path

from cardshark.cli.common import Json, notes
from cardshark.show import printer


def players(player: str | None = None, *, game: str | None = None, as_json: Json = False) -> None:
    """Who can sit down, at which game, and with which options.

    Parameters
    ----------
    player
        One player, with all its options; everybody without it.
    game
        Only those who play it: hearts or gin.
    """
    from cardshark.games import GAMES
    from cardshark.players import described
    from cardshark.show.players import show_all, show_one
    from cardshark.text import choice

    if game:
        choice("game", game, GAMES)
    found = {row["name"]: row for row in described() if not game or game in row["games"] or not row["games"]}
    rows = [found[choice(f"player of {game}" if game else "player", player, found)]] if player else list(found.values())
    if as_json:
        print(json.dumps(rows))
    elif player:
        show_one(rows[0])
    else:
        show_all(rows)


def brains(brain: str | None = None, *, as_json: Json = False) -> None:
    """The brains that come with the lab, and how each was made.

    Parameters
    ----------
    brain
        One brain, by its name or file, with everything that is known about it; all of the lab without it.
    """
    from cardshark.jit import announce, start_quickly
    from cardshark.players.brain_file import SHIPPED, load_any, shipped
    from cardshark.show.training import described, show_brain, show_brains

    start_quickly()
    announce(notes.print)
    found = [load_any(name) for name in ([brain] if brain else shipped())]
    if as_json:
        print(json.dumps([described(each) for each in found]))
    elif brain:
        show_brain(found[0])
    else:
        show_brains(found, SHIPPED)


def explain(player: str, *, top: int = 20, network: str = "", as_json: Json = False) -> None:
    """What a FALCON has learned, as rules that a card player understands.

    Parameters
    ----------
    player
        falcon:brain=NAME or falcon:brain=FILE (see: cardshark brains).
    top
        How many rules to show, the most used first.
    network
        Only those of one network, or of all with this in their names: leading, or "tricks 1-4".
    """
    from cardshark.jit import announce, start_quickly
    from cardshark.players import seat
    from cardshark.players.hearts.falcon.brain import load_falcon
    from cardshark.players.hearts.falcon.player import Falcon
    from cardshark.show.explain import publish_rules
    from cardshark.text import UserError

    start_quickly()
    announce(notes.print)
    if player.partition(":")[0].partition("(")[0].strip() != "falcon":  # before it is made: a stranger's player could be a program
        raise UserError(f"only a FALCON can say in rules what it has learned: write falcon:brain=NAME or FILE, not {player!r}")
    falcon = seat(player)
    assert isinstance(falcon, Falcon)
    publish_rules(load_falcon(falcon.brain), top, network, as_json)


def games(game: str | None = None, *, as_json: Json = False) -> None:
    """The games, their rules, and the presets.

    Parameters
    ----------
    game
        hearts or gin; both without it.
    """
    from cardshark.games import GAMES, house
    from cardshark.games import game as module_of
    from cardshark.show.games import show_game

    for name in [game] if game else GAMES:
        presets = module_of(name).PRESETS
        if as_json:
            print(json.dumps({"game": name, "presets": house.plain(presets), "rules": house.table(presets)}))
        else:
            show_game(name, presets)


def show(file: Path, *, as_json: Json = False) -> None:
    """A recorded match, readable.

    Parameters
    ----------
    file
        A transcript, as written by: cardshark play --save FILE.
    """
    from cardshark.games import transcript
    from cardshark.jit import announce, start_quickly
    from cardshark.show.hand import show as show_transcript

    start_quickly()
    announce(notes.print)
    found = transcript.load(file)
    if as_json:
        print(json.dumps(transcript.plain(found)))
    else:
        show_transcript(found, printer())
