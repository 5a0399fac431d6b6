"""What a FALCON has learned, as rules that a card player understands.

A category mixes situations: leading, following each suit, and being out of the suit led. Each situation has its own actions, so a
rule is a category in a situation: when this is noticed, do that rather than those. Only actions that were tried count.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.players.hearts.falcon.actions import ACTIONS, LEADING, SITUATIONS, VOID, Action, When, situation_of
from cardshark.players.hearts.falcon.brain import FalconBrain
from cardshark.players.hearts.falcon.design import Coding, Heartless
from cardshark.players.hearts.falcon.percepts import HIGH_SPADES, PERCEPTS, SUITS, describe_percepts
from cardshark.players.hearts.falcon.resonance import FEEDBACK, MOTION
from cardshark.text import UserError

OFTEN = 100  # lessons that make a rule one that was used often
FEW = 10  # tries of an action that tell little
RARE = 0.05  # share of lessons below which a percept is not worth a general remark
CHANGE = 0.1  # by how much a percept must change how often an action is the favourite, to be named
SITUATION_WORDS = [*(f"following {suit}" for suit in SUITS), "out of the suit led", "leading"]
VERBS = {When.FOLLOW: ("follow with ", ""), When.VOID: ("throw ", " away"), When.LEAD: ("lead ", "")}
OF_SITUATION = [[number for number, each in enumerate(ACTIONS) if situation_of(each) == situation] for situation in range(SITUATIONS)]
HEARTS_OUT = {  # the paper's first four percepts in one phrase: from the right above best, below best, above worst, below worst
    0b0000: "no hearts are out",
    0b0101: "the hearts that are out are all above mine",
    0b0110: "the hearts that are out are all between mine",
    0b1010: "the hearts that are out are all below mine",
    0b0111: "hearts are out above and between mine, none below",
    0b1110: "hearts are out below and between mine, none above",
    0b1111: "hearts are out above and below mine",
}
MEANINGLESS = {  # facts about a trick that has not begun, and facts about following when one cannot follow
    LEADING: ("last", "third", "points", "duck", "bottom", "fresh", "danger", "void_behind", "high_spade_here"),
    VOID: ("duck", "bottom"),
}
FIRST_SPADE = 4  # number of the percept after those
PLACES = {3: ("is mine", "are mine"), 1: ("is with somebody else", "are with the others"),
          2: ("lies on the table", "lie on the table"), 0: ("is gone", "are gone")}  # fmt: skip


class Preference(NamedTuple):
    """An action that was tried, and its weight."""

    action: str
    words: str
    weight: float  # the possible action with the largest weight is taken
    tries: int

    @property
    def strength(self) -> str:
        """The weight, and a warning where it rests on little."""
        few = {1: ", tried once", 2: ", tried twice"}.get(self.tries, f", tried {self.tries} times" if self.tries < FEW else "")
        return f"({self.weight:.3f}{few})"


class FalconRule(NamedTuple):
    """A rule: what the FALCON does when it notices something."""

    category: int
    network: str
    situation: str
    tricks: str  # of the network; nothing for all
    when: list[str]  # what is noticed
    preferences: list[Preference]  # of the actions that were tried, the strongest first
    lessons: int  # of this category in this situation
    founded: int  # the game in which the category first came up, counted from 1
    rewarded: float  # share of the latest lessons of the category, in all situations, that cost no points

    @property
    def sentence(self) -> str:
        """The rule in words."""
        best, *others = self.preferences
        when = f", when {joined(self.when, 'and')}" if self.when else ""
        listed = [f"{card_words(each)} {each.strength}" for each in (others if len(others) < 4 else others[:2])]
        listed += [f"{len(others) - 2} other actions (at most {others[2].weight:.3f})"] if len(others) > 3 else []
        rather = f", rather than {joined(listed, 'or')}" if listed else "; nothing else was tried"
        return f"{in_tricks(self.situation, self.tricks).capitalize()}{when}: {best.words} {best.strength}{rather}."


class Habit(NamedTuple):
    """What is mostly done in a situation, and what that depends on."""

    situation: str
    lessons: int
    action: str
    words: str
    favourite: float  # share of the lessons in which it is the strongest of the actions that were tried
    weight: float  # its mean weight over all lessons in which it was taken
    depends_on: str  # the percept that changes this share most; nothing if none does
    yes: float  # the share when the percept is true
    no: float  # and when it is not

    @property
    def sentence(self) -> str:
        """The habit in words."""
        found = (
            f"{self.situation.capitalize()}, most often preferred: {self.words} (in {percent(self.favourite)} of {self.lessons:,} lessons; "
            f"its weight is {self.weight:.3f} on average)."
        )
        if not self.depends_on:
            return found
        percept = next(each for each in PERCEPTS if each.name == self.depends_on)
        return f"{found} What changes that most: {percent(self.yes)} when {percept.words}, {percent(self.no)} when {percept.otherwise}."


# ---- words ----


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.0f} %"


def joined(things: list[str], last: str) -> str:
    """`a, b and c`."""
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} {last} {things[-1]}"


def in_tricks(situation: str, tricks: str) -> str:
    """A situation, in some of the tricks."""
    return f"{situation} in {tricks}" if tricks else situation


def card_words(preference: Preference) -> str:
    """What an action plays, without its verb."""
    action = next(each for each in ACTIONS if each.name == preference.action)
    before, after = VERBS[action.when]
    return preference.words.removeprefix(before).removesuffix(after).removesuffix(",")


def conditions(bits: int, known: int, heartless: Heartless) -> list[str]:
    """What is noticed, in words, as far as it is known: the hearts in one phrase, the high spades in few, then every other fact."""
    found = []
    if known & 0b1111 == 0b1111:
        alone = 0b0101 if heartless == Heartless.LOWEST else 0b0000  # what is noticed without hearts in hand
        found.append(HEARTS_OUT[bits & 0b1111] + (" (or I have none)" if bits & 0b1111 == alone else ""))
        known &= ~0b1111
    for place, (one, many) in PLACES.items():
        names = []
        for number, (name, _) in enumerate(HIGH_SPADES):
            shift = FIRST_SPADE + 2 * number
            if (known >> shift) & 3 == 3 and (bits >> shift) & 3 == place:
                names.append(name)
                known &= ~(3 << shift)
        found += [f"the {joined(names, 'and')} of spades {one if len(names) == 1 else many}"] if names else []
    return found + describe_percepts(bits, known)


# ---- rules ----


class FalconRules:
    """Everything that some networks of a FALCON have learned."""

    def __init__(self, brain: FalconBrain, network: str = "") -> None:
        self.brain, self.names = brain, network_names(brain)
        parts, self.networks = brain.parts(), networks_like(self.names, network)
        self.chosen = np.flatnonzero(np.isin(parts["networks"], self.networks))
        art = brain.record["art"][0]
        templates = parts["templates"][self.chosen]
        self.weights = templates[:, art["starts"][MOTION] : art["starts"][FEEDBACK]]
        self.rewards = templates[:, art["starts"][FEEDBACK]]
        self.tries = parts["visits"][self.chosen].astype(np.int64)
        self.lessons = np.stack([self.tries[:, numbers].sum(axis=1) for numbers in OF_SITUATION], axis=1)  # [category, situation]
        self.bits, self.known = facts_of(brain, self.chosen)

    def summary(self) -> dict[str, Any]:
        """How many categories, rules and lessons there are."""
        return {
            "categories": len(self.chosen), "networks": [self.names[each] for each in self.networks],
            "percepts": int(self.brain.record["percepts"][0]).bit_count(),
            "actions": int(self.brain.record["actions"][0]).bit_count(), "lessons": int(self.lessons.sum()),
            "rules": int(np.count_nonzero(self.lessons)), "often": int(np.count_nonzero(self.lessons >= OFTEN)),
            "half": half_of(self.lessons),
        }  # fmt: skip

    def rules(self, top: int) -> list[FalconRule]:
        """The rules with the most lessons, the most first; of equals the older category."""
        order = np.argsort(-self.lessons, axis=None, kind="stable")[:top]
        found = [divmod(int(place), SITUATIONS) for place in order]
        return [self.rule(row, situation) for row, situation in found if self.lessons[row, situation]]

    def rule(self, row: int, situation: int) -> FalconRule:
        """One category in one situation."""
        parts, category = self.brain.parts(), int(self.chosen[row])
        network = int(parts["networks"][category])
        tried = [number for number in OF_SITUATION[situation] if self.tries[row, number]]
        tried.sort(key=lambda number: -float(self.weights[row, number]))
        return FalconRule(
            category, self.names[network], SITUATION_WORDS[situation], tricks_of(self.brain)[network],
            conditions(int(self.bits[row]), int(self.known[row] & meaningful_percepts(situation)), self.brain.design.heartless),
            [self.preference(row, number) for number in tried], int(self.lessons[row, situation]), int(parts["founded"][category]) + 1,
            round(float(self.rewards[row]), 6),
        )  # fmt: skip

    def preference(self, row: int, number: int) -> Preference:
        """How strong an action of a category is."""
        action: Action = ACTIONS[number]
        return Preference(action.name, action.words, round(float(self.weights[row, number]), 6), int(self.tries[row, number]))

    def habits(self) -> list[Habit]:
        """What is mostly done in each situation: leading first, then following, then throwing away."""
        order = (LEADING, 0, 1, 2, 3, VOID)
        return [self.habit(situation) for situation in order if self.lessons[:, situation].any()]

    def habit(self, situation: int) -> Habit:
        """What is mostly done in a situation."""
        numbers = np.array(OF_SITUATION[situation])
        tries, weights, lessons = self.tries[:, numbers], self.weights[:, numbers], self.lessons[:, situation]
        favourites = np.where(tries > 0, weights, -1).argmax(axis=1)
        total = int(lessons.sum())
        best = int(np.bincount(favourites, lessons, len(numbers)).argmax())
        is_best = favourites == best
        mean = float(np.average(weights[:, best], weights=tries[:, best]))
        percept, yes, no = self.turning_point(is_best, lessons, meaningful_percepts(situation))
        action = ACTIONS[numbers[best]]
        share = float(lessons[is_best].sum() / total)
        return Habit(SITUATION_WORDS[situation], total, action.name, action.words, round(share, 6), round(mean, 6), percept, yes, no)

    def turning_point(self, is_best: NDArray[np.bool_], lessons: NDArray[np.int64], meaningful: np.uint64) -> tuple[str, float, float]:
        """The percept that changes the share of a favourite most, and this share with and without it."""
        found, most = ("", 0.0, 0.0), CHANGE
        for number, percept in enumerate(PERCEPTS):
            known, so = (((words >> np.uint64(number)) & np.uint64(1)).astype(bool) for words in (self.known & meaningful, self.bits))
            sides = [known & so, known & ~so]
            if min(lessons[side].sum() for side in sides) < max(RARE * lessons.sum(), 1):
                continue
            yes, no = (float(lessons[side & is_best].sum() / lessons[side].sum()) for side in sides)
            if abs(yes - no) > most:
                found, most = (percept.name, round(yes, 6), round(no, 6)), abs(yes - no)
        return found


def meaningful_percepts(situation: int) -> np.uint64:
    """The percepts that mean something in a situation."""
    return np.uint64(sum(1 << number for number, each in enumerate(PERCEPTS) if each.name not in MEANINGLESS.get(situation, ())))


def half_of(lessons: NDArray[np.int64]) -> int:
    """How many rules, the most used first, make up half of all lessons."""
    sums = np.cumsum(np.sort(lessons, axis=None)[::-1])
    return int(np.searchsorted(sums, sums[-1] / 2)) + 1 if len(sums) and sums[-1] else 0


def facts_of(brain: FalconBrain, categories: NDArray[np.intp]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """For each category the facts that are true, and the facts that are known; a category found by search may stand for many percepts."""
    parts, falcon = brain.parts(), brain.record[0]
    bits, wanted = parts["percepts"][categories], np.uint64(falcon["percepts"])
    if brain.design.coding == Coding.EXACT:
        return bits, np.full(len(categories), wanted)
    senses = parts["templates"][categories, : falcon["art"]["starts"][MOTION]] > 0
    half = senses.shape[1] // 2
    bits, known = np.zeros(len(categories), np.uint64), np.zeros(len(categories), np.uint64)
    for number in range(len(PERCEPTS)):
        if (int(wanted) >> number) & 1:
            place = falcon["places"][number]
            so = senses[:, place]
            contrary = senses[:, half + place] if brain.design.coding == Coding.COMPLEMENT else np.zeros_like(so)
            bits |= so.astype(np.uint64) << np.uint64(number)
            known |= (so | contrary).astype(np.uint64) << np.uint64(number)
    return bits, known


# ---- networks ----


def tricks_of(brain: FalconBrain) -> list[str]:
    """The tricks of each network, in words; nothing for all."""
    groups = np.array(brain.design.group_of())
    found = []
    for group in range(groups.max() + 1):
        first, last = np.flatnonzero(groups == group)[[0, -1]] + 1
        words = f"trick {first}" if first == last else f"tricks {first}-{last}"
        found += [words if groups.max() else ""] * (2 if brain.design.separate else 1)
    return found


def network_names(brain: FalconBrain) -> list[str]:
    """The name of each network: what it is for."""
    tricks = tricks_of(brain)
    if not brain.design.separate:
        return [each or "all tricks" for each in tricks]
    return [in_tricks(("following", "leading")[number % 2], each) for number, each in enumerate(tricks)]


def networks_like(names: list[str], text: str) -> list[int]:
    """The network of this name, or all whose names contain the text."""
    found = [number for number, name in enumerate(names) if name == text] or [number for number, name in enumerate(names) if text in name]
    if not found:
        raise UserError(f"there is no network {text!r}; there is {', '.join(names)}")
    return found
