"""`cardshark export`: expert play as a table, for learners; `cardshark yardstick`: what players lose in such positions."""

from pathlib import Path
from typing import Annotated

from cardshark.cli.common import FLAGS, Json, prepare, watching
from cardshark.data.settings import ExportSettings
from cardshark.text import UserError

USUAL_EXPORT = ExportSettings()


def export(
    game: str,
    *players: str,
    out: Path | None = None,
    settings: Annotated[ExportSettings, FLAGS] = USUAL_EXPORT,
    as_json: Json = False,
) -> None:
    """Expert play as a table, one row a decision: position, choice, value of every choice, policy, outcome.

    Parameters
    ----------
    game
        hearts or gin, or one that a package brings (see: cardshark games).
    players
        One player on every seat, or one for each seat, as text: montecarlo:deals=30 (see: cardshark players).
    out
        The file, which ends in .parquet or .npz. After an interruption the same command goes on where it was.
    """
    from cardshark.data.export import export_rows
    from cardshark.show.data import publish_export

    if not players:
        raise UserError(f"export needs a player: cardshark export {game} PLAYER --out FILE")
    if out is None:
        raise UserError(f"export needs a file: cardshark export {game} {' '.join(players)} --out FILE.parquet (or FILE.npz)")
    prepare()
    with watching(settings.units, settings.share_size(), quiet=as_json, what="export", kept=out) as progress:
        found = export_rows(game, players, out, settings, progress)
    publish_export(found, as_json)


def yardstick(file: Path, *players: str, as_json: Json = False) -> None:
    """What players lose a decision in positions that an expert has judged: the value of the best choice less that of their own.

    The values are estimates, and the largest of several is mostly one that came out too large. So nobody loses 0, not even the expert:
    compare players with what the expert itself loses.

    Parameters
    ----------
    file
        Expert play with values, as `cardshark export hearts champion --by champion --out FILE` writes it.
    players
        Whom to ask, as text: jake, policy, montecarlo:deals=30. Without any, the expert's own choices are looked at.
    """
    from cardshark.data.yardstick import measured
    from cardshark.show.data import show_regrets

    prepare()
    show_regrets(measured(file, players), as_json)
