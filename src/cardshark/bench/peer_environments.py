"""Other people's environments at random play, where they are installed: an observation and the legal choices for every decision."""

from collections.abc import Callable, Iterator
from typing import Any

from cardshark.bench.peers import SEED, NotInstalled, any_of, engine, luck


def openspiel_decisions(name: str) -> Iterator[None]:
    """OpenSpiel, stepped from Python: all that the player in turn knows as an array, by its fastest way, then a choice."""
    spiel, bits = engine("pyspiel"), luck()
    game, make_observation = spiel.load_game(name), engine("open_spiel.python.observation").make_observation
    recalls = game.get_type().provides_information_state_tensor  # gin has observations only
    observation = make_observation(game, spiel.IIGObservationType(perfect_recall=True) if recalls else None)

    def decisions() -> Iterator[None]:
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                dealt = state.is_chance_node()
                if not dealt:
                    observation.set_from(state, state.current_player())
                state.apply_action(any_of(state.legal_actions(), next(bits)))
                if not dealt:
                    yield

    return decisions()


def rlcard_decisions(name: str) -> Iterator[None]:
    """RLCard, stepped from Python: each step returns what the next player sees."""
    game, bits = engine("rlcard").make(name, {"seed": SEED}), luck()

    def decisions() -> Iterator[None]:
        while True:
            state, _ = game.reset()
            while not game.is_over():
                state, _ = game.step(any_of(list(state["legal_actions"]), next(bits)))
                yield

    return decisions()


def pettingzoo_decisions(name: str) -> Iterator[None]:
    """PettingZoo, stepped from Python: `last` gives the observation with its mask."""
    try:
        game, bits = engine(f"pettingzoo.classic.{name}").env(), luck()
    except NotInstalled:
        raise NotInstalled(f"PettingZoo has no {name} here: pip install 'pettingzoo[classic]'; gin_rummy_v4 is in 1.25") from None

    def decisions() -> Iterator[None]:
        while True:
            game.reset(seed=next(bits) & 0xFFFF)
            for _ in game.agent_iter():
                observation, _, over, cut, _ = game.last()
                legal = None if over or cut else observation["action_mask"].nonzero()[0]
                game.step(None if legal is None else int(any_of(legal, next(bits))))
                if legal is not None:
                    yield

    return decisions()


def pgx_batches(name: str, count: int) -> Callable[[], None]:
    """pgx on whatever JAX has: a step of many games side by side, which are dealt again when they end."""
    pgx, jax, wrappers = engine("pgx"), engine("jax"), engine("pgx.experimental.wrappers")
    game = pgx.make(name)
    step_and_reset = jax.vmap(wrappers.auto_reset(game.step, game.init))

    def step(state: Any, key: Any) -> Any:
        key, choosing, dealing = jax.random.split(key, 3)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step_and_reset(state, jax.random.categorical(choosing, chances), jax.random.split(dealing, count)), key

    compiled = jax.jit(step)
    now = [(jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(SEED), count)), jax.random.PRNGKey(SEED + 1))]

    def once() -> None:
        now[0] = compiled(*now[0])
        jax.block_until_ready(now[0][0].observation)

    return once
