"""Thinking ahead, slow and obvious: hands finished by the rule book and the hand-made players' descriptions, small end games in full.

A position is a view and a deal that it might be. Hands end here when their last card is played; no next one is dealt.
"""

from copy import copy
from types import SimpleNamespace

from cardshark.games.hearts.rules import Passing
from reference import handmade_book
from reference.hearts_book import NAME, NUMBER, SUITS, Match
from reference.hearts_side_by_side import bits
from reference.imagine_book import Seen, named, world_of


class Hand(Match):
    """One hand of a match in an imagined deal."""

    def end_hand(self):
        self.last_scores = self.scores()
        self.over = True

    def cost(self, seat):
        """What the finished hand costs a seat; where points are won back, they are welcome."""
        return -self.last_scores[seat] if self.winning_back else self.last_scores[seat]

    def after(self, card):
        """The hand after one more card; this one stays as it is."""
        found = copy(self)
        for name in ("hands", "given", "received", "taken", "voids"):
            setattr(found, name, [copy(part) for part in getattr(self, name)])
        found.played, found.trick = list(self.played), list(self.trick)
        found.choose(card)
        return found

    def choice(self, style):
        """What somebody of this style does now."""
        room = [0] * (4 - len(self.seats))
        view = SimpleNamespace(
            hand=bits(self.hands[self.turn]), legal=bits(self.legal()), seen=bits(self.played), turn=self.turn,
            history=[NUMBER[card] for card in self.played], played=len(self.played), start=len(self.played) - len(self.trick),
            voids=[sum(1 << SUITS.index(suit) for suit in suits) for suits in self.voids] + room,
        )  # fmt: skip
        return NAME[(handmade_book.PASS_NEXT if self.passing else handmade_book.PLAY)[style](view, self.rules)]

    def played_out(self, me, own, others):
        """The hand at its end, finished by me in one style and by the others in another."""
        found = self
        while not found.over:
            found = found.after(found.choice(own if found.turn == me else others))
        return found


def set_up(view, rules, hands, others):
    """The hand as a view shows it, in an imagined deal; before my own turn to pass, the others have passed by their style."""
    seen, table = Seen(view, rules), view["table"]
    world = world_of(seen, hands)
    before = [world[seat] | seen.played_by(seat) for seat in range(rules.players)]
    played_by_now = rules if seen.passing else rules._replace(passing=Passing.NONE)
    hand = Hand(played_by_now, lambda _: [card for held in before for card in held], lambda _: seen.first, seen.hand_number)
    hand.first = 0  # a match begins with hand 0, for all that a view tells
    hand.totals = table["totals"].tolist()[: rules.players]
    hand.winning_back = bool(table["second_stage"])
    for _, card in seen.plays:
        hand.choose(card)
    while hand.turn < seen.seat and seen.passing:
        hand.choose(hand.choice(others))
    if seen.passing:
        hand.given[seen.seat] = sorted(named(view["given"]))
    assert hand.turn == seen.seat
    return hand


def costs(view, rules, hands, own, others, own_moon=0):
    """What each legal choice would cost in one imagined deal, and whether somebody would take every penalty card.

    A moon of my own counts `own_moon` more than the rules say.
    """
    hand, found, swept = set_up(view, rules, hands, others), {}, 0
    me = hand.turn
    for card in hand.legal():
        end = hand.after(card).played_out(me, own, others)
        found[NUMBER[card]] = end.cost(me) + own_moon * (end.moon_is_shot() and end.shooter() == me)
        swept += end.shooter() is not None
    return found, swept


# ---- small end games, in full ----


def my_next_turn(hand, me, others):
    """Let the others play by their style until it is my turn or the hand is over."""
    while not hand.over and hand.turn != me:
        hand = hand.after(hand.choice(others))
    return hand


def expected_costs(hands, me, others):
    """What each card costs on average if any of these deals is as likely as the others, and I then always play what is best for me.

    I cannot tell deals apart in which the same cards were played.
    """
    found = {}
    for card in hands[0].legal():
        total, alike = 0, {}
        for hand in hands:
            later = my_next_turn(hand.after(card), me, others)
            if later.over:
                total += later.cost(me)
            else:
                alike.setdefault(tuple(later.played), []).append(later)
        total += sum(min(expected_costs(group, me, others).values()) * len(group) for group in alike.values())
        found[card] = total / len(hands)
    return found


def outcomes(hand):
    """All costs of the seats that may come of a hand in which everybody sees all cards and plays for himself.

    Where it is all the same to somebody, he may do this or that, or sometimes this and sometimes that.
    """
    if hand.over:
        return {tuple(hand.cost(seat) for seat in hand.seats)}
    seat, ways = hand.turn, [outcomes(hand.after(card)) for card in hand.legal()]
    surely = min(max(costs[seat] for costs in way) for way in ways)
    return set().union(*(way for way in ways if min(costs[seat] for costs in way) <= surely))


def values(hand):
    """What each card may cost the seat in turn if everybody plays for himself: from the least to the most."""
    costs = {card: [end[hand.turn] for end in outcomes(hand.after(card))] for card in hand.legal()}
    return {card: (min(found), max(found)) for card, found in costs.items()}


def only_best(values):
    """The card that is better than all others however these turn out, or None."""
    best = min(values, key=lambda card: values[card][1])
    return best if all(values[best][1] < least for card, (least, _) in values.items() if card != best) else None


def with_help(hand, seat):
    """What the hand would cost a seat if everybody did his best for it."""
    return hand.cost(seat) if hand.over else min(with_help(hand.after(card), seat) for card in hand.legal())


# ---- the last tricks, solved ----


def solved(hand, me, hostile):
    """What everybody pays if all cards are seen and everybody plays the best card; the lowest of equally good ones.

    `hostile`: the others play against me. Otherwise everybody plays for himself. Nothing is left out, however clear it is.
    """
    if hand.over:
        return [hand.cost(seat) for seat in hand.seats]
    turn, ends = hand.turn, [solved(hand.after(card), me, hostile) for card in sorted(hand.legal(), key=NUMBER.__getitem__)]
    if hostile and turn != me:
        return max(ends, key=lambda costs: costs[me])  # the first of equals, as `min`
    return min(ends, key=lambda costs: costs[turn])


def solved_costs(view, rules, hands, hostile):
    """What each legal card would cost in one imagined deal if the hand is then solved."""
    hand = set_up(view, rules, hands, "greedy")
    return {NUMBER[card]: solved(hand.after(card), hand.turn, hostile)[hand.turn] for card in hand.legal()}
