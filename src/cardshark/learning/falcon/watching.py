"""Learn from somebody else's hands: a FALCON watches what a player did in each situation, and does likewise.

Any recorded hands will do: transcripts of matches, hands that were saved or exported at the table, or views and cards written down by a
program. `cardshark train falcon --watch hands.json --watched you --rules american` watches a person before it plays.

    seen = decisions_of(hands_in(text), "you", "american")     # text: transcripts, an export, a saved hand (page or JSON), or a link
    watch(brain, seen)

A weight becomes the share of the times that its action would have played the card that was played, among the times that it was
possible. Where several actions play that card, all of them count. So a FALCON that has watched enough takes, in each category, the
action that the player took most often there.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.games import hearts, house, transcript
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.hands import verify
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import steps
from cardshark.hands.saved import from_json
from cardshark.jit import at, kernel
from cardshark.learning.falcon.feedback import ONE, ZERO, category_for, move_mean
from cardshark.learning.falcon.lesson import FALCON_LESSON, Initial, uncounted_workspace, workspace_of
from cardshark.players.hearts.falcon.actions import offer
from cardshark.players.hearts.falcon.brain import FalconBrain
from cardshark.players.hearts.falcon.categories import MARGIN, network_of, uncounted_categories, with_room
from cardshark.players.hearts.falcon.percepts import perceive
from cardshark.text import UserError


class Watched(NamedTuple):
    """Decisions of a player: what they saw, and what they played."""

    views: np.ndarray  # [decision] records of hearts.VIEW
    cards: NDArray[np.int8]
    rules: str  # of the house, as they are typed


class Account(NamedTuple):
    """What came of watching."""

    decisions: int  # with more than one possible action
    copied: int  # of these, how many an action of the FALCON would have played


# ---- recorded hands ----

BEGINNING = re.compile(r"(?m)^(?=cardshark \w+ \d+ *$)")  # of a transcript
REMARK = re.compile(r"(?m)^#.*\n")  # between transcripts


def hands_in(text: str) -> list[PlayedHand]:
    """The hands of transcripts one after the other, of an export of the table, of a saved page or JSON file, or of a link."""
    matches = BEGINNING.split(REMARK.sub("", text))[1:]
    if matches:
        return [hand for each in matches for hand in hands_of_transcript(transcript.read(each))]
    saved = verify.read(text)
    try:
        return [from_json(each["hand"]) for each in saved["hands"]] if "hands" in saved else [from_json(saved.get("played", saved))]
    except (TypeError, KeyError):
        raise UserError("this is not an export of hands") from None


def hands_of_transcript(found: transcript.Transcript) -> list[PlayedHand]:
    """The hands of a match, each as it stands alone; totals count nothing for who only watches."""
    rules = house.spell(PRESETS, found.rules)
    return [
        PlayedHand(found.game, rules, found.players, found.players, cards, found.first + number, (0,) * len(found.players), found.first)
        for number, cards in enumerate(found.hands)
    ]


def decisions_of(hands: Iterable[PlayedHand], player: str, rules: str) -> Watched:
    """What a player saw and played, by the text that names them ("you" for a person); cards that were passed are left out.

    All hands must have been played by the rules that a FALCON is to play by, because what is legal decides what is possible.
    """
    wanted, views, cards = house.parse(PRESETS, rules), [], []
    for hand in hands:
        if hand.game != hearts.NAME or house.parse(PRESETS, hand.rules)._replace(**ENDS) != wanted._replace(**ENDS):
            raise UserError(f"a hand was played by other rules than {rules}: {hand.game}, {hand.rules}")
        for match, choice in steps(hand):
            table = match.state.table
            if table.phase == hearts.PLAY and hand.players[int(table.turn)] == player:
                views.append(view_of(match))
                cards.append(choice)
    if not views:
        raise UserError(f"no hand has a decision of {player}")
    return Watched(np.concatenate(views), np.array(cards, np.int8), rules)


ENDS = {"limit": 0, "hands": 1}  # how long a match is does not matter for what is legal in a hand


def view_of(match: Single) -> np.ndarray:
    """What the seat in turn sees, as a record."""
    found = np.zeros(1, hearts.VIEW)
    hearts.look_all(match.games, house.record(match.rules), np.zeros(1, np.uint32), found)
    return found


# ---- watching ----


@kernel
def watch_all(views, cards, rules, falcons, categories, lessons, workspace, account):
    """Learn from decisions of somebody else. Returns how many were looked at; it stops early where there is no room for categories."""
    rules, falcon, lesson = rules[0], falcons[0], lessons[0]
    categories, workspace = uncounted_categories(categories), uncounted_workspace(workspace)
    offers, decision = workspace.offers[0], workspace.decisions[0, 0]
    for i in range(len(views)):
        if categories.size[0] + MARGIN > len(categories.percepts):
            return i
        view = views[i]
        offer(falcon.actions, falcon.burden, view.legal, view.table, rules, view.hand, view.luck, offers)
        if offers.count < 2:
            continue
        decision.percept = perceive(falcon.percepts, falcon.if_no_hearts, view.hand, view.table, rules)
        decision.network = network_of(falcon, view.table)
        decision.action = offers.actions[0]
        j = category_for(falcon, categories, lesson, decision, True, workspace.vector)
        met = 0
        for number in range(offers.count):
            same = offers.cards[at(number)] == cards[i]
            met = 1 if same else met
            move_mean(falcon, categories, lesson, j, offers.actions[at(number)], ONE if same else ZERO)
        account[0] += 1
        account[1] += met
    return len(views)


def watch(brain: FalconBrain, seen: Watched, least: float = 0.0) -> Account:
    """Let a brain learn from what was seen. No weight moves more slowly than by the `least` rate; 0 for plain shares."""
    lesson = np.zeros(1, FALCON_LESSON)
    lesson["least"], lesson["initial"] = least, Initial.HALVES
    table, account = house.record(house.parse(PRESETS, seen.rules)), np.zeros(2, np.int64)
    workspace, done = workspace_of(brain.categories.elements), 0
    while done < len(seen.views):
        done += watch_all(seen.views[done:], seen.cards[done:], table, brain.record, brain.categories, lesson, workspace, account)
        if done < len(seen.views):
            brain.categories = with_room(brain.categories, 2 * brain.categories.room)
    return Account(*map(int, account))


def joined(parts: Sequence[Watched]) -> Watched:
    """Several lists of decisions by the same rules as one."""
    if len({part.rules for part in parts}) != 1:
        raise UserError("decisions by different rules cannot be watched together")
    return Watched(np.concatenate([part.views for part in parts]), np.concatenate([part.cards for part in parts]), parts[0].rules)
