"""What every choice of a hand of Hearts is worth, as a policy judges it: strong players play on, not rules of thumb.

    judge = HeartsPolicyJudge(rules, policy)
    thinking = judge.think(view)                      # about a hundred imagined deals
    thinking.glances                                  # what the policy thinks of each choice without them

Deals are imagined by who the policy believes to own each card. Every choice is made in the same deals, and everybody plays on by the
policy for some tricks (`MORE_TRICKS`); what is still to come then is told by the policy's critic, who sees all cards. So a value has an
error that no number of deals removes: that of the critic. The last tricks are played to the end. If fewer deals are possible than were
asked for, all of them are tried, and nothing is left to chance.

While cards are passed, sets of cards are judged (`passes`): those that look good to the policy at a glance are tried in imagined deals.
"""

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import count, listed, set_of
from cardshark.coach.hearts.futures import (
    future_workspace,
    imagine_owned,
    pass_all,
    play_all,
    set_up_all,
    tell_fates,
    write_seats,
)
from cardshark.coach.hearts.judge import USUAL_STYLE, look_at, one_view
from cardshark.coach.hearts.pass_words import why_pass
from cardshark.coach.hearts.passes import Round, consider_set, is_passing, missing_cards, think_of_pass
from cardshark.coach.hearts.story import why
from cardshark.coach.hearts.tries import FATE
from cardshark.coach.hearts.words import compared_with
from cardshark.coach.mind import POLICY, Mind, Sight
from cardshark.coach.reasons import Why
from cardshark.coach.statistics import (
    ChoiceValue,
    Glance,
    Sample,
    Thinking,
    check_deals,
    conclude,
    marginals,
    shares,
    value_choices,
)
from cardshark.games import hearts, house
from cardshark.games.hearts.planes import PLANES
from cardshark.players.hearts.policy.playouts import finish_hands
from cardshark.players.hearts.policy.seat import cost_so_far, see
from cardshark.players.hearts.search.hidden import OTHERS
from cardshark.players.hearts.styles import style_of
from cardshark.players.policy.net import playout
from cardshark.players.policy.shipped import Ready
from cardshark.text import UserError

DEALS = 120  # imagined for a decision
PASS_DEALS = 160  # the same for a pass
BY_COST, BY_CHANCE = 8, 5  # sets to pass that are tried: those that look cheapest to the policy, and those that it would choose
MORE_TRICKS = 3  # with this one, before the critic is asked: fewer leave much to the critic's errors, more cost time for deals
MORE_TRICKS_OF_PASSES = 1  # the same while cards are passed
LAST_TRICKS = 4  # these are played to the end: most cards are forced, so that costs little, and nothing is left to the critic
REASON_DEALS = 64  # played to the end to say why one choice is better than another
DOUBT = 0.002  # of the owner of a card, however sure the policy is


class HeartsPolicyJudge:
    """A coach who thinks with a policy. Several threads may ask at the same time."""

    name = POLICY
    ROUNDS = Round(1 / 4, 8), Round(1 / 2, 5), Round(1, 5)

    def __init__(self, rules: Any, policy: Ready, deals: int | None = None) -> None:
        rules.check()
        self.rules, self.deals = rules, check_deals(DEALS if deals is None else deals)
        self._rules, self._style = house.record(rules), style_of(USUAL_STYLE)
        self.hand_size = int(self._rules["hand_size"][0])
        self._mind = Mind(policy)

    # ---- for everybody ----

    def think(self, view: Any, deals: int | None = None) -> Thinking:
        """Make every legal choice in the same deals. Their number is fixed before any result is known."""
        views = one_view(view)
        if is_passing(view):
            return think_of_pass(self, views, check_deals(deals or self.pass_deals))
        asked = check_deals(deals or self.deals)
        worlds, weights, exact = self.imagine(views, asked)
        choices = listed(int(views["legal"][0]))
        fates = self.play(views, self.set_up(views, worlds), choices, exact or self.is_late(views))
        beliefs = marginals(worlds, weights, self.rules.players, int(views["table"]["turn"][0]))
        sample = Sample(np.ascontiguousarray(fates["cost"]), weights, float(asked), exact)
        found = conclude(choices, sample, int(views["luck"][0]), beliefs)
        return found._replace(fates=fates, worlds=worlds, glances=self.glances(views, choices))

    def consider(self, view: Any, thinking: Thinking, cards: int) -> Thinking:
        """What was thought of a pass, and another set of cards in the same deals."""
        return consider_set(self, one_view(view), thinking, cards)

    def open_values(self, games: np.ndarray) -> list[ChoiceValue]:
        """What every legal choice is worth if all cards are known. `games` holds the true game and is not changed.

        Everybody makes the choice that the policy is most for, so one deal tells everything.
        """
        views = look_at(games, self._rules)
        choices = listed(int(views["legal"][0]))
        return self.certain(views, choices, self.play(views, without_match(games), choices, to_the_end=True))

    def open_sets(self, games: np.ndarray, sets: list[int]) -> list[ChoiceValue]:
        """The same of these sets, while cards are passed."""
        views, starts = look_at(games, self._rules), without_match(games)
        self.put_aside(starts, int(views["table"]["turn"][0]))
        return self.certain(views, sets, self.try_sets(views, starts, sets, to_the_end=True))

    def certain(self, views: np.ndarray, choices: list[int], fates: np.ndarray) -> list[ChoiceValue]:
        """The values of choices whose results are known."""
        sample = Sample(np.ascontiguousarray(fates["cost"]), np.ones(1), 1.0, exact=True)
        return value_choices(choices, sample, int(views["luck"][0]))

    def why(self, view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
        """Why the best choice is better than `chosen`, or else than the next best. For that both are played to the end in some deals."""
        if is_passing(view):
            return why_pass(self, view, thinking, chosen)
        views, other = one_view(view), compared_with(thinking, chosen)
        if other is None or thinking.exact or self.is_late(views):
            return why(self.rules, view, thinking, chosen)
        worlds, both = thinking.worlds[:REASON_DEALS], [thinking.best, other]
        ends = np.zeros((len(worlds), len(thinking.values)), FATE)
        ends[:, list(map(thinking.column, both))] = self.play(views, self.set_up(views, worlds), both, to_the_end=True)
        return why(self.rules, view, thinking._replace(ends=ends), chosen)

    # ---- deals ----

    def imagine(self, views: np.ndarray, asked: int) -> tuple[NDArray[np.uint64], NDArray[np.float64], bool]:
        """Imagined deals, the weight of each, and whether they are all possible deals."""
        deals, weights = np.zeros((asked, hearts.SEATS), np.uint64), np.zeros(asked)
        amount = int(imagine_owned(views, self._rules, self.owners(views), future_workspace(), deals, weights))
        if amount == 0:
            raise UserError("no deal agrees with this view: a view must come from a hand that was played by these very rules")
        return deals[: abs(amount)], shares(weights[: abs(amount)]), amount < 0

    def owners(self, views: np.ndarray) -> NDArray[np.float64]:
        """The chance of each card to be held by the next player, by the second and by the third; for an empty chair nothing."""
        found = np.full((64, OTHERS), DOUBT)
        found[:, : self.rules.players - 1] += self._mind.owners(self.see(views), int(self._rules["deck"][0]))
        return found

    def is_late(self, views: np.ndarray) -> bool:
        """Are so few tricks left that everything is played to the end?"""
        return self.hand_size - int(views["table"]["trick"][0]) <= LAST_TRICKS

    # ---- cards to play ----

    def set_up(self, views: np.ndarray, worlds: NDArray[np.uint64]) -> np.ndarray:
        """The game as it stands, in each deal."""
        games = np.zeros(len(worlds), hearts.GAME)
        set_up_all(views, self._rules, self._style, future_workspace(), worlds, games)
        return games

    def play(self, views: np.ndarray, starts: np.ndarray, cards: list[int], to_the_end: bool) -> np.ndarray:
        """The result of each of these cards in each of these games."""
        games = np.zeros(len(starts) * len(cards), hearts.GAME)
        play_all(starts, self._rules, np.array([1 << card for card in cards], np.uint64), games)
        return self.play_on(views, games, MORE_TRICKS, to_the_end).reshape(len(starts), -1)

    def play_on(self, views: np.ndarray, games: np.ndarray, tricks: int, to_the_end: bool) -> np.ndarray:
        """The results of these games after some more tricks, or at their end; the games are changed by this."""
        plan = playout(until=int(views["table"]["trick"][0]) + tricks, seat=int(views["table"]["turn"][0]))
        if to_the_end or not self._mind.brain.design.critic:
            plan = playout()
        costs = self._mind.finish(finish_hands, games, self._rules, plan)
        fates = np.zeros(len(games), FATE)
        tell_fates(views, self._rules, games, costs, fates)
        return fates

    # ---- sets of cards to pass ----

    @property
    def pass_deals(self) -> int:
        """Deals that are imagined for a pass: more than for a card, in the same proportion whatever was asked for."""
        return -(-self.deals * PASS_DEALS // DEALS)

    def first_sets(self, views: np.ndarray) -> list[int]:
        """The sets that the policy would choose most likely, and those after which it expects the least."""
        glances = self.look_at_sets(views)
        likely = sorted(glances, key=lambda cards: -glances[cards].chance)[:BY_CHANCE]
        return [*dict.fromkeys(likely + sorted(glances, key=lambda cards: glances[cards].cost)[:BY_COST])]

    def glances_at_sets(self, views: np.ndarray, sets: list[int]) -> tuple[Glance, ...]:
        """What the policy thinks of these sets at a glance."""
        glances = self.look_at_sets(views)
        return tuple(glances[cards] for cards in sets)

    def look_at_sets(self, views: np.ndarray) -> dict[int, Glance]:
        """What the policy thinks of every set: how likely it would put these cards aside, in any order, and what it expects then.

        What it expects is the mean over the cards that may be the last.
        """
        given, cards = int(views["given"][0]), listed(int(views["legal"][0]))
        found = {given: Glance(1.0, 0.0)}
        for step in range(missing_cards(views, self.rules)):
            sets = [given | set_of(some) for some in combinations(cards, step)]
            rows = np.repeat(views, len(sets))
            rows["given"] = np.array(sets, np.uint64)
            rows["legal"] = rows["hand"] & ~rows["given"]
            outlook, longer = self._mind.outlook(self.see(rows)), {}
            for before, chances, worth in zip(sets, outlook.chances.tolist(), outlook.worth.tolist(), strict=True):
                for card in cards:
                    if not before >> card & 1:
                        chance, cost = longer.get(before | 1 << card, (0.0, 0.0))
                        longer[before | 1 << card] = Glance(chance + found[before].chance * chances[card], cost - worth[card] / (step + 1))
            found = longer
        return found

    def prepare(self, views: np.ndarray, deals: NDArray[np.uint64]) -> np.ndarray:
        """The game in each deal, in which everybody else has put cards aside."""
        games = self.set_up(views, deals)
        self.put_aside(games, int(views["table"]["turn"][0]))
        return games

    def try_sets(self, views: np.ndarray, tables: np.ndarray, sets: list[int], to_the_end: bool = False) -> np.ndarray:
        """The result of passing each of these sets in each of these games."""
        games = self.pass_sets(views, tables, sets)
        return self.play_on(views, games, MORE_TRICKS_OF_PASSES, to_the_end).reshape(len(tables), -1)

    def finish_sets(self, views: np.ndarray, tables: np.ndarray, sets: list[int]) -> np.ndarray:
        """The finished hands after each of these sets, in each of these games."""
        games = self.pass_sets(views, tables, sets)
        self.play_on(views, games, 0, to_the_end=True)
        return games.reshape(len(tables), -1)

    def pass_sets(self, views: np.ndarray, tables: np.ndarray, sets: list[int]) -> np.ndarray:
        """These games after each of these sets was passed."""
        games = np.zeros(len(tables) * len(sets), hearts.GAME)
        pass_all(tables, self._rules, int(views["table"]["turn"][0]), np.array(sets, np.uint64), games)
        return games

    def put_aside(self, games: np.ndarray, seat: int) -> None:
        """Let everybody else put aside what the policy passes."""
        for other in range(self.rules.players):
            games["table"]["turn"] = other
            while other != seat and count(games["given"][0, other]) < self.rules.pass_count:
                games["given"][:, other] |= np.uint64(1) << self._mind.choose(self.look(games))

    # ---- what the network is shown, and what it says ----

    def glances(self, views: np.ndarray, choices: list[int]) -> tuple[Glance, ...]:
        """What the policy thinks of each choice at a glance: its chance, and what the hand costs then."""
        return self._mind.glances(self.see(views), choices, float(cost_so_far(views)[0]))

    def see(self, views: np.ndarray) -> Sight:
        """What views show to the policy, which knows hands only: the match is left aside."""
        found = views.copy()
        found["table"]["totals"] = 0
        found.flags.writeable = False
        return see(found, self._rules)

    def look(self, games: np.ndarray) -> Sight:
        """What the seats in turn of these games see."""
        words = np.empty((len(games), len(PLANES)), np.uint64)
        write_seats(games, self._rules, words)
        return words, np.zeros((len(games), 0), np.float32)


def without_match(games: np.ndarray) -> np.ndarray:
    """A copy of a game without what was scored before: the policy knows hands only."""
    found = games[:1].copy()
    found["table"]["totals"] = 0
    return found
