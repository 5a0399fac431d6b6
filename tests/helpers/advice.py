"""How good is the coach's advice? PYTHONPATH=tests python -m helpers.advice hearts american policy --deals 60 --seed 5001

Somebody who always does what the coach advises plays a duel against others. `--style jake` asks the coach who thinks with a rule of
thumb. The coach thinks about every choice, so a deal takes seconds.
"""

import argparse

import cardshark
from cardshark.cards import lowest
from cardshark.coach.judges import judge
from cardshark.players.player import Choices, Player, Views


class Advised(Player):
    """Makes the choice that the coach thinks best, from what the seat may know."""

    def __init__(self, style: str | None = None) -> None:
        self.style = style

    def sit(self, game, rules) -> None:
        self.judge = judge(game, rules, style=self.style)

    def choose(self, views: Views, choices: Choices) -> None:
        for row, view in enumerate(views):
            forced = int(view["legal"]).bit_count() == 1
            choices[row] = lowest(view["legal"]) if forced else self.judge.think(view).best


def main() -> None:
    """Play the duel, and say who was better."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("game", "rules", "others"):
        parser.add_argument(name)
    parser.add_argument("--style")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=5001)
    asked = parser.parse_args()
    found = cardshark.duel(asked.game, asked.rules, Advised(asked.style), asked.others, deals=asked.deals, seed=asked.seed)
    print(f"{found.difference:+.2f} points a hand (95 %: {found.low:+.2f} to {found.high:+.2f}), {asked.deals} deals")


if __name__ == "__main__":
    main()
