"""The names at the top of the package: there when they are asked for, and free of charge until then."""

import importlib.util
import subprocess
import sys

import pytest

import cardshark
from cardshark.coach.reviewed import Review, played_hand
from cardshark.learning.falcon.course import FalconLesson
from cardshark.learning.trainer import train as train_objects
from cardshark.players.brain_file import digest
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.text import UserError
from helpers.paths import GOLDEN

NAMES = {"match", "duel", "league", "train", "seat", "Tables", "analyse", "review", "sprt"}
ELSEWHERE = {name for name, module in cardshark.OFFERED.items() if importlib.util.find_spec(module) is None} & {"analyse"}
SHORT = {"games": 40, "rules": "falcon", "against": "stock"}


def test_the_names_are_offered():
    assert set(cardshark.__all__) == NAMES == set(cardshark.OFFERED)
    assert {*NAMES, "__version__"} <= set(dir(cardshark))


@pytest.mark.parametrize("name", sorted(NAMES - ELSEWHERE))
def test_each_is_what_its_room_has(name):
    found = getattr(cardshark, name)
    assert found is getattr(importlib.import_module(cardshark.OFFERED[name]), name)
    assert found.__doc__


@pytest.mark.parametrize("name", ["match", "duel", "league", "train", "seat", "review", "sprt"])
def test_its_help_shows_an_example(name):
    assert f"{name}(" in getattr(cardshark, name).__doc__


def test_a_name_that_is_not_there_is_missing_as_in_every_module():
    with pytest.raises(AttributeError, match="module 'cardshark' has no attribute 'duell'"):
        cardshark.duell  # noqa: B018


@pytest.mark.long
def test_importing_the_package_loads_nothing_heavy():
    heavy = "import sys, cardshark; sys.exit(any(name in sys.modules for name in ('numpy', 'numba', 'rich', 'cardshark.games')))"
    subprocess.run([sys.executable, "-c", heavy], check=True)


# ---- train ----


def test_train_takes_the_flags_of_the_command_as_values_or_as_texts():
    brain = cardshark.train("falcon", seed=3, **SHORT, epsilon=0.1, forced=False)
    typed = cardshark.train("falcon", seed=3, **SHORT, epsilon="0.1", forced="no")
    by_hand = train_objects(FalconDesign(), FalconLesson(games=40, rules="falcon", against="stock", epsilon=0.1, forced=False), 3)
    assert digest(brain) == digest(typed) == digest(by_hand)
    assert brain.about["settings"]["games"] == 40


def test_train_keeps_the_brain_in_a_file_and_says_how_far_it_is(tmp_path):
    reports = []
    brain = cardshark.train("falcon", out=str(tmp_path / "mine.safetensors"), progress=reports.append, **SHORT)
    assert (tmp_path / "mine.safetensors").exists() and reports[-1].game == 40
    again = cardshark.train("falcon", out=tmp_path / "mine.safetensors", **SHORT)
    assert digest(again) == digest(brain)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cardshark.train("falkon"), "there is no learner 'falkon': did you mean falcon?"),
        (lambda: cardshark.train("falcon", gamess=3), "falcon has no option 'gamess': did you mean games?"),
        (lambda: cardshark.train("falcon", games="many"), "games must be a whole number, not 'many'"),
        (lambda: cardshark.train("td", start="hawk"), "hawk is a brain for the player falcon, which `train td` does not teach"),
        (lambda: cardshark.train("falcon", out="mine.bin"), "the file of a brain ends with .safetensors"),
    ],
)
def test_a_wrong_training_gets_one_sentence(call, sentence):
    with pytest.raises(UserError, match=r"\w") as error:
        call()
    assert sentence in str(error.value)


# ---- review ----


@pytest.fixture(scope="module")
def played():
    return cardshark.match("hearts", ["jake", "stock", "greedy", "random"], rules="american:hands=2", seed=7)


@pytest.fixture(scope="module")
def reviewed(played) -> Review:
    return cardshark.review(played, seat=1, number=2, deals=10)


def test_a_review_adds_up_and_prints_every_decision_that_was_one(reviewed):
    assert reviewed.points == pytest.approx(reviewed.deal + reviewed.luck + reviewed.play)
    text = str(reviewed)
    assert text.startswith("Hearts, hand 2: stock took ") and "expected after the deal" in text
    assert len(text.splitlines()) == 4 + sum(not each["forced"] for each in reviewed.decisions)
    assert all(each["best"] in text and each["verdict"] in text for each in reviewed.decisions if not each["forced"])


@pytest.mark.long
def test_a_hand_may_come_as_a_transcript_a_text_a_file_a_link_or_json(played, reviewed, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(str(played), encoding="utf-8")
    by_number = [cardshark.review(given, 1, 2, deals=10) for given in (str(played), file, str(file))]
    alone = [cardshark.review(given, 1, deals=10) for given in (reviewed.data, reviewed.data["link"], played_hand(played, 2))]
    assert {str(each) for each in [*by_number, *alone]} == {str(reviewed)}


def test_the_table_of_the_hand_before_counts(played):
    first, second = (played_hand(played, number) for number in (1, 2))
    assert (first.totals, first.number, second.number) == ((0, 0, 0, 0), 0, 1)
    assert sum(second.totals) == 26 and second.cards == played.hands[1]


@pytest.mark.long
def test_a_saved_hand_and_a_hand_of_gin_are_reviewed():
    assert cardshark.review(GOLDEN / "hand.json", seat=0, deals=10).decisions
    match = cardshark.match("gin", ["simple", "lookahead"], rules="eaai", seed=3)
    assert str(cardshark.review(match, number=2, deals=5)).startswith("Gin rummy, hand 2: simple won 33 points")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda played: cardshark.review(played, number=3), "this transcript has the hands 1 to 2, not 3"),
        (lambda played: cardshark.review(played, seat=4), "seats are numbered from 0 to 3: there is no seat 4"),
        (lambda played: cardshark.review(played, deals=0), "at least 1 deal, not 0"),
        (lambda played: cardshark.review(7), "a hand to review is a transcript, a link, a saved hand or a file, not int"),
        (lambda played: cardshark.review("nowhere.txt"), "this link does not hold a hand"),
        (lambda played: cardshark.review(GOLDEN), "cannot be read"),
    ],
)
def test_what_cannot_be_reviewed_gets_one_sentence(played, call, sentence):
    with pytest.raises(UserError, match=r"\w") as error:
        call(played)
    assert sentence in str(error.value)
