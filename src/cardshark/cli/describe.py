"""What there is: players, brains and what they have learned, games, and recorded matches."""

import json
from pathlib import Path

from cardshark.cli.common import Json, Yes, prepare
from cardshark.show import printer


def players(player: str | None = None, *, game: str | None = None, levels: Yes = False, as_json: Json = False) -> None:
    """Who can sit down, at which game, and with which options.

    Parameters
    ----------
    player
        One player, with all its options; everybody without it.
    game
        Only those who play it.
    levels
        The ladders for people instead, from the first evening to the champion, with the strength that was measured.
    """
    from cardshark.games import game_names
    from cardshark.players import describe_players
    from cardshark.show.players import show_all, show_one
    from cardshark.text import choice

    if game is not None:
        choice("game", game, game_names())
    if levels:
        list_levels(player, game, as_json)
        return
    found = {row["name"]: row for row in describe_players() if not game or game in row["games"] or not row["games"]}
    one = player is not None
    rows = describe_players(choice(f"player of {game}" if game else "player", player, found)) if one else list(found.values())
    if as_json:
        print(json.dumps(rows))
    elif player:
        show_one(rows[0])
    else:
        show_all(rows)


def list_levels(player: str | None, game: str | None, as_json: bool) -> None:
    """Every ladder of levels, or those of one game."""
    from cardshark.players.levels import LADDERS, levels
    from cardshark.show.players import show_levels
    from cardshark.text import UserError, choice

    if player is not None:
        raise UserError(f"levels are listed for all players of a game: leave out {player}, or --levels")
    wanted = LADDERS if game is None else [choice("game with levels", game, LADDERS)]
    found = {name: {rules: levels(name, rules) for rules in LADDERS[name]} for name in wanted}
    if as_json:
        print(json.dumps({name: {rules: [each._asdict() for each in rungs] for rules, rungs in of.items()} for name, of in found.items()}))
    else:
        show_levels(found)


def brains(brain: str | None = None, *, as_json: Json = False) -> None:
    """The brains that come with the lab, and how each was made.

    Parameters
    ----------
    brain
        One brain, by its name or file, with everything that is known about it; all of the lab without it.
    """
    from cardshark.players.brain_file import SHIPPED, load_any, shipped
    from cardshark.show.training import describe_brain, show_brain, show_brains

    prepare()
    found = [load_any(name) for name in (shipped() if brain is None else [brain])]
    if as_json:
        print(json.dumps([describe_brain(each) for each in found]))
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
    from cardshark.players import seat
    from cardshark.players.hearts.falcon.brain import load_falcon
    from cardshark.players.hearts.falcon.player import Falcon
    from cardshark.show.explain import publish_rules
    from cardshark.text import UserError

    prepare()
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
        hearts or gin, or one that a package brings; all of them without it.
    """
    from cardshark.games import game_named, game_names, house
    from cardshark.show.games import show_game

    for name in game_names() if game is None else [game]:
        presets = game_named(name).PRESETS
        if as_json:
            print(json.dumps({"game": name, "presets": house.presets_as_json(presets), "rules": house.table(presets)}))
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
    from cardshark.show.match import show as show_transcript

    prepare()
    found = transcript.load(file)
    if as_json:
        print(json.dumps(transcript.transcript_as_json(found)))
    else:
        show_transcript(found, printer())
