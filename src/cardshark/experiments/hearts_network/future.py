"""What the network thesis leaves to others, answered: scaled inputs, longer trainings, residual layers, other targets."""

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns
from cardshark.experiments.hearts_network.measured import worst_on_the_left
from cardshark.experiments.hearts_network.readings import change_of_lead
from cardshark.experiments.hearts_network.recipes import AGES, DEEP, WAYS, linked_name, longer_name, plain_name, scaled_name
from cardshark.experiments.hearts_network.tables import RELUS, SHORT, SIGMOIDS
from cardshark.experiments.seeds import paired_over_seeds
from cardshark.report.figures import with_interval
from cardshark.report.result import Answer

YES, NO, OPEN = "yes", "no", "undecided"


def future_answers(runs: NetworkRuns) -> list[Answer]:
    """The items of future work that these runs answer."""
    return [scaled_answer(runs), longer_answer(runs), links_answer(runs), targets_answer(runs)]


def gain(ours: SettingRuns, usual: SettingRuns) -> Interval:
    """Points of lead that one way gains over another, seed by seed; a run that blew up counts as random play."""
    return paired_over_seeds(ours.by_seed(), usual.by_seed())


def verdict(found: Interval) -> str:
    """Is it a gain?"""
    return YES if found.low > 0 else NO if found.high < 0 else OPEN


def listed(found: dict[str, Interval]) -> str:
    """Gains in words."""
    return "; ".join(f"{name} {with_interval(*each)}" for name, each in found.items())


def gains_of(runs: NetworkRuns) -> dict[str, dict[str, Interval]]:
    """Points of lead gained, question by question."""
    helped = {linked_name(each): gain(runs.beyond(linked_name(each)), runs.beyond(plain_name(each))) for each in DEEP}
    return {
        "scaled inputs": scaled_gains(runs), "longer trainings": age_gains(runs), "residual and normalised layers": helped,
        "depth, plain layers": depth_gains(runs, False), "depth, residual and normalised layers": depth_gains(runs, True),
        "targets": target_gains(runs),
    }  # fmt: skip


def scaled_gains(runs: NetworkRuns) -> dict[str, Interval]:
    """What inputs of at most 1 gain, network by network."""
    networks = (RELUS[0], RELUS[2], SIGMOIDS[0], SIGMOIDS[2])
    return {scaled_name(each): gain(runs.beyond(scaled_name(each)), runs.at_best(each)) for each in networks}


def scaled_answer(runs: NetworkRuns) -> Answer:
    """Future work 2."""
    main, *others = scaled_gains(runs).values()
    deep, sigmoid, deep_sigmoid = (with_interval(*each) for each in others)
    text = (
        f"inputs of at most 1 gain {with_interval(*main)} points of lead with one layer of ReLUs, {deep} with three, {sigmoid} and "
        f"{deep_sigmoid} with sigmoids."
    )
    return Answer(2, "Do normalised inputs help?", verdict(main), *main, len(runs.at_best(RELUS[0]).rows), text)


def age_gains(runs: NetworkRuns) -> dict[str, Interval]:
    """What longer trainings gain over a thousand games at a constant rate."""
    first = runs.aged(AGES[0], False)
    ways = [(games, falls) for games in AGES for falls in (False, True) if (games, falls) != (AGES[0], False)]
    return {longer_name(games, falls): gain(runs.aged(games, falls), first) for games, falls in ways}


def longer_answer(runs: NetworkRuns) -> Answer:
    """Future work 5."""
    found, last = age_gains(runs), AGES[-1]
    main = found[longer_name(last, False)]
    falling = gain(runs.aged(last, True), runs.aged(last, False))
    both = [verdict(each) for each in (main, falling)]
    word = both[0] if both[0] == both[1] else f"longer {both[0]}, falling {both[1]}"
    text = (
        f"{last:,} games gain {with_interval(*main)} points of lead over {AGES[0]:,}, and a rate that falls to zero "
        f"gains {with_interval(*falling)} more."
    )
    return Answer(5, "Do longer training and a falling rate help?", word, *main, len(runs.aged(last, False).rows), text)


def depth_gains(runs: NetworkRuns, linked: bool) -> dict[str, Interval]:
    """Points of lead that deeper networks gain over one layer of as many units; below 0 depth hurts."""
    name = linked_name if linked else plain_name
    flat = runs.beyond(name(DEEP[0]))
    return {f"{name(each)}, over one layer": gain(runs.beyond(name(each)), flat) for each in DEEP[1:]}


def links_answer(runs: NetworkRuns) -> Answer:
    """Future work 7. Where plain depth does not hurt, nothing can survive, and its figure is the answer."""
    (plain, plain_deepest), (linked, deepest) = (list(depth_gains(runs, linked).values()) for linked in (False, True))
    hurts = verdict(plain)
    survives = [{YES: NO, NO: YES, OPEN: OPEN}[verdict(each)] for each in (linked, deepest)]
    both = survives[0] if survives[0] == survives[1] else f"with three layers {survives[0]}, with six {survives[1]}"
    word = both if hurts == NO else NO if hurts == YES else OPEN
    first = {NO: "", YES: "plain depth helps here; ", OPEN: "plain depth was not seen to hurt; "}[hurts]
    text = (
        f"{first}three plain layers gain {with_interval(*plain)} points of lead over one, six {with_interval(*plain_deepest)}; residual "
        f"and normalised ones {with_interval(*linked)} and {with_interval(*deepest)}."
    )
    question = "Does “depth hurts” survive residual and normalised layers?"
    return Answer(7, question, word, *(linked if hurts == NO else plain), len(runs.beyond(linked_name(DEEP[1])).rows), text)


def target_gains(runs: NetworkRuns) -> dict[str, Interval]:
    """What other targets gain over what came of a card to the end of the hand."""
    usual = runs.at_best(RELUS[0])
    return {name: gain(runs.beyond(name), usual) for name in (*WAYS, "quantiles")}


def targets_answer(runs: NetworkRuns) -> Answer:
    """Future work 8."""
    found = target_gains(runs)
    best = max(found, key=lambda name: found[name].value)
    text = f"points of lead gained over it by one layer of 64 ReLUs: {listed(found)}."
    question = "Do bootstrapped or distributional targets beat pure Monte Carlo?"
    return Answer(8, question, verdict(found[best]), *found[best], len(runs.at_best(RELUS[0]).rows), text)


# ---- what readings of the thesis answer beside ----


def reading_answer(runs: NetworkRuns, item: int, name: str, question: str) -> Answer:
    """An item that another way to train answers: one layer of 64 ReLUs, a few seeds."""
    found = change_of_lead(runs, name)
    text = f"points of lead that “{name}” gains, one layer of 64 ReLUs."
    return Answer(item, question, verdict(found), *found, len(runs.reading(name).rows), text)


def reading_answers(runs: NetworkRuns) -> list[Answer]:
    """Future work 1, 4 and 6."""
    return [
        reading_answer(runs, 1, "our inputs", "Do better inputs than the raw cards help?"),
        reading_answer(runs, 4, "against a league", "Do varied opponents teach more than one fixed one, tested against that one?"),
        reading_answer(runs, 6, "one network for all tricks", "Is one network for all tricks better than eight?"),
    ]


def left_answer(standing: Standing) -> Answer:
    """Future work 10."""
    who, effect = worst_on_the_left(standing)
    saved = Interval(-effect.value, -effect.high, -effect.low)
    text = f"points a hand saved with {SHORT[who]}, the worst, on the left, over {standing.moments.count:,} deals in all six orders."
    return Answer(10, "Is it worth something to have the worst player on one's left?", verdict(saved), *saved, None, text)
