"""The errands: a little of everything that users do, each small enough that several processes can share them."""

import contextlib
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from cardshark.arena.jobs import HERE


def duel(game: str, a: str, b: str, rules: str | None = None, **more: Any) -> None:
    """A duel of two deals."""
    from cardshark.arena.duel import play_duel
    from cardshark.arena.settings import DuelSettings

    play_duel(game, a, b, DuelSettings(**{"rules": rules, "on": "here", "seed": 1, **({} if "matches" in more else {"deals": 2}), **more}))


def train(learner: str, **settings: Any) -> None:
    """A few games of a training."""
    from cardshark.learning.learners import LEARNERS
    from cardshark.learning.trainer import Training
    from cardshark.options import make_object

    kind = LEARNERS[learner]
    lesson = make_object(kind.lesson, learner, {name: str(value) for name, value in settings.items()})
    with tempfile.TemporaryDirectory() as folder:
        Training(make_object(kind.design, learner, {}), lesson, 1, Path(folder) / "brain.safetensors").run()


def sit(game: str, rules_text: str, thinker: str, others: Sequence[str]) -> None:
    """A hand at a table, with both kinds of coaches, with what players say about their choices, and with a review."""
    from cardshark.coach.hearts.judge import one_view
    from cardshark.coach.judges import coach_of, judge
    from cardshark.coach.review import review
    from cardshark.games import game_named, house
    from cardshark.games.match import Single
    from cardshark.hands.played import play_hand, record_deal
    from cardshark.players import seat

    module = game_named(game)
    rules = house.parse(module.PRESETS, rules_text)
    match, minds = Single(module, rules, 7, 7), [cast(Any, seat(text)) for text in (thinker, *others)]
    for each in minds:
        each.sit(module, rules)
    coaches, texts = [judge(module, rules, 20, style) for style in (None, coach_of(game).STAND_IN)], ["you", *others]
    hand, choices, chosen = record_deal(game, match, texts, texts), [], np.full(1, -1, np.int8)
    while match.state.table.hand_number == 0:
        minds[0].opinions(match.view())
        if len(choices) % 8 == 0:
            for coach in coaches:
                thinking = coach.think(match.view())
                if coach_of(game).is_passing(match.view()):  # what the reasons for a pass are drawn from, where one is clearly better
                    cast(Any, coach).finish_sets(one_view(match.view()), thinking.worlds, [thinking.best])
        minds[1].choose(match.views, chosen)
        choices.append(int(chosen[0]))
        match.choose(choices[-1])
    for coach in coaches:
        review(play_hand(hand, choices), 0, judge=coach)


def look_on(game: str, rules: str, others: Sequence[str], learned: Sequence[str]) -> None:
    """A hand in the browser: the page at every moment, and what brains make of each choice."""
    from cardshark.web.table.ages import opinions
    from cardshark.web.table.dealer import ask, seat_player
    from cardshark.web.table.state import state_of
    from cardshark.web.table.table import Dealt, TableMatch, TableSettings

    table = TableMatch(TableSettings(game, rules, ["you", *others]), [Dealt(bytes(32), [])])
    player = seat_player(others[0], table)
    while not table.ended:
        state_of(table, "", 0, "")
        opinions(list(learned), table.game, table.rules, table.match.view())
        table.choose(ask(player, table.view()))
    state_of(table, "", 0, "")


def write_and_read() -> None:
    """Matches as text, read back; in one of them the stock is renewed."""
    from cardshark.games.transcript import read
    from cardshark.play import match

    for game, players, rules in (("hearts", ["random"] * 4, "american:hands=1"), ("gin", ["random"] * 2, "paper:hands=1,max_turns=200")):
        read(str(match(game, players, rules)))


def learn(game: str, rules: str) -> None:
    """What a learner does at its tables: it looks at everything, chooses, works out what came of it, and starts from positions."""
    from cardshark.tables import Credit, Tables, random_choices

    for opponents in (None, "random"):
        tables = Tables(game, rules, count=3, opponents=opponents)
        credit, turn = Credit(tables, 60), tables.turn()
        for _ in range(60):
            names = (partial(turn.inputs, each) for each in tables.inputs)
            for look in (turn.bits, partial(turn.bits, np.float32), turn.hidden, turn.legal, *names):
                look()
            credit.before(turn, 0.0)
            turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
            credit.after(turn)
        credit.advantages()
        Tables.from_position(turn.position(0), count=3)


def adapt(game: str, rules: str) -> None:
    """What other people's frameworks do with a match: every seat looks, and the match is retraced in an imagined world."""
    from cardshark.adapters.course import CHANCE, NOBODY, referee_of
    from cardshark.cards import listed

    referee = referee_of(game, rules)
    course = referee.knowledge.course(game, rules, 0)
    while course.turn != NOBODY:
        if course.turn == CHANCE:
            course.go_on(course.outcomes()[0])
            continue
        referee.observer.bits(referee.views(course.match))
        twin = referee.knowledge.course(game, rules, 0)
        course.retrace(course.turn, 7, twin, twin.go_on)
        referee.rewards(course.match, True, np.zeros((referee.seats, referee.seats), np.float32))
        course.go_on(listed(referee.legal(course.match))[0])  # the lowest: who always takes the pile never ends a hand of gin


def ask_tools() -> None:
    """What the docs offer to authors of players: imagined deals, their weights, chances to win, percepts, values of hands."""
    from cardshark.games import gin, hearts
    from cardshark.games.match import Single
    from cardshark.learning.falcon.course import FalconCourse, FalconLesson
    from cardshark.learning.falcon.outcome import Foresight, Method, fit
    from cardshark.learning.falcon.percept_search import experience, find_percepts
    from cardshark.learning.falcon.watching import Watched, watch
    from cardshark.players import seat
    from cardshark.players.gin.champion.winning import chances_to_win
    from cardshark.players.hearts.falcon.design import FalconDesign
    from cardshark.players.hearts.network.winning import chances
    from cardshark.players.hearts.search import beliefs, imagine
    from cardshark.players.hearts.search.montecarlo import HeartsMonteCarlo

    rules = hearts.PRESETS["american"]
    view = Single(hearts, rules, 7, 7).view()
    deals = imagine.imagine(view, rules, 2, 7)
    beliefs.imagine_believed(view, rules, np.ones((64, beliefs.OTHERS)), 2, 7)
    beliefs.effective(beliefs.weigh(view, rules, deals, ["jake"]))
    HeartsMonteCarlo(seat("montecarlo:sampler=network"), hearts, rules).owner_counts(Single(hearts, rules, 7, 7).views, 2)
    chances([0, 0, 0, 0], rules)
    chances_to_win(gin.PRESETS["eaai"])
    course = FalconCourse(FalconDesign(), FalconLesson(games=20), seed=7)
    notes = experience(course, hands=40)
    list(find_percepts(notes, most=1))
    free = Single(hearts, hearts.PRESETS["falcon"], 7, 7)
    free.view()
    foreseer = Foresight(fit(Method.SVR, notes, 7, rounds=1), 0)
    foreseer.sit(hearts, free.rules)
    foreseer.choose(free.views, np.zeros(1, np.int8))
    watch(course.brain, Watched(free.views, np.zeros(1, np.int8), "falcon"))
    player: Any = seat("rummy:brain=shark")
    player.sit(gin, gin.PRESETS["eaai"])
    player.values(Single(gin, gin.PRESETS["eaai"], 7, 7).views)


def follow(game: str, rules: str) -> None:
    """A policy plays and says what it thinks, finishes hands, asks its critic, and weighs what was played. Its brain knows nothing."""
    from importlib import import_module

    from cardshark.arena.duel import duel
    from cardshark.games import game_named, house
    from cardshark.games.match import Single
    from cardshark.players.brain_file import save
    from cardshark.players.policy.brain import PolicyDesign, fresh_brain
    from cardshark.players.policy.forward import owners, values
    from cardshark.players.policy.net import net_of, new_desk, playout
    from cardshark.players.policy_player import Policy
    from cardshark.tables import Tables

    module, brain = game_named(game), fresh_brain(game, rules, 1, PolicyDesign(width=16, blocks=1, critic=16))
    player, turn = Policy(brain), (tables := Tables(game, rules, count=3)).turn()
    duel(game, rules, ("policy", player), "random", deals=2, seed=1, on="here")
    player.opinions(Single(module, tables.rules, 7, 7).view())
    numbers = turn.inputs("deadwood") if brain.sight.numbers else np.zeros((3, 0), np.float32)
    work = (net_of(brain), new_desk(brain))
    owners(*work, turn.words(), numbers, turn.words()[:, 0].copy())
    values(*work, turn.words(), turn.hidden(), numbers)
    hands: Any = import_module(f"cardshark.players.{game}.policy.playouts")
    past: Any = import_module(f"cardshark.players.{game}.policy.likelihood")
    hands.finish_hands(*work, tables.games, house.record(tables.rules), playout(until=2, seat=0))
    past.explain(*work, tables.games, house.record(tables.rules), 0b11)
    with tempfile.TemporaryDirectory() as folder:
        save(brain, Path(folder) / "brain.safetensors")
        thinker = f"montecarlo:playout=policy(brain={folder}/brain.safetensors),deals=2,sampler=weighted,pool=2"
        duel(game, rules, thinker, "random", deals=2, seed=1, on="here")


def think_ahead(game: str, rules: str, match: str, other: str, endgame: int = 0) -> None:
    """A champion plays a little, and a short match, and says what it thinks. Its brain knows nothing: kernels are the same for all."""
    from cardshark.arena.duel import duel
    from cardshark.games import game_named, house
    from cardshark.games.match import Single
    from cardshark.players.champion import Champion
    from cardshark.players.policy.brain import PolicyDesign, fresh_brain

    module = game_named(game)
    design = PolicyDesign(width=16, blocks=1, critic=16)
    champion = Champion(cast(Any, fresh_brain(module, rules, 1, design)), deals=2, endgame=endgame)
    duel(game, rules, ("champion", champion), other, deals=2, seed=1, on="here")
    duel(game, match, ("champion", champion), other, deals=2, seed=1, matches=True, on="here")
    champion.opinions(Single(module, house.parse(module.PRESETS, rules), 7, 7).view())


def gather() -> None:
    """The final hands of a player of gin."""
    from cardshark.arena.gin_hands import gather_hands
    from cardshark.arena.settings import HandsSettings

    gather_hands("simple", ["random"], HandsSettings(rules="eaai", deals=2, seed=1, on="here"))


def publish() -> None:
    """A paper, at a very small scale."""
    from cardshark.experiments.reproduce import measure

    with tempfile.TemporaryDirectory() as folder:
        measure("hearts_pomcp", 0.0005, 1, Path(folder), HERE, lambda done: None)


def measure_all() -> None:
    """Every measurement of the benchmark, once."""
    from cardshark.bench.measuring import TASKS
    from cardshark.bench.peers import NotInstalled

    for name, task in TASKS.items():
        if not name.startswith(("peers.", "start.", "compile.", "duel.cores")):  # these start processes of their own, or are strangers
            with contextlib.suppress(NotInstalled):  # policies learn with PyTorch, which need not be there
                task().once()


SEARCHERS = ("uct:simulations=20", "ismcts:simulations=20", "pomcp:simulations=20")
TABLE = {
    "a table of Hearts": partial(sit, "hearts", "american", "montecarlo:deals=2", ["jake"] * 3),
    "a table of gin": partial(sit, "gin", "eaai", "montecarlo:deals=2", ["simple"]),
    "pages of Hearts": partial(look_on, "hearts", "american", ["jake"] * 3, ["falcon:brain=hawk"]),
    "pages of the Dutch game": partial(look_on, "hearts", "dutch", ["jake"] * 3, ["network:brain=owl"]),
    "pages of gin": partial(look_on, "gin", "eaai", ["simple"], ["rummy:brain=shark"]),
}
# The longest first, and one game after the other, so that two processes seldom wait for each other.
ERRANDS: dict[str, Callable[[], None]] = {
    "training by differences": partial(train, "td", games=4, rules="paper:max_turns=200"),
    **TABLE,
    "training a FALCON": partial(train, "falcon", games=20),
    "training a FALCON among searchers": partial(train, "falcon", games=1, against="stock+random+uct(actions=falcon,simulations=2)"),
    "a FALCON": partial(duel, "hearts", "falcon:brain=eagle", "falcon:brain=hawk", "falcon", matches=2),
    "evolution": partial(train, "evolution", games=40, rules="eaai"),
    "rollouts": partial(duel, "hearts", "network:brain=owl", "rollouts:brain=owl,deals=4,own_epsilon=0.1", "dutch"),
    **{f"{player.partition(':')[0]}": partial(duel, "hearts", player, "stock") for player in SEARCHERS},
    "weighted deals": partial(duel, "hearts", "montecarlo:deals=2,sampler=weighted,passing=search", "stock"),
    "deals by beliefs": partial(duel, "hearts", "montecarlo:deals=2,sampler=product", "stock"),
    "training by hindsight": partial(train, "hindsight", games=2, rules="dutch:limit=50", against="jake"),
    "an apprentice": partial(train, "apprentice", games=1, rules="dutch", deals=2),
    "rummy brains": partial(duel, "gin", "rummy:brain=shark", "rummy:brain=td5"),
    "other players of gin": partial(duel, "gin", "montecarlo:deals=2,sampler=weighted,pool=4", "lookahead"),
    "the champion of Hearts": partial(think_ahead, "hearts", "american:hands=1", "american:limit=20", "jake", 2),
    "the champion of gin": partial(think_ahead, "gin", "eaai:hands=1", "eaai:target=10", "simple"),
    "a policy of Hearts": partial(follow, "hearts", "american:hands=1"),
    "a policy of gin": partial(follow, "gin", "eaai:hands=1"),
    "random players of Hearts": partial(duel, "hearts", "random", "greedy:epsilon=0.1"),
    "random players of gin": partial(duel, "gin", "random", "simple"),
    "rollouts of likely deals": partial(duel, "hearts", "rollouts:brain=owl,deals=4,sampler=weighted", "jake", "dutch"),
    "learners' tables of Hearts": partial(learn, "hearts", "american:hands=1"),
    "learners' tables of gin": partial(learn, "gin", "eaai:hands=1"),
    "adapters of Hearts": partial(adapt, "hearts", "american:hands=1"),
    "adapters of gin": partial(adapt, "gin", "eaai:hands=1"),
    "transcripts": write_and_read,
    "final hands": gather,
    "tools": ask_tools,
    "a paper": publish,
    "the benchmark": measure_all,
}
