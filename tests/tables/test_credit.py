"""Advantages of several seats, against a slow twin that lists each seat's decisions."""

import numpy as np
import pytest

from cardshark.tables import Credit, Tables, random_choices
from cardshark.text import UserError

TRACE, DISCOUNT, STEPS = 0.9, 0.97, 150


def slow_advantages(decisions):
    """The decisions of one seat in one match, in their order: (reward before it, value, free). The last entry is the end, or missing."""
    found, known = [np.nan] * len(decisions), False
    later_value = later_gain = gained = 0.0
    for k in reversed(range(len(decisions))):
        reward, value, free = decisions[k]
        if free is None:  # the end
            later_value, later_gain, gained, known = 0.0, 0.0, reward, True
        elif not free:
            gained += reward
        else:
            gain = gained + DISCOUNT * later_value - value + DISCOUNT * TRACE * later_gain
            found[k] = gain if known else np.nan
            later_gain, later_value, gained, known = gain if known else 0.0, value, reward, True
    return found


@pytest.mark.parametrize(
    ("game", "rules", "settings"),
    [
        ("hearts", "american:hands=1", {}),
        ("hearts", "american:players=3,removed=2D,hands=1", {"opponents": "random", "learner": [0, 2]}),
        ("gin", "eaai:hands=1", {}),
        (
            "gin",
            "eaai:hands=1,knock_limit=25,upcard_offer=no",
            {"opponents": "simple", "learner": 1},
        ),  # the opponent may win before the learner's turn
    ],
)
def test_advantages_are_those_of_each_seats_own_decisions(game, rules, settings):
    tables = Tables(game, rules, count=12, seed=4, **settings)
    credit, chance, lives, places, twice = Credit(tables, STEPS), np.random.default_rng(1), {}, {}, 0
    turn = tables.turn()
    for step in range(STEPS):
        values, legal = chance.normal(size=12).astype(np.float32), turn.legal_words()
        free = np.bitwise_count(legal) > 1
        credit.before(turn, values, free)
        for table in range(12):
            key = (int(turn.match[table]), int(turn.seat[table]))
            lives.setdefault(key, []).append((float(turn.rewards[table]), float(values[table]), bool(free[table])))
            places.setdefault(key, []).append((step, table))
        turn = tables.choose(random_choices(legal, turn.luck))
        credit.after(turn)
        twice += len(turn.ended) - len(set(turn.ended.tolist()))
        for match, final in zip(turn.ended_match.tolist(), turn.final.tolist(), strict=True):
            for seat in range(tables.seats):
                if (match, seat) in lives:
                    lives[match, seat].append((final[seat], 0.0, None))
    expected = np.full((STEPS, 12), np.nan)
    for key, decisions in lives.items():
        for place, gain in zip(places[key], slow_advantages(decisions), strict=False):
            expected[place] = gain
    found = credit.advantages(TRACE, DISCOUNT)
    np.testing.assert_allclose(found, expected, atol=1e-3)
    assert np.isfinite(found).mean() > 0.3 and np.isnan(found).any()
    assert (twice > 0) == (settings.get("opponents") == "simple")


def test_the_memory_is_used_again_and_half_a_round_is_refused():
    tables = Tables("hearts", "american:hands=1,moon=none", count=3, seed=4)
    credit, turn = Credit(tables, 80), tables.turn()
    for _ in range(2):
        for _ in range(80):
            credit.before(turn, 0.0)
            turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
            credit.after(turn)
        gains = credit.advantages(trace=1.0)
        assert np.isfinite(gains).any() and not (gains > 0).any() and gains[np.isfinite(gains)].min() < 0
    credit.before(turn, 0.0)
    with pytest.raises(UserError, match="0 of 80 steps were written down"):
        credit.advantages()


@pytest.mark.parametrize(
    ("steps", "sentence"), [(-1, "from 1 up, not -1"), (0, "from 1 up, not 0"), ("a", "from 1 up, not 'a'"), (True, "True")]
)
def test_credit_is_kept_for_some_steps(steps, sentence):
    with pytest.raises(UserError, match=f"the number of steps is a whole number .*{sentence}"):
        Credit(Tables("hearts", count=2), steps)


def test_credit_is_kept_for_tables():
    with pytest.raises(UserError, match="credit is kept for `Tables`, not for None"):
        Credit(None, 3)


@pytest.mark.parametrize("values", [np.zeros(3), "a", None, np.nan, [0.0, np.inf], [[0.0], [0.0]], 1j])
def test_values_are_finite_numbers_one_a_table(values):
    tables = Tables("hearts", count=2)
    with pytest.raises(UserError, match="`values` are finite numbers, one for each of 2 tables or one for all, not"):
        Credit(tables, 3).before(tables.turn(), values)


@pytest.mark.parametrize("free", [[True], np.ones(3, bool), None, "yes", [1.0, 0.0]])
def test_free_is_true_or_false_at_every_table(free):
    tables = Tables("hearts", count=2)
    with pytest.raises(UserError, match="`free` are True or False, one for each of 2 tables"):
        Credit(tables, 3).before(tables.turn(), [1, 2], free)


def test_before_and_after_take_turns():
    tables = Tables("hearts", count=2)
    credit, turn = Credit(tables, 1), tables.turn()
    with pytest.raises(UserError, match="`after` is called once for each `before`"):
        credit.after(turn)
    for other in (None, Tables("hearts", count=2).turn()):
        with pytest.raises(UserError, match="the turn that the tables of this `Credit` are at"):
            credit.before(other, 0.0)
    credit.before(turn, 0.0)
    with pytest.raises(UserError, match="between two calls of `before` there is one of `after`"):
        credit.before(turn, 0.0)
    with pytest.raises(UserError, match="with the turn that `choose` returned"):
        credit.after(turn)
    turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
    credit.after(turn)
    with pytest.raises(UserError, match="`after` is called once for each `before`"):
        credit.after(turn)
    for wrong in ({"trace": "a"}, {"trace": 5}, {"discount": np.nan}, {"discount": -0.1}):
        with pytest.raises(UserError, match="is a number from 0 to 1, not"):
            credit.advantages(**wrong)
