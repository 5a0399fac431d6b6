"""The FALCON paper as settings: its agents as we read them, every other reading, its methods one by one, and what lies beyond.

The equations by which its weights change are lost in every copy of the paper. `MAIN` is one reading of what is left of them; everything
else here is that reading with something changed, under a name that the page shows.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from cardshark.learning.falcon.course import FalconLesson
from cardshark.learning.falcon.lesson import Initial, Update
from cardshark.players.hearts.falcon.actions import SUITS, Burden
from cardshark.players.hearts.falcon.design import Coding, EqualWeights, FalconDesign, Heartless
from cardshark.text import shown

MAIN_DESIGN = FalconDesign()  # found by a search on other deals: docs/log.md tells how
MAIN_LESSON = FalconLesson()

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


MAIN = Setting(MAIN_DESIGN, MAIN_LESSON)

# ---- the paper's agents ----

BASE, WEIGHT, SEPARATE, MULTI = "F_base", "F_weight", "F_separate", "F_multi"
BEST_GROUPS = "1,2,2,3,2,2,1"
AGENTS = {
    BASE: MAIN.changed(bad=MAIN_LESSON.good, bad_pv=0.0),
    WEIGHT: MAIN,
    SEPARATE: MAIN.changed(separate=True),
    MULTI: MAIN.changed(separate=True, groups=BEST_GROUPS),
}


def grouped(groups: str) -> str:
    """The name of the agent with two networks for each of these groups of tricks."""
    return {"": SEPARATE, BEST_GROUPS: MULTI}.get(groups, f"{SEPARATE}, {groups}")


# ---- other readings ----


def both_pv(rate: float) -> Changes:
    """Learn from good and bad tricks alike; the more a trick cost, the faster."""
    return {"good": 0.0, "good_pv": rate, "bad": 0.0, "bad_pv": rate}


READINGS: dict[str, Mapping[str, Changes]] = {  # by the point on which the paper is silent
    "how weights change": {
        "and_fast": {"update": Update.AND_FAST, "initial": Initial.ONES},
        "and_fast, first weights the action": {"update": Update.AND_FAST, "initial": Initial.ACTION},
        "and_pv, both rates pv / 10": {"update": Update.AND_PV, "initial": Initial.ONES, **both_pv(0.1)},
        "and_pv, rates of the main reading": {"update": Update.AND_PV, "initial": Initial.ONES},
        "delta_all, both rates pv": {"update": Update.DELTA_ALL, **both_pv(1.0)},
        "delta_all, both rates pv / 30": {"update": Update.DELTA_ALL, **both_pv(0.03)},
        "delta_all, rates of the main reading": {"update": Update.DELTA_ALL},
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
    "how fast to learn from good and bad tricks": {
        f"good {good:g}, bad {bad:g} pv": {"good": good, "bad_pv": bad}
        for good, bad in ((0.0, 0.1), (0.003, 0.01), (0.01, 0.1), (0.03, 0.03), (0.1, 0.2), (0.1, 0.3), (0.3, 0.3), (0.3, 1.0))
    }
    | {"good 0.03 + 0.1 pv, bad 0.1 pv": {"good_pv": 0.1}, "good 0.03, bad 0.03 + 0.1 pv": {"bad": 0.03}},
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
ALL_READINGS = {name: MAIN.changed(**changes) for point in READINGS.values() for name, changes in point.items()}

# ---- methods taken away ----

WHOLE, WHOLE_SEPARATE = "delta_all, rates of the main reading", "delta_all, separate"  # where a second network can make a difference
EXTREMES = "+".join(f"{when}_{suit}_{end}" for when in ("follow", "lead") for suit in SUITS for end in ("high", "low"))
ABLATED = {
    "only whether the queen is out": MAIN.changed(percepts="queen_held"),
    "only the queen of spades": MAIN.changed(percepts="queen_held+queen_near"),
    "highest or lowest card only": MAIN.changed(actions=f"{EXTREMES}+throw_burden"),
    "no bad tricks": MAIN.changed(bad=0.0, bad_pv=0.0),
    WHOLE_SEPARATE: ALL_READINGS[WHOLE].changed(separate=True),
}


class PaperMethod(NamedTuple):
    """A method of the paper."""

    without: tuple[str, ...]  # the agents that do without it, each in another way
    agent: str  # the agent that has it


METHODS = {  # of the paper's conclusion
    "percepts": PaperMethod(("only the queen of spades", "only whether the queen is out"), WEIGHT),
    "actions": PaperMethod(("highest or lowest card only",), WEIGHT),
    "feedback": PaperMethod(("no bad tricks",), WEIGHT),
    "learning rates": PaperMethod((BASE,), WEIGHT),
    "leading and following apart": PaperMethod((WEIGHT,), SEPARATE),
    "groups of tricks": PaperMethod((SEPARATE,), MULTI),
}
RATES = "learning rates"  # which the authors hold to be the most effective

# ---- beyond the paper ----

WHOLE_HAND: Changes = {"epsilon": 0.1, "least": 0.0}
BEYOND = {  # what the paper would try next: to learn from the whole hand
    "hand_mean": MAIN.changed(update=Update.HAND_MEAN, **WHOLE_HAND),
    "rest_mean": MAIN.changed(update=Update.REST_MEAN, **WHOLE_HAND),
    "td": MAIN.changed(update=Update.TD, rate=0.1, epsilon=0.1),
}
PERCEPTS_STOCK = "queen_held+danger+diamonds_unplayed+clubs_short+clubs_few+spades_low+duck+last+queen_near"
PERCEPTS_JAKE = "queen_held+spades_long+above_worst+danger+duck+last+points+high_spade_here+clubs_unplayed+guarded"
ACTIONS_OURS = "wide"
OURS = {  # percepts that learning/falcon/percept_search.py found
    "ours_stock": BEYOND["rest_mean"].changed(percepts=PERCEPTS_STOCK, actions=ACTIONS_OURS),
    "ours_jake": BEYOND["rest_mean"].changed(percepts=PERCEPTS_JAKE, actions=ACTIONS_OURS, against="jake"),
}
SHIPPED = ("falcon", "hawk", "eagle")  # brains of the lab for this player
