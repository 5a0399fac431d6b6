"""The POMCP report, measured: contests in which the same deals are played at every table, and single hands on another seed."""

from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_pomcp.hands import luck_trials, play_trial, trials
from cardshark.experiments.hearts_pomcp.tables import contests
from cardshark.experiments.workshop import Workshop
from cardshark.report.record import Experiment

TRIALS, LUCK = "trials", "luck"  # experiments of the record, beside the contests


def size(amounts: Amounts) -> int:
    """How many deals are played."""
    tried = [*trials(amounts).values(), *luck_trials(amounts, 1).values()]
    return sum(contest.deals for contest in contests(amounts)) + sum(trial.deals * trial.lucks for trial in tried)


def measure(workshop: Workshop) -> list[Experiment]:
    """Try all readings on a seed of their own, then play everything on the seed of the run."""
    amounts = workshop.amounts
    tried, luck = trials(amounts), luck_trials(amounts, workshop.seed)
    found = workshop.do(play_trial, {**tried, **luck}, lambda trial: trial.deals * trial.lucks)
    return [
        Experiment(TRIALS, [found[name] for name in tried]),
        Experiment(LUCK, [{"name": name, **found[name]} for name in luck]),
        workshop.play(contests(amounts)),
    ]
