"""Who judges: the policy of the lab that learned these very rules, and a rule of thumb where there is none."""

import pytest

from cardshark.coach import mind
from cardshark.coach.analyse import analyse
from cardshark.coach.gin.judge import GinJudge
from cardshark.coach.gin.policy import GinPolicyJudge
from cardshark.coach.hearts.judge import HeartsJudge
from cardshark.coach.hearts.policy import HeartsPolicyJudge
from cardshark.coach.judges import judge
from cardshark.coach.review import review
from cardshark.games import gin, hearts, house
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.net import net_of
from cardshark.players.policy.shipped import Ready
from cardshark.text import UserError
from helpers.compiling import compiled_only
from helpers.paths import EXAMPLES
from helpers.played import random_hand

LEARNED = {"hearts": "american", "gin": "eaai"}
POSITION = (EXAMPLES / "positions" / "hearts.txt").read_text(encoding="utf-8")


def of_the_lab(game, rules, **about):
    """A policy that knows nothing, as the lab would have it for a game."""
    brain = fresh_brain(game, LEARNED[game.NAME], 3, PolicyDesign(width=16, critic=16, blocks=1))
    for name, value in about.items():
        setattr(brain, name, value)
    return Ready(brain, net_of(brain))


@pytest.fixture
def with_policies(monkeypatch):
    monkeypatch.setattr(mind, "fitting_policy", of_the_lab)


def rules_of(game, text):
    return house.parse(game.PRESETS, text)


@pytest.mark.parametrize(
    ("game", "rules", "kind"),
    [
        (hearts, "american", HeartsPolicyJudge),
        (hearts, "american:limit=50,hands=4,ties=play_on", HeartsPolicyJudge),  # these change nothing within a hand
        (hearts, "american:moon=none", HeartsJudge),
        (hearts, "american:jack_of_diamonds=10", HeartsJudge),
        (hearts, "american:win_back=yes", HeartsJudge),
        (gin, "eaai:target=250,hands=3", GinPolicyJudge),
        (gin, "eaai:knock_limit=5", GinJudge),
        (gin, "oklahoma", GinJudge),
    ],
)
def test_a_policy_judges_by_the_rules_that_it_has_learned(with_policies, game, rules, kind):
    found = judge(game, rules_of(game, rules))
    assert type(found) is kind
    assert found.name == ("policy" if kind in (HeartsPolicyJudge, GinPolicyJudge) else {"hearts": "jake", "gin": "keeper"}[game.NAME])
    assert judge(game, rules_of(game, rules), 7).deals == 7


def test_a_style_may_be_asked_for_and_a_policy_too(with_policies):
    assert type(judge(hearts, rules_of(hearts, "american"), style="stock")) is HeartsJudge
    assert type(judge(hearts, rules_of(hearts, "american"), style="policy")) is HeartsPolicyJudge
    with pytest.raises(UserError, match=r"^no policy of the lab has learned these rules of Hearts: name a style instead, as jake$"):
        judge(hearts, rules_of(hearts, "american:moon=none"), style="policy")


def test_a_policy_that_wants_to_win_the_match_does_not_judge_hands(monkeypatch):
    monkeypatch.setattr(mind, "fitting_policy", lambda game, rules: of_the_lab(game, rules, goal="match"))
    assert type(judge(hearts, rules_of(hearts, "american"))) is HeartsJudge


def test_where_the_lab_has_no_policy_a_rule_of_thumb_judges(monkeypatch):
    def nobody(game, rules):
        raise UserError("the lab has no policy")

    monkeypatch.setattr(mind, "fitting_policy", nobody)
    assert type(judge(hearts, rules_of(hearts, "american"))) is HeartsJudge


@compiled_only
def test_analyse_shows_what_the_policy_thinks(with_policies):
    found = analyse(POSITION)
    assert found.player == "the coach (policy)"
    assert sum(each.policy or 0 for each in found.choices) == pytest.approx(1, abs=1e-5)
    title, *rows = found.rows()
    assert title.endswith("best  policy   glance")
    assert rows[0].endswith(f"{found.choices[0].glance:.2f}")
    assert found == analyse(POSITION)


@compiled_only
@pytest.mark.long
def test_a_review_by_a_policy_adds_up_and_shows_what_the_policy_thinks(with_policies):
    hand = random_hand("hearts", "american", 3)
    found = review(hand, 2)
    assert found["judge"] == "policy"
    assert found["deal"] + found["luck"] + found["play"] == pytest.approx(found["points"], abs=1e-9)
    assert [row["phase"] for row in found["decisions"]] == ["pass"] + ["play"] * 13
    for row in found["decisions"][1:]:
        assert sum(value["policy"] for value in row["values"]) == pytest.approx(1, abs=1e-5)
