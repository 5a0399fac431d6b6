"""Version 2 of the protocol: tables, matches that begin, cards passed at once, choices that are not asked. Version 1 is as it was."""

import gc
from types import SimpleNamespace

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import card, set_of
from cardshark.games import gin, hearts
from cardshark.games.hearts.rules import FirstLead
from cardshark.games.match import Single
from cardshark.play import Table, deal, play
from cardshark.players import seat
from cardshark.players.external.question import MadeAtOnce, Question
from cardshark.players.player import Bot, ask_player
from cardshark.tables import Tables
from cardshark.text import shown
from helpers.external import HAND, VERSION_1, command, heard, version_2
from helpers.paths import EXAMPLES

MATCH = hearts.PRESETS["american"]._replace(hands=5)
GIN = gin.PRESETS["eaai"]._replace(hands=2)
ENGINE = command(EXAMPLES / "engine.py")  # passes at once, and is not asked where it has no choice


def told(log) -> list[dict[str, list[str]]]:
    """The lines of each question that a program was asked, by keyword; the program must have ended."""
    gc.collect()
    found: list[dict[str, list[str]]] = [{}]
    for line in log.read_text(encoding="utf-8").split("begin\n", 1)[1].splitlines():
        keyword, *words = line.split()
        found[-1][keyword] = words
        if keyword.startswith("choose"):
            found.append({})
    assert found.pop() == {"quit": []}
    return found


# ---- version 1 ----


LUCKY = """
import sys
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "cardshark": print("engine 1 lucky", flush=True)
    if keyword == "begin": print("ready", flush=True)
    if keyword == "choose": print(words[1 + int(words[0], 16) % (len(words) - 1)], flush=True)
"""


class Lucky(Bot):
    """Follows its luck, and keeps what a program of version 1 must be told."""

    def sit(self, game, rules):
        self.game, self.rules, self.lines = game, rules, []

    def play(self, view):
        words = self.game.text.words(view)
        self.lines += [*self.game.text.position(view, self.rules), f"choose {view.luck:016x} {' '.join(words)}"]
        return [*words.values()][view.luck % len(words)]


@pytest.mark.parametrize(("game", "rules"), [(hearts, MATCH), (gin, GIN)], ids=["hearts", "gin"])
def test_a_program_of_version_1_is_told_what_it_was_always_told(game, rules, tmp_path):
    (tmp_path / "lucky.py").write_text(LUCKY, encoding="utf-8")
    plain, games, reader = deal(game, rules, 3, 1), deal(game, rules, 3, 1), Lucky()
    play(game, rules, plain, [reader])
    play(game, rules, games, [seat(heard(command(tmp_path / "lucky.py"), tmp_path / "told"))])
    gc.collect()
    texts = " ".join(f"{name}={shown(value)}" for name, value in rules._asdict().items())
    expected = ["cardshark 1", f"game {game.NAME}", f"rules {texts}", "seconds 10", "begin", *reader.lines, "quit"]
    assert (tmp_path / "told").read_text(encoding="utf-8").splitlines() == expected
    assert (plain == games).all()


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), [(hearts, MATCH), (gin, GIN)], ids=["hearts", "gin"])
def test_both_versions_of_a_program_play_the_same_in_any_batch(game, rules, tmp_path):
    """It looks at nothing but the position: so it makes no difference how it is asked."""
    first, second, one_by_one = (deal(game, rules, 5, 30) for _ in range(3))
    play(game, rules, first, [seat(f"exec:{command(VERSION_1)}")])
    program = seat(f"exec:{ENGINE}")
    play(game, rules, second, [program])
    for number in range(10):
        play(game, rules, one_by_one[number : number + 1], [program])
    assert (first == second).all()
    assert (one_by_one[:10] == first[:10]).all()


# ---- tables and matches ----


@pytest.mark.long
def test_positions_say_at_which_table_and_where_a_match_begins(tmp_path):
    program, table_count = seat(heard(ENGINE, tmp_path / "told")), 7
    other = seat("random")
    table = Table(hearts, MATCH, [program, other, program, other], table_count)
    seating = np.tile(np.arange(4, dtype=np.int8), (table_count, 1))
    logs: list[list] = [[], []]
    for number, log in enumerate(logs):
        table.play(table.deal(1, table_count, number * table_count), seating, log)
    del table, program
    questions = told(tmp_path / "told")
    begins = [question["new_match"][0] for question in questions if "new_match" in question]
    assert sorted(begins) == sorted([*map(str, range(table_count))] * 2)
    known: dict[str, int] = {}
    for question in questions:
        (number,) = question["table"]
        if "new_match" in question:
            assert question["new_match"] == [number]
            known[number] = 0
        assert 0 <= known[number] <= int(question["match_hand"][0])  # hands come in their order
        known[number] = int(question["match_hand"][0])
        assert question["seat"] in (["0"], ["2"])


@pytest.mark.long
def test_a_table_that_is_dealt_anew_begins_a_match(tmp_path):
    tables = Tables("hearts", "american:hands=1", count=3, seed=2, opponents=[seat(heard(ENGINE, tmp_path / "told"))], learner=0)
    for _ in range(40):
        tables.choose(np.array([int(word).bit_length() - 1 for word in tables.turn().legal_words()]))
    matches = (tables.numbers // 3 + 1).tolist()
    del tables
    begun = [question["new_match"][0] for question in told(tmp_path / "told") if "new_match" in question]
    assert min(matches) > 2
    for table, count in enumerate(matches):
        assert count - 1 <= begun.count(str(table)) <= count  # it hears of the last one when it is asked


@pytest.mark.long
def test_the_number_of_a_hand_agrees_with_the_rules(tmp_path):
    program = seat(heard(ENGINE, tmp_path / "told"))
    play(hearts, HAND, deal(hearts, HAND, 1, 5), [program])  # the match is one hand, anywhere in the cycle
    questions = told_of(program, tmp_path)
    assert {question["match_hand"][0] for question in questions} == {"1"}
    assert {question["hand"][0] for question in questions} == set("12345")
    program = seat(heard(ENGINE, tmp_path / "told"))
    play(hearts, MATCH, deal(hearts, MATCH, 1, 5), [program])
    questions = told_of(program, tmp_path)
    assert all(question["match_hand"] == question["hand"] for question in questions)
    assert {question["hand"][0] for question in questions} == set("12345")


def told_of(program, folder):
    """What a program was told, now that nobody needs it any more."""
    program.engine.end()
    return told(folder / "told")


# ---- choices that are not asked ----


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), [(hearts, MATCH), (gin, GIN)], ids=["hearts", "gin"])
def test_a_choice_is_asked_where_there_is_one_or_where_it_is_wished(game, rules, tmp_path):
    choices = []
    for wish in ("", "forced"):
        program = seat(heard(command(version_2(tmp_path, wish)), tmp_path / "told"))
        (log,) = play(game, rules, deal(game, rules, 4, 1), [program], record=True)
        choices.append([question["choose"] for question in told_of(program, tmp_path)])
    assert len(log) == len(choices[1])
    assert choices[0] == [words for words in choices[1] if len(words) > 2]  # luck, and more than one choice
    assert 0 < len(choices[0]) < len(choices[1])


# ---- passing ----


def test_cards_are_passed_in_one_question(tmp_path):
    program = seat(heard(ENGINE, tmp_path / "told"))
    play(hearts, HAND, deal(hearts, HAND, 2, 4), [program])  # cards are passed in three of four hands
    questions = told_of(program, tmp_path)
    passes = [question for question in questions if question["phase"] == ["pass"]]
    assert len(passes) == 3 * 4
    for question in passes:
        count, _, *choices = question["choose_cards"]
        assert count == "3" and choices == question["cards"] and "given" not in question


def test_what_was_passed_at_once_is_given(tmp_path):
    match, program = Single(hearts, HAND, deals=3, luck=4), seat(heard(ENGINE, tmp_path / "told"))
    program.sit(hearts, HAND)
    for _ in range(12):
        match.choose(ask(program, match))
    given = [int(cards) for cards in match.state.given]
    passes = told_of(program, tmp_path)
    for seat_number, question in enumerate(passes):
        worst = sorted(question["cards"], key=lambda name: (name != "QS", -"23456789TJQKA".index(name[0]) - (name[1] == "H") / 2))[:3]
        assert given[seat_number] == set_of(map(card, worst))


def ask(program, match, table=0):
    """What the program chooses in the match's position."""
    match.view()
    choices = np.full(1, -1, np.int8)
    ask_player(program, match.views.copy(), choices, np.array([table], np.uint32))
    return int(choices[0])


def test_a_pass_that_was_taken_back_is_asked_again(tmp_path):
    program = seat(heard(ENGINE, tmp_path / "told"))
    program.sit(hearts, HAND)
    match = Single(hearts, HAND, deals=3, luck=4)
    start = match.games.copy()
    first = ask(program, match)  # question 1
    match.choose(first)
    second = ask(program, match)
    assert second == ask(program, match)  # known, however often it is asked
    elsewhere = Single(hearts, HAND, deals=5, luck=4)
    ask(program, elsewhere, table=1)  # question 2: another table
    match.choose(second)
    third = ask(program, match)
    assert len({first, second, third}) == 3
    match.games[:] = start
    assert ask(program, match) == first  # question 3: everything was taken back
    match.choose(third)  # somebody chose otherwise for it
    assert ask(program, match) == first  # question 4, about two cards
    match.choose(first)
    assert ask(program, match) == second  # one that was answered with question 4
    program.begin(np.zeros(1, np.uint32))
    ask(program, match)  # question 5, about one card: a match begins, and all is forgotten
    ask(program, Single(hearts, HAND, deals=6, luck=4))  # question 6: another hand
    questions = told_of(program, tmp_path)
    assert [question.get("choose_cards", ["1"])[0] for question in questions] == ["3", "3", "3", "2", "1", "3"]
    assert [question["table"][0] for question in questions] == ["0", "1", "0", "0", "0", "0"]
    assert ["new_match" in question for question in questions] == [False] * 4 + [True, False]


def test_choices_made_at_once_fit_only_views_that_follow():
    first = SimpleNamespace(hand_number=2, phase=hearts.PASS, hand=0b11111, legal=0b11110)
    made = MadeAtOnce(first, [4, 1, 2])

    def following(**other):
        return made.next_in(SimpleNamespace(**{**vars(first), **other}))

    assert following(legal=0b01110) == 1 and following(legal=0b01100) == 2
    assert following() is following(legal=0b01000) is following(legal=0b00110) is None  # the first again, nothing left, another way
    for other in ({"hand_number": 3}, {"phase": hearts.PLAY}, {"hand": 0b111111}):
        assert following(legal=0b01110, **other) is None


def test_small_letters_will_do():
    words = {"QS": 58, "big-gin": 14, "2C": 0, "AH": 44}
    assert Question(0, None, words).read("qs") == [58]
    assert Question(0, None, words).read("BIG-GIN") == [14]
    assert Question(0, None, words, 3).read("ah  QS 2c") == [44, 58, 0]
    assert Question(0, None, words, 3).read("ah QS Qs") is Question(0, None, words).read("QS 2C") is None


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("lowest", [2, 11])
def test_any_number_of_cards_is_passed_at_once(count, lowest, tmp_path):
    rules = HAND._replace(pass_count=count, lowest=lowest, first_lead=FirstLead.LOWEST_CLUB)
    first, second = deal(hearts, rules, 6, 3), deal(hearts, rules, 6, 3)
    play(hearts, rules, first, [seat(f"exec:{command(VERSION_1)}")])
    program = seat(heard(ENGINE, tmp_path / "told"))
    play(hearts, rules, second, [program])
    assert (first == second).all()
    asked = [question for question in told_of(program, tmp_path) if question["phase"] == ["pass"]]
    assert len(asked) == (0 if count == 4 and lowest == 11 else 12)  # nobody is asked who must pass all cards
    assert all(("choose" if count == 1 else "choose_cards") in question for question in asked)


@pytest.mark.long
def test_a_duel_is_the_same_on_one_core_and_on_two():
    texts = (f"exec:{ENGINE}", "random")
    found = [duel("hearts", "american", *texts, 60, seed=3, workers=workers, strangers=False).difference for workers in (1, 2)]
    assert found[0] == found[1]
