"""The deal that both sides make, at the table: in which order, after a crash, without an answer, and with nothing given away on the way."""

import json
import sqlite3

import pytest

from cardshark.hands.chained import opening_link
from cardshark.hands.saved import to_json
from cardshark.hands.seal import SILENT, new_word, promise_of, seal_of
from cardshark.hands.verify import Note, verify
from cardshark.web import messages as m
from cardshark.web.messages.answers import Refused
from cardshark.web.table import room
from cardshark.web.table.dealer import TableDealer
from cardshark.web.table.joining import ask_people
from cardshark.web.table.people import names_at
from cardshark.web.table.state import link_of
from cardshark.web.table.store import Store
from cardshark.web.table.table import Dealt, TableMatch, TableSettings
from helpers.played import secret_of, word_of
from helpers.web.family import family, play_hands
from helpers.web.pages import Page, cards_in

RANDOM = ["you", "random", "random", "random"]
WORD = word_of(1)


@pytest.fixture
def store(tmp_path):
    found = Store(tmp_path / "tables.sqlite")
    yield found
    found.close()


def new_table(store: Store, seats=RANDOM, people=(0,)) -> str:
    """A table whose people are asked for words."""
    settings = TableSettings("hearts", "dutch", list(seats))
    return store.new_table(store.owner(), settings, "off", secret_of(1), [], ask_people(4, people))


def opened(store: Store, name: str) -> TableDealer:
    """The table as a server that was just started opens it."""
    kept = store.table(name)
    assert kept
    return TableDealer(store, name, kept)


def give(dealer: TableDealer, word: str = WORD) -> m.State | m.Sealing:
    """Promise a word and say it."""
    dealer.promise(m.Promise(seal=dealer.table.seal, promise=promise_of(word)), 0)
    return dealer.say_word(m.SayWord(seal=dealer.table.seal, word=word), 0)


def refused(deed) -> str:
    """Why something is refused."""
    with pytest.raises(Refused) as error:
        deed()
    return error.value.words.key


# ---- the order ----


def test_first_the_seal_then_promises_then_words_then_cards(store):
    dealer = opened(store, new_table(store))
    first = dealer.state()
    assert isinstance(first, m.Sealing)
    assert (first.seal, first.step, first.promises, first.opening) == (seal_of(secret_of(1)), "promises", [], "")
    assert dealer.table.turn is None and not dealer.table.ended and not dealer.plays_on()
    second = dealer.promise(m.Promise(seal=first.seal, promise=promise_of(WORD)), 0)
    assert isinstance(second, m.Sealing)
    assert (second.step, second.promises) == ("words", [promise_of(WORD), "", "", ""])
    third = dealer.say_word(m.SayWord(seal=first.seal, word=WORD), 0)
    assert isinstance(third, m.State) and len(third.hand) == 8
    assert dealer.table.hands[-1].words == [WORD, "", "", ""]
    assert dealer.table.match.state.deals == dealer.table.hands[-1].chances.deals
    names = names_at("hearts", "dutch", RANDOM)
    assert opening_link(dealer.table.record(names)) == second.opening  # who sits there was fixed before any word was said


def test_a_word_is_taken_only_in_its_turn_and_only_as_promised(store):
    dealer = opened(store, new_table(store))
    seal, other = dealer.table.seal, word_of(2)
    assert refused(lambda: dealer.say_word(m.SayWord(seal=seal, word=WORD), 0)) == "trouble_word_late"
    assert refused(lambda: dealer.promise(m.Promise(seal="0" * 64, promise=promise_of(WORD)), 0)) == "trouble_word_late"
    assert refused(lambda: dealer.promise(m.Promise(seal=seal, promise="x"), 0)) == "trouble_word_form"
    assert refused(lambda: dealer.promise(m.Promise(seal=seal, promise=promise_of(WORD)), 2)) == "trouble_word_late"  # a bot
    dealer.promise(m.Promise(seal=seal, promise=promise_of(WORD)), 0)
    assert refused(lambda: dealer.promise(m.Promise(seal=seal, promise=promise_of(other)), 0)) == "trouble_word_late"
    assert refused(lambda: dealer.say_word(m.SayWord(seal=seal, word=other), 0)) == "trouble_word_other"
    assert refused(lambda: dealer.say_word(m.SayWord(seal=seal, word="x"), 0)) == "trouble_word_form"
    dealer.say_word(m.SayWord(seal=seal, word=WORD), 0)
    assert refused(lambda: dealer.say_word(m.SayWord(seal=seal, word=WORD), 0)) == "trouble_word_late"


def test_nobody_promises_twice():
    joining = ask_people(4, [0, 2]).promise(0, promise_of(WORD))
    for word in (WORD, word_of(2)):
        with pytest.raises(Refused, match="trouble_word_twice"):
            joining.promise(0, promise_of(word))
    joining = joining.promise(2, promise_of(word_of(2))).say(0, WORD)
    with pytest.raises(Refused, match="trouble_word_twice"):
        joining.say(0, WORD)


def test_no_word_is_asked_for_before_all_promises_are_there():
    joining = ask_people(4, [0, 2]).promise(0, promise_of(WORD))
    assert joining.step == "promises" and joining.awaited == [2]
    joining = joining.promise(2, promise_of(word_of(2)))
    assert joining.step == "words" and joining.awaited == [0, 2]
    assert joining.say(2, word_of(2)).say(0, WORD).step == "dealt"


# ---- no answer, and a crash ----


def test_who_does_not_answer_gave_no_word_and_the_hand_says_so(store):
    dealer = opened(store, new_table(store))
    assert isinstance(dealer.go_on(), m.State)
    assert dealer.table.hands[-1].joined.promises == [SILENT, "", "", ""]
    for choice in dealer.table.rest():
        dealer.make(choice)
    finding = verify(to_json(dealer.table.record(names_at("hearts", "dutch", RANDOM))))
    assert finding.good and finding.sentence.endswith("seat 1 ('You') gave no word.")


def test_who_promises_and_does_not_say_it_gave_no_word_either(store):
    dealer = opened(store, new_table(store))
    dealer.promise(m.Promise(seal=dealer.table.seal, promise=promise_of(WORD)), 0)
    assert isinstance(dealer.go_on(), m.State)
    assert dealer.table.hands[-1].joined.sealing == ((promise_of(WORD), "", "", ""), ("",) * 4)


def test_bots_are_not_asked(store):
    dealer = opened(store, new_table(store, ["random"] * 4, people=()))
    assert isinstance(dealer.state(), m.State) and dealer.table.in_play


def test_a_killed_server_goes_on_in_the_same_step_with_the_same_secret(store):
    name = new_table(store)
    before = opened(store, name)
    sealing = before.promise(m.Promise(seal=before.table.seal, promise=promise_of(WORD)), 0)
    again = opened(store, name)  # nobody closed the first
    assert again.state() == sealing
    dealt = again.say_word(m.SayWord(seal=sealing.seal, word=WORD), 0)
    assert opened(store, name).state().hand == dealt.hand
    with pytest.raises(sqlite3.IntegrityError):  # the first server has not heard of it
        before.go_on()


def test_the_next_hand_waits_for_words_too(store):
    dealer = opened(store, new_table(store))
    give(dealer)
    for choice in dealer.table.rest():
        dealer.make(choice)
    totals = dealer.table.totals
    waiting = dealer.next_hand()
    assert isinstance(waiting, m.Sealing) and waiting.hand.endswith("-1") and waiting.seal != seal_of(secret_of(1))
    assert dealer.table.totals == totals and dealer.table.hand_number == 1
    assert refused(dealer.claim) == "trouble_no_claim" and refused(dealer.next_hand) == "trouble_not_ended"
    assert opened(store, dealer.name).state() == waiting
    state = give(dealer, new_word())
    again = opened(store, dealer.name).state()
    assert (again.hand, again.hand_number) == (state.hand, 2)
    for choice in dealer.table.rest():
        dealer.make(choice)
    assert verify(to_json(dealer.table.record(names_at("hearts", "dutch", RANDOM)))).good


# ---- the chain ----


def test_the_links_and_the_end_are_those_of_the_saved_hand(store):
    dealer = opened(store, new_table(store))
    give(dealer)
    links = []
    while not dealer.table.ended:
        state = dealer.state()
        assert bool(state.link) == (dealer.table.turn == 0)  # only whoever is in turn is shown one: it changes with hidden choices, too
        links += [state.link] if state.link else []
        dealer.make(next(dealer.table.rest()))
    result = dealer.state().result
    saved = to_json(dealer.table.record(names_at("hearts", "dutch", RANDOM)))
    assert (result.end, result.promises, result.said) == (saved["end"], saved["promises"], saved["words"])
    assert len(set(links)) == len(links) == 8
    assert verify(saved, Note(saved["seal"], WORD, result.end)).good


def test_cards_that_everybody_knows_get_no_links():
    """The daily eight are dealt from a secret that follows from the date: a link would give away what others have passed."""
    table = TableMatch(TableSettings("hearts", "american", RANDOM, home="/daily"), [Dealt(secret_of(1), [])])
    assert link_of(table) == "" == table.seal


# ---- pages ----


def test_a_page_gives_its_word_by_itself_and_the_file_is_verified_by_its_note(server, page):
    state = page.create(seats=RANDOM, rules="dutch")
    assert [each["say"] for each in page.heard if each["say"] in ("sealing", "state")][:3] == ["sealing", "sealing", "state"]
    result = page.play_hand()["result"]
    (word,) = page.words.values()
    hand = server.hall.hand(server.hall.owner, result["hand"])
    assert verify(to_json(hand), Note(state["seal"], word, result["end"])).good
    assert "compare" not in verify(to_json(hand), Note(state["seal"], word, result["end"])).sentence


def test_nothing_of_the_deal_is_told_before_the_words_are_said(page):
    page.gives_words = False
    sealing = page.ask(do="create", seats=RANDOM, rules="dutch")
    assert sealing["say"] == "sealing" and not cards_in(sealing)
    page.give_word(sealing)
    second = page.until(lambda message: message["say"] == "sealing")
    assert not cards_in(second)
    heard = json.dumps([sealing, second])
    page.give_word(second)
    state = page.until(lambda message: message["say"] == "state")
    assert len(state["hand"]) == 8
    result = page.play_hand()["result"]
    assert result["secret"] not in heard and all(result["secret"] not in json.dumps(each) for each in page.heard[:-1])


def test_a_page_without_a_word_is_waited_for_a_while(page, monkeypatch):
    monkeypatch.setattr(room, "SECONDS_FOR_WORDS", 0.2)
    page.gives_words = False
    assert page.ask(do="create", seats=RANDOM, rules="dutch")["say"] == "sealing"
    page.until(lambda message: message["say"] == "state", 60)
    assert page.play_hand()["result"]["promises"] == [SILENT, "", "", ""]


@pytest.mark.long
def test_everybody_at_a_family_table_gives_a_word_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "SECONDS_FOR_WORDS", 1.0)
    with family(tmp_path) as table:
        oma, tom = table.seat("Oma"), table.seat("Tom")
        tom.gives_words = False
        name = table.deal(oma, tom)
        play_hands(table, [table.owner, oma, tom], 1)
        hand = table.server.hall.hand(table.server.hall.owner, f"{name}-0")
        assert hand.words == (*table.owner.words.values(), *oma.words.values(), "", "")
        assert hand.sealing.promises[2:] == (SILENT, "")
        finding = verify(to_json(hand), Note(word=next(iter(oma.words.values()))))
        assert finding.good and finding.sentence.endswith("gave no word.")


def test_a_page_of_the_same_person_hears_of_the_waiting_table(server, cookie, page):
    page.gives_words = False
    sealing = page.ask(do="create", seats=RANDOM, rules="dutch")
    with Page(server.port, cookie) as other:
        state = other.ask(do="hello", table=sealing["table"])
        assert state["say"] == "state" and state["seal"] == sealing["seal"]
    assert page.until(lambda message: message["say"] == "state")["hand"] == state["hand"]
