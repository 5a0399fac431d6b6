"""The FALCON paper as settings: its agents as we read them, every other reading, its methods one by one, and what lies beyond.

The equations by which its weights change are lost in every copy of the paper. `MAIN` is the reading of what is left of them on which the
page stands: a search chose it for its joint fit to figures 2 to 4 and table 3, on seeds that no other figure uses. `LOWEST` is the one on
which the page stood before, found by a search for the lowest ratio. Everything else here is one of these two with something changed.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from cardshark.learning.falcon.course import FalconLesson
from cardshark.learning.falcon.lesson import Feedback, Initial, Update
from cardshark.players.hearts.falcon.actions import SUITS, Burden
from cardshark.players.hearts.falcon.design import Coding, EqualWeights, FalconDesign, Heartless
from cardshark.text import shown

OF_DESIGN = {each.name for each in fields(FalconDesign)}

Changes = Mapping[str, Any]  # of fields of a design or a lesson


class Setting(NamedTuple):
    """What a FALCON is and how it learns."""

    design: FalconDesign
    lesson: FalconLesson

    def changed(self, **changes: Any) -> "Setting":
        """The same but for some fields of the design or the lesson."""
        design = {name: value for name, value in changes.items() if name in OF_DESIGN}
        lesson = {name: value for name, value in changes.items() if name not in OF_DESIGN}
        return Setting(replace(self.design, **design), replace(self.lesson, **lesson))

    def describe(self, names: list[str]) -> str:
        """Some fields as one would type them."""
        values = [getattr(self.design if name in OF_DESIGN else self.lesson, name) for name in names]
        return ", ".join(f"{name} {shown(value) or 'none'}" for name, value in zip(names, values, strict=True))


LOWEST = Setting(FalconDesign(), FalconLesson())  # found by a search for the lowest ratio: docs/log.md tells how
FITTED: Changes = {
    "update": Update.DELTA_ALL, "by_gap": True, "good": 0.05, "good_pv": 0.3, "bad_pv": 0.3, "good_aside": 0.01, "bad_aside": 0.05,
}  # fmt: skip
MAIN = LOWEST.changed(**FITTED)  # found by a search for a good fit to everything that is printed
MAIN_FIT, LOWEST_FIT = "the best fit", "the lowest ratio"  # their names among the pieces; on other seeds they need not be what these say

# ---- the paper's agents ----

BASE, WEIGHT, SEPARATE, MULTI = "F_base", "F_weight", "F_separate", "F_multi"
BEST_GROUPS = "1,2,2,3,2,2,1"


def with_constant_rate(setting: Setting) -> Setting:
    """F_base: one constant rate after good and bad tricks, that of a good trick without points."""
    rate = setting.lesson.good or setting.lesson.good_pv
    return setting.changed(good=rate, good_pv=0.0, bad=rate, bad_pv=0.0)


def agents_of(setting: Setting) -> dict[str, Setting]:
    """The four agents of figures 2 to 4 under a reading: F_weight is the reading itself."""
    apart = setting.changed(separate=True)
    return {BASE: with_constant_rate(setting), WEIGHT: setting, SEPARATE: apart, MULTI: apart.changed(groups=BEST_GROUPS)}


AGENTS = agents_of(MAIN)


def grouped(groups: str) -> str:
    """The name of the agent with two networks for each of these groups of tricks."""
    return {"": SEPARATE, BEST_GROUPS: MULTI}.get(groups, f"{SEPARATE}, {groups}")


# ---- other readings ----


def both_pv(rate: float) -> Changes:
    """Learn from good and bad tricks alike; the more a trick cost, the faster."""
    return {"good": 0.0, "good_pv": rate, "bad": 0.0, "bad_pv": rate}


UPDATES, SPEEDS, FAMILY = "how weights change", "how fast to learn from good and bad tricks", "how much the actions not taken move"
RULES_OF_LEARNING: dict[str, Mapping[str, Changes]] = {  # the equations themselves; all but the last change `LOWEST`
    UPDATES: {
        LOWEST_FIT: {},
        "and_fast": {"update": Update.AND_FAST, "initial": Initial.ONES},
        "and_fast, first weights the action": {"update": Update.AND_FAST, "initial": Initial.ACTION},
        "and_pv, both rates pv / 10": {"update": Update.AND_PV, "initial": Initial.ONES, **both_pv(0.1)},
        "and_pv, rates of the lowest ratio": {"update": Update.AND_PV, "initial": Initial.ONES},
        "delta_all, both rates pv": {"update": Update.DELTA_ALL, **both_pv(1.0)},
        "delta_all, both rates pv / 30": {"update": Update.DELTA_ALL, **both_pv(0.03)},
        "delta_all, rates of the lowest ratio": {"update": Update.DELTA_ALL},
        "delta_chosen, both rates pv": both_pv(1.0),
        "delta_chosen, both rates pv / 3": both_pv(0.3),
        "delta_chosen, both rates pv / 30": both_pv(0.03),
        "signed_mean": {"update": Update.SIGNED_MEAN, "least": 0.0},
        "signed_mean, least 0.02": {"update": Update.SIGNED_MEAN, "least": 0.02},
        "signed_mean, random ties, first weights 1": {
            "update": Update.SIGNED_MEAN,
            "ties": EqualWeights.RANDOM,
            "initial": Initial.ONES,
            "heartless": Heartless.NOTHING,
        },
    },
    SPEEDS: {
        f"good {good:g}, bad {bad:g} pv": {"good": good, "bad_pv": bad}
        for good, bad in ((0.0, 0.1), (0.003, 0.01), (0.01, 0.1), (0.03, 0.03), (0.1, 0.2), (0.1, 0.3), (0.3, 0.3), (0.3, 1.0))
    }
    | {"good 0.03 + 0.1 pv, bad 0.1 pv": {"good_pv": 0.1}, "good 0.03, bad 0.03 + 0.1 pv": {"bad": 0.03}},
    FAMILY: {  # between delta_chosen (0) and delta_all (1); these change `MAIN`
        **{f"aside {share:g}": {"good_aside": share, "bad_aside": share} for share in (0.0, 0.003, 0.03, 0.1, 1.0)},
        "aside 0.005 and 0.03": {"good_aside": 0.005, "bad_aside": 0.03},
        "good 0.03 + 0.2 pv, aside 0.01": {"good": 0.03, "good_pv": 0.2, "bad_aside": 0.01},
        "good 0.03 + 0.3 pv, aside 0.01 and 0.02": {"good": 0.03, "bad_aside": 0.02},
        "rates not by the gap": {"by_gap": False},
        "rates not by the gap, aside 0.001": {"by_gap": False, "good_aside": 0.001, "bad_aside": 0.001},
        "bad 0.2 pv": {"bad_pv": 0.2},
        "bad 0.4 pv": {"bad_pv": 0.4},
    },
}
READINGS: dict[str, Mapping[str, Changes]] = {  # everything else on which the paper is silent, by its point; these change `MAIN`
    "the weights of a new category": {f"initial {each.name.lower()}": {"initial": each} for each in Initial},
    "actions of the same weight": {f"ties {each.name.lower()}": {"ties": each} for each in EqualWeights},
    "the points of others, where the rates count them": {
        "delta_chosen, both rates pv / 3, others not": {**both_pv(0.3), "others": False},
        "signed_mean, others not": {"update": Update.SIGNED_MEAN, "others": False},
    },
    "cards without an alternative": {"forced yes": {"forced": True}, "forced no": {"forced": False}},
    "exploration": {f"epsilon {chance:g}": {"epsilon": chance} for chance in (0.0, 0.05)},
    "percepts about hearts without a heart in hand": {f"heartless {each.name.lower()}": {"heartless": each} for each in Heartless},
    "when king and ace of spades are thrown (a15)": {f"burden {each.name.lower()}": {"burden": each} for each in Burden},
    "house rules, in tests too": {
        "the two of clubs leads": {"rules": "falcon:first_lead=two_of_clubs,first_lead_forced=yes"},
        "hearts must be broken": {"rules": "falcon:hearts_breaking=heart"},
        "both of these": {"rules": "falcon:first_lead=two_of_clubs,first_lead_forced=yes,hearts_breaking=heart"},
        "everybody leads in turn": {"rules": "falcon:first_lead=rotate"},
    },
    "the rule-based agent, in tests too": {
        "against Jake": {"against": "jake"},
        "against greedy": {"against": "greedy"},
        "against Stock that errs": {"against": "stock(epsilon=0.1)"},
    },
}
SEARCHED = "how a category is found"  # slow, so all of these learn from fewer hands, and so does the agent beside them
SHORT = f"{WEIGHT}, fewer hands"
CODINGS: dict[str, Changes] = {
    "complement coding": {"coding": Coding.COMPLEMENT},
    "plain coding": {"coding": Coding.PLAIN},
    "the textbook's network": {"coding": Coding.COMPLEMENT, "update": Update.AND_FAST, "initial": Initial.ACTION},
}
RULES = {
    name: (MAIN if point == FAMILY else LOWEST).changed(**changes)
    for point, variants in RULES_OF_LEARNING.items()
    for name, changes in variants.items()
}
ALL_READINGS = RULES | {name: MAIN.changed(**changes) for point in READINGS.values() for name, changes in point.items()}
FITS = {MAIN_FIT: MAIN, **{name: setting for name, setting in RULES.items() if setting != MAIN}}  # compared by their joint fit


def in_words(reading: str) -> str:
    """How the page calls a reading: the name of its pieces, unless that says what was only hoped for, or not what the reading is."""
    told = {"delta_chosen, both rates pv / 3, others not": "good 0, others not"}.get(reading, reading)  # it changes `MAIN`: see `READINGS`
    return told.replace(MAIN_FIT, "this page's reading").replace(LOWEST_FIT, "the reading of before")


# ---- methods taken away ----

EXTREMES = "+".join(f"{when}_{suit}_{end}" for when in ("follow", "lead") for suit in SUITS for end in ("high", "low"))
ABLATED = {
    "only whether the queen is out": MAIN.changed(percepts="queen_held"),
    "only the queen of spades": MAIN.changed(percepts="queen_held+queen_near"),
    "highest or lowest card only": MAIN.changed(actions=f"{EXTREMES}+throw_burden"),
    "tricks taken, not points": MAIN.changed(feedback=Feedback.TRICKS),
    "the whole hand, not tricks": MAIN.changed(feedback=Feedback.HAND),
}


class PaperMethod(NamedTuple):
    """A method of the paper."""

    without: tuple[str, ...]  # the agents that do without it, each in another way
    agent: str  # the agent that has it


METHODS = {  # of the paper's conclusion
    "percepts": PaperMethod(("only the queen of spades", "only whether the queen is out"), WEIGHT),
    "actions": PaperMethod(("highest or lowest card only",), WEIGHT),
    "feedback": PaperMethod(("tricks taken, not points", "the whole hand, not tricks"), WEIGHT),
    "learning rates": PaperMethod((BASE,), WEIGHT),
    "leading and following apart": PaperMethod((WEIGHT,), SEPARATE),
    "groups of tricks": PaperMethod((SEPARATE,), MULTI),
}
RATES = "learning rates"  # which the authors hold to be the most effective

# ---- beyond the paper ----

WHOLE_HAND: Changes = {"epsilon": 0.1, "least": 0.0}
BEYOND = {  # what the paper would try next: to learn from the whole hand
    "hand_mean": LOWEST.changed(update=Update.HAND_MEAN, **WHOLE_HAND),
    "rest_mean": LOWEST.changed(update=Update.REST_MEAN, **WHOLE_HAND),
    "td": LOWEST.changed(update=Update.TD, rate=0.1, epsilon=0.1),
}
PERCEPTS_STOCK = "queen_held+danger+diamonds_unplayed+clubs_short+clubs_few+spades_low+duck+last+queen_near"
PERCEPTS_JAKE = "queen_held+spades_long+above_worst+danger+duck+last+points+high_spade_here+clubs_unplayed+guarded"
ACTIONS_OURS = "wide"
OURS = {  # percepts that learning/falcon/percept_search.py found
    "ours_stock": BEYOND["rest_mean"].changed(percepts=PERCEPTS_STOCK, actions=ACTIONS_OURS),
    "ours_jake": BEYOND["rest_mean"].changed(percepts=PERCEPTS_JAKE, actions=ACTIONS_OURS, against="jake"),
}
SHIPPED = ("falcon", "hawk", "eagle")  # brains of the lab for this player

# ---- what others proposed (future work) ----

STANDING = "paper+ahead+behind+closing"
PLACES = {  # 33: what a hand is to aim at, if places in big games count
    "points of the hand": BEYOND["hand_mean"],
    "place in the hand": BEYOND["hand_mean"].changed(update=Update.HAND_PLACE),
    "place in the game": BEYOND["hand_mean"].changed(update=Update.GAME_PLACE),
    "place in the game, totals noticed": BEYOND["hand_mean"].changed(update=Update.GAME_PLACE, percepts=STANDING),
}
PRUNED = {  # 35: agents that forget categories, and those that do not
    f"{name}, forgets {words}": setting.changed(prune=0.01, fading=fading)
    for name, setting in ((WEIGHT, MAIN), (MULTI, AGENTS[MULTI]))
    for words, fading in (("fast", 0.0005), ("slowly", 0.00005))
}
DIAL = (0.05, 0.1, 0.2, 0.5, 1.0)  # 32: how often a teacher errs; 0 is the rule-based agent itself
TEACHERS = {f"a teacher who errs {chance:.0%}": f"stock(epsilon={chance:g})" for chance in DIAL} | {"a stronger teacher": "jake"}


class Stage(NamedTuple):
    """A part of a course with teachers of its own."""

    part: float  # of all hands
    against: str


CURRICULA = {  # 32: from weak to strong, and from strong to weak
    "weak, then strong teachers": (Stage(0.2, "stock(epsilon=0.5)"), Stage(0.3, "stock(epsilon=0.2)"), Stage(0.5, "stock")),
    "random, then strong teachers": (Stage(0.1, "random"), Stage(0.9, "stock")),
    "strong, then stronger teachers": (Stage(0.5, "stock"), Stage(0.5, "jake")),
    "strong, then weak teachers": (Stage(0.5, "stock"), Stage(0.5, "stock(epsilon=0.5)")),
}
