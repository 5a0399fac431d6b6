"""OpenSpiel: importing this module registers `python_cardshark_hearts` and `python_cardshark_gin`.

    import pyspiel
    import cardshark.adapters.openspiel

    game = pyspiel.load_game("python_cardshark_hearts", {"rules": "american:hands=1", "first": 0})
    game = pyspiel.load_game("python_cardshark_hearts(rules=american hands:1,first=0)")  # in one text OpenSpiel keeps = and , to itself

Chance deals card by card, all outcomes alike; a card of the stock is dealt when it is drawn. An action is a number in the game's own
list of actions, and the outcome of a chance node is the action of the card. A match has a known number of hands. `first` is the number
of its first one, which decides where cards are passed. `resample_from_infostate` gives a state whose whole history agrees with what
the player has seen.
"""

from copy import deepcopy
from typing import Any

import numpy as np

from cardshark.adapters.course import CHANCE, HAND, NOBODY, Course, event_name, referee_of
from cardshark.adapters.settings import missing, one_hand
from cardshark.cards import listed, name
from cardshark.games import game_named
from cardshark.text import UserError, split_options, whole_number

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel", "openspiel") from error

EVENTS = 128  # as many of the last events stand in the tensor of an information state
DEALING = "the cards are being dealt"


def spelled(rules: str) -> str:
    """Rules as OpenSpiel can write and read them among other parameters: `american hands:1 limit:50` for `american:hands=1,limit=50`."""
    preset, options = split_options(rules)
    return " ".join([preset, *(f"{name}:{value}" for name, value in options.items())])


def read_rules(text: str) -> str:
    """Rules in either spelling, as they are written everywhere else."""
    if "=" in text:
        return text
    preset, *options = text.split() or [""]
    return f"{preset}:{','.join(option.replace(':', '=') for option in options)}"


class CardGame(pyspiel.Game):
    """A game by some rules."""

    kind: Any  # what OpenSpiel knows of the game before it is made
    name: str  # ours

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game, parameters = self.name, parameters or {}
        rules = read_rules(parameters.get("rules", one_hand(game)))
        first = whole_number("first", parameters.get("first", 0), 0, game_named(game).CYCLE - 1)
        self.referee = referee_of(game, rules)
        self.actions = self.referee.observer.actions.tolist()
        self.action_of = {choice: action for action, choice in enumerate(self.actions)}
        self.begun: Course = self.referee.knowledge.course(game, rules, first)
        super().__init__(self.kind, self.info(), {"rules": spelled(rules), "first": first})  # type: ignore[reportCallIssue]

    def choice_of(self, action: int) -> int:
        """The choice that an action stands for."""
        return self.actions[whole_number("an action", action, 0, len(self.actions) - 1)]

    def info(self) -> Any:
        """How large the game is."""
        rules, knowledge = self.referee.rules, self.referee.knowledge
        if not rules.hands:
            raise UserError(f"OpenSpiel wants to know how long a match may be: set hands, as in {one_hand(self.name)}")
        knowledge.refuse(rules)
        low, high = knowledge.bounds(rules)
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=len(self.actions),
            num_players=self.referee.seats,
            min_utility=rules.hands * low,
            max_utility=rules.hands * high,
            max_game_length=rules.hands * knowledge.longest(rules)[0],
            **({"utility_sum": 0.0} if self.referee.seats == 2 else {}),
        )

    def max_chance_nodes_in_history(self) -> int:
        """How often chance may decide."""
        return self.referee.rules.hands * self.referee.knowledge.longest(self.referee.rules)[1]

    def new_initial_state(self) -> "CardState":
        """The first card is to be dealt."""
        return CardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "CardObserver":
        """What players see: everything that they remember, or the table as it is."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise UserError("cardshark shows what one seat may know: with public and its own private information, and no parameters")
        return CardObserver(self, wanted.perfect_recall)


class CardState(pyspiel.State):
    """A match. All that it knows stands in its course."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.course = deepcopy(game.begun)

    def current_player(self) -> int:
        """Whose turn it is."""
        turn = self.course.turn
        return {CHANCE: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}.get(turn, turn)

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self.course.turn == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        action_of = self.get_game().action_of
        return [action_of[choice] for choice in listed(self.course.referee.legal(self.course.match))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be dealt, all alike."""
        outcomes, action_of = self.course.outcomes(), self.get_game().action_of
        return [(action_of[outcome], 1.0 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.course.go_on(self.get_game().choice_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        course, choice = self.course, self.get_game().choice_of(action)
        text = course.referee.game.text
        return f"deal {text.choice_name(0, choice)}" if player < 0 else text.choice_name(course.referee.phase(course.match), choice)

    def returns(self) -> list[float]:
        """What each seat has won, once the match is over."""
        course = self.course
        return course.referee.returns(course.match).tolist() if self.is_terminal() else [0.0] * course.referee.seats

    def __str__(self) -> str:
        """What every seat has seen, and what is due: no two states that differ look alike."""
        course = self.course
        due = {CHANCE: "chance", NOBODY: "over"}.get(course.turn, f"seat {course.turn}")
        dealt = f", dealt: {' '.join(map(name, course.fallen))}" if course.dealing else ""
        return "\n".join([f"{due}{dealt}", *(f"seat {seat}: {seen_by(course, seat)}" for seat in range(course.referee.seats))])

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "CardState":
        """A state that this player cannot tell from this one: nothing that it has seen is contradicted, and what is hidden is imagined."""
        game, course = self.get_game(), self.course
        player_id = whole_number("a player", player_id, 0, game.num_players() - 1)
        if course.dealing or self.is_terminal():
            return self.clone()  # there is nothing to imagine yet, or any more
        found = game.new_initial_state()
        for action in self.history()[: course.began]:
            found.apply_action(action)
        word = int(probability_sampler() * 2**32) << 32 | int(probability_sampler() * 2**32)
        course.retrace(player_id, word, found.course, lambda choice: found.apply_action(game.action_of[choice]))
        return found


def seen_by(course: Course, seat: int) -> str:
    """All that a seat has seen, in words."""
    game = course.referee.game
    return " ".join([event_name(game, event) for event in course.seen[seat]])


class CardObserver:
    """What a seat knows: `tensor` for networks, and a string. With `recall` also what it has seen before."""

    def __init__(self, game: CardGame, recall: bool) -> None:
        seats, planes = game.referee.seats, len(game.referee.observer.of_game.PLANES)
        pieces = {"player": (seats,), "bits": (planes, 64)} | ({"events": (EVENTS,)} if recall else {})
        self.recall, self.dict = recall, {}
        self.tensor, start = np.zeros(sum(int(np.prod(shape)) for shape in pieces.values()), np.float32), 0
        for piece, shape in pieces.items():
            size = int(np.prod(shape))
            self.dict[piece] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: CardState, player: int) -> None:
        """Write what a player knows."""
        course = state.course
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if not course.dealing:
            view = course.referee.views(course.match)[player : player + 1]
            self.dict["bits"][:] = course.referee.observer.bits(view)[0].reshape(-1, 64)
        if self.recall:
            events = [event + 1 for event in course.seen[player] if event <= HAND][-EVENTS:]
            self.dict["events"][: len(events)] = events

    def string_from(self, state: CardState, player: int) -> str:
        """What a player knows, in words."""
        course = state.course
        if self.recall:
            return f"seat {player}: {seen_by(course, player)}"
        return DEALING if course.dealing else course.referee.text(course.match, player)


def kind_of(name: str, game: str) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    referee = referee_of(game, one_hand(game))
    most = 4 if referee.seats > 2 else 2
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{referee.game.TITLE} of cardshark",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if most == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=min(most, 3),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": spelled(one_hand(game)), "first": 0},
    )


class Hearts(CardGame):
    """Hearts."""

    name = "hearts"
    kind = kind_of("python_cardshark_hearts", name)


class Gin(CardGame):
    """Gin rummy."""

    name = "gin"
    kind = kind_of("python_cardshark_gin", name)


for each in (Hearts, Gin):  # classes and no functions: OpenSpiel would destroy a function when Python has already left
    if each.kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(each.kind, each)
