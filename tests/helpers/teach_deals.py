"""Which deal shows the most ideas of the first hand? PYTHONPATH=tests python -m helpers.teach_deals --seeds 200 --students 12

Students of all kinds play a deal: some play anything, some as a rule of thumb does. A deal is good if the one who hears least still
hears much, and in the order of the list.
"""

import argparse
from itertools import combinations
from random import Random

from cardshark.cards import listed
from cardshark.web.table.dealer import ask, seat_player
from cardshark.web.table.table import Dealt, TableMatch
from cardshark.web.teach.deal import prepared
from cardshark.web.teach.lesson import IDEAS, lesson_of


def ideas_heard(seed: int, student: int) -> list[str]:
    """The ideas that a student hears in a deal; every second one plays as `jake` does."""
    settings = prepared(seed)
    table, random = TableMatch(settings, [Dealt(b"", [])]), Random(student)
    players = [seat_player("jake" if text == "you" else text, table) for text in settings.seats]
    while not table.ended:
        seat = table.turn
        assert seat is not None
        views = table.view()
        plays_anything = seat == 0 and student % 2
        table.choose(random.choice(listed(int(views["legal"][0]))) if plays_anything else ask(players[seat], views))
    return lesson_of(table).said


def disorder(said: list[str]) -> int:
    """How many pairs of ideas are said in another order than that of the list."""
    places = [list(IDEAS).index(idea) for idea in said]
    return sum(one > two for one, two in combinations(places, 2))


def main() -> None:
    """Print the best deals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--students", type=int, default=12)
    asked = parser.parse_args()
    found = []
    for seed in range(1, asked.seeds + 1):
        heard = [ideas_heard(seed, student) for student in range(asked.students)]
        amounts = [len(each) for each in heard]
        found.append((min(amounts), sum(amounts) / len(heard) - sum(map(disorder, heard)) / len(heard) / 10, seed))
    for least, score, seed in sorted(found, reverse=True)[:10]:
        print(f"seed {seed}: {least} ideas at least; {score:.2f} on average, less a tenth for every two that come in another order")


if __name__ == "__main__":
    main()
