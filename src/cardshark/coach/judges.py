"""The coach of a game, by the game's name: its judge, and what else a review needs of this game.

    judge(hearts, rules).think(view)     # what every choice is worth, from what the seat may know
    judge(hearts, rules, style="jake")   # the same by a rule of thumb
    coach_of("hearts").STAND_IN          # who plays on for a person

The judge thinks with the shipped policy that fits the game and its rules. Where none does, a rule of thumb plays on in thought.

A coach is a package with the names of `Coach`. A game without one can be played, but a request for advice or a review is refused in
one sentence.
"""

from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np

from cardshark.cards import CardSet
from cardshark.coach.mind import POLICY, policy_of_table
from cardshark.coach.reasons import Happened, Sentence, Story, Why
from cardshark.coach.statistics import ChoiceValue, Thinking
from cardshark.games.match import Single
from cardshark.hands.hand import PlayedHand
from cardshark.players.policy.shipped import Ready
from cardshark.text import UserError

COACHES = {"hearts": "cardshark.coach.hearts", "gin": "cardshark.coach.gin"}


class Judge(Protocol):
    """Works out what choices are worth. Values are costs, so the least is the best."""

    name: str  # of the style by which everybody is thought to play on, or POLICY
    deals: int  # imagined for a decision

    def think(self, view: Any, deals: int | None = None) -> Thinking:
        """What every legal choice is worth, from what a seat may know."""
        ...

    def open_values(self, games: np.ndarray) -> list[ChoiceValue]:
        """What every legal choice is worth if all cards are known. `games` holds the true game and is not changed."""
        ...

    def why(self, view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
        """Why the best choice is better than `chosen`, or else than the next best."""
        ...


class PassJudge(Judge, Protocol):
    """What else is asked of a judge where cards are passed. There a choice is a set of cards, and `think` weighs the best few."""

    def consider(self, view: Any, thinking: Thinking, cards: CardSet) -> Thinking:
        """What was thought, and in the same deals what another set costs."""
        ...

    def open_sets(self, games: np.ndarray, sets: list[CardSet]) -> list[ChoiceValue]:
        """What these sets are worth if all cards are known."""
        ...


class Coach(Protocol):
    """The names that the coach of every game has."""

    STAND_IN: str  # the player that replaces a person, a player that takes long, or one that fails
    BOTS: tuple[str, ...]  # players that play the same cards again; they slip now and then, or they would play the same hand every time
    TURN_TITLE: str  # what the review counts: tricks, or turns

    def PolicyJudge(self, rules: Any, policy: Ready, deals: int | None = None) -> Judge:
        """The judge who thinks with a policy, by these rules."""
        ...

    def Judge(self, rules: Any, deals: int | None = None, style: str | None = None) -> Judge:
        """The judge who thinks with a style, by these rules."""
        ...

    # ---- what happened in a hand ----

    def turn_number(self, table: Any) -> int:
        """The trick or turn of a decision, from 1; 0 before the first."""
        ...

    def list_tricks(self, hand: PlayedHand) -> list[dict[str, Any]]:
        """The tricks of a hand; none where there are no tricks."""
        ...

    def list_passes(self, hand: PlayedHand) -> list[list[str]]:
        """The cards that every seat passed on; empty if none were passed."""
        ...

    def kind_of_mistake(self, view: Any, rules: Any, chosen: str, best: str) -> str:
        """What kind of mistake a choice was, by facts that the seat knew; empty where none tells. Choices are named as in saved hands."""
        ...

    def is_passing(self, view: Any) -> bool:
        """Are cards passed on here? Then all that a seat chooses is one decision, and what is judged are sets of cards."""
        ...

    def show_moment(self, game: Any, chosen: int) -> dict[str, Any]:
        """What else a page shows of a decision, by name; `game` is the whole game before it."""
        ...

    def what_happened(self, story: Story, happened: Happened) -> Sentence | None:
        """That what a story warned of came true in the hand, if it did."""
        ...

    # ---- playing it otherwise ----

    def one_hand_rules(self, rules: Any) -> Any:
        """Rules by which a match ends with the hand that it begins with."""
        ...

    def begin_with(self, games: np.ndarray, hand: PlayedHand) -> None:
        """Let these matches begin with this hand, which is dealt in them already."""
        ...

    def swap_hidden(self, match: Single, word: int) -> dict[int, int]:
        """For each card that is hidden from the seat in turn, the card that takes its place, in a deal that agrees with what was seen."""
        ...

    def swap_cards(self, hand: PlayedHand, swaps: dict[int, int]) -> PlayedHand:
        """The hand with cards swapped; a `UserError` if the rules do not allow it."""
        ...

    # ---- the page ----

    def describe_result(self, review: dict[str, Any]) -> str:
        """How the seat fared."""
        ...

    def show_hand(self, review: dict[str, Any]) -> str:
        """The deal and what was played, as HTML."""
        ...


def coach_of(name: str) -> Coach:
    """The coach of a game; imported when asked for, because that prepares its kernels."""
    if name not in COACHES:
        raise UserError(f"there is no coach for the game {name!r}, only for {', '.join(COACHES)}")
    return cast(Coach, import_module(COACHES[name]))


def judge(game: Any, rules: Any, deals: int | None = None, style: str | None = None) -> Judge:
    """The judge of a game (a module like `cardshark.games.hearts`). Without a style it thinks with the policy, if one fits."""
    coach = coach_of(game.NAME)
    policy = policy_of_table(game, rules) if style in (None, POLICY) else None
    if policy is None and style == POLICY:
        raise UserError(f"no policy of the lab has learned these rules of {game.TITLE}: name a style instead, as {coach.STAND_IN}")
    return coach.PolicyJudge(rules, policy, deals) if policy else coach.Judge(rules, deals, style)
