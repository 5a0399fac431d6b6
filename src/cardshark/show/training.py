"""Brains and how they came to be, for people."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from cardshark.cards import count
from cardshark.learning.seeds import Lessons, Trained
from cardshark.learning.trainer import Training, TrainingReport
from cardshark.players.brain_file import AnyBrain
from cardshark.players.policy.brain import table_size
from cardshark.show import printer
from cardshark.text import shown

MADE = ("command", "settings", "commit", "lineage", "games", "hands", "strength", "curve", "sha256")  # known of brains made by `train`
LINEAGE = {"start": "started from", "teacher": "first copied"}  # what a brain owes to another one
LEVELS = "▁▂▃▄▅▆▇█"

# ---- what differs between the kinds of brains ----


class Sizes(NamedTuple):
    """What a brain is made for, and how large it is."""

    cards: int | None  # None where any deck will do
    players: int | None
    weights: int


def network_sizes(brain: Any) -> Sizes:
    """The sizes of networks for Hearts."""
    return Sizes(count(brain.deck), brain.players, count_numbers(brain))


def rummy_sizes(brain: Any) -> Sizes:
    """The sizes of a network for gin."""
    return Sizes(52, 2, count_numbers(brain))


def falcon_sizes(brain: Any) -> Sizes:
    """The sizes of a FALCON; counts of visits are not weights."""
    return Sizes(None, None, brain.parts()["templates"].size)


def policy_sizes(brain: Any) -> Sizes:
    """The sizes of a policy, with its critic."""
    return Sizes(*table_size(brain.rules), count_numbers(brain))


def policy_words(brain: Any) -> str:
    """How a policy is built, in a few words."""
    critic = f"critic {brain.design.critic}" if brain.design.critic else "no critic"
    return f"{brain.rules_text}: {brain.design.width} wide, blocks: {brain.design.blocks}, {critic}"


def count_numbers(brain: AnyBrain) -> int:
    """All numbers of a brain."""
    return sum(part.size for part in brain.parts().values())


def network_words(brain: AnyBrain) -> str:
    """How a network is built, in a few words."""
    design = asdict(brain.design)
    return " ".join(shown(design[name]) for name in ("hidden", "activation", "inputs") if name in design)


def falcon_words(brain: Any) -> str:
    """How large a FALCON is, in a few words."""
    facts, actions = (int(brain.record[name][0]).bit_count() for name in ("percepts", "actions"))
    return f"{brain.categories.size[0]:,} categories of {facts} percepts, {actions} actions"


class BrainKind(NamedTuple):
    """How brains of one player are shown."""

    yardstick: dict[str, str]  # the player of each game to compare a new brain with
    sizes: Callable[[AnyBrain], Sizes]
    words: Callable[[AnyBrain], str]
    has_categories: bool = False  # categories grow in number, and `cardshark explain` puts them into words


KINDS = {  # by the player who plays with such a brain
    "network": BrainKind({"hearts": "jake"}, network_sizes, network_words),
    "rummy": BrainKind({"gin": "simple"}, rummy_sizes, network_words),
    "falcon": BrainKind({"hearts": "stock"}, falcon_sizes, falcon_words, has_categories=True),
    "policy": BrainKind({"hearts": "jake", "gin": "lookahead"}, policy_sizes, policy_words),
}


# ---- training ----


def describe_progress(report: TrainingReport) -> str:
    """How fast, and how strong over the last games."""
    speed = f"{report.hands_a_second:,.0f} hands/s"
    if report.news:
        return f"{report.hands:,} hands, {report.news}"
    if not report.strength:
        return speed
    learner, others, fair = report.strength
    return f"{speed}; {learner:.2f} points a hand, the others {others:.2f} (fair {fair:.2f})"


def sparkline(values: Sequence[float]) -> str:
    """A curve in one line of block characters: the highest value fills its cell."""
    low, high = min(values), max(values)
    return "".join(LEVELS[round((value - low) / (high - low) * (len(LEVELS) - 1)) if high > low else 0] for value in values)


def show_training(brain: AnyBrain, training: Training, seconds: float) -> None:
    """What came of a training, and what can be done with it."""
    out, about = printer(), brain.about
    if training.repeated:
        out.print(f"{training.out} is already trained, with these very settings.", soft_wrap=True)
    else:
        speed = f", {seconds:,.0f} seconds" + (f" since game {training.resumed:,}" if training.resumed else "")
        out.print(f"{about['games']:,} games, {about['hands']:,} hands{speed}: {training.out}", soft_wrap=True)
    show_curve(brain)
    show_tests(brain)
    kind = KINDS[brain.PLAYER]
    if kind.has_categories:
        show_growth(brain)
    player = f"{brain.PLAYER}:brain={training.out}"
    rules = without_length(getattr(brain, "rules_text", training.lesson.rules))
    out.print(f"Who is better?  cardshark duel {brain.GAME} {player} {kind.yardstick[brain.GAME]} --rules {rules}", soft_wrap=True)
    out.print(f"Play it:        cardshark play {brain.GAME} {player} --rules {rules}", soft_wrap=True)
    if kind.has_categories:
        out.print(f"What it knows:  cardshark explain {player}", soft_wrap=True)


def show_several(found: Sequence[Trained], lessons: Lessons) -> None:
    """What came of several seeds, one a row."""
    table = Table("seed", "points a hand, others", "brain")
    for each in found:
        strength = each.about().get("strength")
        ends = f"{strength['learner']:.2f}, {strength['others']:.2f}" if strength else each.diverged or ""
        table.add_row(str(each.seed), ends, each.file if each.sha256 else "")
    out = printer()
    out.print(table)
    out.print(
        f"{lessons.lesson.games:,} games each; the points are those of the last tenth, and only a duel can tell who is best."
        if lessons.lesson.games
        else "The points are those of the last tenth of the games, and only a duel can tell who is best.",
        soft_wrap=True,
    )


def without_length(rules: str) -> str:
    """The rules of a lesson without the length of its games."""
    name, _, options = rules.partition(":")
    kept = [each for each in options.split(",") if each and each.partition("=")[0].strip() not in ("limit", "hands")]
    return name + (":" + ",".join(kept) if kept else "")


def show_curve(brain: AnyBrain) -> None:
    """The learning curve in a line, and how it ended."""
    curve, strength = brain.about.get("curve"), brain.about.get("strength")
    if not curve or not strength:
        return
    out = printer()
    if among_equals(brain):
        out.print("It learned against its equals, whose points change as its own do: only a duel can tell how good it is.", soft_wrap=True)
        return
    points = [learner for _, learner, _ in curve]
    out.print(f"Points a hand from the first game to the last: {points[0]:.2f} {sparkline(points)} {points[-1]:.2f}", soft_wrap=True)
    out.print(f"In the last tenth of its games {strength['learner']:.2f}, the others {strength['others']:.2f}.")


def show_tests(brain: AnyBrain) -> None:
    """What came of the tests on held-out deals, a line for each player."""
    tests = brain.about.get("tests") or []
    for name in dict.fromkeys(each["against"] for each in tests):
        rows = [each for each in tests if each["against"] == name]
        found, last = [each["mean"] for each in rows], rows[-1]
        line = f"Against {name} on held-out deals: {found[0]:+.2f} {sparkline(found)} {found[-1]:+.2f}"
        printer().print(f"{line} {last['unit']} (95 %: {last['low']:+.2f} to {last['high']:+.2f}).", soft_wrap=True)


def show_growth(brain: AnyBrain) -> None:
    """How many categories a FALCON had, in a line."""
    growth = [categories for _, categories in brain.about.get("growth") or []]
    if growth:
        printer().print(f"Categories from the first games to the last: {growth[0]:,} {sparkline(growth)} {growth[-1]:,}", soft_wrap=True)


def among_equals(brain: AnyBrain) -> bool:
    """Did everybody at the table learn? Then its points in training say nothing about its strength."""
    against = (brain.about.get("settings") or {}).get("against", "self")
    return set(against.split("+")) <= {"self", "rivals", "rival"}


# ---- brains ----


def describe_brain(brain: AnyBrain) -> dict[str, Any]:
    """A brain as one row."""
    design = {name: shown(value) for name, value in asdict(brain.design).items()}
    cards, players, weights = KINDS[brain.PLAYER].sizes(brain)
    sizes = {"game": brain.GAME, "cards": cards, "players": players}
    return {**sizes, **design, "weights": weights, **dict.fromkeys(MADE), **brain.about}


def show_brains(brains: Sequence[AnyBrain], folder: Path) -> None:
    """The brains of the lab, one a row, with the command that makes each."""
    table = Table("brain", "game", "cards", "built", "weights", "games", "points a hand, others")
    for brain in brains:
        row = describe_brain(brain)
        strength = row["strength"]
        ends = f"{strength['learner']:.2f}, {strength['others']:.2f}" if strength and not among_equals(brain) else ""
        games = f"{row['games']:,}" if row["games"] else ""
        table.add_row(
            row["name"], row["game"], str(row["cards"] or "any"), KINDS[brain.PLAYER].words(brain), f"{row['weights']:,}", games, ends
        )
    out = printer()
    if brains:
        out.print(table)
    else:
        out.print(f"There are no brains in {folder}.", soft_wrap=True)
    for brain in brains:
        out.print(f"{brain.about['name']}: {brain.about.get('command', 'how it was made is not known')}", soft_wrap=True)
    out.print(
        "cardshark brains NAME or FILE tells more about one; they play as network:brain=NAME or FILE, in gin as rummy:brain=NAME or FILE, "
        "those with categories as falcon:brain=NAME or FILE, policies as policy:brain=NAME or FILE.",
        soft_wrap=True,
    )


def show_brain(brain: AnyBrain) -> None:
    """One brain: how it is built, and how it was made."""
    out, row, kind = printer(), describe_brain(brain), KINDS[brain.PLAYER]
    whom = f"{row['players']} players with {row['cards']} cards" if row["cards"] else "any deck"
    parts = f" in {kind.words(brain)}" if kind.has_categories else ""
    out.print(Text.assemble((row["name"], "bold"), f"  {row['weights']:,} weights{parts}, for {whom}"))
    if row["command"]:
        out.print(f"Made by: {row['command']}", soft_wrap=True)
        out.print(f"{row['games']:,} games, {row['hands']:,} hands, commit {row['commit'] or 'unknown'}")
    show_lineage(row["lineage"] or [], "")
    show_curve(brain)
    show_tests(brain)
    if kind.has_categories:
        show_growth(brain)
    table = Table("setting", "", box=None)
    for name, value in (row["settings"] or {}).items():
        table.add_row(name, ", ".join(value) if isinstance(value, list) else shown(value))
    out.print(table if row["settings"] else "How it was made is not known.")


def show_lineage(lineage: Sequence[dict[str, Any]], margin: str) -> None:
    """The brains behind a brain, and those behind them."""
    for each in lineage:
        how = LINEAGE.get(each["role"], "learned against")
        made_by = f": {each['command']}" if "command" in each else ""
        printer().print(f"{margin}{how} {each['name']} ({each['sha256'][:16]}){made_by}", soft_wrap=True)
        show_lineage(each["lineage"], f"{margin}  ")
