"""What the page of mistakes asks for: the next question, an answer, a hint; and what the bookkeeper does ahead of it."""

import json
from datetime import date, datetime, timedelta
from typing import Any

from msgspec import convert

from cardshark import __version__
from cardshark.text import UserError
from cardshark.web.hall import Hall
from cardshark.web.ledger.store import HandName, count_missing
from cardshark.web.messages import ChoiceValue, Words
from cardshark.web.messages.lobby import Lobby
from cardshark.web.messages.lobby import Mistakes as DueMistakes
from cardshark.web.messages.mistakes import (
    AnswerMistake,
    AskAgain,
    HintMistake,
    Mistake,
    MistakeAnswer,
    MistakeHint,
    Mistakes,
    SkipMistake,
    WillAsk,
)
from cardshark.web.mistakes import store
from cardshark.web.mistakes.ladder import after_answer, tomorrow
from cardshark.web.mistakes.second import Moment, moment_of, think_again, think_of_answer
from cardshark.web.question import Question
from cardshark.web.table.dealer import Refused
from cardshark.web.table.state import state_of
from cardshark.web.table.store import read_hand_name

AHEAD = 1  # days before a question is due on which the bookkeeper may think about it


def today(hall: Hall) -> date:
    """The day where the person lives."""
    return hall.clock().date()


# ---- which question ----


def lobby_part(hall: Hall, person: int, lobby: Lobby) -> None:
    """How many questions are due today, for the lobby; nothing is said before the first one."""
    store.collect(hall.store.database, person)
    if store.was_there_any(hall.store.database, person):
        lobby.mistakes = DueMistakes(len(store.due_today(hall.store.database, person, today(hall))))


def next_question(hall: Hall, person: int, command: Any = None) -> Mistake:
    """The next decision that is asked again. Whatever does not stand up to a second opinion falls out on the way."""
    file, day = hall.store.database, today(hall)
    store.collect(file, person)
    while waiting := store.due_today(file, person, day):
        question = checked(hall, waiting[0])
        if question is not None:
            return asked(hall, person, question, len(waiting))
    return Mistake(
        today=store.answered(file, person, day), next=day_after(store.next_day(file, person), day), begun=store.was_there_any(file, person),
        waiting=count_missing(file, person), skipped=store.tell_skipped(file, person),
    )  # fmt: skip


def day_after(day: str, now: date) -> str:
    """The day of the next question. What is due today already, but too much for one day, comes tomorrow."""
    return max(day, tomorrow(now).isoformat()) if day else ""


def asked(hall: Hall, person: int, question: store.Kept, count: int) -> Mistake:
    """A question for the page: the table of that moment as the seat saw it, and nothing of the answer."""
    file = hall.store.database
    return Mistake(
        state=state_of(moment(hall, question).table, "", question.place + 1, "off"),
        hand=str(question.hand), place=question.place, when=question.ended, step=question.step,
        today=store.answered(file, person, today(hall)), due=count, begun=True,
        waiting=count_missing(file, person), skipped=store.tell_skipped(file, person),
    )  # fmt: skip


def moment(hall: Hall, question: store.Kept) -> Moment:
    """The decision as it stood."""
    return moment_of(hall.store.table(question.hand.table), question.hand, question.place)


def checked(hall: Hall, question: store.Kept) -> store.Kept | None:
    """The question with the coach's second opinion; None if it fell out. Without an answer it was not thought about."""
    if question.checked == __version__ and question.answer:
        return question
    file = hall.store.database
    try:
        answer = think_again(moment(hall, question))
    except UserError:
        store.change(file, question, state="unknown")  # its rules are no longer known
        return None
    except (LookupError, ValueError, TypeError, ArithmeticError) as error:  # whatever is wrong with one question, the others are asked
        hall.report(error)
        answer = None
    if answer is None:
        store.change(file, question, state="dropped", checked=__version__)  # the coach cannot tell the two apart
        return None
    store.change(file, question, checked=__version__, answer=json.dumps(answer))
    return question._replace(checked=__version__, answer=answer)


def check_ahead(hall: Hall) -> bool:
    """Think about one question that is soon due, so that nobody has to wait for it; False if there is none. Called by the bookkeeper."""
    file = hall.store.database
    for (person,) in file.rows("select id from people"):
        store.collect(file, person)
    question = store.next_unchecked(file, __version__, (today(hall) + timedelta(AHEAD)).isoformat())
    if question:
        checked(hall, question)
    return question is not None


# ---- answers ----


def find(hall: Hall, person: int, hand: str, place: int) -> store.Kept:
    """A question that waits, thought about again."""
    name = read_hand_name(hand)
    question = store.one(hall.store.database, person, HandName(*name), place) if name else None
    if question is None or question.due > today(hall).isoformat():
        raise Refused("trouble_no_question")
    question = checked(hall, question)
    if question is None:
        raise Refused("trouble_no_question")
    return question


def answer(hall: Hall, person: int, command: AnswerMistake) -> MistakeAnswer:
    """Is this the best choice, one that the coach cannot tell from it, or not yet?"""
    question = find(hall, person, command.hand, command.place)
    at, kept, day = moment(hall, question), question.answer, today(hall)
    try:
        choice = at.number(command.choice)
    except (UserError, KeyError):
        raise Refused("trouble_choice", choice=command.choice[:60]) from None
    name = at.name(choice)
    wrong = name not in (kept["best"], *kept["fine"])
    told = think_of_answer(at, choice) if wrong and name != kept["then"] else kept
    verdict = "found" if name == kept["best"] else "fine" if told["low"] <= 0 or not wrong else "not_yet"
    step, next_day = after_answer(question.step, verdict != "not_yet", day)
    store.change(
        hall.store.database, question, step=step, due=next_day.isoformat() if next_day else store.NEVER,
        state="waiting" if next_day else "learned", last=day.isoformat(), found=verdict != "not_yet",
    )  # fmt: skip
    played = datetime.fromisoformat(question.ended + "+00:00").astimezone(hall.clock().tzinfo).date()
    return MistakeAnswer(
        hand=command.hand, place=command.place, verdict=verdict, choice=name, then=kept["then"], best=kept["best"], step=step,
        due=next_day.isoformat() if next_day else "", days=(day - played).days,
        values=convert(told["values"], list[ChoiceValue]), judge=kept["judge"],
        story=convert(told["story"], list[list[Words]]), why=convert(told["why"], list[Words]),
        **{field: told[field] for field in ("cost", "low", "high", "deals", "effective")},
    )  # fmt: skip


def hint(hall: Hall, person: int, command: HintMistake) -> MistakeHint:
    """Fewer choices to look at."""
    kept = find(hall, person, command.hand, command.place).answer
    return MistakeHint(hand=command.hand, place=command.place, among=kept["among"], gap=kept["cost"])


def skip(hall: Hall, person: int, command: SkipMistake) -> Mistake:
    """Not today: the question comes back tomorrow, and another takes its place."""
    question = find(hall, person, command.hand, command.place)
    store.change(hall.store.database, question, due=tomorrow(today(hall)).isoformat())
    return next_question(hall, person)


def ask_again(hall: Hall, person: int, command: AskAgain) -> WillAsk:
    """Ask about a decision of a review from tomorrow on, if the coach can tell the choices apart."""
    name = read_hand_name(command.hand)
    file, day = hall.store.database, tomorrow(today(hall))
    if name is None or not store.add(file, person, HandName(*name), command.place, day):
        raise Refused("trouble_not_in_ledger")
    question = store.one(file, person, HandName(*name), command.place)
    if question is None or checked(hall, question) is None:
        raise Refused("trouble_not_apart")
    return WillAsk(hand=command.hand, place=command.place, due=day.isoformat())


PATHS = ["/mistakes"]
QUESTIONS = [
    Question(Mistakes, next_question, "a coach"),
    Question(AnswerMistake, answer, "a coach"),
    Question(HintMistake, hint, "a coach"),
    Question(SkipMistake, skip, "a coach"),
    Question(AskAgain, ask_again, "a coach"),
]
