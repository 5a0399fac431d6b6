"""What a policy learns: a decision with a known answer, a teacher's choices, and nothing from cards or decisions that are not its own."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from cardshark.learning.policy.improving import Aim, Pace
from cardshark.learning.policy.learner import Plan, PolicyLearner, seated
from cardshark.learning.policy.networks import Trunk, bits, known, legal_of, log_chances
from cardshark.learning.policy.on_card import OnCard
from cardshark.learning.policy.rounds import Group
from cardshark.learning.policy.seating import LEARNER, Company, Seating
from cardshark.players.player import Player
from cardshark.players.policy.brain import load
from cardshark.tables import Tables, random_choices
from helpers.compiling import compiled_only

PLAN = Plan(
    game="hearts", rules="american:hands=1", tables=16, groups=1, steps=64, width=16, blocks=1, critic=16, trace=0.95, average=0.9,
    mixed=0.0, against=(), past=0, price=0.0, goal="hand", seed=1, device="cpu",
)  # fmt: skip
PACE = Pace(rate=0.003, curiosity=0.0, clip=0.2, pull=0.0, passes=2, batch=256)


@pytest.fixture(autouse=True)
def one_thread():
    """The other cores belong to other tests."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def chances_at(learner, tables):
    """The chance that the averaged self gives to each of 64 choices, at the first table."""
    turn, numbers = tables.turn(), torch.zeros(tables.count, 0)
    inputs = known(torch.from_numpy(turn.words().view(np.int64)), numbers, torch.float32)
    return log_chances(learner.averaged.choice(learner.averaged.features(inputs)), legal_of(inputs)).exp()[0].detach().numpy()


# ---- a decision with a known answer ----


def last_decision():
    """A game whose seat in turn closes the last trick but one and has two cards: the choice decides everything. And what each brings."""
    tables = Tables("hearts", "american:hands=1,passing=none", count=512, seed=4)
    turn = tables.turn()
    for _ in range(47):
        turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
    for number in np.flatnonzero(np.bitwise_count(turn.legal_words()) == 2):
        whole, found = tables.copy().whole(int(number)), {}
        for choice in np.flatnonzero(turn.legal()[number]):
            one = Tables.from_position(whole, count=1)
            seat = int(one.turn().seat[0])
            after = one.choose([choice])
            while not len(after.ended):
                after = one.choose(random_choices(after.legal_words(), after.luck))
            found[int(choice)] = float(after.returns[0, seat])
        if abs(np.subtract(*found.values())) > 5:
            return whole, found
    raise AssertionError("no such game")


class OneDecision(PolicyLearner):
    """Sits at tables that all begin with the same decision."""

    def seat_all(self):
        self.table = Tables.from_position(last_decision()[0], count=32, seed=1)
        return [Group(self.plan.steps, Seating(self.table, 1), self.device, self.kind)]


@compiled_only
@pytest.mark.long
def test_the_better_of_two_cards_is_found():
    """With the sign of the advantage turned round, the worse one would be."""
    whole, returns = last_decision()
    best, worst = sorted(returns, key=returns.__getitem__, reverse=True)
    learner = OneDecision(replace(PLAN, steps=20))
    before = chances_at(learner, Tables.from_position(whole, count=1))
    assert before[[best, worst]].tolist() == pytest.approx([0.5, 0.5])
    for _ in range(25):
        learner.play()
        learner.learn(PACE)
    after = chances_at(learner, Tables.from_position(whole, count=1))
    assert after[best] > 0.9 and after[best] + after[worst] == pytest.approx(1)


# ---- what it may learn from ----


@compiled_only
def test_hidden_cards_are_nothing_to_the_one_who_chooses():
    """The same position with other hidden cards: the critic sees the difference, the actor cannot."""
    tables = Tables("hearts", "american:hands=1", count=4, seed=3)
    turn = tables.turn()
    for _ in range(30):
        turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
    many = Tables.from_position(turn.position(2), count=16, seed=1)
    group = Group(1, Seating(many, 1), torch.device("cpu"), torch.float32)
    group.look(many.turn(), 0)
    assert len(torch.unique(group.played.hidden[0], dim=0)) > 1
    assert len(torch.unique(group.played.words[0], dim=0)) == 1 and group.played.numbers[0].numel() == 0
    learner = PolicyLearner(PLAN)
    torch.nn.init.normal_(learner.actor.choice.weight)
    logs = group.chances(learner.actor, 0).detach()
    assert len(torch.unique(logs, dim=0)) == 1 and logs[0].isfinite().sum() > 1


@compiled_only
@pytest.mark.parametrize(("mixed", "against", "past"), [(1.0, ("jake",), 0), (0.5, ("jake", "stock"), 2)])
def test_nobody_learns_from_the_decisions_of_others(monkeypatch, mixed, against, past):
    learner, seen = PolicyLearner(replace(PLAN, mixed=mixed, against=against, past=past)), []
    asked = Seating.roles
    monkeypatch.setattr(Seating, "roles", lambda self, turn: seen.append(asked(self, turn)) or seen[-1])
    counts = learner.play()
    roles, free = np.stack(seen), learner.groups[0].played.free
    assert roles.max() == len(against) + past and free.any()
    assert not (free & (roles != LEARNER)).any()
    lessons = learner.improver.lessons(learner.groups[0], 0.95, 10.0, 0.0)
    assert 0 < len(lessons.words) <= free.sum()
    assert (counts.seats > 0).all() and counts.seats.sum() == 4 * counts.matches
    if mixed == 1:
        assert counts.seats[0] == counts.matches  # the learner has one seat of each table


@compiled_only
def test_others_play_as_they_always_do():
    """Where everybody but the learner is `jake`, the cards of these seats are those that `jake` plays."""
    learner = PolicyLearner(replace(PLAN, mixed=1.0, against=("jake",), steps=8))
    tables, jake = learner.groups[0].tables, seated("jake", learner.groups[0].tables)
    for step in range(8):
        turn, wanted = tables.turn(), np.zeros(tables.count, np.int8)
        jake.choose(turn.views, wanted)
        roles = learner.groups[0].seating.roles(turn)
        learner.groups[0].play_step(step, learner.playing, Company())
        played = learner.groups[0].played.choices[step].numpy()
        assert (played[roles != LEARNER] == wanted[roles != LEARNER]).all()


class Remembers(Player):
    """Notes which tables begin, and where it is asked."""

    def __init__(self):
        self.begun, self.asked = [], []

    def begin(self, rows):
        self.begun += rows.tolist()

    def choose(self, views, choices, rows=None):
        self.asked += rows.tolist()
        choices[:] = random_choices(views["legal"], views["luck"])


@compiled_only
def test_players_with_a_memory_hear_of_every_match():
    tables, player = Tables("hearts", "american:hands=1,passing=none", count=3, seed=1), Remembers()
    group = Group(60, Seating(tables, 1, share=1.0, players=[player]), torch.device("cpu"), torch.float32)
    counts = group.play(PolicyLearner(PLAN).playing, Company())
    assert counts.matches == 3 and sorted(player.begun) == [0, 0, 1, 1, 2, 2]
    assert set(player.asked) == {0, 1, 2} and 120 < len(player.asked) < 140  # three seats of four


# ---- the first layer ----


@pytest.mark.parametrize(("game", "numbers"), [("hearts", 0), ("gin", 66)])
def test_the_first_layer_adds_what_a_product_would(game, numbers):
    """Forwards and backwards, whichever way the weights lie in memory."""
    tables = Tables(game, count=5, seed=1)
    words = torch.from_numpy(tables.turn().words().view(np.int64))
    counted = torch.rand(5, numbers)
    trunk = Trunk(64 * words.shape[1] + numbers, 16, 1)
    dense = torch.cat([bits(words, torch.float32), counted], 1)
    wanted = torch.autograd.grad(trunk.first(dense).square().sum(), list(trunk.first.parameters()))
    for _ in range(2):
        found = trunk.enter(known(words, counted, torch.float32))
        torch.testing.assert_close(found, trunk.first(dense))
        slopes = torch.autograd.grad(found.square().sum(), list(trunk.first.parameters()))
        for mine, theirs in zip(slopes, wanted, strict=True):
            torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-4)
        trunk.arrange_by_input()


# ---- a teacher, and the match ----


@compiled_only
@pytest.mark.long
def test_a_teacher_is_copied():
    learner = PolicyLearner(replace(PLAN, game="gin", rules="eaai:hands=1", width=32, critic=32, tables=64, steps=32, teacher="simple"))
    group = learner.groups[0]

    def agreement():
        """How often the likeliest choice is the teacher's, and how likely the teacher's choice is."""
        learner.play(teaching=True)
        lessons = learner.improver.lessons(group, 0.95, 25.0, 0.0)
        inputs = known(lessons.words, lessons.numbers, torch.float32)
        logs = log_chances(learner.averaged.choice(learner.averaged.features(inputs)), legal_of(inputs)).detach()
        return float((logs.argmax(1) == lessons.choices).float().mean()), float(logs.gather(1, lessons.choices[:, None]).mean())

    before, loss = agreement()
    for _ in range(15):
        learner.play(teaching=True)
        learner.learn(replace(PACE, aim=Aim.IMITATE, rate=0.01))
    after, less = agreement()
    assert after > 0.6 > before + 0.1 and less > loss + 0.5


@compiled_only
def test_the_match_can_be_the_goal():
    """Nothing counts before the match is over, and the winner has it all; hands are counted, not only matches."""
    learner = PolicyLearner(replace(PLAN, rules="american:limit=30", goal="match", tables=32, steps=400))
    counts = learner.play()
    credit = learner.groups[0].credit
    assert not credit.rewards.any() and credit.over.any()
    assert credit.final[credit.over].sum(axis=1) == pytest.approx(1)
    assert counts.won.sum() == pytest.approx(counts.matches)
    assert 1.5 * counts.matches < counts.hands
    lessons = learner.improver.lessons(learner.groups[0], 1.0, learner.scale, 0.0)
    assert set(np.unique(lessons.returns.numpy().round(3))) <= {0.0, 4.0, 2.0, 1.333, 1.0}  # of a match, in quarters


# ---- a policy on the graphics card ----


@pytest.mark.parametrize(("name", "game", "rules"), [("american", "hearts", "american:hands=1"), ("eaai", "gin", "eaai:hands=1")])
def test_a_policy_on_the_card_chooses_as_it_does_in_kernels(name, game, rules):
    """Here on a processor, and so in whole precision: what is compared is the network, and who is asked at which table."""
    tables = Tables(game, rules, count=64, seed=9)
    slow = seated(f"policy:brain={name}", tables)
    quick = OnCard(load(name), torch.device("cpu"), torch.float32)
    group = Group(1, Seating(tables, 1), torch.device("cpu"), torch.float32)
    same = []
    for _ in range(20):
        turn, rows = tables.turn(), np.arange(0, 64, 2)
        group.look(turn, 0)
        first, second = (Company().choices_of(each, group, turn, 0, rows, torch.from_numpy(rows)).numpy() for each in (slow, quick))
        same.append(first == second)
        tables.choose(random_choices(turn.legal_words(), turn.luck))
    assert np.mean(same) > 0.99  # another order of sums may decide a tie
