"""The hand-made Hearts players as their descriptions tell them: slow, obvious, in words; what the kernels are held against.

Cards are names (`QS`). Each player has a function that plays a card and one that puts the next card aside for passing. Both
take a view as `cardshark.players.player.unpack` gives it, and the house rules; both return the number of a card.

Readings, where the descriptions leave something open:

- "A card I hold" is a legal card, whenever a card is played. Two things look at the whole hand: what Jake has seen, and
  whether the queen of spades is still in his hand (then spades are a scoring suit even where he may not play her yet).
- A point card is a card that costs something by the house rules. What is said of the queen of spades by name, and of
  hearts by name (throw them off, pass them), holds even where they cost nothing.
- Where hearts cost nothing, hearts may be led without points in the trick: Stock then does as in clubs and diamonds.
- A jack of clubs that costs points changes what "points" means, and is thrown off where said below. It changes no passing
  except greedy's, and clubs do not become a scoring suit.
- Unseen are cards of the deck in play; cards taken out of it are neither seen nor unseen. So without a queen of spades in
  the deck she is not unseen. A lowest spade that was taken out is never "seen".
- The "2" and the "3" of the index mix-up are the lowest rank of the deck and the next, by `rules.lowest`; all other ranks
  (six, ten, queen, king) are what they are in every deck.
- Greedy with queen=avoid: the trick is its own if the queen would win it. It then plays its highest other card of the suit.
- Jake steps over the queen of spades only where no card of his is below the winning one.
- Jake's lead 6: equal numbers go to the suit visited first. With nothing to lead from but spades that are skipped, the best
  value counts as 0. If it is 0 and no spade helps, he leads the best card all the same; if there is none, lead 7.
- Jake's passing: one list of wishes is made from the cards dealt, and the next card is the first that is not put aside yet.
  Of equally high clubs and diamonds the diamond goes first (by rank). A suit to be emptied has 1 to 3 cards however many
  cards are passed.
- Passing at random: the book names some card; any other would do.
"""

from functools import cache

from cardshark.cards import listed
from reference.hearts_book import NAME, NUMBER, SUITS, cost, deck, rank, suit

QUEEN, TEN, SIX = 12, 10, 6  # ranks


# ---- cards and the trick ----


def named(cards):
    """The names of a set, clubs first, low cards first."""
    return [NAME[card] for card in listed(cards)]


def by_rank(card):
    """Ranks first; of equal ranks the club is lowest, then diamond, heart, spade."""
    return rank(card), SUITS.index(suit(card))


def lowest(cards):
    return min(cards, key=by_rank)


def highest(cards):
    return max(cards, key=by_rank)


def of_suit(cards, wanted):
    return [card for card in cards if suit(card) == wanted]


def lower(cards, limit):
    """Those of lower rank than a card of the same suit."""
    return [card for card in cards if rank(card) < rank(limit)]


def without(cards, unwanted):
    """All but one card, unless there is no other."""
    return [card for card in cards if card != unwanted] or cards


def is_point_card(card, rules):
    return cost(card, rules) > 0


def trick_of(view):
    """The cards on the table, in the order they were played."""
    return [NAME[card] for card in view.history[view.start : view.played]]


def winning_card(trick):
    return highest(of_suit(trick, suit(trick[0])))


def is_last(trick, rules):
    """Does the next card complete the trick?"""
    return len(trick) == rules.players - 1


def has_points(trick, rules):
    return any(is_point_card(card, rules) for card in trick)


def first_held(wishes, cards):
    """The first wish that can be met, or None."""
    return next((card for card in wishes if card in cards), None)


# ---- greedy ----


def greedy_order(ties, smallest="rank"):
    """Which of two cards is higher: by rank, then by suit from clubs up to spades, or the other way round; or by suit, then by rank."""
    suits = {"clubs_low": "CDHS", "spades_low": "SHDC"}[ties]
    if smallest == "suit":
        return lambda card: (suits.index(suit(card)), rank(card))
    return lambda card: (rank(card), suits.index(suit(card)))


def greedy_discard(cards, rules, order, queen):
    """Rule 2: the worst card to have."""
    if queen == "behind" and "QS" in cards:
        return highest(of_suit(cards, "S"))
    jack = ["JC"] if rules.jack_of_clubs > 0 else []
    return first_held(["QS", *jack], cards) or max(of_suit(cards, "H") or cards, key=order)


def greedy_play(view, rules, ties="clubs_low", smallest="rank", reference="first", queen="literal", passing="discard"):
    legal, trick, order = named(view.legal), trick_of(view), greedy_order(ties, smallest)
    if not trick:
        return NUMBER[min(legal, key=order)]
    follow = of_suit(legal, suit(trick[0]))
    if not follow:
        return NUMBER[greedy_discard(legal, rules, order, queen)]
    under = lower(follow, {"first": trick[0], "winner": winning_card(trick)}[reference])
    if under:
        return NUMBER[highest(under)]
    if not is_last(trick, rules):
        return NUMBER[lowest(follow)]
    own_trick = rank(highest(follow)) > rank(winning_card(trick))
    if queen == "avoid" and own_trick and highest(follow) == "QS":
        follow = without(follow, "QS")
    return NUMBER[highest(follow)]


def greedy_pass(view, rules, ties="clubs_low", smallest="rank", reference="first", queen="literal", passing="discard"):
    left, order = named(view.legal), greedy_order(ties, smallest)
    if passing == "discard":
        return NUMBER[greedy_discard(left, rules, order, queen)]
    if passing == "highest":
        return NUMBER[max(left, key=order)]
    return NUMBER[left[view.luck % len(left)]]


# ---- stock ----


def stock_play(view, rules):
    legal, trick = named(view.legal), trick_of(view)
    if not trick:
        return NUMBER[lowest(without(legal, "QS"))]
    follow = of_suit(legal, suit(trick[0]))
    if not follow:
        return NUMBER[stock_discard(legal, rules)]
    if has_points(trick, rules):
        return NUMBER[stock_avoids(follow, trick, rules)]
    if suit(trick[0]) == "S":
        return NUMBER[stock_in_spades(follow, trick, rules)]
    return NUMBER[highest(follow)]


def stock_in_spades(follow, trick, rules):
    """Spades were led, and no points lie in the trick."""
    if "QS" in follow and ("KS" in trick or "AS" in trick):
        return "QS"
    if is_last(trick, rules):
        return highest(without(follow, "QS"))
    small = lower(follow, "QS")
    return highest(small) if small else first_held(["AS", "KS", "QS"], follow)


def stock_avoids(follow, trick, rules):
    """Points lie in the trick."""
    under = lower(follow, winning_card(trick))
    if under:
        return highest(under)
    return highest(without(follow, "QS")) if is_last(trick, rules) else lowest(follow)


def stock_discard(legal, rules):
    jack = ["JC"] if rules.jack_of_clubs > 0 else []
    worst = first_held(["QS", "AS", "KS", *jack], legal)
    if worst:
        return worst
    if of_suit(legal, "H"):
        return highest(of_suit(legal, "H"))
    return max(legal, key=lambda card: (rank(card), "SDC".index(suit(card))))  # of equal ranks the club, then the diamond


def stock_pass(view, rules):
    left = named(view.legal)
    clubs, diamonds, hearts = (of_suit(left, wanted) for wanted in "CDH")
    big_spade = first_held(["QS", "KS", "AS"], left)
    if big_spade:
        return NUMBER[big_spade]
    if len(clubs) == 1:
        return NUMBER[clubs[0]]
    if len(diamonds) == 1:
        return NUMBER[diamonds[0]]
    return NUMBER[highest(hearts or left)]


# ---- jake ----


deck_of = cache(deck)


class Jake:
    """What Jake makes of a view: his memory of this hand, then his rules."""

    def __init__(self, view, rules, giveaway="programmed"):
        self.view, self.rules, self.kind_of_giveaway = view, rules, giveaway
        self.hand, self.legal, self.trick = named(view.hand), named(view.legal), trick_of(view)
        self.seen = set(named(view.seen | view.hand))
        self.unseen = [card for card in deck_of(rules) if card not in self.seen]
        long_suits = rules.highest - rules.lowest + 1 > 10
        self.many, self.few = (5, 6) if long_suits else (3, 4)  # more unseen cards than `many`: safe; fewer than `few`: not

    # -- memory --

    def unseen_in(self, wanted):
        return len(of_suit(self.unseen, wanted))

    def above(self, card):
        """How many unseen cards of the suit are higher."""
        return sum(rank(other) > rank(card) for other in of_suit(self.unseen, suit(card)))

    def lower_unseen(self, card):
        return sum(rank(other) < rank(card) for other in of_suit(self.unseen, suit(card)))

    def is_out(self, seat, wanted):
        return self.view.voids[seat] >> SUITS.index(wanted) & 1 == 1

    def anybody_out(self, wanted):
        return any(self.is_out(seat, wanted) for seat in range(self.rules.players))

    def is_scoring(self, wanted):
        return wanted == "H" or (wanted == "S" and ("QS" in self.unseen or "QS" in self.hand))

    def is_giveaway(self, card):
        if self.kind_of_giveaway == "meant":
            return self.lower_unseen(card) == 0 and self.above(card) > 0
        two, three = self.rules.lowest, self.rules.lowest + 1
        two_of_spades_seen = any(rank(spade) == two for spade in of_suit(self.seen, "S"))
        return rank(card) == two or (rank(card) == three and two_of_spades_seen)

    # -- leading --

    def lead(self):
        tries = [
            self.high_card_of_a_safe_suit, self.high_spade_below_the_queen, self.low_heart_as_a_giveaway, self.low_spade_below_the_queen,
            self.any_giveaway, self.low_card_with_most_above,
        ]  # fmt: skip
        for attempt in tries:
            card = attempt()
            if card:
                return card
        return lowest(self.legal)

    def suits(self):
        """My legal cards by suit, most cards first; equally long suits in the order of the hand: clubs, diamonds, spades, hearts."""
        return sorted((cards for wanted in "CDSH" if (cards := of_suit(self.legal, wanted))), key=len, reverse=True)

    def spades(self):
        return of_suit(self.legal, "S")

    def spades_all_below_the_queen(self):
        return all(rank(card) < QUEEN for card in self.spades())

    def high_card_of_a_safe_suit(self):
        for cards in self.suits():
            top = highest(cards)
            safe = not self.is_scoring(suit(top)) and not self.anybody_out(suit(top)) and self.unseen_in(suit(top)) > self.many
            if rank(top) > QUEEN and safe:
                return top
        return None

    def high_spade_below_the_queen(self):
        if self.spades() and not self.anybody_out("S") and "QS" in self.unseen and self.spades_all_below_the_queen():
            return highest(self.spades())
        return None

    def low_heart_as_a_giveaway(self):
        hearts = of_suit(self.legal, "H")
        return lowest(hearts) if hearts and self.is_giveaway(lowest(hearts)) else None

    def low_spade_below_the_queen(self):
        return lowest(self.spades()) if self.spades() and self.spades_all_below_the_queen() and "QS" in self.unseen else None

    def any_giveaway(self):
        for cards in self.suits():
            if self.is_giveaway(lowest(cards)) and (suit(cards[0]) != "S" or self.spades_all_below_the_queen()):
                return lowest(cards)
        return None

    def low_card_with_most_above(self):
        lows = [lowest(cards) for cards in self.suits() if suit(cards[0]) != "S" or self.spades_all_below_the_queen()]
        best = max(lows, key=self.above, default=None)  # the first of equals
        if best and self.above(best) > 0:
            return best
        helpful = [card for card in self.spades() if card != "QS" and self.above(card) > 0]
        return lowest(helpful) if helpful else best

    # -- following --

    def follow(self, cards):
        if has_points(self.trick, self.rules) or (not is_last(self.trick, self.rules) and self.is_dangerous()):
            return self.avoid(cards)
        return self.take(cards)

    def is_dangerous(self):
        led = suit(self.trick[0])
        if self.unseen_in(led) + len(self.trick) < self.few:
            return True
        return any(self.is_out(seat, led) and self.may_hurt(seat) for seat in self.still_to_play())

    def still_to_play(self):
        """The seats that play to this trick after me."""
        players = self.rules.players
        return [(self.view.turn + step) % players for step in range(1, players - len(self.trick))]

    def may_hurt(self, seat):
        """May this seat have a heart or the queen of spades to throw?"""
        return not self.is_out(seat, "H") or ("QS" in self.unseen and not self.is_out(seat, "S"))

    def avoid(self, cards):
        under = lower(cards, winning_card(self.trick))
        if under:
            return highest(under)
        others = without(cards, "QS")
        return highest(others) if is_last(self.trick, self.rules) else lowest(others)

    def take(self, cards):
        if "QS" in cards and winning_card(self.trick) in ("KS", "AS"):
            return "QS"
        if suit(self.trick[0]) == "S" and "QS" in self.unseen and lower(cards, "QS"):
            return highest(lower(cards, "QS"))
        harmless = [card for card in cards if not is_point_card(card, self.rules)]
        return highest(harmless) if harmless else lowest(cards)

    # -- void --

    def discard(self):
        jack = ["JC"] if self.rules.jack_of_clubs > 0 else []
        big_spades = ["AS", "KS"] if self.is_scoring("S") else []
        worst = first_held(["QS", *big_spades, *jack], self.legal)
        if worst:
            return worst
        if rank(highest(self.legal)) >= QUEEN:
            return highest(self.legal)
        return highest([card for card in self.legal if is_point_card(card, self.rules)] or self.legal)

    # -- passing --

    def wishes(self):
        """Every card dealt, in the order in which Jake would pass them on."""
        clubs, diamonds, hearts, spades = (sorted(of_suit(self.hand, wanted), key=rank, reverse=True) for wanted in "CDHS")
        wishes = ["AS", "KS"]
        if len(spades) < 4:
            wishes.append("QS")
        if hearts and rank(hearts[-1]) > SIX:
            wishes += [card for card in reversed(hearts) if rank(card) > TEN]
        for cards in [clubs, diamonds] if len(clubs) < len(diamonds) else [diamonds, clubs]:
            if 1 <= len(cards) <= 3:
                wishes += cards
        return wishes + sorted(clubs + diamonds, key=by_rank, reverse=True) + hearts + spades


def jake_play(view, rules, giveaway="programmed"):
    jake = Jake(view, rules, giveaway)
    if not jake.trick:
        return NUMBER[jake.lead()]
    follow = of_suit(jake.legal, suit(jake.trick[0]))
    return NUMBER[jake.follow(follow) if follow else jake.discard()]


def jake_pass(view, rules, giveaway="programmed"):
    return NUMBER[first_held(Jake(view, rules, giveaway).wishes(), named(view.legal))]


# ---- all of them ----

PLAY = {"greedy": greedy_play, "stock": stock_play, "jake": jake_play}
PASS_NEXT = {"greedy": greedy_pass, "stock": stock_pass, "jake": jake_pass}
