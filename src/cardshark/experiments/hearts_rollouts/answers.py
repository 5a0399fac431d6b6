"""What the rollout thesis recommends to try next, answered: lines for the summary page."""

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_rollouts.contests import PLAYOUTS
from cardshark.experiments.hearts_rollouts.measured import Played, change, played_in, slowdown
from cardshark.experiments.hearts_rollouts.tasks import APPRENTICE, BEGINNINGS, ROUNDS
from cardshark.report.figures import number, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Answer


def answers(record: Record) -> list[Answer]:
    """Expert iteration (11), and inference from plays in the imagined deals (15)."""
    played = played_in(record)
    return [expert_iteration(played), inference(played)]


def word_for(ours: Interval) -> str:
    """Whether a change of points helps: fewer are better."""
    return "yes" if ours.high < 0 else "no" if ours.low > 0 else "undecided"


def expert_iteration(played: Played) -> Answer:
    """Item 11."""
    trained, fresh = (f"{APPRENTICE} {begin}" for begin in BEGINNINGS)
    ours = played.over(trained, change(ROUNDS, 0))
    return Answer(
        11, "Does a rollout agent play better with a brain that its own rollouts trained?", word_for(ours), *ours, played.seeds(trained),
        f"Points a hand of its rollouts after {ROUNDS} rounds, less those of the rollouts of the well-trained brain it began with; "
        f"begun with nothing: {with_interval(*played.over(fresh, change(ROUNDS, 0)))}.",
    )  # fmt: skip


def inference(played: Played) -> Answer:
    """Item 15."""
    names = list(PLAYOUTS)
    base, weighted, product = (names.index(name) for name in ("as in the thesis", "weighted deals", "weighted card by card"))
    ours = played.over("playouts", change(weighted, base))
    times = played.over("playouts", slowdown(weighted, base))
    return Answer(
        15, "Do rollouts gain by deals that explain what the others have played?", word_for(ours), *ours, played.seeds("playouts"),
        f"Points a hand with weighted deals, less those with uniform ones ({played.deals('playouts'):,} deals, well-trained brain); "
        f"dealt card by card: {with_interval(*played.over('playouts', change(product, base)))}. "
        f"Weighing takes {number(times.value, 1)} times as long.",
    )  # fmt: skip
