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
import json
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))

import beyond_tables  # noqa: E402
import champions  # noqa: E402
import ladder  # noqa: E402
import rooms  # noqa: E402

LEADERBOARD = ROOT / "results" / "leaderboard.json"
LEVELS = ROOT / "results" / "levels.json"
CHAMPIONS = ROOT / "results" / "champions.json"
PARTS = ROOT / "results" / "champion_parts.json"  # measured once, by a script that is not kept: the search has changed since
ANSWERS = ROOT / "results" / "best_response.json"  # trainings against the frozen policy; their brains are not kept
LEAGUE = ROOT / "results" / "league.json"
SHIPPED_LEVELS = ROOT / "src" / "cardshark" / "players" / "levels.json"  # for those who have no results
SPEED = ROOT / "results" / "speed.json"
ENVIRONMENTS = ROOT / "results" / "environments.json"  # a record of its own: other people's may be missing on a good machine
POLICY = ROOT / "results" / "policy_example.json"
START = ROOT / "results" / "start.json"
TABLE = ROOT / "results" / "table.json"
HAND = ROOT / "docs" / "hand.svg"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

# ---- what is played ----

THINKERS = ["ismcts", "uct", "pomcp", "montecarlo", "montecarlo:playout=jake", "montecarlo:playout=jake,passing=search"]
SAMPLER = "montecarlo:playout=jake,passing=search,sampler=product"
HEARTS = ["random", "greedy", "stock", "jake", *THINKERS, SAMPLER]
FALCONS = ["stock", "falcon:brain=falcon", "falcon:brain=hawk", "falcon:brain=eagle"]
OWL = {"jake": 4000, "network:brain=experiment2": 4000, "montecarlo:deals=100,playout=jake": 300}
GIN_SEARCH = "montecarlo:deals=100,sampler=weighted,pool=20,slip_chance=0.02"
GIN = ["rummy:brain=shark", GIN_SEARCH, "lookahead", "holdout", "minimiser"]
GIN_RIVALS = ["simple", "holdout", "minimiser", "lookahead"]


def hearts_duel(one: str, others: str) -> str:
    return f"cardshark duel hearts {one} {others} --deals 2000 --seed 2"


def falcon_duel(one: str, others: str) -> str:
    return f"cardshark duel hearts {one} {others} --rules falcon --deals 5000 --seed 1"


def owl_duel(others: str) -> str:
    return f"cardshark duel hearts network:brain=owl {others} --rules dutch --deals {OWL[others]} --seed 991"


def gin_duel(one: str, other: str) -> str:
    return f"cardshark duel gin {one} {other} --matches {400 if one == GIN_SEARCH else 3000} --seed 5"


COMMANDS = [
    *(hearts_duel(one, others) for one in HEARTS for others in ("greedy", "stock", "jake")),
    *(falcon_duel(one, others) for one in FALCONS for others in ("stock", "jake")),
    *map(owl_duel, OWL),
    *(gin_duel(one, other) for one in GIN for other in GIN_RIVALS if one != other),
]


def processor() -> str:
    """What this machine calls its processor."""
    try:
        return re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())[1]  # type: ignore[index]
    except (OSError, TypeError):
        return platform.machine()


Asked = Callable[[str], str | None]  # what is known of a command


def nothing(command: str) -> None:
    """Nothing is known of a command."""


def answers(command: str) -> list[Any]:
    """What a command says to programs, line by line."""
    words = [sys.executable, "-c", "from cardshark.cli import main; main()", *shlex.split(command)[1:], "--json"]
    said = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return list(map(json.loads, said.splitlines()))


def save(path: Path, record: Any) -> None:
    """Write a record whole."""
    path.with_suffix(".new").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".new").replace(path)


def measure() -> None:
    """Play every duel that the record lacks."""
    play_missing(LEADERBOARD, "duels", COMMANDS)


def measure_champions() -> None:
    """Play the levels of the champion again: its brain is known by its digest, but not whether it searches as before."""
    record = read(LEVELS)
    record["duels"] = {command: row for command, row in record["duels"].items() if row["a"] != ladder.CHAMPION}
    save(LEVELS, record)
    measure_levels()


def measure_levels() -> None:
    """Play every duel of a level that the record lacks, or that another brain has played."""
    play_missing(LEVELS, "duels", ladder.LEVELS, ladder.brain_of)


def measure_claims() -> None:
    """Play every duel of a claim that the record lacks, or that another brain has played."""
    play_missing(CHAMPIONS, "duels", champions.CLAIMS, ladder.brain_of)


def play_missing(path: Path, name: str, commands: list[str], brain_of: Asked = nothing, journal_of: Asked = nothing) -> None:
    """Play every command that a record lacks under `name`, or that was played by another brain than `brain_of` names now."""
    from cardshark.origin import commit

    sources, record = commit(), read(path) if path.exists() else {name: {}}
    known = {command: row for command, row in record[name].items() if command in commands and row.get("brain") == brain_of(command)}
    for command in commands:
        if command not in known:
            print(command, flush=True)
            brain = brain_of(command)
            known[command] = {"date": str(date.today()), "processor": processor(), **({"brain": brain, "commit": sources} if brain else {})}
            known[command] |= answers(command + (journal_of(command) or ""))[0]
            record[name] = {command: known[command] for command in commands if command in known}
            save(path, record)


def play_leagues() -> None:
    """Play every league that the record lacks. They are long: each has a journal, and goes on where it was."""
    (ROOT / "runs").mkdir(exist_ok=True)
    play_missing(LEAGUE, "leagues", list(ladder.LEAGUES.values()), ladder.brain_of, league_journal)


def league_journal(command: str) -> str:
    """Where the pieces of a league are kept: one file for each brain that plays in it."""
    pool = next(pool for pool, known in ladder.LEAGUES.items() if known == command)
    return f" --record {ROOT}/runs/league-{pool.replace(' ', '-')}-{(ladder.brain_of(command) or '')[:8]}.jsonl"


def bench() -> None:
    """Measure the speed of everything, in one run."""
    run, measured = {"date": str(date.today()), "processor": processor()}, answers("cardshark bench")
    save(SPEED, {**run, "measured": [each for each in measured if not is_environment(each)]})
    save(ENVIRONMENTS, {**run, "measured": [each for each in measured if is_environment(each)]})


def is_environment(measured: dict[str, Any]) -> bool:
    """Is this a speed of tables for learners, or of somebody else's environment?"""
    return measured["name"].startswith(("env.", "peers.env."))


def read(path: Path) -> Any:
    """A record."""
    return json.loads(path.read_text(encoding="utf-8"))


# ---- how it is shown ----


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Rows as Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def duration(seconds: float) -> str:
    """`35 ns`, `3.1 µs`, `0.52 ms`."""
    unit, size = next((unit, size) for unit, size in (("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)) if seconds >= 0.1 * size)
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def signed(number: float) -> str:
    """With its sign, a real minus."""
    return f"{number:+.2f}".replace("-", "−")


def best_in_bold(columns: list[list[float]], rows: list[list[str]]) -> None:
    """The lowest figure of each column stands out."""
    for place, column in enumerate(columns, 1):
        row = column.index(min(column))
        rows[row][place] = f"**{rows[row][place]}**"


def when(duels: dict[str, Any], commands: list[str]) -> str:
    """When these were played, and on what."""
    dates = sorted({duels[command]["date"] for command in commands})
    processors = dict.fromkeys(duels[command]["processor"] for command in commands)
    return f"{' to '.join(sorted({dates[0], dates[-1]}))}, {' and '.join(processors)}"


def half_width(duels: dict[str, Any], commands: list[str]) -> str:
    """How far the widest and the narrowest interval of a difference reach."""
    widths = [(duels[command]["high"] - duels[command]["low"]) / 2 for command in commands]
    return f"± {min(widths):.2f} to ± {max(widths):.2f}"


def hearts(duels: dict[str, Any], names: list[str], rivals: list[str]) -> str:
    """One player against three of another kind."""
    columns = [[duels[hearts_duel(one, others)]["points_a"] for one in names] for others in rivals]
    rows = [[f"`{one}`", *(f"{column[place]:.2f}" for column in columns)] for place, one in enumerate(names)]
    best_in_bold(columns, rows)
    for row, one in zip(rows, names, strict=True):
        row.append(duration(duels[hearts_duel(one, "jake")]["seconds_a"]))
    commands = [hearts_duel(one, others) for one in names for others in rivals if one != others]
    return (
        table(["one", *(f"against three `{others}`" for others in rivals), "time a move"], rows)
        + "\nPoints a hand, `american` rules; few are good. 2,000 deals in all four seats; the 95 % interval of a difference from the "
        f"three others is {half_width(duels, commands)} points. `{hearts_duel('ONE', 'OTHER')}`, {when(duels, commands)}.\n"
    )


def falcons(duels: dict[str, Any]) -> str:
    """Shares of the points."""
    columns = [[duels[falcon_duel(one, others)]["share_a"] for one in FALCONS] for others in ("stock", "jake")]
    rows = [[f"`{one}`", *(f"{column[place]:.3f}" for column in columns)] for place, one in enumerate(FALCONS)]
    best_in_bold(columns, rows)
    commands = [falcon_duel(one, others) for one in FALCONS for others in ("stock", "jake")]
    width = max((duels[command]["share_high"] - duels[command]["share_low"]) / 2 for command in commands)
    return (
        table(["one", "against three `stock`", "three `jake`"], rows)
        + f"\nShare of the points, `falcon` rules; 0.25 is fair, few are good. 5,000 deals in all four seats, 95 % at most ± {width:.4f}. "
        f"`{falcon_duel('ONE', 'OTHER')}`, {when(duels, commands)}.\n"
    )


def owl(duels: dict[str, Any]) -> str:
    """The lab's own network."""
    rows = []
    for others in OWL:
        found = duels[owl_duel(others)]
        interval = f"{signed(found['difference'])} ({signed(found['low'])} to {signed(found['high'])})"
        rows.append([f"`{others}`", f"{found['deals']:,}", f"{found['points_a']:.2f}", f"{found['points_b']:.2f}", interval])
    return (
        table(["against three", "deals", "it takes", "each of them", "difference (95 %)"], rows)
        + f"\nPoints a hand, `dutch` rules; few are good. `{owl_duel('jake')}`, {when(duels, list(map(owl_duel, OWL)))}.\n"
    )


def gin(duels: dict[str, Any], names: list[str] = GIN, rivals: list[str] = GIN_RIVALS) -> str:
    """Shares of matches won."""
    rows = []
    for one in names:
        found = [duels.get(gin_duel(one, other)) for other in rivals]
        shares = [f"{each['wins_a']:.1%} ({each['wins_low']:.1%} to {each['wins_high']:.1%})" if each else "–" for each in found]
        rows.append([f"`{one}`", *shares, duration(next(each for each in found[::-1] if each)["seconds_a"])])
    commands = [gin_duel(one, other) for one in names for other in rivals if one != other]
    return (
        table(["", *(f"against `{other}`" for other in rivals), "time a choice"], rows)
        + "\nMatches of gin to 100 that are won, `eaai` rules, 95 % intervals. 3,000 decks, each played twice with the seats swapped; 400 "
        f"where `montecarlo` plays. `{gin_duel('ONE', 'OTHER')}`, {when(duels, commands)}.\n"
    )


def league(record: dict[str, Any], pool: str, most: int | None = None) -> str:
    """Everybody against everybody, the best first."""
    found = record["leagues"][ladder.LEAGUES[pool]]
    return f"{table(['', 'player', 'gain', 'beats'], ladder.league_rows(found, most))}\n{ladder.league_note(pool, found)}\n"


def leaders(record: dict[str, Any], most: int = 3) -> str:
    """The best of the leagues of Hearts and gin, for the README."""
    found = [record["leagues"][ladder.LEAGUES[pool]] for pool in ("hearts american", "gin eaai")]
    return table(["Hearts", "points a hand", "gin", "share of matches"], ladder.best_rows(found, most))


def levels(duels: dict[str, Any]) -> str:
    """Every ladder, the weakest first."""
    found = ""
    for game, ladders in ladder.LADDERS.items():
        for rules in ladders:
            heads = [f"{game} {rules}", "player", ladder.UNITS[game], "measured in"]
            found += f"{table(heads, ladder.level_rows(duels, game, rules))}\n"
    return f"{found}95 % intervals. `{ladder.level_command('hearts', 'american', 'PLAYER')}` and so on, {when(duels, ladder.LEVELS)}.\n"


def champion_tables() -> dict[str, str]:
    """What is claimed of policies and champion, what the parts of the search were worth, and how the brains learned."""
    duels, parts, answers = read(CHAMPIONS)["duels"], read(PARTS), read(ANSWERS)
    hearts_commands = [command for command in champions.HEARTS if command in duels]
    gin_commands = [command for command in champions.GIN if command in duels]
    return {
        "champions_short": table(champions.SHORT_HEADS, champions.short_rows(duels)),
        "champions_hearts": f"{table(champions.HEARTS_HEADS, champions.hearts_rows(duels, hearts_commands))}\n"
        "Points of a seat of the first, then of the other; moons: how often one side shot in a hand, then the other. "
        f"`{hearts_commands[0]}` and so on, {when(duels, hearts_commands)}.\n",
        "champions_gin": f"{table(champions.GIN_HEADS, champions.gin_rows(duels, gin_commands))}\n"
        f"Each deck is played twice with the seats swapped. `{gin_commands[0]}` and so on, {when(duels, gin_commands)}.\n",
        "champion_parts": f"{table(champions.PARTS_HEADS, champions.part_rows(parts['parts']))}\n"
        f"{parts['about'][0].upper()}{parts['about'][1:]}, {parts['date']}, {parts['processor']}.\n",
        "best_response": f"{table(champions.ANSWER_HEADS, champions.answer_rows(answers['runs']))}\n"
        f"`{answers['measured']}`, {answers['date']}.\n",
        "policies": table(champions.POLICIES_HEADS, champions.policy_rows()),
    }


def speed(record: dict[str, Any], names: list[str] | None = None) -> str:
    """What was measured in one run."""
    rows, shown = [], [each for each in record["measured"] if names is None or each["name"] in names]
    for each in shown:
        ratio = f"{each['ratio_to_c']:.2f}" if "ratio_to_c" in each else ""
        amount = float(f"{each['per_second']:.3g}")
        faster = f": {each['ratio_to_one_core']:.1f} times as fast as one" if "ratio_to_one_core" in each else ""
        rows.append([f"`{each['name']}`", f"{amount:,.0f} {each['unit']}", ratio, each["note"] + faster])
    heads = ["", "a second", "to bare C", "what"]
    cores = "one core where no more are named" if any("ratio_to_one_core" in each for each in shown) else "one core"
    return table(heads, rows) + f"\n`cardshark bench`, {cores}, best slice, {record['date']}, {record['processor']}.\n"


def speed_short(record: dict[str, Any]) -> str:
    """The README's table."""
    names = ["hearts52.loop", "peers.openspiel.hearts", "gin.loop", "peers.openspiel.gin"]
    return speed(record, names)


def environments(record: dict[str, Any]) -> str:
    """The tables of learners, and other people's environments."""
    return speed(record)


def policy_example(record: dict[str, Any]) -> str:
    """What `examples/train_policy.py` reached."""
    rows = [
        [f"`{run['command']}`", run["on"], f"{run['seconds'] / 60:.0f} min", f"{run['points']:.2f}", f"{run['jake']:.2f}",
         f"{run['difference']:+.2f} ({run['low']:+.2f} to {run['high']:+.2f})"]
        for run in record["runs"]
    ]  # fmt: skip
    heads = ["", "on", "time", "points a hand", "each of three `jake`", "difference (95 %)"]
    return table(heads, rows) + f"\n1,000 deals that no training saw, in all four seats, {record['date']}.\n"


def planes(game: str) -> str:
    """What the planes of a game mean, as its code says it."""
    from cardshark.tables import Tables

    tables = Tables(game, count=1)
    rows = [[str(number), plane.name, plane.meaning] for number, plane in enumerate(tables.planes)]
    inputs = "".join(f"- `turn.inputs({name!r})`: {meaning}.\n" for name, meaning in tables.inputs.items())
    return f"{table(['', 'plane', 'what it shows'], rows)}\n{inputs}"


def actions(game: str) -> str:
    """The game's own list of actions."""
    from cardshark.tables import Tables

    tables = Tables(game, count=1)
    moves = [f"{choice} `{name}`" for choice, name in zip(tables.actions.tolist(), tables.action_names, strict=True) if choice % 16 > 12]
    return f"{tables.game.TITLE}: {len(tables.actions)} actions, the cards{' and ' if moves else ''}{', '.join(moves)}.\n"


def first_start(found: dict[str, Any]) -> str:
    """From a fresh clone to the first card, and other first times."""
    first, second = found["first"], found["second"]
    memory = "MB of memory after a hand with the coach"
    rows = [
        ["`make play`: install", f"{found['install']:.0f} s", f"{found['megabytes']} MB on disk"],
        ["the command, until the first card is on the table", f"{first['first_card']:.1f} s", f"{first['memory']} {memory}"],
        ["the same at the second start", f"{second['first_card']:.1f} s", f"{second['memory']} MB"],
        ["`cardshark duel hearts montecarlo jake --deals 10`, nothing compiled", f"{found['duel_first']:.1f} s", ""],
        ["the same at the second start", f"{found['duel_second']:.1f} s", ""],
        ["`cardshark warm`, nothing compiled", f"{found['warm']:.0f} s", f"{found['kernels_megabytes']} MB on disk"],
    ]  # fmt: skip
    measured = f"{found['cores']} cores of {found['processor']}, {found['date']}"
    return table(["", "takes", ""], rows) + f"\n{measured}; what pip had downloaded before is not counted.\n"


def size(found: dict[str, Any]) -> str:
    """What a player pays."""
    disk, first, usual = found["megabytes"], found["first"]["memory"], found["second"]["memory"]
    memory = f"The table takes {usual} MB of memory, and {first} MB the first time, while it compiles."
    return f"That takes {disk} MB on disk, in `.venv`. {memory}\n"


def server_load(runs: list[dict[str, Any]]) -> str:
    """How long pages wait for the table's server."""
    rows = []
    for run in runs:
        waits = [", ".join(duration(run[of][share] / 1000) for share in ("median", "most")) for of in ("answer_ms", "idle_ms")]
        amount = f"{run['choices']:,} choices, {run['hands']:,} hands, {run['refused']} refused"
        rows.append([f"{run['tables']} for {run['seconds']:g} s", *waits, amount, f"{run['megabytes']} MB", run["date"]])
    heads = ["tables", "a choice is answered in (median, 99 %)", "an idle page (median, 99 %)", "played", "memory", "measured"]
    machines = ", ".join(dict.fromkeys(f"{run['cores']} cores of {run['processor']}" for run in runs))
    return table(heads, rows) + f"\n`python -m helpers.load --tables N --seconds N`, {machines}.\n"


def columns() -> str:
    """The columns of an export."""
    from cardshark.data.schema import COLUMNS, ONE

    rows = [[f"`{each.name}`", each.kind if each.each == ONE else f"{each.kind}[{each.each}]", each.meaning] for each in COLUMNS]
    return table(["column", "numbers", "what they say"], rows)


def blocks() -> dict[str, str]:
    """Every block of figures, by name."""
    duels, measured = read(LEADERBOARD)["duels"], read(SPEED)
    return {
        "hearts": hearts(duels, HEARTS, ["greedy", "stock", "jake"]),
        "falcons": falcons(duels),
        "owl": owl(duels),
        "gin": gin(duels),
        **champion_tables(),
        **beyond_tables.blocks(),
        "levels": levels(read(LEVELS)["duels"]),
        **{f"league_{pool.replace(' ', '_')}": league(read(LEAGUE), pool) for pool in ladder.POOLS},
        "leaders": leaders(read(LEAGUE)),
        "speed": speed(measured),
        "speed_short": speed_short(measured),
        "environments": environments(read(ENVIRONMENTS)),
        "policy_example": policy_example(read(POLICY)),
        "planes_hearts": planes("hearts"),
        "planes_gin": planes("gin"),
        "actions": actions("hearts") + "\n" + actions("gin"),
        "first_start": first_start(read(START)),
        "size": size(read(START)),
        "table": server_load(read(TABLE)["runs"]),
        "columns": columns(),
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
    save(SHIPPED_LEVELS, ladder.strengths(read(LEVELS)["duels"]))
    found = blocks()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(filled(text, found), encoding="utf-8")


if __name__ == "__main__":
    works = {
        "measure": measure,
        "levels": measure_levels,
        "champions": measure_champions,
        "league": play_leagues,
        "claims": measure_claims,
        "bench": bench,
        "": write,
    }
    works[" ".join(sys.argv[1:])]()
