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
