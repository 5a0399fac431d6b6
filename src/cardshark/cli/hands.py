"""`cardshark hands`: what a gin player holds when hands end."""

from pathlib import Path

from cardshark.cli.common import Json, load, watching


def hands(
    player: str,
    *,
    against: list[str] | None = None,
    rules: str = "paper",
    deals: int = 1000,
    seed: int = 1,
    out: Path | None = None,
    on: str = "cores",
    workers: int | None = None,
    as_json: Json = False,
) -> None:
    """What a gin player's final hands look like: sets and runs, suits and face values, turns, and how hands ended.

    Parameters
    ----------
    player
        A player, as text: random (see: cardshark players).
    against
        The opponent, itself without it; may be given several times. Every deal is played from both seats.
    rules
        A preset, perhaps with changes: eaai:knock_limit=5 (see: cardshark games gin); single hands are played.
    deals
        How many deals.
    seed
        Names the deals for ever.
    out
        A file for the charts: a page if it ends in .html, a picture alone if it ends in .svg.
    on
        Where to work: here, cores (if there is enough to do), or ray.
    workers
        How many processes.
    """
    from cardshark.arena.gin_hands import final_hands
    from cardshark.show.hands import check_out, publish_hands

    check_out(out)
    _, house_rules = load("gin", rules)
    with watching("deals", deals, quiet=as_json, what="look at final hands") as progress:
        found = final_hands(player, against, house_rules, deals, seed, progress, on=on, workers=workers)
    publish_hands(found, out, as_json)
