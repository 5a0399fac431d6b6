"""What a FALCON has learned, for people and programs."""

import json
from typing import Any

from cardshark.learning.falcon.rules import OFTEN, FalconRule, FalconRules, percent
from cardshark.players.hearts.falcon.brain import FalconBrain
from cardshark.show import printer
from cardshark.show.training import show_growth
from cardshark.text import UserError

OF_THE_HAND = ("hand_mean", "rest_mean")  # updates that look at the rest of the hand; the others look at the trick


def publish_rules(brain: FalconBrain, top: int, network: str, as_json: bool) -> None:
    """A summary, what is mostly done, and the rules that were used most."""
    if top < 1:
        raise UserError(f"top is a number of rules from 1 up, not {top}")
    found = FalconRules(brain, network)
    if as_json:
        print(json.dumps(rules_json(brain, found, top)))
        return
    show_summary(brain, found.summary())
    out = printer()
    for habit in found.habits():
        out.print(habit.sentence, soft_wrap=True)
    out.print()
    for number, rule in enumerate(found.rules(top), start=1):
        out.print(f"{number:3}. {rule.sentence}\n     {history(rule)}", soft_wrap=True)


def rules_json(brain: FalconBrain, found: FalconRules, top: int) -> dict[str, Any]:
    """The same as data."""
    rules = [
        {**rule._asdict(), "preferences": [each._asdict() for each in rule.preferences], "sentence": rule.sentence}
        for rule in found.rules(top)
    ]
    habits = [{**habit._asdict(), "sentence": habit.sentence} for habit in found.habits()]
    made = {name: brain.about.get(name) for name in ("name", "games", "growth", "sha256")}
    return {**made, "summary": found.summary(), "habits": habits, "rules": rules}


def show_summary(brain: FalconBrain, summary: dict[str, Any]) -> None:
    """How much there is, and how to read it."""
    out, about = printer(), brain.about
    networks = f"{len(summary['networks'])} networks" if len(summary["networks"]) > 1 else "one network"
    games = f", learned in {about['games']:,} games" if about.get("games") else ""
    out.print(
        f"{about.get('name', 'This FALCON')}: {summary['categories']:,} categories of {networks}, made of {summary['percepts']} percepts "
        f"and {summary['actions']} actions{games}.",
        soft_wrap=True,
    )
    show_growth(brain)
    out.print(
        f"{summary['rules']:,} rules (a category in a situation) from {summary['lessons']:,} lessons: {summary['half']:,} of them make up "
        f"half of the lessons, {summary['often']:,} had {OFTEN} or more.",
        soft_wrap=True,
    )
    of_what = "rest of the hand" if (about.get("settings") or {}).get("update") in OF_THE_HAND else "trick"
    out.print(
        "A number after an action is its weight, from 0 to 1: of the possible actions the one with the largest weight is taken. "
        f"Without points means: in the {of_what}, over about the last fifty lessons of the category.\n",
        soft_wrap=True,
    )


def history(rule: FalconRule) -> str:
    """Where a rule comes from."""
    late = f"of late {percent(rule.rewarded)} without points"
    return f"{rule.lessons:,} lessons; category {rule.category}, founded in game {rule.founded:,}, {late}."
