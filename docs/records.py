"""The records that the figures of the docs come from: where they lie, and how what they lack is played."""

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

import champions
import ladder
import strength

ROOT = Path(__file__).parents[1]
LEADERBOARD = ROOT / "results" / "leaderboard.json"
LEVELS = ROOT / "results" / "levels.json"
CHAMPIONS = ROOT / "results" / "champions.json"
PARTS = ROOT / "results" / "champion_parts.json"  # measured once, by a script that is not kept: the search has changed since
LEAGUE = ROOT / "results" / "league.json"
SHIPPED_LEVELS = ROOT / "src" / "cardshark" / "players" / "levels.json"  # for those who have no results
SPEED = ROOT / "results" / "speed.json"
ENVIRONMENTS = ROOT / "results" / "environments.json"  # a record of its own: other people's may be missing on a good machine
POLICY = ROOT / "results" / "policy_example.json"
START = ROOT / "results" / "start.json"
TABLE = ROOT / "results" / "table.json"


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


def read(path: Path) -> Any:
    """A record."""
    return json.loads(path.read_text(encoding="utf-8"))


# ---- what is played and measured ----


def measure() -> None:
    """Play every duel that the record lacks."""
    play_missing(LEADERBOARD, "duels", strength.COMMANDS)


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
