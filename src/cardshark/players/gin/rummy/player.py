"""The rummy player: a network values hands, and a fixed policy turns values into play (the rummy paper)."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import ALL, count, lowest, permits, single
from cardshark.chance import mixed
from cardshark.games import gin
from cardshark.games.gin import DISCARD, DRAW, KNOCK, MAY_KNOCK, OFFER, PASS, PILE, PLAY_ON, SPREAD, STOCK, melds
from cardshark.jit import at, kernel, routine, rule
from cardshark.lanes import dot
from cardshark.players.gin.rummy.brain import (
    MINE,
    PILED,
    UNKNOWN,
    Draw,
    Knock,
    RummyBrain,
    RummyInputs,
    Sight,
    join_rummies,
    load_rummy,
    rummy_sheets,
)
from cardshark.players.gin.rummy.by_facts import discard_by_facts, knocks_by_facts, takes_by_facts, value_facts, value_now_by_facts
from cardshark.players.gin.rummy.facts import list_facts
from cardshark.players.gin.rummy.value import as_taken, best_exchange, exchange, moved, prepare, see, see_knock, take, value_of, worth
from cardshark.players.gin.styles.hand import helpful_lay_off, stingiest
from cardshark.players.player import Choices, Player, Views
from cardshark.players.sigmoid import ONE, sigmoid
from cardshark.players.style import check_chance
from cardshark.players.uniform import any_of
from cardshark.text import UserError, convert

# ---- the policy ----


@routine
def takes_top(brain, memory, sheet, hand, theirs, piled, top):
    """Is the top of the pile worth more than the cards that the stock may hold?"""
    see(brain, memory, hand, theirs, piled, sheet.sums)
    prepare(brain, memory, sheet, hand)
    take(brain, memory, sheet, top, PILED, MINE)
    best, most = best_exchange(brain, memory, sheet)
    unknown = ALL & ~(hand | theirs | piled)
    if brain.draw == Draw.MEAN:
        return value_of(brain, most) > mean_worth(brain, memory, sheet, unknown)
    hopeful = promising(brain, memory, sheet, unknown, top)
    return beats_median(brain, memory, sheet, unknown, hopeful, best, most)


@rule
def promising(brain, memory, sheet, unknown, top):
    """The unknown cards that seem to be worth as much as the top card, by a linear estimate of the value."""
    if brain.linear:
        return unknown
    sums, units, output = sheet.sums, sheet.units, brain.start + brain.output
    for j in range(brain.width):
        unit = sigmoid(sums[at(j)])
        units[at(j)] = memory[at(output + j)] * unit * (ONE - unit)
    least = slope(brain, memory, units, top, PILED)
    found = np.uint64(0)
    rest = unknown
    while rest:
        card = lowest(rest)
        rest &= rest - np.uint64(1)
        if slope(brain, memory, units, card, UNKNOWN) >= least:
            found |= single(card)
    return found


@rule
def slope(brain, memory, units, card, before):
    """A linear estimate of how the input of the output unit changes when a card moves to me."""
    a, x, b, y = moved(brain, card, before, MINE)
    gain = x * dot(memory, a, units, 0, brain.width)
    return gain if brain.inputs == RummyInputs.ONE else gain + y * dot(memory, b, units, 0, brain.width)


@rule
def beats_median(brain, memory, sheet, unknown, hopeful, best, most):
    """Is a value above that of more than half of the unknown cards?

    The larger group is looked at first, those that seem better or those that seem worse; often half of all cards are enough to know.
    """
    half = count(unknown) // 2
    below, above = 0, 0
    rest = hopeful if count(hopeful) > half else unknown ^ hopeful
    later = unknown ^ rest
    while rest:
        card = lowest(rest)
        rest &= rest - np.uint64(1)
        if reaches(brain, memory, sheet, card, best, most):
            above += 1
        else:
            below += 1
        if below > half or above >= count(unknown) - half:
            break
        if rest == np.uint64(0):
            rest, later = later, rest
    return below > half


@rule
def reaches(brain, memory, sheet, card, best, most):
    """Is an unknown card worth at least `most`? The card best given for the top card is tried first."""
    take(brain, memory, sheet, card, UNKNOWN, MINE)
    if exchange(brain, memory, sheet, best) >= most:
        return True
    for i in range(sheet.count):
        if i != best and exchange(brain, memory, sheet, i) >= most:
            return True
    if not brain.returns:
        return False
    take(brain, memory, sheet, card, UNKNOWN, PILED)
    return as_taken(brain, memory, sheet) >= most


@rule
def mean_worth(brain, memory, sheet, unknown):
    """What the unknown cards are worth on average."""
    total, size = 0.0, count(unknown)
    while unknown:
        card = lowest(unknown)
        unknown &= unknown - np.uint64(1)
        take(brain, memory, sheet, card, UNKNOWN, MINE)
        _, most = best_exchange(brain, memory, sheet)
        if brain.returns:
            take(brain, memory, sheet, card, UNKNOWN, PILED)
            most = max(most, as_taken(brain, memory, sheet))
        total += np.float64(value_of(brain, most))
    return total / size


@routine
def best_discard(brain, memory, sheet, hand, theirs, piled, legal):
    """The card whose discard leaves the hand that is worth most, the lowest of equals."""
    see(brain, memory, hand, theirs, piled, sheet.sums)
    prepare(brain, memory, sheet, legal)
    take(brain, memory, sheet, 0, MINE, MINE)
    best, _ = best_exchange(brain, memory, sheet)
    return sheet.given[at(best)]


@routine
def knocks(brain, memory, sheet, hand, table):
    """Does the brain knock, where the rules allow it?"""
    if brain.knock == Knock.AT_ONCE:
        return True
    if brain.knock == Knock.GIN:
        return melds.deadwood(hand) == 0
    if brain.inputs == RummyInputs.FACTS:
        return knocks_by_facts(brain, memory, sheet, hand, table)
    see(brain, memory, hand, table.known[at(1 - table.turn)], table.piled, sheet.sums)
    going_on = worth(brain, memory, sheet.sums, sheet.units)
    see_knock(brain, memory, sheet.sums)
    return worth(brain, memory, sheet.sums, sheet.units) > going_on


@rule
def discardable(brain, legal, drawn, source):
    """The cards to choose a discard from."""
    own = legal & ALL
    if source == PILE or not brain.returns:
        own &= ~single(drawn)
    return own


@routine
def rummy_choice(brain, memory, sheet, hand, legal, drawn, table):
    """What a brain chooses, in any phase of a hand."""
    phase = table.phase
    theirs, piled = table.known[at(1 - table.turn)], table.piled
    if phase in (DRAW, OFFER):
        other = STOCK if phase == DRAW else PASS
        if not permits(legal, PILE):
            return other
        if brain.inputs == RummyInputs.FACTS:
            return PILE if takes_by_facts(brain, memory, sheet, hand, table) else other
        top = np.int64(table.pile[at(table.pile_size - 1)])
        return PILE if takes_top(brain, memory, sheet, hand, theirs, piled, top) else other
    if phase == DISCARD:
        if permits(legal, gin.BIG_GIN):
            return gin.BIG_GIN
        choices = discardable(brain, legal, drawn, table.source)
        if brain.inputs == RummyInputs.FACTS:
            return discard_by_facts(brain, memory, sheet, hand, table, choices)
        return best_discard(brain, memory, sheet, hand, theirs, piled, choices)
    if phase == MAY_KNOCK:
        return KNOCK if knocks(brain, memory, sheet, hand, table) else PLAY_ON
    if phase == SPREAD:
        return stingiest(hand, melds.count_arrangements(hand, melds.deadwood(hand)), table)
    return helpful_lay_off(hand, legal, table)


# ---- the player ----


@kernel
def choose_by_value(views, brains, memory, sheets, slip_chance, choices):
    """What a brain chooses in each view; in `slip_chance` of 2 ** 32 decisions it is any legal choice."""
    for i in range(len(views)):
        view = views[i]
        if slip_chance > 0 and np.int64(view.luck >> np.uint64(32)) < slip_chance:
            choices[i] = any_of(view.legal, mixed(view.luck))
        else:
            choices[i] = rummy_choice(brains[0], memory, sheets[0], view.hand, view.legal, view.drawn, view.table)


@kernel
def value_hands(views, brains, memory, sheets, found):
    """What the hand of each view is worth as it is, from 0 to 1."""
    for i in range(len(views)):
        brain, sheet, view = brains[0], sheets[0], views[i]
        if brain.inputs == RummyInputs.FACTS:
            found[i] = sigmoid(value_now_by_facts(brain, memory, sheet, view.hand, view.table))
        else:
            see(brain, memory, view.hand, view.table.known[at(1 - view.table.turn)], view.table.piled, sheet.sums)
            found[i] = sigmoid(worth(brain, memory, sheet.sums, sheet.units))


@rule
def value_after(brain, memory, sheet, hand, table, given):
    """The input of the output unit for the hand that is left after a discard."""
    left, theirs, piled = hand ^ given, table.known[at(1 - table.turn)], table.piled | given
    if brain.inputs == RummyInputs.FACTS:
        list_facts(left, given, theirs, piled, table.knock_limit, np.int64(table.turns) >> 1, sheet.facts)
        return value_facts(brain, memory, sheet)
    see(brain, memory, left, theirs, piled, sheet.sums)
    return worth(brain, memory, sheet.sums, sheet.units)


@kernel
def value_discards(views, brains, memory, sheets, found):
    """What each hand would be worth after each discard that the brain considers, from 0 to 1; nan for all other choices."""
    found[:] = np.nan
    for i in range(len(views)):
        brain, sheet, view = brains[0], sheets[0], views[i]
        if view.table.phase == DISCARD:
            rest = discardable(brain, view.legal, view.drawn, view.table.source)
            while rest:
                card = lowest(rest)
                rest &= rest - np.uint64(1)
                found[i, card] = sigmoid(value_after(brain, memory, sheet, view.hand, view.table, single(card)))


@dataclass
class Rummy(Player):
    """A network that values hands of gin, with the fixed policy of the rummy paper (its TD-rummy and EVO-rummy)."""

    brain: Annotated[str | RummyBrain, "a brain of the lab (see `cardshark brains`) or a file of weights"] = "shark"
    draw: Annotated[str, "when the top of the pile is taken: as the brain was trained, or median, or mean"] = "trained"
    knock: Annotated[str, "when to knock: as the brain was trained, or at_once, or gin"] = "trained"
    epsilon: Annotated[float, "chance to make any legal choice instead"] = 0.0

    def __post_init__(self) -> None:
        check_chance("epsilon", self.epsilon)
        self._brain = load_rummy(self.brain)
        if self._brain.design.sight != Sight.TAKEN:
            raise UserError("this brain sees more or less of the other hand than a player at a table: it plays in experiments only")
        self._record, self._memory = join_rummies([self._brain])
        if self.draw != "trained" and self._brain.design.inputs == RummyInputs.FACTS:
            raise UserError("a brain that sees facts compares the top of the pile with its hand, not with the stock: leave out draw")
        if self.draw != "trained":
            self._record["draw"] = convert("draw", Draw, self.draw)
        if self.knock != "trained":
            self._record["knock"] = self.knocking()
        self._sheets = rummy_sheets(1)

    def knocking(self) -> Knock:
        """When to knock, if not as trained."""
        found = convert("knock", Knock, self.knock)
        if found == Knock.LEARNED and self._brain.design.knock != Knock.LEARNED:
            raise UserError("this brain has not learned when to knock: use knock=at_once or knock=gin")
        return found

    def sit(self, game: Any, rules: Any) -> None:
        """Check that the game is gin; any house rules will do."""
        if game is not gin:
            raise UserError("rummy plays gin only")

    def choose(self, views: Views, choices: Choices) -> None:
        """Choose what the brain values most."""
        choose_by_value(views, self._record, self._memory, self._sheets, round(self.epsilon * 2**32), choices)

    def values(self, views: Views) -> NDArray[np.float32]:
        """What the brain thinks the hands of these views are worth, as shares of the score that counts as 1."""
        found = np.empty(len(views), np.float32)
        value_hands(views, self._record, self._memory, self._sheets, found)
        return found

    def discards(self, views: Views) -> NDArray[np.float32]:
        """What the hands of these views would be worth after each discard, from 0 to 1; nan for all other choices."""
        found = np.empty((len(views), 64), np.float32)
        value_discards(views, self._record, self._memory, self._sheets, found)
        return found
