"""What a person's hands came to against each of the cast: points gained on them, hand by hand.

A gain is what the other has more than oneself, where few points are good, and the other way round elsewhere. Hands that were
practised, taken back or tried again do not count, nor does the human experiment. Whoever could not go on, so that somebody else chose,
is not credited with the hand.
"""

import json
from collections.abc import Set
from statistics import fmean
from typing import NamedTuple

import msgspec

from cardshark.distributions import mean_reach
from cardshark.games import game_named
from cardshark.web.table.cast import member_of
from cardshark.web.table.database import setting
from cardshark.web.table.store import Store, read_stand_ins
from cardshark.web.table.table import YOU

LOOKED_AT = 500  # finished hands of a person, the newest
LAST = 30  # hands with somebody that count: one learns


class Agreed(msgspec.Struct):
    """What matters here of a table's settings."""

    game: str
    rules: str
    seats: list[str]
    mode: str = "play"
    challenge: str = ""
    start: msgspec.Raw = msgspec.Raw(b"null")


class Tally(NamedTuple):
    """Hands with somebody."""

    hands: int
    gain: float  # a hand, on average
    won: int  # hands in which one gained something


class Results(NamedTuple):
    """How a person has fared at one game."""

    against: dict[str, Tally]  # by face
    gains: list[float]  # of every hand: on the others, on average

    def mean(self) -> tuple[float, float] | None:
        """The average gain and the reach of its 95 % interval; nothing from fewer than ten hands."""
        if len(self.gains) < 10:
            return None
        return fmean(self.gains), mean_reach(self.gains)


def results_of(store: Store, person: int, game: str) -> Results:
    """How a person has fared at this game, by whatever rules."""
    rows = store.database.rows(
        "select t.settings, h.scores, h.stood_in from hands h join tables t on t.id = h.name"
        f" where t.person = ? and h.ended is not null and h.points is not null and not h.undone and {setting('game')} = ?"
        " order by h.ended desc, h.number desc limit ?",
        person, game, LOOKED_AT,
    )  # fmt: skip
    sign = 1 if game_named(game).LOWEST_WINS else -1
    against: dict[str, list[float]] = {}
    own: list[float] = []
    for text, scores, stood_in in rows:
        agreed = msgspec.json.decode(text, type=Agreed)
        if agreed.mode != "play" or agreed.challenge or bytes(agreed.start) != b"null" or YOU not in agreed.seats:
            continue
        points = json.loads(scores)
        if len(points) != len(agreed.seats):
            continue
        mine = points[agreed.seats.index(YOU)]
        gains = [sign * (theirs - mine) for theirs, player in zip(points, agreed.seats, strict=True) if player != YOU]
        own.append(fmean(gains))
        for who, some in by_member(agreed, gains, {each.seat for each in read_stand_ins(stood_in)}).items():
            against.setdefault(who, []).append(fmean(some))
    tallies = {who: tally(gains[:LAST]) for who, gains in against.items()}
    return Results(tallies, own)


def by_member(agreed: Agreed, gains: list[float], others: Set[int] = frozenset()) -> dict[str, list[float]]:
    """The gains of one hand by face: somebody who sits in several chairs has one for each. In some seats others chose."""
    found: dict[str, list[float]] = {}
    for (seat, player), gain in zip([(seat, each) for seat, each in enumerate(agreed.seats) if each != YOU], gains, strict=True):
        member = member_of(agreed.game, agreed.rules, player) if seat not in others else None
        if member:
            found.setdefault(member.who, []).append(gain)
    return found


def tally(gains: list[float]) -> Tally:
    """Hands with somebody, counted."""
    return Tally(len(gains), fmean(gains), sum(gain > 0 for gain in gains))
