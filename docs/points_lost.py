"""What every player of the ladders loses a decision, judged by the coach as people are: results/points_lost.json.

    python docs/points_lost.py            # play and judge what the record lacks, then write coach/lost.json from it
    python docs/points_lost.py 200        # the same with 200 hands of each player
    python docs/points_lost.py write      # only write coach/lost.json

All players of a ladder sit down with each other in turn, and every seat of a hand is judged. What is done is kept after every hand, so
the script can be stopped at any time. The record holds one pair for each hand: points lost, and decisions.
"""

import json
import sys
from pathlib import Path
from typing import Any

from cardshark.coach.judges import judge
from cardshark.coach.lost import MEASURED, Lost, lost_in, rate
from cardshark.coach.reviewed import played_hand
from cardshark.files import write_whole
from cardshark.games import game_named, house
from cardshark.play import match
from cardshark.players.levels import LADDERS

RECORD = Path(__file__).parents[1] / "results" / "points_lost.json"
HANDS = 60  # of each player
SEED = 2026
DIGITS = 4

Record = dict[str, dict[str, dict[str, list[list[float]]]]]  # by game, rules and player: a pair for each hand


def read() -> Record:
    """What was measured so far."""
    found: Record = {}
    for row in json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else []:
        found.setdefault(row["game"], {}).setdefault(row["rules"], {})[row["player"]] = row["hands"]
    return found


def measure(hands: int) -> None:
    """Play and judge until every player of every ladder has so many hands."""
    record = read()
    for game, ladders in LADDERS.items():
        for rules, ladder in ladders.items():
            found = record.setdefault(game, {}).setdefault(rules, {})
            players = list(ladder.values())
            while len(found.get(players[-1], [])) < hands:
                play_one(game, rules, players, found)
                save(record)


def save(record: Record) -> None:
    """Write the record, a line for each player."""
    lines = (
        f'{{"game": "{game}", "rules": "{rules}", "player": "{player}", "hands": {json.dumps(hands, separators=(",", ":"))}}}'
        for game, ladders in record.items()
        for rules, found in ladders.items()
        for player, hands in found.items()
    )
    write_whole(RECORD, "[\n" + ",\n".join(lines) + "\n]\n")


def play_one(game: str, rules: str, players: list[str], found: dict[str, list[list[float]]]) -> None:
    """One hand: those who have the fewest sit down, and every seat is judged."""
    module = game_named(game)
    house_rules = house.parse(module.PRESETS, f"{rules}:hands=1")
    number = sum(map(len, found.values()))
    order = sorted(players, key=lambda player: (len(found.get(player, [])), (players.index(player) * 3 + number) % len(players)))
    seated = order[: module.seats(house_rules)]
    hand = played_hand(match(game, seated, rules=house.spell(module.PRESETS, house_rules), seed=SEED, number=number))
    coach = judge(module, house_rules)
    for seat, player in enumerate(seated):
        lost = lost_in(hand, seat, coach)
        found.setdefault(player, []).append([round(lost.points, DIGITS), lost.decisions])


def rounded(hands: list[list[float]]) -> list[float]:
    """The rate of a player."""
    return [round(number, DIGITS) for number in rate(Lost(points, int(many)) for points, many in hands)]


def write() -> None:
    """What is shipped: the rate of each player with its interval."""
    shipped: dict[str, Any] = {
        game: {rules: {player: rounded(hands) for player, hands in found.items()} for rules, found in ladders.items()}
        for game, ladders in read().items()
    }
    write_whole(MEASURED, json.dumps(shipped, indent=2) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else HANDS)
    write()
