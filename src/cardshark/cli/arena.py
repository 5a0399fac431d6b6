"""`cardshark duel`, `sprt`, `league` and `hands`: their flags are the settings of `cardshark.arena.settings`."""

from pathlib import Path
from typing import Annotated

from cardshark.arena.settings import ArenaSettings, DuelSettings, HandsSettings, LeagueSettings, SprtSettings
from cardshark.cli.common import FLAGS, Csv, Json, not_both, notes, prepare, watching

USUAL_DUEL, USUAL_LEAGUE, USUAL_HANDS, USUAL_SPRT = DuelSettings(), LeagueSettings(), HandsSettings(), SprtSettings()


def duel(
    game: str, a: str, b: str, *, settings: Annotated[DuelSettings, FLAGS] = USUAL_DUEL, as_csv: Csv = False, as_json: Json = False
) -> None:
    """Two players on the same deals in every seating: points a hand, their difference, its 95 % interval.

    Parameters
    ----------
    game
        hearts or gin, or one that a package brings (see: cardshark games).
    a
        A player, as text: random (see: cardshark players).
    b
        The player on the other seats.
    """
    from cardshark.arena.duel import play_duel, play_duel_piece
    from cardshark.show.arena import publish_duel, publish_share

    not_both(as_json, as_csv)
    prepare()
    with watching(settings.units, amount(settings), quiet=as_json or as_csv, what="duel", kept=settings.record) as progress:
        if settings.piece is not None:
            return publish_share(play_duel_piece(game, a, b, settings, progress), as_json, as_csv)
        result = play_duel(game, a, b, settings, progress, show_seal)
    return publish_duel(result, as_json, as_csv)


def sprt(game: str, old: str, new: str, *, settings: Annotated[SprtSettings, FLAGS] = USUAL_SPRT, as_json: Json = False) -> None:
    """Is the new player better than the old one? Plays deals until that is clear, with stated error rates.

    Parameters
    ----------
    game
        hearts or gin, or one that a package brings (see: cardshark games).
    old
        The player as it was, as text: random (see: cardshark players).
    new
        The player that may be better.
    """
    from cardshark.arena.sprt import play_sprt
    from cardshark.show.arena import publish_sprt

    prepare()
    with watching(settings.units, settings.count, quiet=as_json, what="test", kept=settings.record) as progress:
        result = play_sprt(game, old, new, settings, progress, show_seal)
    publish_sprt(result, as_json)


def league(
    game: str, *players: str, settings: Annotated[LeagueSettings, FLAGS] = USUAL_LEAGUE, as_csv: Csv = False, as_json: Json = False
) -> None:
    """Everybody against everybody on the same deals: a cross-table with intervals, and ratings.

    Parameters
    ----------
    game
        hearts or gin, or one that a package brings (see: cardshark games).
    players
        Two or more players, as text: random (see: cardshark players).
    """
    from cardshark.arena.league import play_league, play_league_piece
    from cardshark.show.arena import publish_league, publish_share

    not_both(as_json, as_csv)
    prepare()
    with watching(settings.units, amount(settings), quiet=as_json or as_csv, what="league", kept=settings.record) as progress:
        if settings.piece is not None:
            return publish_share(play_league_piece(game, players, settings, progress), as_json, as_csv)
        result = play_league(game, players, settings, progress, show_seal)
    return publish_league(result, as_json, as_csv)


def show_seal(seal: str) -> None:
    """Say which secret word the deals follow from, before the first of them."""
    notes.print(f"Among strangers the deals follow from a secret word, which the result will tell. Its SHA-256: {seal}", soft_wrap=True)


def amount(settings: ArenaSettings) -> int:
    """How many deals or matches there are to play: all of them, or those of a piece."""
    return settings.count if settings.piece is None else len(settings.share().span(settings.count))


def hands(
    player: str,
    *,
    against: list[str] | None = None,
    settings: Annotated[HandsSettings, FLAGS] = USUAL_HANDS,
    out: Path | None = None,
    as_json: Json = False,
) -> None:
    """What a gin player's final hands look like: sets and runs, suits and face values, turns, and how hands ended.

    Parameters
    ----------
    player
        A player, as text: random (see: cardshark players).
    against
        The opponent, itself without it; may be given several times. Every deal is played from both seats.
    out
        A file for the charts: a page if it ends in .html, a picture alone if it ends in .svg.
    """
    from cardshark.arena.gin_hands import gather_hands
    from cardshark.show.gin_hands import check_out, publish_hands

    check_out(out)
    prepare()
    with watching("deals", settings.deals, quiet=as_json, what="look at final hands") as progress:
        found = gather_hands(player, [player] if against is None else against, settings, progress)
    publish_hands(found, out, as_json)
