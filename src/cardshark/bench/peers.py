"""Other people's engines at random play, where they are installed (`pip install 'cardshark[peers]'`): hands per second."""

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import cycle
from typing import Any

from cardshark.chance import words
from cardshark.text import UserError

SEED = 1


class NotInstalled(UserError):
    """An engine that could be compared with is not there."""


def engine(module: str) -> Any:
    """The module of an engine."""
    try:
        return import_module(module)
    except ImportError:
        raise NotInstalled(f"{module} is not installed: pip install 'cardshark[peers]' brings it") from None


def luck() -> Iterator[int]:
    """Random words for random choices: a million of them, over and over."""
    return cycle(words(SEED, "peers", 1 << 20).tolist())


def any_of(choices: Any, bits: int) -> Any:
    """One of these, decided by 64 random bits."""
    return choices[bits * len(choices) >> 64]


def openspiel(name: str) -> Callable[[], None]:
    """A hand of OpenSpiel, stepped from Python: every card dealt and every choice is one action."""
    game, bits = engine("pyspiel").load_game(name), luck()

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(any_of(state.legal_actions(), next(bits)))

    return play


def rlcard(name: str) -> Callable[[], None]:
    """A hand of RLCard in its own loop, which makes an observation for each choice."""
    environment, bits = engine("rlcard").make(name, {"seed": SEED}), luck()

    class Anything:
        """RLCard's kind of player, at random."""

        use_raw = False

        def step(self, state: dict[str, Any]) -> int:
            return any_of(list(state["legal_actions"]), next(bits))

        def eval_step(self, state: dict[str, Any]) -> tuple[int, dict]:
            return self.step(state), {}

    environment.set_agents([Anything()] * environment.num_players)
    return environment.run


def openspiel_ismcts(name: str, played: int, simulations: int) -> Callable[[], None]:
    """One decision of OpenSpiel's information-set search, in position after position, each after `played` cards of random play."""
    spiel, bits = engine("pyspiel"), luck()
    game = spiel.load_game(name)

    def position() -> Any:
        while True:
            state, cards = game.new_initial_state(), 0
            while state.is_chance_node() or cards < played:
                cards += not state.is_chance_node()
                state.apply_action(any_of(state.legal_actions(), next(bits)))
            if len(state.legal_actions()) > 1:
                return state

    states = cycle([position() for _ in range(16)])
    bot = spiel.ISMCTSBot(SEED, spiel.RandomRolloutEvaluator(1, SEED), 2.0, simulations)

    def think() -> None:
        bot.step(next(states))

    return think
