"""Monte Carlo with playouts by a policy: what is tried, what is chosen, and which deals are imagined."""

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import gin, hearts, house
from cardshark.games.match import Single
from cardshark.players import seat
from cardshark.players.brain_file import save
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.uniform import choose_any
from cardshark.text import UserError

TABLES = [(hearts, "american:hands=1", 20), (hearts, "dutch:hands=1", 9), (gin, "eaai:hands=1", 12)]


def thinking(tmp_path, game, rules, steps, options=""):
    """Monte Carlo with a small policy at a table, and the match after some random choices."""
    save(fresh_brain(game, rules, 3, PolicyDesign(width=16, blocks=1, critic=0)), tmp_path / "a.safetensors")
    found, rules = seat(f"montecarlo:playout=policy(brain={tmp_path / 'a.safetensors'}),deals=8{options}"), house.read_rules(game, rules)
    found.sit(game, rules)
    match, chosen = Single(game, rules, 5, 5), np.zeros(1, np.int8)
    for _ in range(steps):
        match.view()
        choose_any(match.views, chosen)
        match.choose(int(chosen[0]))
    match.view()
    return found, match


@pytest.mark.parametrize(("game", "rules", "steps"), TABLES)
@pytest.mark.parametrize("options", ["", ",sampler=weighted,pool=3"])
def test_it_chooses_what_is_clearly_cheaper_or_what_the_policy_would(tmp_path, game, rules, steps, options):
    thinker, match = thinking(tmp_path, game, rules, steps, f"{options},loyal=0")
    opinions = thinker.opinions(match.view())
    assert [each.choice for each in opinions] == listed(int(match.view().legal)) and {each.visits for each in opinions} == {8}
    choices, views = np.zeros(3, np.int8), np.repeat(match.views, 3)
    views.flags.writeable = False
    thought = thinker.decide(views, choices)
    tried = np.flatnonzero(thought.visits[0])
    assert len(tried) > 1 and thought.sums[0, choices[0]] == thought.sums[0, tried].min()
    assert (choices == choices[0]).all() and (thought.sums == thought.sums[0]).all()  # whoever else is asked about
    loyal, _ = thinking(tmp_path, game, rules, steps, f"{options},loyal=1000")
    loyal.choose(views, choices)
    own, chosen = seat(f"policy:brain={tmp_path / 'a.safetensors'}"), np.zeros(3, np.int8)
    own.sit(game, house.read_rules(game, rules))
    own.choose(views, chosen)
    assert (choices == chosen).all()


@pytest.mark.parametrize(("game", "rules", "steps"), TABLES)
def test_weighted_deals_explain_what_was_chosen(tmp_path, game, rules, steps):
    thinker, match = thinking(tmp_path, game, rules, steps, ",sampler=weighted,pool=40")
    search, others = thinker._search, ~(1 << int(match.view().table.turn))
    weighted, worth = search.worlds(match.views, 0, 8)
    thinker.sampler = 0
    uniform, _ = search.worlds(match.views, 0, 300)
    logs = [
        search.likelihood.explain(search.net, search.desk, games, search.rules, others).sum(axis=1).mean() for games in (weighted, uniform)
    ]
    assert logs[0] > logs[1] and 1 <= worth <= 8


def test_it_looks_at_the_clock_now_and_then(tmp_path):
    thinker, match = thinking(tmp_path, hearts, "american:hands=1", 20, ",seconds=0.001")
    thought = thinker.decide(match.views, np.zeros(1, np.int8))
    assert thought.worlds[0] % 16 == 0 and 0 < thought.worlds[0] < 256


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("playout=policy,others=jake", "where one player follows a policy in playouts, everybody does: leave out others"),
        ("others=policy", "where one player follows a policy in playouts, everybody does: leave out others"),
        ("playout=policy,sampler=product", "with playout=policy the sampler is uniform or weighted, not product"),
        ("playout=policy,slack=3", "slack means nothing at playouts by a policy: leave it out"),
        ("playout=policy(brain=strong)", "strong is a brain for the player network, and one for policy is wanted here"),
    ],
)
def test_what_does_not_go_together_is_refused(options, sentence):
    with pytest.raises(UserError, match=f"^{sentence}$".replace("(", r"\(")):
        seat(f"montecarlo:{options}").sit(hearts, house.read_rules(hearts, "american"))


def test_trees_have_no_playouts_by_a_policy():
    with pytest.raises(UserError, match="there is no style of play 'policy'"):
        seat("uct:playout=policy")
