"""Wrong calls from Python, one a line: each gets one sentence that names what is wrong."""

from pathlib import Path

import numpy as np
import pytest

from cardshark.arena import jobs
from cardshark.arena.duel import duel
from cardshark.arena.gin_hands import final_hands
from cardshark.arena.league import league
from cardshark.arena.sprt import sprt
from cardshark.cards import card
from cardshark.coach.review import review
from cardshark.games import game_named, gin, hearts, house, transcript
from cardshark.games.match import Single
from cardshark.hands import link, saved, verify
from cardshark.learning import Design, Lesson, train
from cardshark.learning.gin.course import TdLesson
from cardshark.play import deal, match, play
from cardshark.players import seat
from cardshark.players.brain_file import load_any
from cardshark.players.player import Bot, IllegalChoice, Player
from cardshark.tables import Observer, Tables
from cardshark.text import UserError, brief, whole_number
from helpers.commands import files
from helpers.paths import GOLDEN

RULES = hearts.PRESETS["american"]._replace(hands=1)
HUGE = 10**5000  # too many digits for Python to print


class First(Bot):
    """Plays what comes first."""

    def play(self, view):
        return view.choices[0]


class NoPlay(Bot):
    """Forgot to write `play`."""


class NoSelf(Bot):
    """Its `play` does not take a view."""

    def play(self):
        return 0


class Stranger:
    """Would play, but inherits from nobody."""

    def play(self, view):
        return view.choices[0]


class Answers(Bot):
    """Plays whatever it was made with."""

    def __init__(self, answer):
        self.answer = answer

    def play(self, view):
        return self.answer


class Returns(Player):
    """Returns its choices instead of writing them."""

    def choose(self, views, choices):
        return [0] * len(views)


class Deaf(Player):
    """Its `choose` takes nothing."""

    def choose(self):
        """Nobody is asked."""


def dealt():
    return deal(hearts, RULES, 1, 2)


def meet(a, b="random", **settings):
    return duel("hearts", "american", a, b, **{"deals": 2, "seed": 1, **settings})


def tables(**settings):
    return Tables("hearts", **{"rules": "american:hands=1", "count": 2, **settings})


def views():
    return Observer("hearts", "american")


# A call, and a part of the sentence.
CALLS = [
    # games and rules
    (lambda: game_named(3), "the name of a game is a text here, not 3"),
    (lambda: game_named("bridge"), "there is no game 'bridge'"),
    (lambda: house.parse(hearts.PRESETS, None), "a name with options is a text here, not None"),
    (lambda: house.parse(hearts.PRESETS, "american:limit"), "is not an option"),
    (lambda: card(None), "a card is a text here, not None"),
    (lambda: deal(3, RULES, 1, 2), "a game is a text (hearts, gin) or a game's module, not 3"),
    (lambda: deal(hearts, gin.PRESETS["eaai"], 1, 2), "rules of hearts are a text (american, dutch, passleft, falcon"),
    (lambda: deal(hearts, RULES._replace(limit="many"), 1, 2), "the rule limit is a whole number"),
    (lambda: deal(hearts, RULES._replace(limit=1.5), 1, 2), "the rule limit is a whole number"),
    # numbers
    (lambda: deal(hearts, RULES, 1, -1), "a number of games is a whole number from 0 up, not -1"),
    (lambda: deal(hearts, RULES, 1, 2.0), "a number of games is a whole number from 0 up, not 2.0"),
    (lambda: deal(hearts, RULES, 1, True), "a number of games is a whole number from 0 up, not True"),
    (lambda: deal(hearts, RULES, 1, None), "a number of games is a whole number from 0 up, not None"),
    (lambda: deal(hearts, RULES, 1, 10**12), "a number of games is a whole number from 0 to 16,777,216, not 1000000000000"),
    (lambda: deal(hearts, RULES, -1, 2), "a seed is a whole number from 0 up, not -1"),
    (lambda: deal(hearts, RULES, 1.0, 2), "a seed is a whole number from 0 up, not 1.0"),
    (lambda: deal(hearts, RULES, "1", 2), "a seed is a whole number from 0 up, not '1'"),
    (lambda: deal(hearts, RULES, [1], 2), "a seed is a whole number from 0 up, not [1]"),
    (lambda: deal(hearts, RULES, 2**128, 2), f"a seed is a whole number from 0 to {2**128 - 1:,}, not {2**128}"),
    (
        lambda: deal(hearts, RULES, HUGE, 2),
        f"from 0 to {2**128 - 1:,}, not something of type int",
    ),
    (lambda: deal(hearts, RULES, 1, 2, start=10**30), "the number of a match is a whole number from 0 to"),
    # matches
    (lambda: match("hearts", "random"), "players are a list, one for each seat, not 'random'"),
    (lambda: match("hearts", First()), "players are a list, one for each seat, not First"),
    (lambda: match("hearts", ["random"] * 3), "hearts needs 4 players by these rules, not 3"),
    (lambda: match("hearts", ["random", "random", "random", 3]), "3 is not a player: hand in a text, or an object"),
    (lambda: match("hearts", [First] * 4), "First is a class, not a player: hand in an object of it, as First()"),
    (lambda: match("hearts", ["random"] * 4, rules=3), "rules of hearts are a text"),
    (lambda: match("hearts", ["random"] * 4, number=-1), "the number of a match is a whole number from 0 up, not -1"),
    (lambda: Single(hearts, RULES, deals=-1), "the word of the deals is a whole number from 0 up, not -1"),
    (lambda: Single(hearts, RULES, deals=1).choose(64), "a choice is a whole number from 0 to 63, not 64"),
    (lambda: Single(hearts, RULES, deals=1).choose("QS"), "a choice is a whole number from 0 up, not 'QS'"),
    (lambda: duel("hearts", "american", "jake", "random", speed=1), "there is no setting 'speed'"),
    (lambda: duel("hearts", "american", "jake", "random", seats="9v9"), "9v9"),
    (lambda: league("hearts", "american", ["jake", "random"], seeds=1), "there is no setting 'seeds': did you mean seed?"),
    # players
    (lambda: seat(None), "a player is a text here, not None"),
    (lambda: seat(First()), "a player is a text here, not First"),
    (lambda: play(hearts, RULES, dealt(), "random"), "players are a list, one for each seat, not 'random'"),
    (lambda: play(hearts, RULES, dealt(), ["random"]), "'random' is not a player: hand in a text, or an object"),
    (lambda: play(hearts, RULES, dealt(), [First]), "First is a class, not a player: hand in an object of it, as First()"),
    (lambda: play(hearts, RULES, dealt(), [Stranger()]), "is not a player: hand in a text, or an object whose class inherits"),
    (lambda: play(hearts, RULES, dealt(), [NoPlay()]), "NoPlay is not a player: it needs a method play(self, view) or choose("),
    (lambda: play(hearts, RULES, dealt(), [NoSelf()]), "NoSelf is not a player: it needs a method play(self, view)"),
    (lambda: play(hearts, RULES, dealt(), [Deaf()]), "Deaf is not a player: it needs a method choose(self, views, choices)"),
    (lambda: play(hearts, RULES, dealt(), []), "4 seats need one player for all or 4 players, not 0"),
    (lambda: play(hearts, RULES, dealt(), [Returns()]), "chose nothing: `choose` writes into every row of `choices`, and returns nothing"),
    (lambda: play(hearts, RULES, dealt(), [Answers(None)]), "Answers chose None, which is not a number from 0 to 63"),
    (lambda: play(hearts, RULES, dealt(), [Answers("QS")]), "Answers chose 'QS', which is not a number from 0 to 63"),
    (lambda: play(hearts, RULES, dealt(), [Answers(1.0)]), "Answers chose 1.0, which is not a number from 0 to 63"),
    (lambda: play(hearts, RULES, dealt(), [Answers(10**30)]), "which is not a number from 0 to 63"),
    (lambda: play(hearts, RULES, dealt(), [Answers(63)]), "Answers chose 63 in phase pass; it may choose"),
    (lambda: play(hearts, RULES, [1, 2], [First()]), "games to play are those that `deal` has dealt for hearts, not [1, 2]"),
    (lambda: play(gin, "eaai", dealt(), [First()]), "games to play are those that `deal` has dealt for gin"),
    (lambda: play(hearts, RULES, dealt(), [First()], seating=np.zeros((2, 3), np.int8)), "in an array of shape (2, 4), not array"),
    (lambda: play(hearts, RULES, dealt(), [First()], seating=np.zeros((2, 4))), "a seating names one of 1 players"),
    (lambda: play(hearts, RULES, dealt(), [First()], seating="left"), "in an array of shape (2, 4), not 'left'"),
    # duels and leagues
    (lambda: meet("random", deals=0), "a duel needs at least 2 deals, not 0"),
    (lambda: meet("random", deals=2.5), "the number of deals is a whole number from 2 up, not 2.5"),
    (lambda: meet("random", deals=HUGE), "the number of deals is a whole number from 2 to 1,000,000,000, not something of type int"),
    (lambda: meet("random", seed="x"), "a seed is a whole number from 0 up, not 'x'"),
    (lambda: meet("random", seats_of_a=4), "A takes 1 to 3 seats, not 4"),
    (lambda: meet("random", seats_of_a=None), "A takes 1 to 3 seats, not None"),
    (lambda: meet("random", until=[1], deals=200), "until it is precise to a number above 0, not until [1]"),
    (lambda: meet("random", record=3), "a file is named by a text or a path, not 3"),
    (lambda: meet("random", record="a\0b"), "a file is named by a text or a path, not 'a\\x00b'"),
    (lambda: meet("random", on=3), "a place to work is named by a text (here, cores, ray), not 3"),
    (lambda: meet("random", workers="two"), "the number of workers is a whole number from 1 up, not 'two'"),
    (lambda: meet(First), "First is a class, not a player"),
    (lambda: meet(("me", 3)), "3 is not a player"),
    (lambda: meet((3, First())), "the name of a player is a text here, not 3"),
    (lambda: meet(None), "None is not a player"),
    (lambda: meet("random", record="new.jsonl", b=Returns()), "chose nothing"),
    (lambda: duel(3, None, "random", "random", 2, 1), "a game is a text (hearts, gin) or a game's module, not 3"),
    (lambda: league("hearts", None, "random", 2, 1), "players are a list, one for each seat, not 'random'"),
    (lambda: league("hearts", None, ["random", None], 2, 1), "None is not a player"),
    (lambda: league("hearts", gin.PRESETS["eaai"], ["random", "greedy"], 2, 1), "rules of hearts are a text"),
    (lambda: sprt("hearts", None, "random", "random", 50), "a sequential test needs at least 100 deals, not 50"),
    (lambda: sprt("hearts", None, "random", "random", "many"), "the number of deals is a whole number from 2 up, not 'many'"),
    (lambda: sprt("hearts", None, "random", "random", better="much"), "better is a number, not 'much'"),
    (lambda: sprt("hearts", None, "random", "random", alpha=1), "alpha is how often the test may err, a number above 0 and below 0.5"),
    (lambda: sprt("hearts", None, "random", "random", worse=0.5), "must be above the gain that is not worth having (0.5)"),
    (lambda: sprt("hearts", None, "random", "random", deals=500), "there is no setting 'deals'"),
    (lambda: sprt("hearts", None, "random", None), "None is not a player"),
    (lambda: final_hands("random", deals="many"), "the number of deals is a whole number from 2 up, not 'many'"),
    (lambda: list(jobs.run(None, [1])), "work is a function, and pieces are a list: not None and [1]"),
    (lambda: list(jobs.run(abs, iter([1]))), "work is a function, and pieces are a list"),
    (lambda: list(jobs.run(lambda piece: piece, [1, 2], "cores", 2)), "cannot be sent to workers: hand in a function of a module"),
    # tables
    (lambda: tables(count=0), "not 0"),
    (lambda: tables(seed=1.5), "a seed is a whole number from 0 up, not 1.5"),
    (lambda: tables(rules=gin.PRESETS["eaai"]), "rules of hearts are a text"),
    (lambda: tables(opponents=3), "3 is not a player"),
    (lambda: tables(opponents=[First]), "First is a class, not a player"),
    (lambda: tables(opponents="random", learner=np.array([1, 9])), "learner is 'rotate', a seat from 0 to 3, or a list of seats"),
    (lambda: tables(rewards=3), "a kind of rewards is named by a text (points, score, win), not 3"),
    (lambda: tables().choose([99, 99]), "table 0: seat"),
    (lambda: tables().choose("QS"), "choices are 2 whole numbers, one a table"),
    (lambda: tables().restore(3), "a snapshot comes from `copy`"),
    (lambda: tables().turn().bits("many"), "bits come as np.uint8 or np.float32, not as 'many'"),
    (lambda: tables().turn().inputs([3]), "the name of inputs is a text here, not [3]"),
    (lambda: views().bits([1, 2]), "views are an array of the views of hearts, as players get them, not [1, 2]"),
    (lambda: views().legal(np.zeros(2, gin.VIEW)), "views are an array of the views of hearts"),
    # files, links, reviews
    (lambda: transcript.read(None), "a transcript is a text here, not None"),
    (lambda: transcript.read(b"cardshark"), "a transcript is a text here, not b'cardshark'"),
    (lambda: transcript.write("hearts"), "a Transcript is written, not 'hearts'"),
    (lambda: transcript.load(3), "a file is named by a text or a path, not 3"),
    (lambda: transcript.load("a\0b"), "a file is named by a text or a path"),
    (lambda: link.encode("hand"), "a link holds a PlayedHand, not 'hand'"),
    (lambda: link.decode(3), "a link is a text here, not 3"),
    (lambda: verify.read(Path("hand.json")), "a saved hand is a text here, not PosixPath('hand.json')"),
    (lambda: verify.verify([]), "a saved hand is a dict, as `read` returns it, not []"),
    (lambda: review("hand", 0), "a PlayedHand is reviewed, not 'hand'"),
    (lambda: review(golden_hand(), "south"), "there is no seat 'south'"),
    # learning
    (lambda: load_any(3), "the name of a brain is a text here, not 3"),
    (lambda: load_any("a\0b"), "cannot be the name of a brain"),
    (lambda: load_any("a" * 5000), "there is no brain 'aaa"),
    (lambda: Lesson(games="many"), "games of Lesson is a whole number, not 'many'"),
    (lambda: Lesson(rate=None), "rate of Lesson is a number, not None"),
    (lambda: Lesson(schedule=99), "schedule of Lesson is a constant | linear | cosine, not 99"),
    (lambda: Design(hidden=16), "hidden of Design is a text, not 16"),
    (lambda: train(Design(), "hard"), "a lesson is a PolicyLesson, Lesson, Apprenticeship"),
    (lambda: train("deep", Lesson()), "hindsight teaches a brain of a Design, not of 'deep'"),
    (lambda: train(Design(), TdLesson()), "td teaches a brain of a RummyDesign, not of Design("),
    (lambda: train(Design(), Lesson(), seed="x"), "a seed is a whole number from 0 up, not 'x'"),
    (lambda: train(Design(), Lesson(), out=3), "a file is named by a text or a path, not 3"),
    (lambda: train(Design(), Lesson(), save_every="x"), "save_every is a number of seconds above 0, not 'x'"),
    (lambda: train(Design(), Lesson(), keep=1.5), "the number of younger selves to keep is a whole number from 0 up, not 1.5"),
]


def golden_hand():
    return saved.from_json(verify.read((GOLDEN / "hand.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(("call", "part"), CALLS, ids=[part[:60] for _, part in CALLS])
def test_a_wrong_call_gets_one_sentence_and_leaves_nothing(call, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((UserError, IllegalChoice)) as refused:
        call()
    sentence = str(refused.value)
    assert part in sentence
    assert "\n" not in sentence and len(sentence) < 600
    assert files() == []


def test_there_are_many_of_them():
    assert len(CALLS) >= 100


def test_what_is_nearly_wrong_is_right(tmp_path):
    """NumPy's numbers are numbers, a path may be a text, a game its module, and a seating any whole numbers."""
    assert (deal(hearts, RULES, np.int64(1), np.uint8(2)) == dealt()).all()
    assert meet("random", deals=np.int64(2), seed=np.int32(1), record=str(tmp_path / "new.jsonl")).deals == 2
    assert str(match(hearts, ["random"] * 4, RULES, 1)) == str(match("hearts", ("random",) * 4, "american:hands=1", 1))
    again = dealt()
    play(hearts, "american:hands=1", again, [First()], seating=[[0] * 4] * 2)
    assert (again["table"]["phase"] == hearts.OVER).all()
    seed = 2**128 - 1
    assert transcript.read(str(match("gin", ["random"] * 2, "eaai:hands=1", seed))).seed == seed


@pytest.mark.parametrize("value", [None, True, 1.0, "1", [1], np.array([1, 2]), -1, 8, 2**70, np.float64(3)])
def test_what_is_no_whole_number(value):
    with pytest.raises(UserError, match=r"^this is a whole number from 0 (up|to 7), not "):
        whole_number("this", value, 0, 7)


@pytest.mark.parametrize("value", [0, 7, np.int8(3), np.uint64(7)])
def test_what_is_one(value):
    found = whole_number("this", value, 0, 7)
    assert found == value and type(found) is int


def test_a_value_is_shown_in_a_short_line():
    class Silent:
        def __repr__(self):
            raise RuntimeError

    assert brief("a\nb") == r"'a\nb'"
    assert brief(Silent()) == "something of type Silent"
    assert len(brief("a" * 1000)) == 80 and brief("a" * 1000).endswith("...")
