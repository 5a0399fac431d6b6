"""The player `policy`: which brain it takes, what it chooses, and what it thinks of each choice."""

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import listed
from cardshark.coach.analyse import analyse
from cardshark.games import gin, hearts, house
from cardshark.games.match import Single
from cardshark.players import seat
from cardshark.players.brain_file import save
from cardshark.players.policy import shipped
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy_player import Policy
from cardshark.text import UserError
from helpers.paths import EXAMPLES, ROOT

TINY = PolicyDesign(width=16, blocks=1, critic=0)


def seated(game, rules, **options):
    """A policy at a table, and a match there."""
    rules = house.read_rules(game, rules)
    player = Policy(fresh_brain(game, rules, 3, TINY), **options)
    player.sit(game, rules)
    return player, Single(game, rules, 5, 5)


@pytest.mark.parametrize(("game", "rules"), [(hearts, "american"), (hearts, "dutch"), (gin, "classic")])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_its_choices_are_those_of_its_opinions(game, rules, temperature):
    player, match = seated(game, rules, temperature=temperature)
    chosen, likeliest, steps = np.zeros(1, np.int8), 0, 0
    while steps < 60 and match.state.table.phase != len(game.PHASES) - 1:
        opinions = player.opinions(match.view())
        assert [each.choice for each in opinions] == listed(int(match.view().legal))
        assert sum(each.chance for each in opinions) == pytest.approx(1, abs=1e-5)
        player.choose(match.views, chosen)
        assert chosen[0] in [each.choice for each in opinions]
        likeliest += chosen[0] == max(opinions, key=lambda each: each.chance).choice
        match.choose(int(chosen[0]))
        steps += 1
    assert likeliest == steps if temperature == 0 else 0 < likeliest < steps


def test_an_analysis_shows_chances_and_costs_without_imagined_deals(tmp_path):
    save(fresh_brain(hearts, "american", 1, TINY), tmp_path / "a.safetensors")
    found = analyse(EXAMPLES / "positions" / "hearts.txt", player=f"policy:brain={tmp_path / 'a.safetensors'}")
    assert sum(each.policy for each in found.choices) == pytest.approx(1, abs=1e-5) and found.deals == 0
    assert all(each.glance == each.value and each.low is None for each in found.choices)


def test_costs_count_what_was_taken_before():
    player, match = seated(hearts, "american")
    chosen, taken = np.zeros(1, np.int8), 0
    for _ in range(100):
        opinion, points = player.opinions(match.view())[0], int(match.state.table.points[match.state.table.turn])
        assert opinion.mean == pytest.approx(points - float(player.values(match.views)[0, opinion.choice]), abs=1e-4)
        player.choose(match.views, chosen)
        match.choose(int(chosen[0]))
        taken += points > 0
    assert taken


def test_without_a_name_it_takes_the_policy_that_fits(monkeypatch):
    monkeypatch.setattr(shipped, "shipped", lambda: ["american", "dutch", "falcon_rules", "eaai"])
    fits = [
        ("american:limit=50", "american"),
        ("passleft:hands=1", "american"),
        ("falcon:hands=1", "falcon_rules"),
        ("dutch:moon=none", "dutch"),
    ]
    assert [shipped.fitting_name(hearts, house.parse(hearts.PRESETS, text)) for text, _ in fits] == [name for _, name in fits]
    assert shipped.fitting_name(gin, house.parse(gin.PRESETS, "classic")) == "eaai"
    sentence = "^the lab has no policy for 3 players with 51 cards at Hearts: `cardshark train policy` makes one, and"
    with pytest.raises(UserError, match=sentence):
        shipped.fitting_name(hearts, house.parse(hearts.PRESETS, "american:players=3,removed=2D"))


def test_a_brain_that_does_not_fit_the_table_is_refused(tmp_path):
    path = tmp_path / "mine.safetensors"
    save(fresh_brain(hearts, "american", 1, TINY), path)
    player = seat(f"policy:brain={path}")
    with pytest.raises(UserError, match=r"^mine plays hearts, not gin: leave out `brain`, or name one for gin$"):
        player.sit(gin, house.read_rules(gin))
    with pytest.raises(UserError, match=r"^mine was made for 4 players with 52 cards, not for 4 players with 32 cards: leave out `brain`$"):
        player.sit(hearts, house.read_rules(hearts, "dutch"))
    with pytest.raises(UserError, match="temperature is 0"):
        seat("policy:temperature=-1")
    with pytest.raises(UserError, match="strong is a brain for the player network, and one for policy is wanted here"):
        seat("policy:brain=strong")


@pytest.mark.parametrize(("game", "rules"), [("hearts", "american"), ("gin", "eaai")])
def test_it_plays_duels(game, rules, tmp_path):
    save(fresh_brain(game, rules, 2, TINY), tmp_path / "a.safetensors")
    found = duel(game, rules, f"policy:brain={tmp_path / 'a.safetensors'},temperature=1", "random", deals=3, seed=4)
    assert found.hands >= 3


@pytest.mark.long
def test_the_example_of_the_docs_runs():
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    code = next(block for block in page.split("```python\n")[1:] if "finish_hands" in block).split("```")[0]
    found: dict = {}
    exec(compile(code, "docs/players.md", "exec"), found)
    assert found["chances"].sum(axis=1) == pytest.approx(np.ones(1000), abs=1e-5) and found["holders"].shape == (1000, 64, 3)
    assert found["costs"].shape == found["sooner"].shape == (1000, 4) and np.isfinite(found["expected"]).all()
