"""What a saved hand proves: do seal, secret, words, cards, choices, score and chain agree, and with what somebody noted at the table?

verify(read(text))                           `text` is a saved page, a JSON file, or a link
verify(read(text), Note(seal, word, end))    the same, beside somebody's own note
"""

import json
from collections.abc import Iterable
from string import hexdigits
from typing import Any, NamedTuple

from cardshark.hands.chained import end_link, opening_link, result
from cardshark.hands.games import hands_of
from cardshark.hands.hand import PlayedHand
from cardshark.hands.link import decode
from cardshark.hands.played import check_and_play, house_rules, play_hand
from cardshark.hands.saved import ChainedSaved, Saved, read_form, read_unchecked, to_json
from cardshark.hands.seal import deal_sealed, promise_of, seal_of
from cardshark.text import UserError, brief, check_text

MOST_LETTERS = 5_000_000  # of a file
SEAL_DIGITS, LEAST_DIGITS = 64, 16  # hexadecimal digits of a seal, and of a note of it: as many as the table shows at a glance
HAND_TAG = '<script type="application/json" id="hand">'  # after it a saved page holds the hand
END_TAG = "</script>"
COPIES = ("seal", "secret", "scores", "dealt", "promises", "words", "end")  # what a review repeats of the hand that it holds


class Note(NamedTuple):
    """What somebody has noted at the table, by page or by hand; empty where nothing was noted."""

    seal: str = ""  # before the deal; all of its digits, or how it begins
    word: str = ""  # their own
    end: str = ""  # the last link of the chain, after the hand


NO_NOTE = Note()


def read_note(seal: str, word: str, end: str) -> Note:
    """A note as somebody has typed it; of the seal the first digits are enough, as many as the table shows."""
    seal = seal.strip().lower().rstrip(".…")
    if seal and (len(seal) > SEAL_DIGITS or seal.strip(hexdigits)):
        raise UserError(f"a seal has {SEAL_DIGITS} hexadecimal digits, or is the first {LEAST_DIGITS} or more of them, not {brief(seal)}")
    if seal and len(seal) < LEAST_DIGITS:
        raise UserError(f"{len(seal)} digits of a seal are too few to tell anything: note at least {LEAST_DIGITS} of its {SEAL_DIGITS}")
    return Note(seal, word.strip().lower(), end.strip().lower())


class Finding(NamedTuple):
    """The result: is the hand as it was sealed, and a sentence that says so or why not."""

    good: bool
    sentence: str


def read(text: str) -> dict[str, Any]:
    """The hand that a file (JSON, or a saved page) or a link holds, as plain data."""
    if len(check_text("a saved hand", text)) > MOST_LETTERS:
        raise UserError(f"a saved hand has at most {MOST_LETTERS} letters, not {len(text)}")
    text = text.strip()
    if not text.startswith(("{", "<")):
        return to_json(decode(text, as_written=True))
    try:
        data = json.loads(text.partition(HAND_TAG)[2].partition(END_TAG)[0] if text.startswith("<") else text)
    except (ValueError, RecursionError):
        raise UserError("this holds no saved hand: a page or a JSON file that cardshark wrote is needed") from None
    if not isinstance(data, dict):
        raise UserError("this holds no saved hand: it should be one JSON object")
    return data


def verify(data: dict[str, Any], note: Note = NO_NOTE) -> Finding:
    """Does everything in a saved hand agree, and with somebody's note? Raises a UserError for data that are no saved hand."""
    if not isinstance(data, dict):
        raise UserError(f"a saved hand is a dict, as `read` returns it, not {brief(data)}")
    saved = read_form(data.get("played", data))
    for name in COPIES:
        if "played" in data and data.get(name) != data["played"].get(name):
            return Finding(False, f"The review says something else of {name} than the hand that it holds.")
    hand, choices = read_unchecked(saved)
    try:
        hand = check_and_play(hand, choices)
    except UserError as error:
        return Finding(False, f"This hand cannot have been played: {error}.")
    wrong = wrong_result(hand, saved) or wrong_deal(hand, saved) or wrong_chain(hand, saved) or wrong_note(hand, saved, note)
    return Finding(False, wrong) if wrong else Finding(True, proved(hand, saved, note))


# ---- what may be wrong ----


def wrong_result(hand: PlayedHand, saved: Saved) -> str:
    """What is wrong with the score."""
    points, after = result(hand)
    if points != saved.scores:
        return f"By the cards the score is {points_row(points)}, not {points_row(saved.scores)}."
    if isinstance(saved, ChainedSaved) and after != saved.after:
        return f"By the cards the totals after the hand are {points_row(after)}, not {points_row(saved.after)}."
    return ""


def wrong_deal(hand: PlayedHand, saved: Saved) -> str:
    """What is wrong with secret, words and cards."""
    if not hand.secret:
        return "This hand was not sealed: choices and score are right, but nobody can tell whether cards were changed."
    if seal_of(hand.secret) != saved.seal:
        return f"The seal is not that of the secret, which is {seal_of(hand.secret)}."
    for seat, (promise, word) in enumerate(zip(*hand.sealing, strict=True) if hand.sealing else ()):
        if word and promise_of(word) != promise:
            return f"The word of {person(hand, seat)} is not the one that was promised before the words were said."
    source = "the secret and the words deal" if any(hand.words) else "the secret deals"
    if not secret_deals_hand(hand):
        return f"These are not the cards that {source}."
    if hand.chances.luck != hand.luck:
        return "The luck of the players is not the secret's."
    return ""


def wrong_chain(hand: PlayedHand, saved: Saved) -> str:
    """What is wrong with the chain."""
    if not isinstance(saved, ChainedSaved):
        return ""
    if opening_link(hand) != saved.opening:
        return "The chain is broken at its opening: a player, a name, a rule, a promise or a total before the hand was changed."
    if end_link(hand) != saved.end:
        return "The chain is broken after its opening: a choice was changed, added or left out, or something at the end."
    return ""


def wrong_note(hand: PlayedHand, saved: Saved, note: Note) -> str:
    """What is not as somebody has noted it at the table."""
    if note.seal and not saved.seal.startswith(note.seal):
        return f"Your note has another seal: {note.seal} was shown before the deal, and this hand has {saved.seal}."
    if note.word and note.word not in hand.words:
        return f"Your word {note.word} is not in this hand: it was not dealt with it."
    if note.end and (not isinstance(saved, ChainedSaved) or note.end != saved.end):
        return f"Your note has another end, {note.end}: something was changed after the hand, a player or a choice perhaps."
    return ""


# ---- what is proved ----


def proved(hand: PlayedHand, saved: Saved, note: Note) -> str:
    """The sentence for a hand in which everything agrees: what that proves, and what it does not."""
    origin = f"the cards follow from a secret that the seal {saved.seal} fixed before the deal"
    score = f"these {len(hand.choices)} choices lead to the score {points_row(saved.scores)}"
    if not isinstance(saved, ChainedSaved):
        return (
            f"Hand {hand.number + 1} is as it was sealed: {origin}, and {score}; "
            f"compare the seal with the one shown before the hand.{digits_noted(note)}{stand_ins(hand)} It does not prove that the server "
            "took the first secret it drew, because nobody else had a word in the deal, nor that choices, players and totals are those of "
            "the table: an earlier cardshark sealed the cards alone."
        )
    taken_back = " Choices were taken back before these were made." if hand.undone else ""
    noted = [name for name, value in note._asdict().items() if value]
    own = "" if len(noted) == len(note) else f"that {listed_as_words(n for n in note._fields if n not in noted)} are those of the table: "
    own = own and f"{own}compare them with what your page noted; nor "
    return (
        f"Hand {hand.number + 1} is as it was sealed: {origin}, and {words_said(hand)}; {score} and the totals {points_row(saved.after)}; "
        f"players, totals, choices and score are one chain, whose end is {saved.end}.{digits_noted(note)}{taken_back}{stand_ins(hand)} "
        f"It does not prove {own}that nobody saw hidden cards, nor who sat there.{silence(hand)}"
    )


def digits_noted(note: Note) -> str:
    """How much of the seal a note holds; empty if it is all or nothing."""
    return (
        f" Of the seal your note has the first {len(note.seal)} of {SEAL_DIGITS} digits: they agree."
        if 0 < len(note.seal) < SEAL_DIGITS
        else ""
    )


def words_said(hand: PlayedHand) -> str:
    """Whose words joined the secret."""
    said = [f"the word {word} of {person(hand, seat)}" for seat, word in enumerate(hand.words) if word]
    return f"from {listed_as_words(said)}" if said else "from nothing else, so that the server alone decided the deal"


def silence(hand: PlayedHand) -> str:
    """Who was asked for a word and gave none; empty if everybody did."""
    assert hand.sealing
    silent = [person(hand, seat) for seat, (promise, word) in enumerate(zip(*hand.sealing, strict=True)) if promise and not word]
    if silent:
        return f" {listed_as_words(silent)} gave no word."
    return "" if any(hand.words) else " Only bots sat there, and nobody was asked for a word."


def stand_ins(hand: PlayedHand) -> str:
    """Who chose for players that could not go on; empty if nobody had to."""
    return "".join(
        f" From choice {each.choice + 1} on {brief(each.player)} chose for {person(hand, each.seat)}, which could not go on."
        for each in hand.stood_in
    )


def person(hand: PlayedHand, seat: int) -> str:
    """A seat by its number and name."""
    return f"seat {seat + 1} ({brief(hand.names[seat])})"


def listed_as_words(words: Iterable[str]) -> str:
    """Words in a row: `one, two and three`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def points_row(points: list[int]) -> str:
    """Points of all seats."""
    return " ".join(map(str, points)) or "not there yet"


def secret_deals_hand(hand: PlayedHand) -> bool:
    """Does the secret of the hand deal exactly these cards, and renew the stock in this order?"""
    kind = hands_of(hand.game)
    deal = deal_sealed(hand.game, house_rules(hand), hand.secret, hand.number, kind.dealer_of(hand.cards), hand.words)
    try:
        return deal == kind.without_choices(hand.cards) and play_hand(hand._replace(cards=deal), hand.choices) == hand
    except UserError:
        return False
