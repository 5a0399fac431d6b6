"""A table of Hearts as one seat may see it: from its own hand, what lies on the table, and nothing else."""

from functools import lru_cache
from typing import Any

import numpy as np

from cardshark.cards import RANKS, SUITS, Card, card, listed, name
from cardshark.games import hearts
from cardshark.games.hearts.rules import Moon, Rules
from cardshark.web import messages as m
from cardshark.web.games.page import TableSoFar, names_in_hand
from cardshark.web.messages import Words

JACK = "JD"


@lru_cache(64)
def costs(rules: Rules) -> dict[str, int]:
    """What each card costs whoever takes it; the jack of diamonds may take points off."""
    worth = {JACK: -rules.jack_of_diamonds} if rules.jack_of_diamonds and int(rules.deck()) >> card(JACK) & 1 else {}
    return rules.costs() | worth


def winning(trick: list[m.Card]) -> int:
    """The seat whose card takes the trick so far."""
    led = trick[0].card[1]
    return max((played for played in trick if played.card[1] == led), key=lambda played: RANKS.index(played.card[0])).seat


def tricks(table: TableSoFar) -> list[list[m.Card]]:
    """The cards of this hand in their order, trick by trick; the last one may not be complete."""
    plays = [step for step in table.story if step.phase == hearts.PLAY]
    cards = [m.Card(step.seat, name(step.choice)) for step in plays]
    return [cards[start : start + table.count] for start in range(0, len(cards), table.count)]


def finished(table: TableSoFar, played: list[list[m.Card]]) -> list[m.Trick]:
    """The tricks that somebody has taken."""
    prices = costs(table.rules)
    whole = [trick for trick in played if len(trick) == table.count]
    return [m.Trick(trick, winning(trick), sum(max(prices.get(each.card, 0), 0) for each in trick)) for trick in whole]


def hearts_state(table: TableSoFar, seat: int | None, open_hands: bool = False) -> m.HeartsState:
    """What is on the table, and what the seat passed and got; nobody's cards if nobody sits there, unless they lie open."""
    played, state, record = tricks(table), table.match.state, table.match.record[0]
    done = finished(table, played)
    trick = played[-1] if played and len(played[-1]) < table.count else []
    passing, across = None, int(state.table.across)
    if state.table.phase == hearts.PASS:
        bottom = seat or 0  # who watches looks from the first seat
        passing = m.PassingState((bottom + across) % table.count, (bottom - across) % table.count, table.rules.pass_count)
    exchanged = seat is not None and across
    return m.HeartsState(
        trick=trick,
        tricks=done,
        of=int(record.hand_size),
        broken=bool(record.held_back and int(state.table.seen) & int(record.breakers)),
        winning=winning(trick) if trick else None,
        led=trick[0].card[1] if trick else "",
        passing=passing,
        passes=[names_in_hand(given) for given in state.given[: table.count]] if passing and open_hands else [],
        given=names_in_hand(state.given[seat]) if exchanged else [],
        received=names_in_hand(state.received[seat]) if exchanged else [],
        costs=costs(table.rules),
        moon=moon_threat(table, done),
        claim=seat is not None and is_decided(table),
        back=bool(state.table.second_stage),
    )


def is_decided(table: TableSoFar) -> bool:
    """Are all points taken, so that the rest of the hand changes nothing?"""
    if table.ended or table.match.state.table.phase != hearts.PLAY:
        return False
    state, record = table.match.state.table, table.match.record[0]
    jack = table.rules.jack_of_diamonds and int(record.deck) >> hearts.JACK_OF_DIAMONDS & 1 and state.jack == hearts.NOBODY
    return int(state.points.sum()) == int(record.all_penalties) and not jack


def moon_threat(table: TableSoFar, done: list[m.Trick]) -> int | None:
    """The seat that took every point so far, if these were in more than one trick."""
    takers = [trick.winner for trick in done if trick.points]
    if table.rules.moon == Moon.NONE or table.match.state.table.second_stage or len(takers) < 2 or len(set(takers)) > 1:
        return None
    return takers[0]


def hearts_seats(table: TableSoFar, seats: list[m.SeatState], taken: list[m.Trick]) -> None:
    """Fill in what everybody saw of each seat: points, cards left, suits that it has shown it has none of, penalty cards."""
    prices, size, voids = costs(table.rules), int(table.match.record[0].hand_size), table.match.state.table.voids
    laid = [step.seat for step in table.story if step.phase == hearts.PLAY]
    for number, seat in enumerate(seats):
        seat.cards = size - laid.count(number)
        shown = int(voids[number])
        seat.voids = "".join(suit for bit, suit in enumerate(SUITS) if shown >> bit & 1)
    for trick in taken:
        seats[trick.winner].points += trick.points
        seats[trick.winner].took += [each.card for each in trick.cards if each.card in prices]


def refusals(table: TableSoFar, seat: int) -> dict[str, Words]:
    """Why the other cards of the hand may not be chosen now."""
    if table.turn != seat:
        return {}
    view = table.match.view()
    refused = int(view.hand) & ~int(view.legal)
    return {name(card): refusal(view, table.match.record[0], card) for card in listed(refused)}


def refusal(view: Any, record: Any, chosen: Card) -> Words:
    """The rule that forbids a card."""
    now, hand = view.table, int(view.hand)
    if now.phase == hearts.PASS:
        return Words("no_passed")
    leads = now.played == now.start
    if not leads and hand & 0xFFFF << 16 * int(now.led) and chosen >> 4 != now.led:
        return Words("no_follow", {"suit": SUITS[now.led]})
    if now.played == 0 and record.forced:
        return Words("no_first_lead", {"card": name(listed(record.forced)[0])})
    held_back = int(record.held_back)
    if leads and held_back >> chosen & 1 and not int(now.seen) & int(record.breakers) and hand & ~held_back:
        return Words("no_hearts")
    return Words("no_points_first")


def ending(table: TableSoFar) -> list[Words]:
    """The news at the end of a hand: a moon, or points that are won back from now on."""
    assert table.after is not None
    before, after = table.match.games[0], table.after[0]
    moons = np.flatnonzero(after["moons"] > before["moons"]).tolist()
    lines = [Words("end_moon", {"who": seat}) for seat in moons]
    if after["table"]["second_stage"] > before["table"]["second_stage"] and not table.over:
        lines.append(Words("end_back"))
    return lines
