"""FALCON as the paper and its readings tell it: slow, obvious, in names, lists and double precision.

Cards are names (`QS`), hands are sets of names, an action is its name, weights are a dictionary from action to number. A vector of
adaptive resonance is three lists (percepts, actions, rewards). Nothing here knows how the player or the learner works.
"""

from reference.hearts_book import SUITS, cost, deck, rank, suit
from reference.imagine_book import Seen, named
from reference.network_book import in_tricks

PAPER_PERCEPTS = [
    "above_best", "below_best", "above_worst", "below_worst",
    "queen_held", "queen_near", "king_held", "king_near", "ace_held", "ace_near",
]  # fmt: skip
SUIT_NAMES = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
FEW = 6  # as for Jake: a suit is dangerous when fewer cards of it are out, counting the cards in the trick


class Situation:
    """What a seat knows when it is to play: its hand, what it may play, the trick, everything before, and who has shown what."""

    def __init__(self, hand, legal, plays, seat, rules, totals=None):
        """`plays` is the hand so far, (seat, card) after (seat, card); `totals` are those of the game before this hand, or all 0."""
        self.rules, self.seat, self.hand, self.legal = rules, seat, hand, legal
        self.totals = totals or [0] * rules.players
        self.tricks, table = in_tricks(plays, rules.players)
        self.trick = [card for _, card in table]
        self.earlier = [card for trick in self.tricks for _, card in trick]
        self.unseen = set(deck(rules)) - self.hand - set(self.earlier) - set(self.trick)
        self.led = suit(self.trick[0]) if self.trick else None
        self.winning = max(of(self.trick, self.led), key=rank) if self.trick else None
        self.shown = {
            who: {suit(trick[0][1]) for trick in [*self.tricks, table] for s, card in trick if s == who and suit(card) != suit(trick[0][1])}
            for who in range(rules.players)
            if who != self.seat
        }
        self.behind = [(self.seat + 1 + i) % rules.players for i in range(rules.players - 1 - len(self.trick))]

    def guard(self):
        """Which family of actions is asked: the suit to follow, `void` or `lead`."""
        if not self.trick:
            return "lead"
        return self.led if of(self.hand, self.led) else "void"


def situation_of(view, rules):
    """What a view tells."""
    seen = Seen(view, rules)
    return Situation(seen.hand, named(view["legal"]), seen.plays, seen.seat, rules, view["table"]["totals"][: rules.players].tolist())


def of(cards, wanted):
    """The cards of a suit."""
    return [card for card in cards if suit(card) == wanted]


def weaker(cards, than):
    """Those that rank below a card."""
    return [card for card in cards if rank(card) < rank(than)]


def strongest(cards):
    return max(cards, key=rank, default=None)


def weakest(cards):
    return min(cards, key=rank, default=None)


# ---- percepts ----


def paper_percepts(now, heartless="nothing"):
    """Table 1. Every unseen card is with an opponent."""
    mine, theirs = of(now.hand, "H"), of(now.unseen, "H")
    if mine:
        best, worst = rank(strongest(mine)), rank(weakest(mine))
        found = [
            any(rank(card) > best for card in theirs),
            any(rank(card) < best for card in theirs),
            any(rank(card) > worst for card in theirs),
            any(rank(card) < worst for card in theirs),
        ]
    else:
        out = theirs != [] and heartless == "lowest"  # as if I had one below all others
        found = [out, False, out, False]
    for card in ("QS", "KS", "AS"):
        if card in now.hand:
            code = "11"
        elif card in now.unseen:
            code = "10"
        elif card in now.trick:
            code = "01"
        else:
            code = "00"
        found += [digit == "1" for digit in code]
    return dict(zip(PAPER_PERCEPTS, found, strict=True))


def trick_percepts(now):
    """Our facts about the trick and the hand as a whole, from what their words say."""
    mine = of(now.hand, now.led)
    low_spades = [card for card in of(now.hand, "S") if rank(card) < rank("QS")]
    return {
        "last": now.behind == [],
        "third": len(now.trick) == 2,
        "points": any(cost(card, now.rules) for card in now.trick),
        "duck": mine != [] and weaker(mine, now.winning) != [],
        "bottom": bool(mine) and loses_to_all(weakest(mine), now),
        "fresh": bool(now.trick) and of(now.earlier, now.led) == [],
        "danger": bool(now.trick) and len(of(now.unseen, now.led)) + len(now.trick) < FEW,
        "void_behind": any(now.led in now.shown[who] for who in now.behind),
        "high_spade_here": now.winning in ("AS", "KS"),
        "early": len(now.tricks) < 4,
        "late": len(now.hand) <= 4,
        "guarded": len(low_spades) >= 4,
        "low_cover": low_spades != [],
        "heart_fresh": of(now.earlier + now.trick, "H") == [],
    }


def loses_to_all(card, now):
    """Does this card of mine lose to every card of its suit that is out? Where none is out, it loses to nobody."""
    out = of(now.unseen, suit(card))
    return out != [] and rank(card) < min(map(rank, out))


def suit_percepts(now):
    """Our facts about each suit."""
    found = {}
    for name, letter in SUIT_NAMES.items():
        mine, out = of(now.hand, letter), of(now.unseen, letter)
        found |= {
            f"{name}_short": len(mine) in (1, 2),
            f"{name}_long": len(mine) >= 4,
            f"{name}_low": mine != [] and loses_to_all(weakest(mine), now),
            f"{name}_unplayed": of(now.earlier + now.trick, letter) == [],
            f"{name}_out": any(letter in suits for suits in now.shown.values()),
            f"{name}_few": len(out) <= 4,
            f"{name}_none": out == [],
            f"{name}_safe": sum(loses_to_all(card, now) for card in mine) >= 2,
        }
    return found


def standing_percepts(now):
    """What the totals of the game say."""
    mine, others = now.totals[now.seat], [total for seat, total in enumerate(now.totals) if seat != now.seat]
    return {
        "ahead": all(mine < total for total in others),
        "behind": all(mine > total for total in others),
        "closing": over_limit(max(now.totals) + now.rules.derived()["all_penalties"], now.rules),
    }


def over_limit(total, rules):
    """Does a total end the game?"""
    return bool(rules.limit) and (total > rules.limit if rules.above_limit else total >= rules.limit)


def percepts(now, heartless="nothing"):
    """Everything that can be noticed, by name."""
    return paper_percepts(now, heartless) | trick_percepts(now) | suit_percepts(now) | standing_percepts(now)


# ---- actions ----


def burden(now, reading):
    """Action 15: king or ace of spades while they are a burden, else the suit with the strongest card, of equals the shortest."""
    queen_played = "QS" in now.earlier + now.trick
    high = [card for card in ("AS", "KS") if card in now.legal]
    if now.led != "S" and high and queen_played == (reading == "queen_played"):
        return high[0]
    return min(
        map(strongest, suits_of(now.legal)), key=lambda card: (-rank(card), len(of(now.legal, suit(card))), "CDSH".index(suit(card)))
    )


def loneliest(now):
    """The strongest card of the suit of which there are fewest; of equals the one with the strongest card, then by suit."""
    return min(
        map(strongest, suits_of(now.legal)), key=lambda card: (len(of(now.legal, suit(card))), -rank(card), "CDSH".index(suit(card)))
    )


def suits_of(cards):
    """The cards, suit by suit."""
    return [of(cards, letter) for letter in SUITS if of(cards, letter)]


def actions(now, reading="queen_out"):
    """The cards that every possible action may play, by its name: one card, or several where the action leaves it to chance."""
    found, guard = {}, now.guard()
    for name in ("hearts", "spades", "diamonds", "clubs"):
        mine = of(now.legal, SUIT_NAMES[name])
        if guard == SUIT_NAMES[name]:
            found[f"follow_{name}_under"] = strongest(weaker(mine, now.winning))
            found[f"follow_{name}_high"] = strongest(mine)
            found[f"follow_{name}_low"] = weakest(mine)
        if guard == "lead":
            found[f"lead_{name}_high"] = strongest(mine)
            found[f"lead_{name}_low"] = weakest(mine)
            found[f"lead_{name}_middle"] = set(mine) - {strongest(mine), weakest(mine)}
            found[f"lead_{name}_loser"] = strongest([card for card in mine if loses_to_all(card, now)])
    spades = of(now.legal, "S")
    others = [card for card in spades if card != "QS"]
    below = weaker(spades, "QS")
    if guard == "lead":
        found["lead_lowest_under_queen"] = weakest(below)
        found["lead_highest_under_queen"] = strongest(below)
    if guard == "S":
        found["follow_spades_below_queen"] = strongest(below)
        found["follow_spades_not_queen"] = strongest(others)
    if guard == "void":
        found["throw_queen"] = "QS" if "QS" in spades else None
        found["throw_heart"] = strongest(of(now.legal, "H"))
        found["throw_burden"] = burden(now, reading)
        found["throw_spade"] = strongest(others)
        found["throw_diamond"] = strongest(of(now.legal, "D"))
        found["throw_club"] = strongest(of(now.legal, "C"))
        found["throw_lonely"] = loneliest(now)
    return {name: card if isinstance(card, set) else {card} for name, card in found.items() if card}


# ---- adaptive resonance ----


def smaller(x, w):
    """The fuzzy AND of two lists."""
    return [min(a, b) for a, b in zip(x, w, strict=True)]


def complemented(x):
    """Complement coding: every element beside what it lacks to 1."""
    return [*x, *(1 - a for a in x)]


class Art:
    """Fuzzy adaptive resonance with three channels."""

    def __init__(self, alpha, gamma, rho):
        self.alpha, self.gamma, self.rho = alpha, gamma, rho
        self.categories = []

    def choice(self, x, w):
        """Equation (1)."""
        channels = zip(x, w, self.alpha, self.gamma, strict=True)
        return sum(g * sum(smaller(one, template)) / (a + sum(template)) for one, template, a, g in channels)

    def match(self, x, w):
        """Equations (2) to (4); a vector without anything in it matches everything."""
        return all(sum(smaller(one, template)) >= rho * sum(one) for one, template, rho in zip(x, w, self.rho, strict=True))

    def answer(self, x, to_learn=False):
        """The number of the best category, the first of equals; if it is to learn, of those that match. None if there is none."""
        fit = [j for j, w in enumerate(self.categories) if not to_learn or self.match(x, w)]
        return max(fit, key=lambda j: self.choice(x, self.categories[j]), default=None)

    def learn(self, x, beta):
        """Equations (5) to (7), or a new category; its number."""
        j = self.answer(x, to_learn=True)
        if j is None:
            self.categories.append([list(one) for one in x])
            return len(self.categories) - 1
        self.categories[j] = [shrunk(one, w, b) for one, w, b in zip(x, self.categories[j], beta, strict=True)]
        return j


def shrunk(x, w, beta):
    """A template after learning."""
    return [(1 - beta) * old + beta * least for old, least in zip(w, smaller(x, w), strict=True)]


# ---- what is learned ----


TRICK_BY_TRICK = ("and_fast", "and_pv", "delta_all", "delta_chosen", "signed_mean")  # updates that know only good and bad


class Decision:
    """What was noticed and done, and how the score stood."""

    def __init__(self, network, senses, action, possible, mine, taken):
        self.network, self.senses, self.action, self.possible = network, senses, action, possible
        self.mine, self.taken = mine, taken  # points of the learner and of everybody before


class Learner:
    """A FALCON that learns: categories for every network, each a template of percepts, of actions, of rewards."""

    def __init__(self, allowed, coding, alpha, share, vigilance, lesson):
        """`allowed` are the names of the actions, `lesson` the settings of feedback by name; readings are small letters."""
        self.allowed, self.coding, self.lesson = list(allowed), coding, lesson
        self.art = lambda: Art([alpha] * 3, share, vigilance)
        self.networks, self.visits = {}, {}
        self.confidence, self.game = {}, 0  # of every category, with the game in which it was learned from last; the game that is played

    def network(self, name):
        return self.networks.setdefault(name, self.art())

    def coded(self, senses):
        x = [float(fact) for fact in senses]
        return complemented(x) if self.coding == "complement" else x

    def recall(self, name, senses):
        """The number of the category that answers: the one of this very percept, or the best; None if there is none."""
        art, x = self.network(name), self.coded(senses)
        if self.coding == "exact":
            return next((j for j, w in enumerate(art.categories) if w[0] == x), None)
        return art.answer([x, [1.0] * len(self.allowed), [1.0, 0.0]])

    def weights(self, name, senses):
        """What every action is worth in the category that answers; None if there is none."""
        j = self.recall(name, senses)
        return None if j is None else dict(zip(self.allowed, self.network(name).categories[j][1], strict=True))

    def lesson_vector(self, decision, good):
        """S, A and R: after a bad trick A is turned round."""
        taken = [float((name == decision.action) == good) for name in self.allowed]
        return [self.coded(decision.senses), taken, [1.0, 0.0] if good else [0.0, 1.0]]

    def category_for(self, decision, good):
        """The number of the category that learns; its percepts shrink to what they have in common with these."""
        art, x = self.network(decision.network), self.lesson_vector(decision, good)
        j = self.recall(decision.network, decision.senses) if self.coding == "exact" else art.answer(x, to_learn=True)
        if j is None:
            first = {"ones": 1.0, "halves": 0.5, "zeros": 0.0}
            weights = x[1] if self.lesson.initial == "action" else [first[self.lesson.initial]] * len(self.allowed)
            art.categories.append([x[0], list(weights), list(x[2])])
            self.confidence[decision.network, len(art.categories) - 1] = 0.5, self.game
            return len(art.categories) - 1
        art.categories[j][0] = smaller(x[0], art.categories[j][0])
        return j

    def visit(self, decision, j):
        """One more time that this action was taken here; how many it makes."""
        key = decision.network, j, decision.action
        self.visits[key] = self.visits.get(key, 0) + 1
        return self.visits[key]

    def move(self, decision, j, target, rate):
        """Move the weight of the action taken."""
        weights, k = self.network(decision.network).categories[j][1], self.allowed.index(decision.action)
        weights[k] += rate * (target - weights[k])

    def remember_reward(self, decision, j, good):
        """How often it went well of late."""
        reward = self.network(decision.network).categories[j][2]
        reward[0] += 0.02 * (float(good) - reward[0])
        reward[1] = 1 - reward[0]

    def trusted(self, network, j):
        """The confidence in a category now: it fades with every trick, 13 a game."""
        found, game = self.confidence[network, j]
        return found * (1 - self.lesson.fading) ** (13 * (self.game - game))

    def trust(self, decision, j, good):
        """Confidence after a lesson."""
        found = self.trusted(decision.network, j)
        self.confidence[decision.network, j] = (found + 0.5 * (1 - found) if good else 0.8 * found), self.game

    def learn_mean(self, decision, target, good):
        """The action moves towards a target as a mean does, but never more slowly than the least rate."""
        j = self.category_for(decision, good)
        self.move(decision, j, target, max(1 / self.visit(decision, j), self.lesson.floor))
        self.remember_reward(decision, j, good)
        self.trust(decision, j, good)

    def learn_trick(self, decision, points, mine):
        """After a trick of so many points, which the learner took or somebody else."""
        if self.lesson.feedback == "tricks":
            self.learn_outcome(decision, not mine, self.lesson.total / 13 / self.lesson.most)
        else:
            self.learn_outcome(decision, not (mine and points > 0), points / self.lesson.most if mine or self.lesson.others else 0.0)

    def learn_outcome(self, decision, good, pv):
        """After something good or bad that counts this much."""
        lesson = self.lesson
        if lesson.update == "signed_mean":
            self.learn_mean(decision, 0.5 + (pv / 2 if good else -pv / 2), good)
            return
        b = lesson.good + lesson.good_pv * pv if good else lesson.bad + lesson.bad_pv * pv
        b = 1.0 if lesson.update == "and_fast" else b
        if b == 0:
            return  # nothing happened that teaches
        j = self.category_for(decision, good)
        self.visit(decision, j)
        category, x = self.network(decision.network).categories[j], self.lesson_vector(decision, good)
        if lesson.update == "delta_chosen":
            weight = dict(zip(self.allowed, category[1], strict=True))[decision.action]
            self.move(decision, j, float(good), b * (abs(float(good) - weight) if lesson.by_gap else 1))
        elif lesson.update == "delta_all":
            aside = b * (lesson.good_aside if good else lesson.bad_aside)
            rates = [b if name == decision.action else aside for name in self.allowed]
            if lesson.by_gap:
                rates = [rate * abs(a - w) for rate, a, w in zip(rates, x[1], category[1], strict=True)]
            category[1] = [w + rate * (a - w) for rate, a, w in zip(rates, x[1], category[1], strict=True)]
        else:
            category[1] = shrunk(x[1], category[1], b)
        if self.coding != "exact" and lesson.update in ("and_fast", "and_pv"):
            category[2] = smaller(x[2], category[2])
        else:
            self.remember_reward(decision, j, good)
        self.trust(decision, j, good)

    def learn_hand(self, decisions, seat, points, totals):
        """After a hand that cost the seats so many points, and brought them to these totals."""
        total, final, players = self.lesson.total, points[seat], len(points)
        for decision in decisions:
            if self.lesson.update in TRICK_BY_TRICK:
                self.learn_outcome(decision, final <= total / players, abs(total / players - final) / total)
                continue
            if self.lesson.update == "hand_mean":
                target = 1 - final / total
            elif self.lesson.update in ("hand_place", "game_place"):
                target = share_of_others_beaten(seat, points if self.lesson.update == "hand_place" else totals)
            else:
                fair, cost_of_rest = (total - decision.taken) / players, final - decision.mine
                target = 0.5 + (fair - cost_of_rest) / (2 * total)
            self.learn_mean(decision, target, final == decision.mine)

    def promise(self, network, senses, possible):
        """TD-FALCON: the best that the next decision holds; where nothing is known, what a new category says."""
        weights = self.weights(network, senses)
        return self.lesson.discount * (
            {"ones": 1.0, "halves": 0.5}.get(self.lesson.initial, 0.0) if weights is None else max(weights[name] for name in possible)
        )

    def learn_step(self, decision, promise, points):
        """TD-FALCON: q moves towards what is promised, less the points since then, by the bounded rule, q + a d (1 - q)."""
        good, future = points == 0, promise - points / self.lesson.total
        j = self.category_for(decision, good)
        self.visit(decision, j)
        weights, k = self.network(decision.network).categories[j][1], self.allowed.index(decision.action)
        q = weights[k]
        weights[k] = min(max(q + self.lesson.rate * (future - q) * (1 - q), 0.0), 1.0)
        self.remember_reward(decision, j, good)
        self.trust(decision, j, good)


def share_of_others_beaten(seat, figures):
    """How many of the others have more; who has as many counts a half."""
    others = [figure for other, figure in enumerate(figures) if other != seat]
    return sum(1.0 if figure > figures[seat] else 0.5 if figure == figures[seat] else 0.0 for figure in others) / len(others)
