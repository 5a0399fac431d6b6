"""How the champion thinks at Hearts: the cards that the policy finds likely, tried in worlds that explain what was played.

All cards are tried in the same worlds, so that only differences count. Worlds come in rounds; after each round cards that are clearly
worse are dropped. The policy's own choice is left only for one that is better by about a standard error. The cards to pass are one
choice: sets of them are tried, and the three cards of the best one follow each other.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.games import hearts, house
from cardshark.games.hearts import planes
from cardshark.players.hearts.champion.carry import Carried, is_later
from cardshark.players.hearts.champion.habits import BY_WORLDS, QUICK, Habits
from cardshark.players.hearts.champion.imagining import Imagination
from cardshark.players.hearts.champion.mind import Mind
from cardshark.players.hearts.champion.passing import chances_of, likely_passes
from cardshark.players.hearts.champion.tables import cost_matches, set_up_cards, set_up_passes
from cardshark.players.hearts.policy.playouts import WHOLE_HAND
from cardshark.players.hearts.search.endgame import Foes, new_endgame, solve_all
from cardshark.players.player import Views
from cardshark.players.policy.net import playout
from cardshark.players.policy.shipped import policy_at
from cardshark.players.thinking import Thought

USUAL = "usual"  # the shipped brain that fits the table
CARRIED = "worlds"  # what is remembered of a hand
SCORING = ("heart", "queen_of_spades", "jack_of_clubs", "jack_of_diamonds", "moon")  # rules that decide what a critic expects
WORLDS_A_SECOND = 1000  # about
LEAST_SECONDS = 0.05  # for chains of worlds
MOST_PASSES = 10_000  # that are remembered


class Costs:
    """What each choice cost in each world so far. The first choice is the policy's own."""

    def __init__(self, choices: int) -> None:
        self.found: list[NDArray[np.float64]] = [np.empty(0)] * choices
        self.live = list(range(choices))

    def add(self, costs: NDArray[np.float64]) -> None:
        """Add what each of the live choices cost in more worlds, one choice a row."""
        for choice, more in zip(self.live, costs, strict=True):
            self.found[choice] = np.concatenate([self.found[choice], more])

    def better(self, one: int, other: int) -> tuple[float, float]:
        """By how much one choice costs less than another in the same worlds, and the standard error of that."""
        worlds = min(len(self.found[one]), len(self.found[other]))
        gains = self.found[other][:worlds] - self.found[one][:worlds]
        return float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(worlds)) if worlds > 1 else np.inf

    def best(self) -> int:
        """The live choice that costs least; the first one if nothing was tried."""
        if len(self.live) == 1:
            return self.live[0]
        return min(self.live, key=lambda choice: self.found[choice].mean())

    def drop(self, errors: float) -> None:
        """Drop choices that are worse than the best by so many standard errors."""
        best = self.best()
        for choice in self.live.copy():
            gain, error = self.better(best, choice)
            if choice != best and gain > errors * error:
                self.live.remove(choice)

    def chosen(self, loyal: float) -> int:
        """The policy's choice, or one that is better by `loyal` standard errors."""
        best = self.best()
        if not best:
            return best
        gain, error = self.better(best, 0)
        return best if gain > loyal * error else 0


class HeartsChampion:
    """How the champion thinks at Hearts."""

    DEALS = 64  # as many are usual
    HAS_TRICKS = True  # the last of them can be solved

    def __init__(self, options: Any, game: Any, rules: Any) -> None:
        self.options, self.house, self.rules = options, rules, house.record(rules)
        brain, net = policy_at(game, rules, "" if options.brain == USUAL else options.brain)
        self.mind = Mind(brain, net)
        self.has_critic = brain.design.critic > 0 and all(getattr(rules, name) == getattr(brain.rules, name) for name in SCORING)
        self.set_habits(QUICK if 0 < options.seconds < LEAST_SECONDS else Habits())
        self.endgame = new_endgame()
        self.passes: dict[bytes, tuple[list[int], Costs]] = {}  # what was thought about passing, by the view before the first card

    def set_habits(self, habits: Habits) -> None:
        """Go about it in another way: to measure what pays."""
        self.habits, self.imagination = habits, Imagination(self.mind, self.house, self.rules, habits)

    def ponder(self, view: Views, thought: Thought, even_if_forced: bool, memory: dict[str, Any] | None = None) -> int:
        """Weigh the choices of one view. Returns the best, and notes in the thought what each cost."""
        legal = listed(int(view["legal"][0]))
        if len(legal) == 1 and not even_if_forced:
            return legal[0]
        if view["table"]["phase"][0] == hearts.PASS:
            return self.pass_card(view, thought)
        chances = chances_of(self.mind.logits(planes.words(view, self.rules))[0], legal)
        cards = likely(legal, chances, 0.0 if even_if_forced else self.habits.least_chance, 64 if even_if_forced else self.habits.most)
        if len(cards) == 1 and not even_if_forced:
            return cards[0]
        match = not even_if_forced and self.match_counts(view)
        costs = self.race_cards(view, cards, match, {} if memory is None else memory)
        for card, found in zip(cards, costs.found, strict=True):
            note(thought, card, found, match)
        return cards[costs.chosen(self.habits.loyal)]

    def race_cards(self, view: Views, cards: list[int], match: bool, memory: dict[str, Any]) -> Costs:
        """Try cards in worlds that are carried from decision to decision of a hand."""
        before: Carried | None = memory.get(CARRIED)
        if before and not is_later(view, before.view):
            before = None
        costs = self.race(view, np.array(cards, np.int64), set_up_cards, match, before)
        if self.habits.carry:
            memory[CARRIED] = self.imagination.kept(view, self.round_size())
        return costs

    # ---- the pass ----

    def pass_card(self, view: Views, thought: Thought) -> int:
        """The next card of the set that is passed. What was thought about the set is not thought again for its other cards."""
        dealt = view.copy()
        dealt["given"], dealt["legal"] = 0, view["hand"]
        dealt["luck"] = view["hand"]  # one decision, one luck: that of each single card would be another one
        key = dealt.tobytes()
        if key not in self.passes:
            if len(self.passes) == MOST_PASSES:
                self.passes.clear()
            self.passes[key] = self.weigh_passes(dealt)
        sets, costs = self.passes[key]
        given = int(view["given"][0])
        for cards, found in zip(reversed(sets), reversed(costs.found), strict=True):  # the likeliest set that has a card speaks for it
            for card in listed(cards & ~given):
                note(thought, card, found, self.match_counts(view))
        chosen = sets[costs.chosen(self.habits.loyal)]
        if given & ~chosen:  # somebody else has put something aside: the policy goes on
            chosen = next(iter(likely_passes(self.mind, self.rules, view, self.house.pass_count)))
        return listed(chosen & ~given)[0]

    def weigh_passes(self, view: Views) -> tuple[list[int], Costs]:
        """Sets of cards to pass, and what they cost."""
        chances = likely_passes(self.mind, self.rules, view, self.house.pass_count)
        sets = likely(list(chances), np.array(list(chances.values())), self.habits.least_pass, self.habits.most_passes)
        view.flags.writeable = False
        return sets, self.race(view, np.array(sets, np.uint64), set_up_passes, self.match_counts(view)) if len(sets) > 1 else Costs(1)

    # ---- trying ----

    def match_counts(self, view: Views) -> bool:
        """May the match end with this hand? Then its points are worth what they do to the chance to win."""
        rules = self.house
        near = view["table"]["totals"][0, : rules.players].max() + rules.derived()["all_penalties"] >= rules.limit
        return bool(rules.limit and rules.hands != 1 and not rules.win_back and near)

    def race(self, view: Views, choices: NDArray[Any], set_up: Any, match: bool, before: Carried | None = None) -> Costs:
        """Try choices in round after round of worlds, and drop those that are clearly worse. With `match`, costs are chances not to win.

        A pass is thought about once for all of its cards, and as long as about that many moves.
        """
        beliefs, costs, me = self.imagination.beliefs(view), Costs(len(choices)), int(view["table"]["turn"][0])
        plan, moves = self.plan(view, match), self.house.pass_count if view["table"]["phase"][0] == hearts.PASS else 1
        for begin, amount in self.rounds(moves):
            worlds = self.imagination.worlds(view, beliefs, begin, amount, before)
            games = np.zeros(len(costs.live) * amount, hearts.GAME)
            set_up(view, self.rules, worlds, choices[costs.live], games)
            costs.add(self.play_on(games, plan, me, match).reshape(len(costs.live), amount))
            costs.drop(self.habits.drop)
            if len(costs.live) == 1:
                break
        return costs

    def round_size(self, moves: int = 1) -> int:
        """How many worlds there are in a round: few where there is little time, so that there are rounds at all."""
        habits, seconds, deals = self.habits, self.options.seconds * moves, self.options.deals * moves
        size = int(min(max(seconds * habits.pace if seconds else deals / 2, habits.least_round), habits.round))
        return size if seconds else min(size, deals)

    def rounds(self, moves: int) -> Iterator[tuple[int, int]]:
        """The worlds of each round: the number of the first, and how many. Another round is begun only if there is time for it."""
        size, begin, start = self.round_size(moves), 0, time.monotonic()
        seconds, deals = self.options.seconds * moves, self.options.deals * moves
        if not seconds:
            for begin in range(0, deals, size):
                yield begin, min(size, deals - begin)
            return
        while not begin or (time.monotonic() - start) * (begin + size) < seconds * begin:
            yield begin, size
            begin += size

    def tricks(self) -> int:
        """How many tricks are played on before the critic decides; 0 for all.

        A critic that is asked early is off by a point, and a whole hand is a throw of the dice. With many worlds the dice even out.
        """
        if self.habits.tricks != BY_WORLDS:
            return self.habits.tricks
        worlds = self.options.seconds * WORLDS_A_SECOND if self.options.seconds else self.options.deals
        return 4 if worlds < 16 else 6 if worlds < 48 else 0

    def plan(self, view: Views, match: bool) -> np.ndarray:
        """How hands are played on: some tricks, then the critic says what to expect; to the end where the match counts."""
        table = view["table"][0]
        if not self.tricks() or match or not self.has_critic or table["second_stage"]:
            return WHOLE_HAND
        return playout(until=int(table["trick"]) + self.tricks(), seat=int(table["turn"]))

    def play_on(self, games: np.ndarray, plan: np.ndarray, me: int, match: bool) -> NDArray[np.float64]:
        """Let the policy play on, and say what each game costs seat `me`."""
        if not match and self.rules["hand_size"][0] - games["table"]["trick"].min() <= self.options.endgame:
            costs = np.empty(len(games))
            solve_all(games, self.rules, me, Foes.SELFISH.value, self.endgame, costs)
            return costs
        costs = self.mind.finish(games, self.rules, plan)[:, me]
        if match:
            cost_matches(games, self.rules, me, costs)
        return costs


def likely(choices: list[int], chances: NDArray[np.float64], least: float, most: int) -> list[int]:
    """The choices with a chance of at least `least`, at most `most` of them, the likeliest first; the likeliest always."""
    order = np.argsort(-chances, kind="stable")[:most]
    return [choices[place] for place in order if chances[place] >= least or place == order[0]]


def note(thought: Thought, choice: int, costs: NDArray[np.float64], match: bool) -> None:
    """Note what a choice cost in its worlds. A thought is in points, so chances to win a match are not noted."""
    if match:
        return
    thought.sums[0, choice], thought.squares[0, choice], thought.visits[0, choice] = costs.sum(), (costs**2).sum(), len(costs)
    thought.worlds[0] = thought.effective[0] = max(thought.worlds[0], len(costs))
