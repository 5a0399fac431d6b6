"""The figures of README and docs, from committed records and from nothing else.

    python docs/figures.py                   # write them: README.md, docs/*.md, docs/hand.svg
    python docs/figures.py measure           # play what results/leaderboard.json lacks (16 cores: ten minutes); goes on where it was
    python docs/figures.py levels            # the same for results/levels.json, the strengths of the levels (16 cores: two minutes)
    python docs/figures.py champions         # the same, and the champions again, whose search may have changed
    python docs/figures.py league            # the same for results/league.json; what is finished of a league is kept in runs/
    python docs/figures.py claims            # the same for results/champions.json: what is claimed of policies and champion
    python docs/figures.py bench             # measure results/speed.json anew, on a machine that does nothing else
    PYTHONPATH=tests python -m helpers.first_start --out results/start.json                         # measure how quick the first second is
    PYTHONPATH=tests python -m helpers.load --tables 50 --seconds 600 --out results/table.json      # the same for the table's server

A figure stands between the lines `<!-- figures: NAME -->` and `<!-- end -->`. A test compares every page with its records.
"""

import io
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import beyond_tables
import formats
import ladder
import records
import rooms
import speeds
import strength
from records import ROOT, read, save

HAND = ROOT / "docs" / "hand.svg"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def blocks() -> dict[str, str]:
    """Every block of figures, by name."""
    duels, measured = read(records.LEADERBOARD)["duels"], read(records.SPEED)
    return {
        "hearts": strength.hearts(duels, strength.HEARTS, ["greedy", "stock", "jake"]),
        "falcons": strength.falcons(duels),
        "owl": strength.owl(duels),
        "gin": strength.gin(duels),
        **strength.champion_tables(read(records.CHAMPIONS)["duels"], read(records.PARTS)),
        **beyond_tables.blocks(),
        "levels": strength.levels(read(records.LEVELS)["duels"]),
        **{f"league_{pool.replace(' ', '_')}": strength.league(read(records.LEAGUE), pool) for pool in ladder.POOLS},
        "leaders": strength.leaders(read(records.LEAGUE)),
        "speed": speeds.speed(measured),
        "speed_short": speeds.speed_short(measured),
        "environments": speeds.environments(read(records.ENVIRONMENTS)),
        "policy_example": speeds.policy_example(read(records.POLICY)),
        "planes_hearts": formats.planes("hearts"),
        "planes_gin": formats.planes("gin"),
        "actions": formats.actions("hearts") + "\n" + formats.actions("gin"),
        "first_start": speeds.first_start(read(records.START)),
        "size": speeds.size(read(records.START)),
        "table": speeds.server_load(read(records.TABLE)["runs"]),
        "shares": speeds.guest_shares(read(records.TABLE)["shares"]),
        "columns": formats.columns(),
        "rooms": rooms.rooms(),
        "map": rooms.whole(),
    }


def filled(text: str, found: dict[str, str]) -> str:
    """A page with its figures."""
    return BLOCK.sub(lambda block: block[1] + found[block[2]] + block[3], text)


def picture() -> str:
    """The hand of the README as `cardshark show` draws it."""
    from rich.console import Console

    from cardshark.play import match
    from cardshark.show.match import show

    console = Console(record=True, width=84, file=io.StringIO(), highlight=False, force_terminal=True, color_system="truecolor")
    show(match("hearts", ["random"] * 4, rules="american:hands=1", seed=7), console)
    drawn = console.export_svg(title="cardshark show", unique_id="cardshark")
    return re.sub(r"@font-face {.*?}", "", drawn, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")  # nothing to fetch


def write() -> None:
    """Write the figures of every page, and the picture of a hand."""
    HAND.write_text(picture(), encoding="utf-8")
    save(records.SHIPPED_LEVELS, ladder.strengths(read(records.LEVELS)["duels"]))
    found = blocks()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(filled(text, found), encoding="utf-8")


if __name__ == "__main__":
    works = {
        "measure": records.measure,
        "levels": records.measure_levels,
        "champions": records.measure_champions,
        "league": records.play_leagues,
        "claims": records.measure_claims,
        "bench": records.bench,
        "": write,
    }
    works[" ".join(sys.argv[1:])]()
