"""My mistakes: own decisions, asked again on the right days, without a hint of the answer."""

import asyncio
import re
from datetime import date, timedelta

import msgspec
import pytest

from cardshark.coach.review import moments_of
from cardshark.text import UserError
from cardshark.web.hall import Hall
from cardshark.web.ledger.entry import Decision
from cardshark.web.messages.lobby import Lobby
from cardshark.web.messages.mistakes import AnswerMistake, AskAgain, HintMistake, Mistake, SkipMistake
from cardshark.web.mistakes import questions, second
from cardshark.web.mistakes.ladder import LEARNED, after_answer
from cardshark.web.mistakes.questions import answer, ask_again, check_ahead, hint, lobby_part, next_question, skip
from cardshark.web.table.dealer import Refused
from cardshark.web.table.store import Store
from helpers.web.history import NOW, deal_the_same, play_hands, write_ledger
from helpers.web.pages import CARD

ANSWER = {
    "fine": [], "among": [], "cost": 1.5, "low": 1.0, "high": 2.0, "deals": 480, "effective": 480.0, "judge": "policy", "values": [],
    "story": [], "why": [],
}  # fmt: skip


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hall whose clock stands still, and where always the same cards are dealt."""
    deal_the_same(monkeypatch)
    hall = Hall(Store(tmp_path / "tables.sqlite"))
    hall.clock = lambda: NOW
    yield hall
    asyncio.run(hall.close())


@pytest.fixture
def sure(monkeypatch):
    """A coach who needs not think: the last legal choice is the best, the one before it as good, and all others are worse."""

    def think(moment):
        legal = [moment.table.page.choice_name(moment.views[0], each) for each in second.listed(int(moment.views["legal"][0]))]
        then = moment.name(moment.chosen)
        others = [each for each in legal if each != then]
        return {**ANSWER, "best": others[-1], "then": then, "fine": others[-2:-1], "among": others[-2:]} if others else None

    monkeypatch.setattr(questions, "think_again", think)
    monkeypatch.setattr(questions, "think_of_answer", lambda moment, choice: {**ANSWER, "why": [{"key": moment.name(choice)}]})


def own_places(hall: Hall, name: str, phase: str = "play") -> list[int]:
    """Where the person had a choice among several cards."""
    hand = hall.hand(hall.store.owner(), f"{name}-0")
    seat = hand.players.index("you")
    return [each.number for each in moments_of(hand, seat) if each.phase == phase and int(each.view.legal).bit_count() > 2]


def mistake(hall: Hall, days_ago: float = 2, count: int = 1) -> str:
    """A hand with mistakes in the ledger."""
    name = play_hands(hall, rules="dutch", days_ago=days_ago)
    wrong = {place: Decision(place, "play", "2C", "3C", 1.0 + place / 100, 0.5, 2.0, "mistake") for place in own_places(hall, name)[:count]}
    assert len(wrong) == count
    write_ledger(hall, name, wrong=wrong)
    return name


def ask(hall: Hall) -> Mistake:
    """The next question."""
    return next_question(hall, hall.store.owner())


def give(hall: Hall, question: Mistake, choice: str):
    """Answer it."""
    return answer(hall, hall.store.owner(), AnswerMistake(hand=question.hand, place=question.place, choice=choice))


def later(hall: Hall, days: int) -> None:
    """Some days pass."""
    now = hall.clock() + timedelta(days)
    hall.clock = lambda: now


def best(hall: Hall, question: Mistake) -> str:
    """What the file keeps as the best answer."""
    (text,) = hall.store.database.rows("select answer from asked where place = ?", question.place)[0]
    return msgspec.json.decode(text)["best"]


def test_the_ladder():
    day = date(2026, 11, 18)
    assert after_answer(0, True, day) == (1, date(2026, 11, 21))
    assert after_answer(1, True, day) == (2, date(2026, 11, 25))
    assert after_answer(2, True, day) == (LEARNED, None)
    assert after_answer(2, False, day) == (0, date(2026, 11, 19))


def test_found_three_times_is_learned_and_each_time_on_its_day(hall, sure):
    mistake(hall, days_ago=0)
    nothing = ask(hall)
    assert nothing.state is None and nothing.begun and nothing.next == "2026-11-19"  # not on the day itself
    for days, step, due in ((1, 1, "2026-11-22"), (3, 2, "2026-11-29"), (7, 3, "")):
        later(hall, days - 1)
        assert ask(hall).state is None
        later(hall, 1)
        question = ask(hall)
        assert question.state is not None and question.step == step - 1
        found = give(hall, question, best(hall, question))
        assert (found.verdict, found.step, found.due) == ("found", step, due)
        assert ask(hall).today == [True]
    later(hall, 365)
    assert ask(hall).state is None and ask(hall).next == ""


def test_not_yet_comes_back_tomorrow_and_also_fine_counts_as_found(hall, sure):
    mistake(hall)
    question = ask(hall)
    worst = give(hall, question, question.state.legal[0])
    (text,) = hall.store.database.rows("select answer from asked")[0]
    new = question.state.legal[0] != msgspec.json.decode(text)["then"]
    assert [words.key for words in worst.why] == [question.state.legal[0]] * new  # what was just answered is explained
    assert (worst.verdict, worst.step, worst.due) == ("not_yet", 0, "2026-11-19")
    with pytest.raises(Refused, match="trouble_no_question"):  # once a day
        give(hall, question, question.state.legal[0])
    later(hall, 1)
    question = ask(hall)
    among = hint(hall, hall.store.owner(), HintMistake(hand=question.hand, place=question.place)).among
    assert best(hall, question) in among
    fine = next(each for each in among if each != best(hall, question))
    assert give(hall, question, fine).verdict == "fine"
    assert hall.store.database.rows("select step, found from asked") == [(1, 1)]


@pytest.mark.parametrize("choice", ["nonsense", "", "AS AS", "2H"])
def test_what_is_no_answer_is_refused_and_changes_nothing(hall, sure, choice):
    mistake(hall)
    question = ask(hall)
    if choice in question.state.legal:
        pytest.skip("it may be chosen here")
    with pytest.raises(Refused, match="trouble_choice"):
        give(hall, question, choice)
    assert ask(hall).hand == question.hand and ask(hall).today == []


def test_nobody_answers_for_another_and_not_today_means_tomorrow(hall, sure):
    mistake(hall)
    question, stranger = ask(hall), hall.store.new_person()
    for command, do in ((AnswerMistake, answer), (HintMistake, hint), (SkipMistake, skip)):
        with pytest.raises(Refused, match="trouble_no_question"):
            do(hall, stranger, command(hand=question.hand, place=question.place))
    assert skip(hall, hall.store.owner(), SkipMistake(hand=question.hand, place=question.place)).next == "2026-11-19"
    assert ask(hall).today == []  # it was not answered


def test_no_more_than_ten_a_day_and_the_lobby_knows_how_many(hall, sure):
    lobby = Lobby()
    lobby_part(hall, hall.store.owner(), lobby)
    assert lobby.mistakes is None  # nothing is said before the first one
    for _ in range(4):
        mistake(hall, count=3)
    lobby_part(hall, hall.store.owner(), lobby)
    assert lobby.mistakes.due == 10
    give(hall, question := ask(hall), best(hall, question))
    lobby_part(hall, hall.store.owner(), lobby)
    assert lobby.mistakes.due == 9 and ask(hall).due == 9


def test_what_the_coach_cannot_tell_apart_is_dropped_and_old_rules_are_said_once(hall, monkeypatch):
    mistake(hall)
    monkeypatch.setattr(questions, "think_again", lambda moment: None)
    assert ask(hall).state is None and not ask(hall).begun
    assert hall.store.database.rows("select state from asked") == [("dropped",)]
    old = mistake(hall)
    ask(hall)
    with hall.store.database.writing() as file:
        file.execute("update asked set state = 'waiting', checked = ''")
        file.execute("update tables set settings = replace(settings, 'dutch', 'forgotten') where id = ?", (old,))
    assert [ask(hall).skipped, ask(hall).skipped] == [1, 0]


def test_a_question_shows_what_the_seat_saw_and_nothing_of_the_answer(hall, sure):
    name = mistake(hall)
    question = ask(hall)
    question.state.rules, question.state.hearts.costs = None, {}  # they name cards, whoever holds them
    text = msgspec.json.encode(question).decode()
    assert not re.search(r'"(best|cost|values|why|story|chosen|then|secret)"', text.replace('"hearts"', ""))
    seat, hand = question.state.you, hall.hand(hall.store.owner(), f"{name}-0")
    moment = next(each for each in moments_of(hand, seat) if each.number == question.place)
    hidden = {each for other in range(4) if other != seat for each in second.names(int(moment.games[0].hands[other])).split()}
    assert not hidden & set(CARD.findall(text))
    assert question.state.result is None and set(question.state.hand) == set(second.names(int(moment.view.hand)).split())


def test_a_decision_of_a_review_is_asked_if_the_coach_can_tell(hall, sure, monkeypatch):
    name = mistake(hall, days_ago=0)
    place = own_places(hall, name)[1]
    assert ask_again(hall, hall.store.owner(), AskAgain(hand=f"{name}-0", place=place)).due == "2026-11-19"
    with pytest.raises(Refused, match="trouble_not_in_ledger"):
        ask_again(hall, hall.store.owner(), AskAgain(hand=f"{name}-0", place=9999))
    monkeypatch.setattr(questions, "think_again", lambda moment: None)
    with pytest.raises(Refused, match="trouble_not_apart"):
        ask_again(hall, hall.store.owner(), AskAgain(hand=f"{name}-0", place=own_places(hall, name)[2]))


def test_what_the_coach_cannot_tell_apart_stays_so_however_often_it_is_asked(hall, monkeypatch):
    name = mistake(hall, days_ago=0)
    monkeypatch.setattr(questions, "think_again", lambda moment: None)
    again = AskAgain(hand=f"{name}-0", place=own_places(hall, name)[1])
    for _ in range(2):
        with pytest.raises(Refused, match="trouble_not_apart"):
            ask_again(hall, hall.store.owner(), again)
    assert ("waiting", questions.__version__) not in hall.store.database.rows("select state, checked from asked")


def test_a_question_that_was_kept_without_an_answer_is_thought_about_again(hall, monkeypatch):
    mistake(hall)
    lobby_part(hall, hall.store.owner(), Lobby())  # takes it up
    with hall.store.database.writing() as file:
        file.execute("update asked set state = 'waiting', checked = ?, answer = ''", (questions.__version__,))
    monkeypatch.setattr(questions, "think_again", lambda moment: None)
    assert check_ahead(hall)
    assert hall.store.database.rows("select state from asked") == [("dropped",)] and ask(hall).state is None


@pytest.mark.long
def test_the_second_opinion_has_fresh_deals_and_more_of_them(hall):
    name = play_hands(hall, rules="dutch")
    kept = hall.store.table(name)
    place = own_places(hall, name)[0]
    at = second.moment_of(kept, second.HandName(name, 0), place)
    judge, thinking = second.think(at, at.chosen)
    assert thinking.deals == second.MORE * judge.deals
    assert at.views["luck"][0] != at.table.view()["luck"][0]
    worst = max(thinking.values, key=lambda value: value.mean).choice
    found = second.think_again(at._replace(chosen=worst))
    answered = next(value.choice for value in thinking.values if value.choice not in (at.chosen, thinking.best))
    told = second.think_of_answer(at, answered)
    assert told["cost"] == pytest.approx(thinking.difference(answered, thinking.best)[0])
    assert at.name(answered) in [value["choice"] for value in told["values"]]
    if found is None:  # it cannot tell even the worst from the best
        assert thinking.difference(worst, thinking.best)[1] <= 0 or thinking.difference(worst, thinking.best)[0] < second.FLOOR
    else:
        assert found["low"] > 0 and found["best"] not in found["fine"] and at.name(worst) not in found["fine"]
        assert second.think_again(at._replace(chosen=thinking.best)) is None  # whoever chose the best is never asked


@pytest.mark.long
def test_a_pass_is_asked_as_one_choice_of_three_cards(hall):
    name = play_hands(hall)
    at = second.moment_of(hall.store.table(name), second.HandName(name, 0), own_places(hall, name, "pass")[0])
    assert at.passes and at.chosen.bit_count() == 3
    hand = at.table.match.view().hand
    three = second.names(int(hand)).split()[:3]
    assert at.name(at.number(" ".join(reversed(three)))) == at.name(at.number(" ".join(three)))  # in any order
    for bad in ("", three[0], " ".join(three[:2]), f"{three[0]} {three[0]} {three[1]}"):
        with pytest.raises(UserError):
            at.number(bad)
    found = second.think_again(at)
    if found:
        assert len(found["best"].split()) == 3 and found["among"][0] in found["best"]
    told = second.think_of_answer(at, at.number(" ".join(three)))
    assert {at.name(at.number(" ".join(three))), at.name(at.chosen)} <= {value["choice"] for value in told["values"]}
