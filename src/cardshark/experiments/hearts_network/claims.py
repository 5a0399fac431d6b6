"""The claims of the network thesis, judged."""

from math import sqrt

import numpy as np

from cardshark.arena import stats
from cardshark.arena.contest import Standing
from cardshark.arena.stats import Interval, difference_of, independent_difference, independent_mean, mean_of, ratio_of_spreads, share_of
from cardshark.experiments.hearts_network.measured import NetworkRuns, OrderResult, find_order, worst_on_the_left
from cardshark.experiments.hearts_network.readings import LEAD
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITION_GAMES,
    COMPETITIONS,
    DEPTHS,
    LIMIT,
    NOTHING,
    OVER,
    PERSON,
    PLAYERS,
    RATES,
    RELUS,
    RUNS,
    SHORT,
    SIGMOIDS,
    TEST_OF_ACTIVATIONS,
    TEST_OF_DEPTHS,
    Setting,
    at_rate,
)
from cardshark.report.figures import chance, number, with_interval
from cardshark.report.result import Claim
from cardshark.report.verdict import Verdict, between, figure, less, more, worst

MATTERS = 100  # points that would be worth another layer
REGULARLY = 0.25  # share of runs that blow up
WORDS = {"opponent": "the training opponent", "one": "the network with 1 layer"}


def claims(runs: NetworkRuns, orders: list[OrderResult], played: dict[str, Standing]) -> list[Claim]:
    """All of them, the main one first."""
    return [*activation_claims(runs), *depth_claims(runs), *rate_claims(runs), *table_claims(runs, orders, played)]


def activation_claims(runs: NetworkRuns) -> list[Claim]:
    """ReLU or sigmoid?"""
    found = []
    for layers, (relu, sigmoid) in enumerate(zip(RELUS, SIGMOIDS, strict=True), 1):
        ones, others = (runs("activations", each.name).means() for each in (relu, sigmoid))
        test = stats.pooled(ones, others)
        words = f"{layers} layer{'s' * (layers > 1)}"
        found.append(Claim(
            f"With {words}, ReLU ends below the sigmoid.", less(test.low, test.high), ACTIVATIONS[relu].mean - ACTIVATIONS[sigmoid].mean,
            test.difference, test.low, test.high,
            f"final score of ReLU less that of the sigmoid; t-test p {chance(test.p)}, printed {TEST_OF_ACTIVATIONS[layers]:.4f} (table "
            "3.3)",
        ))  # fmt: skip
    deep = mean_of(runs("activations", SIGMOIDS[2].name).means())
    paper = ACTIVATIONS[SIGMOIDS[2]]
    verdict = figure(paper.mean + runs.loser_score - LIMIT - OVER, deep.low, deep.high, MATTERS, runs.equal_score, paper.sd / sqrt(RUNS))
    lead = mean_of(runs("activations", SIGMOIDS[2].name).leads())
    found.append(Claim(
        "Three layers of sigmoids end where a player ends who loses every game.", verdict, paper.mean, *deep,
        because=f"final score; equal players would end at {runs.equal_score:,.0f}, and {MATTERS} off is near. Their lead over the "
        f"opponents is {with_interval(*lead)} points, that of random play {number(NOTHING, 0)}",
    ))  # fmt: skip
    sides = [[runs("activations", each.name).means() for each in kind[:2]] for kind in (RELUS, SIGMOIDS)]
    ratio = ratio_of_spreads(*sides)
    printed = sqrt(sum(ACTIVATIONS[each].sd ** 2 for each in RELUS[:2]) / sum(ACTIVATIONS[each].sd ** 2 for each in SIGMOIDS[:2]))
    found.append(Claim(
        "Both activations are equally stable.", between(ratio.low, ratio.high, 0.5, 2), round(printed, 2), *ratio,
        because="spread of ReLU's runs divided by that of the sigmoids', one and two layers; 0.5 to 2 counts. Three layers are left "
        "out: near the limit nobody can end much higher, so spreads there say little",
        would_decide="more runs" if ratio.low < 0.5 or ratio.high > 2 else "",
    ))  # fmt: skip
    return found


def depth_claims(runs: NetworkRuns) -> list[Claim]:
    """Do more layers help?"""
    settings = list(DEPTHS)
    means = [runs("depths", each.name).means() for each in settings]
    found = []
    for (fewer, deeper), printed in TEST_OF_DEPTHS.items():
        test = stats.pooled(means[deeper - 1], means[fewer - 1])
        paper = DEPTHS[settings[deeper - 1]].mean - DEPTHS[settings[fewer - 1]].mean
        because = f"points by which {deeper} layers end higher; t-test p {chance(test.p)}, printed {printed:.4f} (table 3.5)"
        if (fewer, deeper) == (1, 3):
            text, verdict = "Three layers of 64 end above one of 192.", more(test.low, test.high)
        else:
            text = f"{('Two', 'Three')[deeper - 2]} layers are not better than {('one', 'two')[fewer - 1]} of the same units in all."
            verdict, because = more(test.low, test.high, -MATTERS), f"{because}; better by {MATTERS} would matter"
        found.append(Claim(text, verdict, paper, test.difference, test.low, test.high, because))
    bins = [runs("depths", each.name).curves("learner") for each in settings]
    late = []
    for rows in bins:
        quarters = [part.mean(axis=1) for part in np.array_split(rows, 4, axis=1)]
        late += [float(end) for end in (quarters[2] - quarters[3]) - (quarters[0] - quarters[1])]
    slower = mean_of(late)
    found.append(Claim(
        "The learning curves flatten near the end.", less(slower.low, slower.high), None, *slower,
        because="points gained from the third quarter of the games to the last, less those from the first to the second",
    ))  # fmt: skip
    return found


def rate_claims(runs: NetworkRuns) -> list[Claim]:
    """The learning rates of section 3.1, network by network."""

    def worse(setting: Setting, rate: float, instead: float) -> Interval:
        """How much lead a network loses at `rate`, compared with another rate."""
        return difference_of(*(runs("rates", at_rate(setting, each)).leads_at_worst() for each in (instead, rate)))

    def claim(text: str, found: dict[str, Interval]) -> Claim:
        """A claim about several networks: it must hold for each. The figure shown is the one that supports it least."""
        verdicts = [more(each.low, each.high) for each in found.values()]
        least = min(found, key=lambda name: found[name].value)
        clear = sum(each == Verdict.REPRODUCED for each in verdicts)
        return Claim(
            text, worst(*verdicts), None, *found[least],
            because=f"{LEAD} lost by {least}, which loses least; clear in {clear} of {len(found)} comparisons. "
            "A run that blew up counts as random play",
            would_decide="more runs" if worst(*verdicts) == Verdict.UNDECIDED else "",
        )  # fmt: skip

    blow = [runs("rates", at_rate(each, 0.001)) for each in RELUS[1:]]
    gone, tried = sum(group.blown_up for group in blow), sum(len(group.rows) for group in blow)
    share = share_of(gone, tried)
    regularly = more(share.low, share.high, REGULARLY)
    return [
        claim("A rate of 0.01 is too high for every network.", {at_rate(each, 0.01): worse(each, 0.01, each.rate) for each in ACTIVATIONS}),
        claim(
            "Every network of sigmoids does best at 0.001.",
            {at_rate(each, rate): worse(each, rate, 0.001) for each in SIGMOIDS for rate in RATES if rate != 0.001},
        ),
        claim(
            "For two and three layers of ReLU 0.001 is too high.",
            {at_rate(each, 0.001): worse(each, 0.001, 0.0001) for each in RELUS[1:]},
        ),
        Claim(
            "Two and three layers of ReLU blow up regularly at 0.001.", regularly, None, *share,
            because=f"share of {tried} runs ({gone} blew up); more than {REGULARLY:g} counts. The leaky unit and the points of the hand as "
            "inputs are our readings; the table of readings shows what the others do",
            would_decide="more runs" if regularly == Verdict.UNDECIDED else "",
        ),
    ]  # fmt: skip


def table_claims(runs: NetworkRuns, orders: list[OrderResult], played: dict[str, Standing]) -> list[Claim]:
    """What became of the networks in other company."""
    printed = [find_order(orders, order) for order in COMPETITIONS.values()]
    leads = [independent_mean([(each.wins("one") - each.wins(name)).interval() for each in printed]) for name in PLAYERS if name != "one"]
    lead = min(leads, key=lambda each: each.value)
    paper_lead = (670 - 330 + 539 - 461) / 2 / COMPETITION_GAMES
    found = [Claim("The network with one layer wins the competition.", more(lead.low, lead.high), paper_lead, *lead,
                   because="its share of wins less that of the next best, in both printed orders")]  # fmt: skip
    for name, setting in zip(PLAYERS[2:], list(DEPTHS)[1:], strict=True):
        beats = mean_of(runs("depths", setting.name).leads())
        mixed = independent_mean([(each.wins(name) - each.wins("opponent")).interval() for each in printed])
        found.append(Claim(
            f"The network with {SHORT[name]} beats three of the training opponent, and yet wins less than it in mixed company.",
            worst(more(beats.low, beats.high), less(mixed.low, mixed.high)), round(-(330 + 461) / 2 / COMPETITION_GAMES, 2), *mixed,
            because=f"its share of wins less that of the training opponent in the printed orders; against three of them it ends "
            f"{with_interval(*beats)} points below them",
        ))  # fmt: skip
    moved = independent_difference(printed[0].wins("one").interval(), printed[1].wins("one").interval())
    who, effect = worst_on_the_left(played["orders"])
    person = played["person"]
    harder = [(person.points(at, 0) - person.points(0, 0)).interval() for at in (1, 2)]
    return [
        *found,
        Claim(
            "A player does better with the worst player on its left.", less(effect.low, effect.high), None, *effect,
            because=f"points a hand, mean of the others when the worst ({SHORT[who]}) sits on their left less when it sits elsewhere, all "
            "six orders on the same deals",
        ),
        Claim(
            "The network with one layer wins more as seated in table 3.6 than in 3.7.", more(moved.low, moved.high),
            (670 - 539) / COMPETITION_GAMES, *moved, because="share of wins as seated in table 3.6 less that in 3.7",
        ),
        *(
            Claim(
                f"A person scores worse against {WORDS[name]} than against random players.",
                more(each.low, each.high), PERSON[name].own - PERSON["random"].own, *each,
                because="final score in games to 50, less that against random players, with Jake for the person",
            )
            for name, each in zip(("opponent", "one"), harder, strict=True)
        ),
    ]  # fmt: skip
