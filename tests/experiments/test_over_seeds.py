"""Seeds as the unit: intervals as SciPy gives them, and variances that are known beforehand found again."""

import math

import numpy as np
import pytest
from scipy import stats

from cardshark.arena.stats import mean_of
from cardshark.experiments.seeds import Split, mean_square, over_seeds, over_seeds_on_same, paired_over_seeds, variance_split


def test_an_interval_over_seeds_is_students():
    figures = [3.1, 2.7, 3.9, 3.3, 2.2]
    low, high = stats.t.interval(0.95, 4, loc=np.mean(figures), scale=stats.sem(figures))
    assert over_seeds(figures) == pytest.approx((np.mean(figures), low, high))


def test_one_seed_has_no_interval():
    value, low, high = over_seeds([2.5])
    assert value == 2.5 and math.isnan(low) and math.isnan(high)


def test_pairs_are_seed_by_seed():
    ours, theirs = np.array([3.0, 5.0, 9.0, 4.0]), np.array([2.5, 4.0, 9.5, 3.0])
    mine, others = dict(enumerate(ours)), dict(enumerate(theirs))
    found = paired_over_seeds(mine, others)
    scipys = stats.ttest_rel(ours, theirs).confidence_interval(0.95)
    assert found == pytest.approx((np.mean(ours - theirs), scipys.low, scipys.high))
    assert paired_over_seeds({7: 100.0, **mine}, {**others, 8: 200.0}) == found  # seeds that one of them has alone are left out
    assert paired_over_seeds(mine, dict(reversed(others.items()))) == found
    assert math.isnan(paired_over_seeds(mine, {9: 1.0}).value)


def test_mean_squares_are_those_of_the_textbook():
    """Two rows, three columns, by hand: grand mean 4, rows 2 and 6, columns 3, 4 and 5; what is left over is -1, 1, 0 and 1, -1, 0."""
    found = variance_split([[0.0, 3.0, 3.0], [6.0, 5.0, 7.0]])
    rows, columns, rest = 3 * (4 + 4) / 1, 2 * (1 + 0 + 1) / 2, 4 / 2
    assert found.parts == pytest.approx({"seed": (rows - rest) / 3, "deal": 0.0, "seed × deal": rest})
    assert columns == rest and found.cut == ()


def test_mean_squares_are_scipys():
    """For two columns the ratio of mean squares is the square of the paired t; all that is not between seeds is within them."""
    table = np.random.default_rng(3).normal(size=(9, 2)) + np.array([0.0, 0.7]) + np.arange(9).reshape(-1, 1)
    seeds, deals, rest = (mean_square(table, chosen) for chosen in ((0,), (1,), (0, 1)))
    assert deals / rest == pytest.approx(stats.ttest_rel(table[:, 0], table[:, 1]).statistic ** 2)
    within = (deals + 8 * rest) / 9
    assert seeds / within == pytest.approx(stats.f_oneway(*table).statistic)


KNOWN = {"seed": 4.0, "deal": 9.0, "seed × deal": 1.0}


def simulate(random, seeds, deals, known=KNOWN):
    """Figures whose parts have these variances."""
    seed, deal = random.normal(scale=known["seed"] ** 0.5, size=(seeds, 1)), random.normal(scale=known["deal"] ** 0.5, size=(1, deals))
    return 10 + seed + deal + random.normal(scale=known["seed × deal"] ** 0.5, size=(seeds, deals))


def test_seeds_that_share_their_deals_need_an_interval_over_both():
    """The truth is 10: intervals over seeds alone leave out that all met the same deals."""
    random, both = np.random.default_rng(5), 0
    for _ in range(300):
        table = simulate(random, 5, 40)
        own = table.mean(axis=1)
        for_deals = mean_of(table.mean(axis=0).tolist())
        first, second = over_seeds(own), over_seeds_on_same(own, for_deals)
        assert first.value == second.value and second.low < first.low < first.high < second.high
        both += second.low < 10 < second.high
    assert both >= 0.94 * 300
    few = [simulate(random, 5, 4) for _ in range(300)]
    held = [over_seeds(table.mean(axis=1)) for table in few]
    assert sum(each.low < 10 < each.high for each in held) < 0.85 * 300


def test_known_variances_are_found_again():
    random = np.random.default_rng(11)
    many = [variance_split(simulate(random, 10, 12)).parts for _ in range(1500)]
    for name, variance in KNOWN.items():
        estimates = np.array([parts[name] for parts in many])
        assert abs(estimates.mean() - variance) < 4 * estimates.std() / math.sqrt(len(many)), name


def test_three_factors_are_found_again():
    random, sizes = np.random.default_rng(12), (8, 6, 7)
    known = {"seed": 4.0, "opponent": 1.0, "deal": 2.0, "seed × opponent": 3.0, "opponent × deal": 0.5, "seed × opponent × deal": 1.0}
    axes = {"seed": 0, "opponent": 1, "deal": 2}
    many = []
    for _ in range(1500):
        table = np.zeros(sizes)
        for name, variance in known.items():
            chosen = {axes[part] for part in name.split(" × ")}
            table += random.normal(scale=variance**0.5, size=[size if axis in chosen else 1 for axis, size in enumerate(sizes)])
        many.append(variance_split(table, tuple(axes)).parts)
    for name, variance in known.items():
        estimates = np.array([parts[name] for parts in many])
        assert abs(estimates.mean() - variance) < 4 * estimates.std() / math.sqrt(len(many)) + 0.02, name  # cutting adds a little
    assert np.mean([parts["seed × deal"] for parts in many]) < 0.1  # there is none, and cutting makes it a little more


def test_a_negative_part_is_cut_and_said():
    found = variance_split([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])
    assert found.seed == 0.0 and found.deal == 0.0 and found.cut == ("seed", "deal")
    assert found.describe() == (
        "Of the variance of one figure: the luck of the seed 0 %, the luck of the deal 0 %, what neither explains 100 % "
        "(seed and deal: estimated below zero, taken as zero)."
    )


def test_shares_and_words():
    found = Split({"seed": 6.0, "opponent": 3.0, "seed × opponent": 1.0}, (), (10, 4))
    assert (found.seed, found.opponent, found.deal, found.total, found.share("seed")) == (6.0, 3.0, 0.0, 10.0, 0.6)
    assert found.describe() == (
        "Of the variance of one figure: the luck of the seed 60 %, the luck of the opponent 30 %, what neither explains 10 %."
    )
    assert variance_split([[5.0, 5.0], [5.0, 5.0]]).describe() == "Nothing varies from seed to seed."


@pytest.mark.parametrize("figures", [[[1.0, 2.0]], [[1.0], [2.0]], [1.0, 2.0], [[[1.0, 2.0]] * 2] * 2])
def test_a_table_that_is_too_small_is_refused(figures):
    with pytest.raises(ValueError, match="at least two of each"):
        variance_split(figures)
