"""The players of the temporal-difference and evolution paper as it tells them: slow, obvious, in double precision.

Cards are names (`7C`), hands are sets of names. A network is a dict of arrays: `hidden` (one row an input, one column a unit),
`hidden_bias`, `output` and `output_bias`; a linear one has no `hidden` and one number in `output` for each input. The value of a state is
the network's answer to all 52 cards as one seat knows them. Nothing here knows how the players or the learners work.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import listed, name
from cardshark.games import gin
from reference.gin_book import KNOCK, PASS, PILE, PLAY_ON, STOCK, Match
from reference.gin_melds import deadwood

Parts = dict[str, np.ndarray]
Value = Callable[["Seen", bool], float]  # what a state is worth, with or without "I knock now"

IN_ORDER = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]  # by the numbers of the cards
PLACES = ["mine", "theirs", "pile", "unknown"]
ONE_NUMBER = {"mine": 2.0, "theirs": -2.0, "pile": -1.0, "unknown": 0.0}


# ---- what a seat knows ----


class Seen(NamedTuple):
    """Where every card is, as far as one seat knows: whatever is in none of the three places is unknown."""

    mine: frozenset[str]
    theirs: frozenset[str]  # taken from the pile by the opponent, and not thrown since
    pile: tuple[str, ...]  # the top last

    def places(self) -> dict[str, str]:
        """Where each card is, the lowest number first."""
        found = dict.fromkeys(IN_ORDER, "unknown")
        for where in PLACES[:3]:
            found.update(dict.fromkeys(getattr(self, where), where))
        return found

    def unknown(self) -> list[str]:
        """The cards that may lie in the stock, the lowest number first."""
        return [card for card, where in self.places().items() if where == "unknown"]

    def thrown(self, card: str) -> "Seen":
        """After throwing a card."""
        return Seen(self.mine - {card}, self.theirs, (*self.pile, card))

    def taken(self) -> "Seen":
        """With the top of the pile in hand."""
        return Seen(self.mine | {self.pile[-1]}, self.theirs, self.pile[:-1])

    def drawn(self, card: str) -> "Seen":
        """With a card of the stock in hand."""
        return Seen(self.mine | {card}, self.theirs, self.pile)


def seen_in(view: Any) -> Seen:
    """What a record of the engine shows to the seat in turn."""
    table = view["table"]
    pile = table["pile"][: table["pile_size"]].tolist()
    return Seen(
        frozenset(name(card) for card in listed(int(view["hand"]))),
        frozenset(name(card) for card in listed(int(table["known"][1 - int(table["turn"])]))),
        tuple(name(card) for card in pile),
    )


def seen_after(game: Any, seat: int) -> Seen:
    """What one seat knows, out of the engine's whole game."""
    table = game["table"]
    return Seen(
        frozenset(name(card) for card in listed(int(game["hands"][seat]))),
        frozenset(name(card) for card in listed(int(table["known"][1 - seat]))),
        tuple(name(card) for card in table["pile"][: table["pile_size"]].tolist()),
    )


def seen_by(match: Match, seat: int) -> Seen:
    """The same for any seat of the book's match: its hand, and the hand's public history replayed turn by turn.

    A renewed stock takes the pile but its top card, and nobody knows those cards any more.
    """
    pile, held, stock = [match.up_card], [set(), set()], 31
    for number, (player, card, from_pile) in enumerate(match.history):
        if from_pile:
            held[player].add(pile.pop())
        else:
            stock -= 1
        pile.append(card)
        held[player].discard(card)
        over = number < len(match.history) - 1 or match.phase not in ("knock", "spread", "lay off")
        if over and stock <= match.rules.stock_left and match.rules.stock_out.name != "VOID":
            stock += len(pile) - 1
            pile = pile[-1:]
    if match.phase == "discard" and match.from_pile:  # a card has been taken and none thrown
        held[match.turn].add(pile.pop())
    return Seen(frozenset(match.hands[seat]), frozenset(held[1 - seat]), tuple(pile))


def inputs(seen: Seen, how: str = "one", knock: bool | None = None) -> np.ndarray:
    """What the network is given, suit after suit: `one` number a card (+2 mine, -2 the opponent's, -1 in the pile, 0 unknown), or `four`.

    Four are one for each place, 1 where the card is. A network that decides on knocks has one more input at the end.
    """
    if how == "one":
        numbers = [ONE_NUMBER[place] for place in seen.places().values()]
    else:
        numbers = [float(place == where) for place in seen.places().values() for where in PLACES]
    return np.array(numbers if knock is None else [*numbers, float(knock)])


class Diary:
    """The states of both seats at the ends of their turns in one hand, and who knocked."""

    def __init__(self) -> None:
        self.states: list[list[Seen]] = [[], []]
        self.knocker: int | None = None

    def note(self, view: Any, choice: int, after: Any) -> None:
        """Write down what a seat knows when its turn has ended: a stock renewed just then is known to be; a hand laid down is known too."""
        phase, seat = int(view["table"]["phase"]), int(view["table"]["turn"])
        if phase == gin.MAY_KNOCK and choice == gin.KNOCK:
            self.knocker = seat
            self.states[seat].append(seen_in(view))
        elif phase in (gin.DISCARD, gin.MAY_KNOCK) and int(after["table"]["phase"]) == gin.DRAW:
            self.states[seat].append(seen_after(after, seat))

    def inputs(self, seat: int, how: str, decides_on_knocks: bool, ends_with: str) -> list[np.ndarray]:
        """What the seat's network was given; the knocker's last state says so, if it is valued at all (`ends_with` its value)."""
        states = [(state, False) for state in self.states[seat]]
        if seat == self.knocker:
            last, _ = states.pop()
            states += [(last, True)] if ends_with == "value" else []
        return [inputs(state, how, knock if decides_on_knocks else None) for state, knock in states]


# ---- the network ----


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(x, -500.0, 500.0)))


def is_linear(parts: Parts) -> bool:
    return "hidden" not in parts or parts["hidden"].size == 0


def value(parts: Parts, x: np.ndarray) -> float:
    """The network's answer, between 0 and 1."""
    last = x if is_linear(parts) else sigmoid(parts["hidden_bias"] + x @ parts["hidden"])
    return float(sigmoid(parts["output_bias"][0] + last @ parts["output"]))


def precise(parts: Parts) -> Parts:
    """A copy in double precision."""
    return {part: np.array(weights, np.float64) for part, weights in parts.items()}


def valued_by(parts: Parts, how: str, knocks: str) -> Value:
    """What a network thinks of a state; it hears of knocking only if it decides about it."""
    parts = precise(parts)
    return lambda seen, knock: value(parts, inputs(seen, how, knock if knocks == "learned" else None))


# ---- the policy: the same for all, only the values differ ----


def exchanges(seen: Seen, card: str, worth: Value) -> float:
    """What a hand of ten that gets this card is worth: the best of throwing each of the ten."""
    top = bool(seen.pile) and card == seen.pile[-1]
    after = seen.taken() if top else seen.drawn(card)
    return max(worth(after.thrown(other), False) for other in seen.mine)


def from_stock(seen: Seen, card: str, worth: Value, return_drawn: bool) -> float:
    """The same for a card of the stock, which may perhaps be thrown back itself."""
    best = exchanges(seen, card, worth)
    return max(best, worth(seen.drawn(card).thrown(card), False)) if return_drawn else best


def takes(seen: Seen, worth: Value, rule: str = "median", return_drawn: bool = False) -> tuple[bool, float]:
    """Does the player take the top of the pile, and how far is that from the other decision?

    The median rule wants it better than more than half of the unknown cards, the mean rule better than they are on average.
    """
    top = exchanges(seen, seen.pile[-1], worth)
    others = sorted(from_stock(seen, card, worth, return_drawn) for card in seen.unknown())
    if rule == "mean":
        mean = sum(others) / len(others)
        return top > mean, abs(top - mean)
    beaten = sum(other < top for other in others)
    # The decision hangs on the first card after the lower half: with 40 cards on the 21st, with 41 too.
    return beaten > len(others) / 2, abs(top - others[len(others) // 2])


def discards(seen: Seen, drawn: str, from_pile: bool, worth: Value, return_drawn: bool = True) -> dict[str, float]:
    """What each card that may be thrown from eleven is worth, the lowest number first; a card just taken from the pile stays."""
    stays = {drawn} if from_pile or not return_drawn else set()
    return {card: worth(seen.thrown(card), False) for card in IN_ORDER if card in seen.mine - stays}


def best(values: dict[str, float]) -> str:
    """The most valuable, the first among equals."""
    return max(values, key=lambda card: values[card])


def knocks(seen: Seen, worth: Value, rule: str = "at_once") -> tuple[bool, float]:
    """Does a player who may knock do so, and how far is that from the other decision?"""
    if rule == "learned":
        gain = worth(seen, True) - worth(seen, False)
        return gain > 0, abs(gain)
    return rule == "at_once" or deadwood(seen.mine) == 0, 1.0


def sensible(view: Any, worth: Value, take: str, return_drawn: bool, knock: str, near: float = 1e-5) -> set[str]:
    """What the player may choose in a view: one choice, and the others too where they are worth the same but for `near`."""
    seen, phase = seen_in(view), int(view["table"]["phase"])
    if phase in (gin.OFFER, gin.DRAW):
        if not int(view["legal"]) >> gin.PILE & 1:
            return {STOCK}
        leave = PASS if phase == gin.OFFER else STOCK
        yes, margin = takes(seen, worth, take, return_drawn)
        return {PILE, leave} if margin < near else {PILE if yes else leave}
    if phase == gin.MAY_KNOCK:
        yes, margin = knocks(seen, worth, knock)
        return {KNOCK, PLAY_ON} if margin < near else {KNOCK if yes else PLAY_ON}
    values = discards(seen, name(int(view["drawn"])), int(view["table"]["source"]) == gin.PILE, worth, return_drawn)
    return {card for card, worth_it in values.items() if worth_it > values[best(values)] - near}


# ---- temporal differences ----


def gradient(parts: Parts, x: np.ndarray) -> Parts:
    """How the value of a state changes with every weight, by back-propagation."""
    answer = value(parts, x)
    slope = answer * (1 - answer)
    if is_linear(parts):
        return {"output": slope * x, "output_bias": np.array([slope])}
    hidden = sigmoid(parts["hidden_bias"] + x @ parts["hidden"])
    back = slope * parts["output"] * hidden * (1 - hidden)
    return {"hidden": np.outer(x, back), "hidden_bias": back, "output": slope * hidden, "output_bias": np.array([slope])}


def gradient_by_trying(parts: Parts, x: np.ndarray, step: float = 1e-5) -> Parts:
    """The same by moving each weight a little up and down."""
    found = {}
    for part, weights in parts.items():
        found[part] = np.zeros(weights.shape)
        for index in np.ndindex(weights.shape):
            up, down = precise(parts), precise(parts)
            up[part][index] += step
            down[part][index] -= step
            found[part][index] = (value(up, x) - value(down, x)) / (2 * step)
    return found


def reward(points: int, divisor: float = 125) -> float:
    """What a hand was worth to a player who won so many points (0 for the other): never more than 1."""
    return min(points / divisor, 1.0)


class Course(NamedTuple):
    """How a network learns."""

    alpha: float = 0.2
    decay: float = 0.7  # lambda
    gamma: float = 1.0
    traces: str = "accumulating"  # or replacing


def trace_after(trace: Parts, slopes: Parts, course: Course) -> Parts:
    """How far each weight answers for what comes now: less and less for old states, and for the newest its slope."""
    faded = {part: course.gamma * course.decay * old for part, old in trace.items()}
    if course.traces == "replacing":
        return {part: np.where(slopes[part] != 0, slopes[part], faded[part]) for part in trace}
    return {part: faded[part] + slopes[part] for part in trace}


def learn_hand(parts: Parts, states: Sequence[np.ndarray], won: float, course: Course, drawn_out: bool = False) -> list[Parts]:
    """The weights after each surprise of one hand: one for each of a player's own turns.

    `states` are the inputs at the end of his turns, `won` the reward at the end. At the end of a turn he sees how far the value has moved
    since his last turn, and at the end of the hand how far it was from the reward. A drawn-out hand of which nothing is to be learned
    (`drawn_out`) has no such end.

    By hand, with one input: w = ln 3, c = 0, alpha = 1, lambda = 1/2, states x = 1 then 0, reward 1.
      first turn   V = 3/4, slope 3/4 * 1/4 = 3/16, so the trace of (w, c) is (3/16, 3/16)
      second turn  V = 1/2, surprise -1/4: w = ln 3 - 3/64 = 1.0517373, c = -3/64 = -0.0468750
      the end      now V(0) = 1 / (1 + e^(3/64)) = 0.4882834, slope 0.2498627; trace (3/32, 3/32 + 0.2498627) = (0.0937500, 0.3436127);
                   surprise 1 - 0.4882834 = 0.5117166: w = 1.0517373 + 0.0479734 = 1.0997107, c = -0.0468750 + 0.1758323 = 0.1289573
    """
    parts = precise(parts)
    trace = {part: np.zeros(weights.shape) for part, weights in parts.items()}
    after = []
    for turn, state in enumerate(states):
        last = turn == len(states) - 1
        if last and drawn_out:
            break
        comes = won if last else course.gamma * value(parts, states[turn + 1])
        surprise = comes - value(parts, state)
        trace = trace_after(trace, gradient(parts, state), course)
        parts = {part: weights + course.alpha * surprise * trace[part] for part, weights in parts.items()}
        after.append(parts)
    return after


def taught_next(player: Parts, opponent: Parts, wins: tuple[int, int]) -> Parts:
    """The network that both go on with after an epoch: the one with more wins, the player's if they have the same."""
    return opponent if wins[1] > wins[0] else player


# ---- evolution ----


def challenger(champion: Parts, before: Parts, noise: Parts, size: float = 0.1, kind: str = "champion_plus_noise") -> Parts:
    """The next challenger: the champion with noise (of standard deviation 1, made `size`), or literally the last challenger with noise."""
    start = before if kind == "walk" else champion
    return {part: start[part] + size * noise[part] for part in start}


def champion_after(champion: Parts, opponent: Parts, wins: int, needed: int, share: float = 0.05) -> Parts:
    """The champion after an epoch: a little nearer to a challenger who won often enough, unchanged by any other."""
    if wins < needed:
        return champion
    return {part: (1 - share) * champion[part] + share * opponent[part] for part in champion}


def wins_needed(epoch: int, schedule: Sequence[tuple[int, int, int]] = ((0, 3, 4), (10_000, 5, 6), (70_000, 7, 8))) -> tuple[int, int]:
    """How many wins of how many games an epoch asks for: from epoch so-and-so on, so many of so many."""
    return [(wins, games) for start, wins, games in schedule if start <= epoch][-1]
