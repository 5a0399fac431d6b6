"""Peek as text: `deal` and the cards of both seats, a line for each choice, the totals."""

from typing import NamedTuple

from cardshark.cards import card, is_card, name, names, set_of
from cardshark.games.lines import groups, line, numbers
from cardshark.text import UserError

WORDS = {13: "low", 14: "high"}


class Hand(NamedTuple):
    """The cards, and what was chosen."""

    hands: tuple[int, ...]
    choices: tuple[int, ...] = ()


def choice_name(phase, choice):
    """A card or a wager."""
    return WORDS.get(choice) or (name(choice) if is_card(choice) else str(choice))


def choice_number(phase, word):
    """And back."""
    return {word: choice for choice, word in WORDS.items()}.get(word) or card(word)


def position(view, rules):
    """What a seat may know."""
    found = [f"hand {view.hand_number + 1}", f"seat {view.turn}", f"phase {('wager', 'play')[view.phase]}", line("totals", view.totals)]
    return [*found, f"cards {names(view.hand)}", *([f"led {name(view.led)}"] if view.led >= 0 else [])]


def words(view):
    """The legal choices by name."""
    return {choice_name(view.phase, choice): choice for choice in view.choices}


def dealt(match):
    """As it was dealt."""
    return Hand(tuple(int(hand) for hand in match.state.hands))


def put(match, hand):
    """Other cards."""
    match.games["hands"][0] = hand.hands


def choose(match, hand, choice, recorded=None):
    """Carry out a choice."""
    match.choose(choice)
    return hand._replace(choices=(*hand.choices, int(choice)))


def write(rules, hand, steps):
    """The lines of a hand."""
    yield "deal " + " | ".join(map(names, hand.hands))
    for step in steps:
        yield f"{step.before.table.turn} {choice_name(int(step.before.table.phase), step.choice)}"
    if steps and steps[-1].ends_hand:
        yield line("total", steps[-1].after.table.totals)


def read(match, lines):
    """Read a hand, playing it."""
    number = match.state.table.hand_number
    hand = Hand(tuple(set_of(word.card() for word in group) for group in groups(lines.next("deal"), 2)))
    put(match, hand)
    while match.state.table.hand_number == number and lines.key().isdigit():
        seat, word = lines.next()
        if seat.number() != match.state.table.turn:
            seat.wrong(f"it is the turn of seat {match.state.table.turn}")
        try:
            choice = choice_number(int(match.state.table.phase), word.text)
        except UserError as error:
            word.wrong(str(error))
        if not match.allows(choice):
            word.wrong("this is not allowed here")
        hand = choose(match, hand, choice)
    if match.state.table.hand_number > number:
        numbers(lines.next("total"), 2)
    return hand
