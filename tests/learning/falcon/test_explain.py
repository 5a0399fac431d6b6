"""What a FALCON has learned, in words: every rule says what stands in its categories, and nothing else."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark.learning.falcon.course import FalconLesson
from cardshark.learning.falcon.rules import FalconRules, conditions, facts_of, half_of, network_names, networks_like
from cardshark.learning.trainer import train
from cardshark.players.brain_file import read, save
from cardshark.players.hearts.falcon.actions import ACTIONS
from cardshark.players.hearts.falcon.brain import FalconBrain
from cardshark.players.hearts.falcon.design import Coding, FalconDesign, Heartless
from cardshark.players.hearts.falcon.percepts import PAPER_BITS, PERCEPTS
from cardshark.text import UserError
from helpers.commands import check_refused
from helpers.commands import run_quietly as run

ALL = int(PAPER_BITS)
NUMBER = {each.name: number for number, each in enumerate(ACTIONS)}
QUEEN_OUT, QUEEN_MINE = 0b01_01_01_1111, 0b01_01_11_1111


def brain_of(design: FalconDesign, *categories: tuple[int, int, dict[str, tuple[float, int]]], **about) -> FalconBrain:
    """A brain made by hand: for each category its percept, its network, and weight and tries of some actions."""
    brain = FalconBrain(design, {"name": "tiny", **about}, size=len(categories))
    parts, starts = brain.parts(), brain.record["art"][0]["starts"]
    for j, (percept, network, actions) in enumerate(categories):
        parts["percepts"][j], parts["networks"][j], parts["founded"][j] = percept, network, 16 + j
        parts["templates"][j, starts[1] : starts[2]] = 1
        parts["templates"][j, starts[2] :] = (0.93, 0.07)
        for name, (weight, tries) in actions.items():
            parts["templates"][j, starts[1] + NUMBER[name]], parts["visits"][j, NUMBER[name]] = weight, tries
    brain.ready()
    return brain


TINY = [
    (QUEEN_OUT, 0, {"follow_hearts_under": (0.71, 12000), "follow_hearts_low": (0.64, 340), "follow_hearts_high": (0.22, 5),
                    "throw_heart": (0.5, 60)}),
    (QUEEN_MINE, 0, {"follow_hearts_low": (0.6, 40), "follow_hearts_under": (0.4, 60), "throw_queen": (0.9, 100)}),
]  # fmt: skip


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Path:
    """A FALCON of a few hundred hands."""
    out = tmp_path_factory.mktemp("falcon") / "my.safetensors"
    train(FalconDesign(separate=True, groups="4,9"), FalconLesson(games=400), 3, out)
    return out


# ---- words ----


def test_a_category_is_a_sentence():
    found = FalconRules(brain_of(FalconDesign(), *TINY)).rules(20)
    assert [rule.sentence for rule in found] == [
        "Following hearts, when hearts are out above and below mine and the queen, king and ace of spades are with the others: follow with "
        "the strongest of hearts that stays under (0.710), rather than the weakest of hearts (0.640) or the strongest of hearts (0.220, "
        "tried 5 times).",
        "Following hearts, when hearts are out above and below mine, the queen of spades is mine and the king and ace of spades are with "
        "the others: follow with the weakest of hearts (0.600), rather than the strongest of hearts that stays under (0.400).",
        "Out of the suit led, when hearts are out above and below mine, the queen of spades is mine and the king and ace of spades are "
        "with the others: throw the queen of spades away (0.900); nothing else was tried.",
        "Out of the suit led, when hearts are out above and below mine and the queen, king and ace of spades are with the others: throw "
        "the strongest heart away (0.500); nothing else was tried.",
    ]  # fmt: skip
    assert [(rule.category, rule.lessons, rule.founded, rule.rewarded) for rule in found] == [
        (0, 12345, 17, 0.93), (1, 100, 18, 0.93), (1, 100, 18, 0.93), (0, 60, 17, 0.93),
    ]  # fmt: skip


def test_many_alternatives_are_counted():
    names = ["lead_clubs_low", "lead_clubs_high", "lead_hearts_low", "lead_spades_low", "lead_diamonds_low"]
    leads = {name: (0.9 - 0.1 * place, 50 if place else 1) for place, name in enumerate(names)}
    (rule,) = FalconRules(brain_of(FalconDesign(heartless=Heartless.NOTHING), (0, 0, leads))).rules(20)
    assert rule.sentence == (
        "Leading, when no hearts are out (or I have none) and the queen, king and ace of spades are gone: lead the weakest of clubs "
        "(0.900, tried once), rather than the strongest of clubs (0.800), the weakest of hearts (0.700) or 2 other actions (at most 0.600)."
    )


@given(st.integers(0, ALL))
def test_the_high_spades_and_the_hearts_are_said_once_each(bits):
    hearts = bits & 15
    if hearts not in (0, 0b0101, 0b0110, 0b1010, 0b0111, 0b1110, 0b1111):
        return  # cannot be noticed
    found = " and ".join(conditions(bits, ALL, Heartless.NOTHING))
    assert all(found.count(name) == 1 for name in ("queen", "king", "ace", "hearts"))
    assert "(or I have none)" in found if hearts == 0 else "none)" not in found
    for shift, name in ((4, "queen"), (6, "king"), (8, "ace")):
        (phrase,) = [each for each in found.split(" and the ") if name in each]
        mine, elsewhere = (bits >> shift) & 3 == 3, (bits >> shift) & 3 == 1
        assert ("mine" in phrase.partition("of spades")[2]) == mine
        assert ("somebody else" in phrase or "others" in phrase) == elsewhere


def test_hearts_that_can_be_noticed_are_the_ones_with_words():
    """Above my best, between mine, below my worst: each may be or not be."""
    patterns = {above | (between or below) << 1 | (above or between) << 2 | below << 3
                for above in (0, 1) for between in (0, 1) for below in (0, 1)}  # fmt: skip
    for pattern in patterns:
        assert len(conditions(pattern, 15, Heartless.NOTHING)) == 1
    assert conditions(0b0101, 15, Heartless.LOWEST) == ["the hearts that are out are all above mine (or I have none)"]
    assert conditions(0, 15, Heartless.LOWEST) == ["no hearts are out"]


def test_other_percepts_are_said_as_they_are():
    number = next(number for number, each in enumerate(PERCEPTS) if each.name == "last")
    assert conditions(1 << number, 1 << number | 0b11, Heartless.NOTHING) == [
        "no heart above my best is out",
        "no heart below my best is out",
        "I play last",
    ]
    assert conditions(0, 0, Heartless.NOTHING) == []


# ---- networks ----


def test_networks_have_names():
    assert network_names(FalconBrain(FalconDesign())) == ["all tricks"]
    assert network_names(FalconBrain(FalconDesign(separate=True))) == ["following", "leading"]
    assert network_names(FalconBrain(FalconDesign(groups="4,8,1"))) == ["tricks 1-4", "tricks 5-12", "trick 13"]
    names = network_names(FalconBrain(FalconDesign(groups="12,1", separate=True)))
    assert names == ["following in tricks 1-12", "leading in tricks 1-12", "following in trick 13", "leading in trick 13"]
    assert networks_like(names, "leading") == [1, 3] and networks_like(names, "") == [0, 1, 2, 3]
    assert networks_like(["trick 1", "tricks 2-12", "trick 13"], "trick 1") == [0]
    with pytest.raises(UserError, match=r"^there is no network 'tricks 3'; there is following in tricks 1-12, leading in tricks 1-12, "):
        networks_like(names, "tricks 3")


def test_a_network_is_named_where_there_are_several():
    brain = brain_of(FalconDesign(groups="4,9"), (0, 1, {"throw_heart": (0.5, 10)}), (0, 0, {"throw_heart": (0.5, 30)}))
    first, second = FalconRules(brain).rules(20)
    assert first.sentence.startswith("Out of the suit led in tricks 1-4, when ") and first.network == "tricks 1-4"
    assert second.sentence.startswith("Out of the suit led in tricks 5-13, when ")
    (only,) = FalconRules(brain, "tricks 5-13").rules(20)
    assert only == second and FalconRules(brain, "tricks 5-13").summary()["networks"] == ["tricks 5-13"]


# ---- categories that stand for many percepts ----


@pytest.mark.parametrize(("coding", "known"), [(Coding.COMPLEMENT, 0b1101), (Coding.PLAIN, 0b0101)])
def test_what_a_category_found_by_search_stands_for(coding, known):
    """Where its template has shrunk the fact may be so or not; without complement coding it must never not be so."""
    brain = FalconBrain(FalconDesign(percepts="above_best+below_best+above_worst+below_worst", coding=coding), size=1)
    senses = brain.parts()["templates"][0]
    senses[[0, 2]] = 1
    if coding == Coding.COMPLEMENT:
        senses[4 + 3] = 1
    bits, found = facts_of(brain, np.array([0]))
    assert (bits[0], found[0]) == (0b0101, known)


# ---- habits ----


def test_what_is_mostly_preferred_and_what_changes_it():
    found = FalconRules(brain_of(FalconDesign(), *TINY)).habits()
    assert [habit.sentence for habit in found] == [
        "Following hearts, most often preferred: follow with the strongest of hearts that stays under (in 99 % of 12,445 lessons; its "
        "weight is 0.708 on average).",
        "Out of the suit led, most often preferred: throw the queen of spades away (in 62 % of 160 lessons; its weight is 0.900 on "
        "average). What changes that most: 100 % when the queen of spades is mine or on the table, 0 % when the queen of spades is "
        "neither mine nor on the table.",
    ]  # fmt: skip
    assert found[0].depends_on == ""  # the other way is too rare to say anything
    assert found[0].weight == pytest.approx((12000 * 0.71 + 60 * 0.4) / 12060, abs=1e-4)


def test_half_of_the_lessons():
    assert half_of(np.array([[5, 1], [2, 2]])) == 1
    assert half_of(np.array([[3, 3], [3, 3]])) == 2
    assert half_of(np.zeros((0, 6), np.int64)) == half_of(np.zeros((2, 6), np.int64)) == 0


# ---- a FALCON that was trained ----


@pytest.mark.long
def test_the_rules_are_what_the_brain_holds(trained):
    brain = read(trained)
    assert isinstance(brain, FalconBrain)
    parts, starts = brain.parts(), brain.record["art"][0]["starts"]
    rules = FalconRules(brain).rules(1 << 30)
    assert sum(rule.lessons for rule in rules) == parts["visits"].sum() == 400 * 13
    assert [rule.lessons for rule in rules] == sorted((rule.lessons for rule in rules), reverse=True)
    for rule in rules:
        assert rule.lessons == sum(each.tries for each in rule.preferences)
        weights = [each.weight for each in rule.preferences]
        assert weights == sorted(weights, reverse=True)
        for each in rule.preferences:
            assert parts["visits"][rule.category, NUMBER[each.action]] == each.tries > 0
            assert parts["templates"][rule.category, starts[1] + NUMBER[each.action]] == pytest.approx(each.weight, abs=1e-4)
        assert 1 <= rule.founded <= 400
        assert rule.network.startswith("leading") == (rule.situation == "leading")
    assert len({(rule.category, rule.situation) for rule in rules}) == len(rules)
    summary = FalconRules(brain).summary()
    assert summary["rules"] == len(rules) and summary["categories"] == len({rule.category for rule in rules})


def test_explained_for_people_and_for_programs(trained, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    words = ["explain", f"falcon:brain={trained}", "--top", "3"]
    status, out, err = run(capsys, monkeypatch, *words)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("my: ") and lines[0].endswith(
        "categories of 4 networks, made of 10 percepts and 29 actions, learned in 400 games."
    )
    assert lines[1].startswith("Categories from the first games to the last: ")
    assert "from 5,200 lessons" in lines[2] and "in the trick, over about the last fifty" in lines[3]
    assert [line[:4] for line in lines if line[:3].strip().isdigit()] == ["  1.", "  2.", "  3."]
    status, out, _ = run(capsys, monkeypatch, *words, "--json")
    found = json.loads(out)
    assert status == 0 and list(found) == ["name", "games", "growth", "sha256", "summary", "habits", "rules"]
    assert all(f"  {number}. {rule['sentence']}" in lines for number, rule in enumerate(found["rules"], start=1))
    assert all(habit["sentence"] in lines for habit in found["habits"]) and len(found["habits"]) == 6
    status, out, _ = run(capsys, monkeypatch, *words, "--network", "leading", "--json")
    found = json.loads(out)
    assert {rule["situation"] for rule in found["rules"]} == {"leading"}
    assert found["summary"]["networks"] == ["leading in tricks 1-4", "leading in tricks 5-13"]


def test_who_has_learned_nothing_has_no_rules(tmp_path, capsys, monkeypatch):
    save(brain_of(FalconDesign(), settings={"update": "hand_mean"}), tmp_path / "blank.safetensors")
    status, out, err = run(capsys, monkeypatch, "explain", f"falcon:brain={tmp_path / 'blank.safetensors'}")
    assert (status, err) == (0, "")
    assert out.startswith("blank: 0 categories of one network") and "0 rules" in out and "in the rest of the hand" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["jake"], "only a FALCON can say in rules what it has learned: write falcon:brain=NAME or FILE, not 'jake'"),
        (["exec:rm -rf x"], "not 'exec:rm -rf x'"),
        (["./nothing.py:Bot"], "only a FALCON can say"),
        (["montecarlo(deals=3)"], "only a FALCON can say"),
        (["falcon:brain=strong"], "strong is a brain for the player network, and one for falcon is wanted here"),
        (["falcon:brain=nothing.safetensors"], "nothing.safetensors cannot be read: No such file or directory"),
        (["falcon:brain=TRAINED,depth=3"], "falcon has no option 'depth'; it has brain, epsilon, passing"),
        (["falcon:brain=TRAINED", "--top", "0"], "top is a number of rules from 1 up, not 0"),
        (["falcon:brain=TRAINED", "--network", "dreaming"], "there is no network 'dreaming'; there is following in tricks 1-4, leading"),
        ([], "explain needs a player: cardshark explain falcon:brain=NAME"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence(trained, capsys, monkeypatch, words, sentence):
    words = [word.replace("TRAINED", str(trained)) for word in words]
    check_refused(capsys, monkeypatch, sentence, "explain", *words)


def test_help_loads_nothing_heavy():
    heavy = "any(each in sys.modules for each in ('numpy', 'numba'))"
    program = f"import sys; from cardshark.cli import main\ntry: main()\nfinally: sys.exit({heavy})"
    done = subprocess.run([sys.executable, "-c", program, "explain", "--help"], check=True, capture_output=True, text=True)
    assert "--network" in done.stdout and "falcon:brain=FILE" in " ".join(done.stdout.split())
