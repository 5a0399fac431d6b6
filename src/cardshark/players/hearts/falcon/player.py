"""FALCON, the adaptive-resonance player: it notices a few facts, finds their category, and takes its strongest action."""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import below, mixed
from cardshark.games import hearts, house
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.falcon.actions import OFFERS, offer
from cardshark.players.hearts.falcon.brain import FalconBrain, load_falcon
from cardshark.players.hearts.falcon.categories import find_category, network_of, uncounted_categories
from cardshark.players.hearts.falcon.design import EqualWeights, check_hands
from cardshark.players.hearts.falcon.percepts import perceive
from cardshark.players.hearts.falcon.resonance import MOTION, NO_CATEGORY
from cardshark.players.hearts.styles import check_chance, pass_of, play_hearts_only, style_of
from cardshark.players.player import Choices, Player, Views

# ---- the choice ----


@rule
def strongest_offer(falcon, categories, category, offers, luck):
    """The number of the possible action with the largest weight; without a category all weights are 0."""
    first = falcon.art.starts[MOTION]
    best, most, equals = 0, np.float32(-1.0), 0
    for number in range(offers.count):
        weight = np.float32(0.0) if category == NO_CATEGORY else categories.templates[at(category), at(first + offers.actions[at(number)])]
        if weight > most:
            best, most, equals = number, weight, 1
        elif weight == most and falcon.ties == EqualWeights.RANDOM:
            equals += 1
            luck = mixed(luck)
            best = number if below(luck, equals) == 0 else best
    return best


@rule
def choose_offer(falcon, categories, percept, network, luck, slip_chance, workspace):
    """The number of the action that is taken. In `slip_chance` of 2 ** 32 decisions it is any of the possible ones."""
    offers = workspace.offers[0]
    if offers.count == 1:
        return 0
    if slip_chance > 0 and np.int64(luck >> np.uint64(32)) < slip_chance:
        return below(mixed(luck), offers.count)
    category = find_category(falcon, categories, percept, network, workspace.vector)
    return strongest_offer(falcon, categories, category, offers, luck)


# ---- the player ----


class FalconWorkspace(NamedTuple):
    """Memory that a FALCON uses while it decides."""

    offers: np.ndarray  # [1] the possible actions
    vector: np.ndarray  # [element] what is perceived, where a category must be searched for


@kernel
def choose_by_falcon(views, rules, falcons, categories, passing, slip_chance, workspace, choices):
    """What a FALCON chooses in each view."""
    rules, falcon, categories, offers = rules[0], falcons[0], uncounted_categories(categories), workspace.offers[0]
    for i in range(len(views)):
        view = views[i]
        if view.table.phase == hearts.PASS:
            choices[i] = pass_of(passing[0], view.hand, view.given, rules, view.luck)
        else:
            table = view.table
            percept = perceive(falcon.percepts, falcon.if_no_hearts, view.hand, table, rules)
            offer(falcon.actions, falcon.burden, view.legal, table, rules, view.hand, mixed(~view.luck), offers)
            number = choose_offer(falcon, categories, percept, network_of(falcon, table), view.luck, slip_chance, workspace)
            choices[i] = offers.cards[at(number)]


@kernel
def weigh_all(views, rules, falcons, categories, workspace, found):
    """For each card the largest weight of an action that plays it; nan for cards that no action plays."""
    rules, falcon, categories, offers = rules[0], falcons[0], uncounted_categories(categories), workspace.offers[0]
    found[:] = np.nan
    for i in range(len(views)):
        view = views[i]
        table = view.table
        percept = perceive(falcon.percepts, falcon.if_no_hearts, view.hand, table, rules)
        category = find_category(falcon, categories, percept, network_of(falcon, table), workspace.vector)
        offer(falcon.actions, falcon.burden, view.legal, table, rules, view.hand, mixed(~view.luck), offers)
        if category != NO_CATEGORY:
            for number in range(offers.count):
                card, action = at(offers.cards[at(number)]), offers.actions[at(number)]
                weight = categories.templates[at(category), at(falcon.art.starts[MOTION] + action)]
                found[i, card] = weight if not found[i, card] >= weight else found[i, card]


@dataclass
class Falcon(Player):
    """Notices a few facts and takes the action that its category likes best (the FALCON paper)."""

    brain: Annotated[str | FalconBrain, "a brain of the lab (see `cardshark brains`) or a file of categories"] = "falcon"
    epsilon: Annotated[float, "chance to take any possible action instead"] = 0.0
    passing: Annotated[str, "by whose rule cards are passed, where they are: random, greedy, stock or jake"] = "jake"

    def __post_init__(self) -> None:
        check_chance("epsilon", self.epsilon)
        self._brain = load_falcon(self.brain)
        self._passing = style_of(self.passing)
        self._workspace = FalconWorkspace(np.zeros(1, OFFERS), np.zeros(self._brain.categories.elements, np.float32))

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules."""
        play_hearts_only(self, game)
        check_hands(rules)
        self._rules = house.record(rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Take the strongest action."""
        slip_chance, brain = round(self.epsilon * 2**32), self._brain
        choose_by_falcon(views, self._rules, brain.record, brain.categories, self._passing, slip_chance, self._workspace, choices)

    def values(self, views: Views) -> NDArray[np.float32]:
        """The weight of each card of these views, from 0 to 1; nan where no action plays it, nothing is known, or cards are passed."""
        found = np.empty((len(views), 64), np.float32)
        weigh_all(views, self._rules, self._brain.record, self._brain.categories, self._workspace, found)
        found[views["table"]["phase"] == hearts.PASS] = np.nan
        return found
