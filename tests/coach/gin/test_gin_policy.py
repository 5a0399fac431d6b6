"""The coach who thinks with a policy at gin: every cost against slow plain play, nothing from hidden cards, honest intervals."""

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.coach.gin.helpful import one_view
from cardshark.coach.gin.judge import GinJudge, options_of
from cardshark.coach.gin.policy import LAID_DOWN, MORE_TURNS, GinPolicyJudge
from cardshark.games import gin, house
from cardshark.games.gin.planes import hidden
from cardshark.games.gin.rules import PRESETS
from cardshark.games.match import Single
from cardshark.players import seat
from cardshark.players.gin.policy.melding import lay_down_all
from cardshark.players.gin.policy.seat import see
from cardshark.players.gin.search.worlds import LEG
from cardshark.players.policy import forward
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.net import net_of
from cardshark.players.policy.shipped import Ready
from helpers.compiling import compiled_only

pytestmark = compiled_only  # networks are slow in plain Python

RULES = PRESETS["eaai"]
SMALL = PolicyDesign(width=32, critic=32, blocks=1)
ROWS = np.zeros(1, np.uint32)


def policy_judge(deals=64):
    brain = fresh_brain("gin", RULES, 3, SMALL)
    return GinPolicyJudge(RULES, Ready(brain, net_of(brain)), deals)


def positions(hands, every, seed=5):
    """Decisions of both seats in the first hands of some matches, with the true games."""
    found, players = [], [seat("simple"), seat("lookahead")]
    for each in players:
        each.sit(gin, RULES)
    for number in range(hands):
        match, chosen = Single(gin, RULES, seed + number, seed), np.zeros(1, np.int8)
        while not match.over and match.state.table.hand_number == 0:
            found.append((match.view().copy(), match.games.copy()))
            players[match.state.table.turn].choose(match.views, chosen)
            match.choose(int(chosen[0]))
    return found[::every]


class Slowly:
    """The same policy, one game at a time and one choice after the other, by the game's own kernels."""

    def __init__(self, judge):
        self.record, self.mind = house.record(RULES._replace(hands=1)), judge._mind

    def see(self, games):
        views: np.ndarray = np.zeros(1, gin.VIEW)
        gin.look_all(games, self.record, ROWS, views)
        views.flags.writeable = False
        return views

    def choose(self, games, choice):
        assert gin.choose_all(games, self.record, ROWS, self.see(games), np.array([choice], np.int8)) >= 0

    def best(self, games):
        views, chosen = self.see(games), np.zeros(1, np.int8)
        if views["table"]["phase"][0] in LAID_DOWN:  # arithmetic, and no matter of opinion
            lay_down_all(views, chosen)
            return int(chosen[0])
        chances = forward.outlook(self.mind.net, self.mind.desk, *see(views, self.record)).chances[0]
        return max(listed(int(views["legal"][0])), key=lambda choice: chances[choice])

    def cost(self, games, me, until):
        while games["table"]["phase"][0] != gin.OVER:
            if games["table"]["turn"][0] == me and games["table"]["turns"][0] >= until:
                words, numbers = see(self.see(games), self.record)
                return -forward.values(self.mind.net, self.mind.desk, words, hidden(games, 2), numbers)[0]
            self.choose(games, self.best(games))
        return -float(games["scores"][0, me])


@pytest.mark.long
def test_every_choice_costs_in_every_world_what_slow_play_says():
    judge, phases = policy_judge(), set()
    slowly = Slowly(judge)
    for view, _ in positions(4, every=7):
        phases.add(int(view.table.phase))
        if view.table.phase in LAID_DOWN:
            continue
        views, me, options = one_view(view), int(view.table.turn), options_of(view)
        hands, starts = judge.imagine(views, 64)
        costs = judge.play(views, starts)["cost"]
        assert len(hands) == len(starts) == 64 and (starts["hands"][:, 1 - me] == hands).all()
        for k in (0, 40):
            found: dict[int, list[float]] = {}
            for choice, knock in options.tolist():
                games = starts[k : k + 1].copy()
                slowly.choose(games, choice)
                if knock >= 0:
                    slowly.choose(games, gin.KNOCK if knock else gin.PLAY_ON)
                found.setdefault(choice, []).append(slowly.cost(games, me, int(view.table.turns) + MORE_TURNS))
            for i, choice in enumerate(listed(int(view.legal))):
                assert any(costs[k, i] == pytest.approx(cost, abs=1e-3) for cost in found[choice])
    assert phases >= {gin.OFFER, gin.DRAW, gin.DISCARD}


def test_hidden_cards_change_nothing():
    judge = policy_judge()
    for view, games in positions(2, every=9):
        other, me = games.copy(), int(view.table.turn)
        drawn = int(games["stock"][0, 0])  # the last card that would be drawn
        if view.table.phase in LAID_DOWN or not games["table"]["stock_left"][0]:
            continue
        swapped = next(card for card in listed(int(games["hands"][0, 1 - me])) if not int(view.table.known[1 - me]) >> card & 1)
        other["hands"][0, 1 - me] ^= np.uint64(1 << swapped | 1 << drawn)
        other["stock"][0, 0] = swapped
        views = Slowly(judge).see(other)
        one, two = judge.think(view), judge.think(views[0])
        assert one.values == two.values and one.glances == two.glances and (one.beliefs == two.beliefs).all()
        assert judge.why(view, one) == judge.why(views[0], two)


def test_what_lies_open_is_worked_out_as_without_a_policy():
    judge, plain = policy_judge(), GinJudge(RULES)
    found = [(view, games) for view, games in positions(6, every=1) if view.table.phase in LAID_DOWN and int(view.legal).bit_count() > 1]
    assert found
    for view, games in found[:3]:
        assert judge.think(view).values == plain.think(view).values
        assert judge.open_values(games) == plain.open_values(games)


def test_walks_are_the_rows_and_the_policy_says_what_it_thinks():
    judge = policy_judge(90)
    view, games = next(each for each in positions(1, every=1) if each[0].table.phase == gin.DISCARD)
    thinking = judge.think(view)
    assert (thinking.deals, len(thinking.costs)) == (96, 96 // LEG) and judge.name == "policy"
    assert sum(each.chance for each in thinking.glances) == pytest.approx(1, abs=1e-5)
    assert [value.choice for value in judge.open_values(games)] == listed(int(view.legal))


@pytest.mark.slow
def test_intervals_cover_the_long_run():
    """A short thought's 95 % interval holds what a long thought with other luck finds, for values and for differences."""
    judge, short, long = policy_judge(), 96, 1920
    widen, covered, differences = np.sqrt(1 + short / long), [], []
    for view, _ in positions(12, every=3):
        if view.table.phase in LAID_DOWN or len(listed(int(view.legal))) < 2:
            continue
        other = view.copy()
        other.luck = np.uint64(int(view.luck) ^ 0x5DEECE66D)
        brief, lengthy = judge.think(view, short), judge.think(other, long)
        pairs = zip(brief.values, lengthy.values, strict=True)
        covered += [abs(one.mean - two.mean) <= (one.high - one.mean) * widen for one, two in pairs]
        for value in brief.values:
            if value.choice != brief.best:
                mean, low, _ = brief.difference(value.choice, brief.best)
                differences.append(abs(mean - lengthy.difference(value.choice, brief.best)[0]) <= (mean - low) * widen)
    print(f"{len(covered)} values covered {np.mean(covered):.3f}, {len(differences)} differences {np.mean(differences):.3f}")
    assert 0.92 <= np.mean(covered) <= 0.985 and 0.92 <= np.mean(differences) <= 0.985
