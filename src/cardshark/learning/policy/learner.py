"""A policy that learns by playing against itself: its networks, its tables, and one round after the other."""

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from cardshark.chance import draw_all, stream
from cardshark.learning.policy.improving import Improver, Lessons, Pace, Progress
from cardshark.learning.policy.networks import Actor, Critic
from cardshark.learning.policy.rounds import Counts, Group, Rounds
from cardshark.learning.policy.seating import Company, Seating
from cardshark.players import seat as player_named
from cardshark.players.player import Player
from cardshark.tables import Snapshot, Tables

SCALE = {"hearts": 10.0, "gin": 25.0}  # points that count as one: a network learns best from numbers near 1
WIN_SCALE = 0.25  # the same for the chance to win
PASTS = 12  # past selves that are remembered


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
    past: bool  # do past selves sit there too?
    price: float  # of a turn, in points
    goal: str  # hand or match
    seed: int
    device: str


class PolicyLearner:
    """Learns in rounds: plays at all tables, then improves."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.round, self.device = plan, 0, torch.device(plan.device)
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        torch.manual_seed(int(stream(plan.seed, "weights")) & (1 << 62) - 1)
        self.scale = WIN_SCALE if plan.goal == "match" else SCALE.get(plan.game, 10.0)
        rewards = "win" if plan.goal == "match" else "points"
        words = np.empty(plan.groups, np.uint64)
        draw_all(stream(plan.seed, "groups"), 0, words)
        tables = [Tables(plan.game, plan.rules, plan.tables, int(each), rewards=rewards) for each in words]
        self.players = [player_named(each, plan.game) for each in plan.against]
        for each in self.players:
            each.sit(tables[0].game, tables[0].rules)
        roles = len(self.players) + plan.past
        seatings = [Seating(each, int(word), plan.mixed, roles) for each, word in zip(tables, words, strict=True)]
        self.groups = [Group(each, plan.steps, chairs, self.device, self.kind) for each, chairs in zip(tables, seatings, strict=True)]
        self.rounds, (self.actor, self.critic) = Rounds(self.groups), self.networks()
        self.averaged, self.past = (copy.deepcopy(self.actor).requires_grad_(False) for _ in range(2))
        self.pasts = [weights_of(self.actor)] if plan.past else []
        self.improver = Improver(self.actor, self.critic, self.averaged, plan.average, self.kind)

    def networks(self) -> tuple[Actor, Critic]:
        """Fresh networks."""
        played, plan = self.groups[0].played, self.plan
        planes, hidden, numbers = (each.shape[2] for each in (played.words, played.hidden, played.numbers))
        others = self.groups[0].tables.seats - 1
        actor = Actor(64 * planes + numbers, plan.width, plan.blocks, others)
        return actor.to(self.device), Critic(64 * (planes + hidden) + numbers, plan.critic, plan.blocks).to(self.device)

    def play(self, teacher: Player | None = None) -> Counts:
        """Play a round, or watch a teacher play it."""
        if teacher is not None:
            return self.rounds.play(self.actor, Company(teacher=teacher))
        if self.pasts:
            put_weights(self.past, self.pasts[int(self.word("past") >> np.uint64(32)) % len(self.pasts)])
        return self.rounds.play(self.actor, Company(self.past if self.pasts else None, self.players))

    def learn(self, pace: Pace) -> Progress:
        """Learn from the round that was played."""
        parts = [self.improver.lessons(each, self.plan.trace, self.scale, self.plan.price) for each in self.groups]
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

    # ---- to stop and go on ----

    def state(self) -> dict[str, np.ndarray]:
        """Everything that is needed to go on, as arrays."""
        found = {"round": np.array(self.round), "pasts": np.array(len(self.pasts))}
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
        self.round = int(state["round"])
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


def weights_of(network: torch.nn.Module) -> dict[str, np.ndarray]:
    """The weights of a network by name, copied."""
    return {name: each.detach().float().cpu().numpy().copy() for name, each in network.state_dict().items()}


def put_weights(network: torch.nn.Module, weights: dict[str, np.ndarray]) -> None:
    """Give a network these weights."""
    network.load_state_dict({name: torch.from_numpy(np.asarray(each, np.float32)) for name, each in weights.items()})


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
