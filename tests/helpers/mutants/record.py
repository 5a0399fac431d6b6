"""The record of all mutants, `results/mutants.json`, and the reasons why some cannot be noticed, `survivors.json`."""

import json
from typing import Any

from helpers.mutants.session import HERE
from helpers.mutants.targets import TARGETS
from helpers.mutants.work import FRESH, KILLED, SURVIVED, TIMED_OUT, Log, Target

RECORD = HERE / "results" / "mutants.json"
REASONS = HERE / "tests" / "helpers" / "mutants" / "survivors.json"


def reasons() -> dict[str, dict[str, str]]:
    """Why each of these survivors is no gap in the tests: by file, then by mutant."""
    return json.loads(REASONS.read_text(encoding="utf-8"))


def reason_for(path: str, name: str) -> str:
    """Why this mutant cannot be noticed; nothing if nobody has said so."""
    return reasons().get(path, {}).get(name, "")


def row(target: Target, log: Log) -> dict[str, Any]:
    """One file of the record."""
    fates = {name: verdict.fate for name in target.mutants if (verdict := log.get(target, name)) and verdict.fate != FRESH}
    fates |= {name: SURVIVED for name in target.mutants if name not in fates and log.missed(target, name)}
    count = list(fates.values()).count
    survivors = {name: reason_for(target.path, name) for name, fate in fates.items() if fate == SURVIVED}
    return {
        "sources": target.digest,
        "mutants": len(target.mutants),
        "tried": len(fates),
        "killed": count(KILLED),
        "timed_out": count(TIMED_OUT),
        "explained": sum(map(bool, survivors.values())),
        "survivors": survivors,
    }


def write_record(targets: list[Target], log: Log) -> dict[str, Any]:
    """Write down how these files stand; what is known of others stays."""
    found = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    found |= {target.path: row(target, log) for target in targets}
    found = {path: found[path] for paths in TARGETS.values() for path in paths if path in found}
    RECORD.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return found


def score(rows: list[dict[str, Any]]) -> float:
    """The share of mutants that were noticed, among all that were tried. Those that nobody could notice count as missed."""
    tried = sum(row["tried"] for row in rows)
    return sum(row["killed"] + row["timed_out"] for row in rows) / tried if tried else 0.0


def as_lines(record: dict[str, Any]) -> list[str]:
    """The record as a table."""
    lines = [f"{'':34}{'mutants':>9}{'tried':>7}{'noticed':>9}{'score':>8}{'explained':>11}{'open':>6}"]
    for group, paths in TARGETS.items():
        rows = {path: record[path] for path in paths if path in record}
        for name, some in [(group, list(rows.values())), *((f"  {path}", [row]) for path, row in rows.items())] if rows else []:
            total = {key: sum(row[key] for row in some) for key in ("mutants", "tried", "killed", "timed_out", "explained")}
            noticed = total["killed"] + total["timed_out"]
            still_open = total["tried"] - noticed - total["explained"]
            lines.append(
                f"{name:34}{total['mutants']:9}{total['tried']:7}{noticed:9}{score(some):8.1%}{total['explained']:11}{still_open:6}"
            )
    return lines
