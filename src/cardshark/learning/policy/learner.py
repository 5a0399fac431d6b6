"""A policy that learns by playing against itself: its networks, its tables, and one round after the other."""

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from cardshark.chance import draw_all, stream
from cardshark.learning.policy.improving import Improver, Lessons, Pace, Progress
from cardshark.learning.policy.networks import Actor, Critic, Weights, put_weights, weights_of
from cardshark.learning.policy.on_card import moved
from cardshark.learning.policy.rounds import Counts, Group, Rounds
from cardshark.learning.policy.seating import Company, Seating
from cardshark.players import seat as player_named
from cardshark.players.player import Player
from cardshark.players.policy.brain import sight_of
from cardshark.tables import Snapshot, Tables

WIN_SCALE = 0.25  # the chance to win that counts as one: a network learns best from numbers near 1
PASTS = 12  # past selves that are remembered
LONG_AGO = 1_000_000  # steps of learning after which an average has long forgotten how it began


@dataclass(frozen=True)
class Plan:
    """Everything that decides how a policy learns."""

    game: str
    rules: str
    tables: int  # in each group
    groups: int
    steps: int  # of a round
    width: int
    blocks: int
    critic: int  # its width
    trace: float
    average: float  # how much of the averaged weights stays at each step
    mixed: float  # the chance that a seat is given away
    against: tuple[str, ...]  # to whom, beside past selves
    past: int  # how many more of these roles are those of past selves
    price: float  # of a turn, in points
    goal: str  # hand or match
    seed: int
    device: str
    teacher: str = ""  # whom it can copy; nothing for nobody


class PolicyLearner:
    """Learns in rounds: plays at all tables, then improves."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.round, self.device = plan, 0, torch.device(plan.device)
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.groups = self.seat_all()
        tables = self.groups[0].tables
        self.scale = WIN_SCALE if plan.goal == "match" else sight_of(tables.game, tables.rules).scale
        self.rounds, (self.actor, self.critic) = Rounds(self.groups), self.networks()
        self.averaged, self.playing, self.past = (copy.deepcopy(self.actor).requires_grad_(False) for _ in range(3))
        for each in (self.playing, self.past):
            each.to(self.kind)  # half precision is enough to play
        self.pasts: list[Weights] = []
        self.started = False  # did it begin with what was learned before?
        self.improver = Improver(self.actor, self.critic, self.averaged, plan.average, self.kind)

    def seat_all(self) -> list[Group]:
        """All tables with their players, in groups."""
        plan = self.plan
        words = np.empty(plan.groups, np.uint64)
        draw_all(stream(plan.seed, "groups"), 0, words)  # 64 random bits: nobody types such a seed, so nobody meets these deals again
        found = []
        for word in words:
            rewards = "win" if plan.goal == "match" else "points"
            tables = Tables(plan.game, plan.rules, plan.tables, int(word), rewards=rewards)
            players, teacher = [seated(each, tables) for each in plan.against], seated(plan.teacher, tables) if plan.teacher else None
            players = [moved(each, self.device, self.kind) for each in players]
            seating = Seating(tables, int(word), plan.mixed, plan.past, players, teacher)
            found.append(Group(plan.steps, seating, self.device, self.kind))
        return found

    def networks(self) -> tuple[Actor, Critic]:
        """Fresh networks, the same on every device."""
        played, plan = self.groups[0].played, self.plan
        planes, hidden, numbers = (each.shape[2] for each in (played.words, played.hidden, played.numbers))
        others = self.groups[0].tables.seats - 1
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(int(stream(plan.seed, "weights")) & (1 << 62) - 1)
            actor = Actor(64 * planes + numbers, plan.width, plan.blocks, others)
            critic = Critic(64 * (planes + hidden) + numbers, plan.critic, plan.blocks)
        if self.device.type == "cpu":
            for each in (actor, critic):
                each.arrange_by_input()
        return actor.to(self.device), critic.to(self.device)

    def begin_with(self, actor: Weights, critic: Weights) -> None:
        """Go on from what was learned before; parts that are missing, as a critic, begin anew."""
        for network, weights in ((self.actor, actor), (self.averaged, actor), (self.critic, critic)):
            put_weights(network, {**weights_of(network), **weights})
        self.pasts = [weights_of(self.averaged)] if self.plan.past else []
        self.improver.followed, self.started = LONG_AGO, True

    def play(self, teaching: bool = False) -> Counts:
        """Play a round, or watch the teacher play it."""
        self.playing.load_state_dict(self.actor.state_dict())
        if teaching:
            return self.rounds.play(self.playing, Company(teaching=True))
        pasts = self.pasts or [weights_of(self.averaged)]
        put_weights(self.past, pasts[int(self.word("past") >> np.uint64(32)) % len(pasts)])
        return self.rounds.play(self.playing, Company(self.past if self.plan.past else None))

    def learn(self, pace: Pace) -> Progress:
        """Learn from the round that was played."""
        parts = self.rounds.each(lambda group: self.improver.lessons(group, self.plan.trace, self.scale, self.plan.price))
        lessons = parts[0] if len(parts) == 1 else Lessons(*map(torch.cat, zip(*parts, strict=True)))
        order = torch.Generator(self.device).manual_seed(int(self.word("order")) & (1 << 62) - 1)
        self.round += 1
        return self.improver.learn(lessons, pace, order)

    def word(self, name: str) -> np.uint64:
        """64 random bits of this round."""
        found = np.empty(1, np.uint64)
        draw_all(stream(self.plan.seed, name), self.round, found)
        return found[0]

    def remember(self) -> None:
        """Put the averaged self aside, to play against; where there are too many, every second one is forgotten."""
        if self.plan.past:
            self.pasts.append(weights_of(self.averaged))
            if len(self.pasts) > PASTS:
                self.pasts = self.pasts[::2]

    def learned(self) -> Weights:
        """The weights of the averaged actor and of the critic. Inputs that were never seen have no say: the totals, where single hands
        were played, still have the weights that chance gave them.
        """
        found: Weights = {}
        for name, network, learning in (("actor", self.averaged, self.actor), ("critic", self.critic, self.critic)):
            found |= {f"{name}.{part}": each for part, each in weights_of(network).items()}
            moved = self.improver.optimiser.state.get(learning.first.weight, {}).get("exp_avg_sq")
            if moved is not None and not self.started:
                found[f"{name}.first.weight"][:, ~moved.any(0).cpu().numpy()] = 0
        return found

    # ---- to stop and go on ----

    def state(self) -> dict[str, np.ndarray]:
        """Everything that is needed to go on, as arrays."""
        found = {"round": np.array(self.round), "pasts": np.array(len(self.pasts)), "followed": np.array(self.improver.followed)}
        networks = {"actor": self.actor, "critic": self.critic, "averaged": self.averaged}
        for name, network in networks.items():
            found |= {f"{name}.{part}": each for part, each in weights_of(network).items()}
        for number, past in enumerate(self.pasts):
            found |= {f"past.{number}.{part}": each for part, each in past.items()}
        for number, each in enumerate(self.improver.optimiser.state_dict()["state"].values()):
            found |= {f"optimiser.{number}.{part}": np.asarray(value.cpu().numpy()) for part, value in each.items()}
        for number, group in enumerate(self.groups):
            found |= {f"tables.{number}.{part}": each for part, each in table_arrays(group.tables.copy()).items()}
        return found

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on from a state of a learner with the same plan."""
        self.round, self.improver.followed = int(state["round"]), int(state["followed"])
        for name, network in {"actor": self.actor, "critic": self.critic, "averaged": self.averaged}.items():
            put_weights(network, under(state, f"{name}."))
        self.pasts = [under(state, f"past.{number}.") for number in range(int(state["pasts"]))]
        optimiser, found = self.improver.optimiser, {}
        for number in range(len(self.improver.of_actor) + len(self.improver.of_critic)):
            parts = under(state, f"optimiser.{number}.")
            if parts:
                found[number] = {name: torch.from_numpy(part.copy()) for name, part in parts.items()}
        optimiser.load_state_dict({**optimiser.state_dict(), "state": found})
        for number, group in enumerate(self.groups):
            put_tables(group.tables, under(state, f"tables.{number}."))
            group.seating.begin(group.tables.turn())


def seated(name: str, tables: Tables) -> Player:
    """A player who sits down at these tables."""
    found = player_named(name, tables.game.NAME)
    found.sit(tables.game, tables.rules)
    return found


def under(state: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """The arrays whose names begin so, by the rest of their names."""
    return {name[len(prefix) :]: each for name, each in state.items() if name.startswith(prefix)}


def table_arrays(snapshot: Snapshot) -> dict[str, np.ndarray]:
    """Tables as plain arrays."""
    games = snapshot.games.view(np.uint8).reshape(len(snapshot.games), -1)
    parts: dict[str, Any] = {name: getattr(snapshot, name) for name in ("seating", "numbers", "steps", "before", "rewards")}
    return {"games": games, **parts}


def put_tables(tables: Tables, parts: dict[str, np.ndarray]) -> None:
    """Back from `table_arrays`."""
    stood = tables.copy()
    games = np.ascontiguousarray(parts["games"]).view(stood.games.dtype).reshape(len(stood.games))
    others = {name: parts[name] for name in ("seating", "numbers", "steps", "before", "rewards")}
    tables.restore(Snapshot(tables.game, tables.rules, games, **others, source=stood.source))
