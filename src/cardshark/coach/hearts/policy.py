"""What every choice of a hand of Hearts is worth, as a policy judges it: strong players play on, not rules of thumb.

    judge = HeartsPolicyJudge(rules, policy)
    thinking = judge.think(view)                      # about a hundred imagined deals
    thinking.glances                                  # what the policy thinks of each choice without them

Deals are imagined by who the policy believes to own each card. Every choice is made in the same deals, and everybody plays on by the
policy for some tricks (`MORE_TRICKS`); what is still to come then is told by the policy's critic, who sees all cards. So a value has an
error that no number of deals removes: that of the critic. The last tricks are played to the end. If fewer deals are possible than were
asked for, all of them are tried, and nothing is left to chance.

A card to pass is judged by the best set that has it in it, out of those that the policy would make of each card. So all cards of the
best pass are worth the same, and nobody is told that half of it is a mistake.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import Card, count, listed
from cardshark.coach.hearts.futures import (
    future_workspace,
    imagine_owned,
    pass_all,
    play_all,
    set_up_all,
    tell_fates,
    write_seats,
)
from cardshark.coach.hearts.judge import USUAL_STYLE, one_view
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
MORE_TRICKS = 3  # with this one, before the critic is asked: fewer leave much to the critic's errors, more cost time for deals
MORE_TRICKS_OF_PASSES = 1  # the same while cards are passed
LAST_TRICKS = 4  # these are played to the end: most cards are forced, so that costs little, and nothing is left to the critic
REASON_DEALS = 64  # played to the end to say why one choice is better than another
DOUBT = 0.002  # of the owner of a card, however sure the policy is


class HeartsPolicyJudge:
    """A coach who thinks with a policy. Several threads may ask at the same time."""

    name = POLICY

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
        asked = check_deals(deals or self.deals)
        worlds, weights, exact = self.imagine(views, asked)
        choices, options = listed(int(views["legal"][0])), self.options(views)
        fates = self.play(views, self.set_up(views, worlds), options, exact or self.is_late(views))
        columns = cheapest(choices, options, weights @ fates["cost"])
        beliefs = marginals(worlds, weights, self.rules.players, int(views["table"]["turn"][0]))
        sample = Sample(np.ascontiguousarray(fates["cost"][:, columns]), weights, float(asked), exact)
        found = conclude(choices, sample, int(views["luck"][0]), beliefs)
        sets = tuple(options[column] for column in columns)
        return found._replace(fates=fates[:, columns], worlds=worlds, sets=sets, glances=self.glances(views, choices))

    def best_pass(self, view: Any, deals: int | None = None, thinking: Thinking | None = None) -> list[Card]:
        """The best cards to pass, including those that are put aside already; none while tricks are played."""
        if view["table"]["phase"] != hearts.PASS:
            return []
        thinking = thinking or self.think(view, deals)
        return listed(thinking.sets[thinking.column(thinking.best)])

    def open_values(self, games: np.ndarray) -> list[ChoiceValue]:
        """What every legal choice is worth if all cards are known. `games` holds the true game and is not changed.

        Everybody makes the choice that the policy is most for, so one deal tells everything.
        """
        views: np.ndarray = np.zeros(1, hearts.VIEW)
        hearts.look_all(games, self._rules, np.zeros(1, np.uint32), views)
        views.flags.writeable = False
        starts = games[:1].copy()
        starts["table"]["totals"] = 0
        choices, options = listed(int(views["legal"][0])), self.options(views)
        costs = self.play(views, starts, options, to_the_end=True)["cost"]
        sample = Sample(np.ascontiguousarray(costs[:, cheapest(choices, options, costs[0])]), np.ones(1), 1.0, exact=True)
        return value_choices(choices, sample, int(views["luck"][0]))

    def why(self, view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
        """Why the best choice is better than `chosen`, or else than the next best. For that both are played to the end in some deals."""
        views, other = one_view(view), compared_with(thinking, chosen)
        if other is None or thinking.exact or self.is_late(views):
            return why(self.rules, view, thinking, chosen)
        worlds = thinking.worlds[:REASON_DEALS]
        ends = np.zeros((len(worlds), len(thinking.values)), FATE)
        columns = [thinking.column(choice) for choice in (thinking.best, other)]
        ends[:, columns] = self.play(views, self.set_up(views, worlds), [thinking.sets[column] for column in columns], to_the_end=True)
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
        return not is_passing(views) and self.hand_size - int(views["table"]["trick"][0]) <= LAST_TRICKS

    # ---- choices ----

    def options(self, views: np.ndarray) -> list[int]:
        """What is tried: every card that may be played; or while cards are passed, for each card a set with this card in it."""
        choices = listed(int(views["legal"][0]))
        return sorted(set(self.whole_passes(views, choices))) if is_passing(views) else [1 << choice for choice in choices]

    def set_up(self, views: np.ndarray, worlds: NDArray[np.uint64]) -> np.ndarray:
        """The game as it stands, in each deal."""
        games = np.zeros(len(worlds), hearts.GAME)
        set_up_all(views, self._rules, self._style, future_workspace(), worlds, games)
        return games

    def play(self, views: np.ndarray, starts: np.ndarray, options: list[int], to_the_end: bool) -> np.ndarray:
        """The result of each of these options (sets of cards) in each of these games."""
        seat, cards = int(views["table"]["turn"][0]), np.array(options, np.uint64)
        games = np.zeros(len(starts) * len(options), hearts.GAME)
        if is_passing(views):
            self.put_aside(starts, seat)
            pass_all(starts, self._rules, seat, cards, games)
        else:
            play_all(starts, self._rules, cards, games)
        costs = self._mind.finish(finish_hands, games, self._rules, self.plan(views, to_the_end))
        fates = np.zeros(len(games), FATE)
        tell_fates(views, self._rules, games, costs, fates)
        return fates.reshape(len(starts), -1)

    def plan(self, views: np.ndarray, to_the_end: bool) -> np.ndarray:
        """How far hands are played on."""
        if to_the_end or not self._mind.brain.design.critic:
            return playout()
        more = MORE_TRICKS_OF_PASSES if is_passing(views) else MORE_TRICKS
        return playout(until=int(views["table"]["trick"][0]) + more, seat=int(views["table"]["turn"][0]))

    def whole_passes(self, views: np.ndarray, choices: list[int]) -> list[int]:
        """For each card the set that would be passed: this card, what is put aside already, and what the policy adds."""
        rows = np.repeat(views, len(choices))
        rows["given"] |= np.uint64(1) << np.array(choices, np.uint64)
        for _ in range(count(rows["given"][0]), self.rules.pass_count):
            rows["legal"] = rows["hand"] & ~rows["given"]
            rows["given"] |= np.uint64(1) << self._mind.choose(self.see(rows))
        return rows["given"].tolist()

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


def is_passing(views: np.ndarray) -> bool:
    """Are cards being passed?"""
    return bool(views["table"]["phase"][0] == hearts.PASS)


def cheapest(choices: list[int], options: list[int], costs: NDArray[np.float64]) -> list[int]:
    """For each choice the place of the cheapest option that has it."""
    return [min((place for place, option in enumerate(options) if option >> choice & 1), key=costs.item) for choice in choices]
