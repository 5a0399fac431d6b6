"""Which idea a trick shows, and what each card that may be played would do.

An idea is said in the first trick that shows it, and those that come earlier in the list go first. So what is said follows from the
cards that the person has seen, and from nothing else; a card that is taken back takes its idea with it.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

from cardshark.cards import SUITS, card, listed, name
from cardshark.web.games.hearts.state import finished, refusals, tricks
from cardshark.web.messages import Words
from cardshark.web.messages.teach import CardKind, Lesson
from cardshark.web.table.table import YOU, TableMatch

QUEEN, KING, ACE = card("QS"), card("KS"), card("AS")
SPADES, HEARTS = SUITS.index("S"), SUITS.index("H")
HIGH = card("JC")  # jack of its suit: from here on cards take tricks
FEW = 3  # cards above it make a card that is led a high one
LATE = 6  # from this trick on a suit is worth counting
SEATS, TRICKS = 4, 13


class Situation(NamedTuple):
    """A decision of the person: what lies there, what the person holds, and what was seen before."""

    trick: int  # from 1
    lies: list[tuple[int, int]]  # seat and card, in their order
    hand: int
    legal: int
    seen: int  # cards that were played in this hand
    points: list[int]  # that every seat has taken
    you: int

    @property
    def led(self) -> int | None:
        """The suit to follow."""
        return self.lies[0][1] >> 4 if self.lies else None

    @property
    def winning(self) -> tuple[int, int]:
        """Who takes the trick so far, and with which card; only where something lies there."""
        return max((each for each in self.lies if each[1] >> 4 == self.led), key=lambda each: each[1])

    @property
    def follows(self) -> bool:
        """Can the person follow suit?"""
        return self.led is not None and any(each >> 4 == self.led for each in listed(self.hand))

    @property
    def under(self) -> list[int]:
        """The cards that stay under the winning one."""
        return [each for each in listed(self.legal) if self.follows and each < self.winning[1]]

    @property
    def over(self) -> list[int]:
        """The cards that go over it."""
        return [each for each in listed(self.legal) if self.follows and each > self.winning[1]]

    @property
    def last(self) -> bool:
        """Does nobody play after the person?"""
        return len(self.lies) == SEATS - 1

    @property
    def broken(self) -> bool:
        """Was a heart played?"""
        return bool(self.seen >> 16 * HEARTS & 0x1FFF)

    @property
    def she_is_out(self) -> bool:
        """Has nobody played the queen of spades?"""
        return not self.seen >> QUEEN & 1

    def elsewhere(self, suit: int) -> list[int]:
        """The cards of a suit that others may still hold."""
        return [each for each in range(16 * suit, 16 * suit + 13) if not (self.seen | self.hand) >> each & 1]

    def above(self, one: int) -> int:
        """How many of them are higher than a card."""
        return sum(each > one for each in self.elsewhere(one >> 4))

    @property
    def cost(self) -> int:
        """The points in the trick so far."""
        return sum(points_of(each) for _, each in self.lies)


def points_of(one: int) -> int:
    """What a card costs whoever takes it."""
    return 13 if one == QUEEN else int(one >> 4 == HEARTS)


def situation(view: Any) -> Situation:
    """A decision as its seat sees it."""
    table, you = view.table, int(view.table.turn)
    lies = [int(each) for each in table.history[int(table.start) : int(table.played)]]
    seats = [(you - len(lies) + place) % SEATS for place in range(len(lies))]
    there, points = list(zip(seats, lies, strict=True)), [int(each) for each in table.points]
    return Situation(int(table.trick) + 1, there, int(view.hand), int(view.legal), int(table.seen), points, you)


# ---- ideas ----


def begins(now: Situation) -> Words | None:
    """The two of clubs begins."""
    if now.trick > 1:
        return None
    return Words("teach_begins_other", {"who": now.lies[0][0]}) if now.lies else Words("teach_begins_you")


def follow(now: Situation) -> Words | None:
    """Follow the suit that was led."""
    if not now.follows or now.legal == now.hand:
        return None
    return Words("teach_follow", {"who": now.lies[0][0], "suit": SUITS[now.lies[0][1] >> 4]})


def highest(now: Situation) -> Words | None:
    """The highest card of that suit takes the trick."""
    if not now.lies:
        return Words("teach_highest_lead")
    return Words("teach_highest", {"who": now.winning[0], "card": name(now.winning[1])})


def duck(now: Situation) -> Words | None:
    """Stay under the winning card."""
    return Words("teach_duck", {"who": now.winning[0], "card": name(now.winning[1])}) if now.under else None


def void(now: Situation) -> Words | None:
    """Out of the suit? Throw what hurts."""
    return Words("teach_void", {"suit": SUITS[now.lies[0][1] >> 4]}) if now.lies and not now.follows else None


def hearts_cost(now: Situation) -> Words | None:
    """Hearts cost one point each."""
    n = sum(each >> 4 == HEARTS for _, each in now.lies)
    if n:
        return Words("teach_hearts_here", {"n": n})
    return Words("teach_hearts") if now.broken else None


def broken(now: Situation) -> Words | None:
    """Hearts must be broken before they are led."""
    if now.lies:
        return None
    return Words("teach_broken_now" if now.broken else "teach_broken")


def queen(now: Situation) -> Words | None:
    """The queen of spades costs 13: said where spades are about, or late."""
    high = any(now.hand >> each & 1 for each in (QUEEN, KING, ACE))
    if now.she_is_out and not high and now.led not in (None, SPADES) and now.trick < LATE:
        return None
    if not now.she_is_out:
        return Words("teach_queen_gone")
    return Words("teach_queen_mine" if now.hand >> QUEEN & 1 else "teach_queen")


def lead_low(now: Situation) -> Words | None:
    """Lead low, and keep a way out."""
    return None if now.lies else Words("teach_low")


def counting(now: Situation) -> Words | None:
    """Count one suit."""
    if now.trick < LATE:
        return None
    suit = now.lies[0][1] >> 4 if now.lies else max(listed(now.hand), key=lambda each: len(now.elsewhere(each >> 4))) >> 4
    return Words("teach_count", {"suit": SUITS[suit], "n": 13 - len(now.elsewhere(suit)), "left": len(now.elsewhere(suit))})


def moon(now: Situation) -> Words | None:
    """All 26 points: the moon."""
    takers = [seat for seat, points in enumerate(now.points) if points]
    if len(takers) == 1:
        return Words("teach_moon_you") if takers[0] == now.you else Words("teach_moon_one", {"who": takers[0]})
    return Words("teach_moon") if takers else None


IDEAS: dict[str, Callable[[Situation], Words | None]] = {
    "begins": begins, "follow": follow, "highest": highest, "duck": duck, "void": void, "hearts": hearts_cost, "broken": broken,
    "queen": queen, "low": lead_low, "count": counting, "moon": moon,
}  # fmt: skip


def ideas_of(situations: list[Situation]) -> list[str]:
    """The idea of each decision, one after the other; empty where there is none left that fits."""
    said: list[str] = []
    for now in situations:
        said.append(next((idea for idea, fits in IDEAS.items() if idea not in said and fits(now)), ""))
    return said


# ---- cards ----


def kind_of(now: Situation, one: int) -> tuple[str, str]:
    """What a card would do: the end of its text's key, and how good that is."""
    if not now.lies:
        if now.trick == 1:
            return "must", "fair"
        above = now.above(one)
        return ("top", "bad") if not above else ("high", "bad") if above <= FEW else ("low", "good")
    if not now.follows:
        return thrown(now, one)
    if one < now.winning[1]:
        return ("under", "good") if len(now.under) == 1 else ("under_most", "good") if one == now.under[-1] else ("under_low", "fair")
    if now.last:
        return ("over_pays", "bad") if now.cost else ("over_free", "fair")
    return "over", "bad"


def thrown(now: Situation, one: int) -> tuple[str, str]:
    """What a card does that does not follow suit."""
    if one == QUEEN:
        return "gone_queen", "good"
    if one >> 4 == HEARTS:
        return "gone_heart", "good"
    if one in (KING, ACE) and now.she_is_out:
        return "gone_danger", "good"
    return ("gone_high", "good") if one & 15 >= HIGH & 15 else ("gone_low", "fair")


def kinds_of(now: Situation) -> list[CardKind]:
    """The cards that may be played, those that do the same together, the best first."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in listed(now.legal):
        found[kind_of(now, one)].append(name(one))
    order = ["good", "fair", "bad"]
    return [
        CardKind(f"teach_word_{kind.partition('_')[0]}", tone, cards, Words(f"teach_why_{kind}", {"points": now.cost}))
        for (kind, tone), cards in sorted(found.items(), key=lambda item: order.index(item[0][1]))
    ]


# ---- the whole lesson ----


def lesson_of(table: TableMatch) -> Lesson:
    """What there is to say at this moment of a hand."""
    you = table.settings.seats.index(YOU)
    views = [table.view(step.before)[0] for step in table.story if step.seat == you]
    waiting = table.turn == you
    situations = [situation(view) for view in [*views, *([table.view()[0]] if waiting else [])]]
    ideas = ideas_of(situations)
    now = situations[-1] if waiting else None
    greys = list(refusals(table, you).values())
    idea = ideas[-1] if now else ""
    return Lesson(
        trick=min(len(tricks_taken(table)) + 1, TRICKS), of=TRICKS, ideas=list(IDEAS), idea=idea,
        said=[each for each in (ideas[:-1] if now else ideas) if each],
        text=IDEAS[idea](now) if now and idea else None, happened=happened(table, you), kinds=kinds_of(now) if now else [],
        grey=greys[0] if greys else None, ended=table.ended, people=[seat for seat in table.settings.seats if seat != YOU],
    )  # fmt: skip


def tricks_taken(table: TableMatch) -> list[Any]:
    """The finished tricks."""
    return finished(table, tricks(table))


def happened(table: TableMatch, you: int) -> Words | None:
    """What the last finished trick showed."""
    taken = tricks_taken(table)
    if not taken:
        return None
    trick = taken[-1]
    highest_card = next(each.card for each in trick.cards if each.seat == trick.winner)
    end = "" if trick.points else "_clean"
    if trick.winner == you:
        return Words(f"teach_took_you{end}", {"card": highest_card, "points": trick.points})
    return Words(f"teach_took{end}", {"who": trick.winner, "card": highest_card, "points": trick.points})
