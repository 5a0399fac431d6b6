"""From nothing to a player that is better than `jake`, in one file: python examples/train_policy.py --hands 400000

One network plays all four seats of many tables and learns from its own hands by proximal policy optimisation (PPO). It sees what a seat may
know: planes of bits, unpacked where the network runs. A second network, the critic, guesses how many points a seat will still take. It sees
all hands, which is fine: it is asked only while learning. At the end a duel on fresh deals says how good the player is.

It needs PyTorch: pip install 'cardshark[torch]'. A graphics card is used if there is one, and then wants more work at a time:

    python examples/train_policy.py --tables 8192 --batch 16384 --width 256 --hands 1600000

`cardshark train policy` is the grown-up version: both games, matches, past selves at the tables, checkpoints, tests on the way, and players
that do without PyTorch. This file is the whole idea on one page. What was learned is a file, and plays wherever players are named:

    cardshark duel hearts ./examples/train_policy.py:Policy:file=policy.safetensors jake
"""

import argparse
import time
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

from cardshark.arena.duel import duel
from cardshark.players.player import Player
from cardshark.tables import Credit, Observer, Tables
from cardshark.tables import unpack as unpack_words
from cardshark.text import UserError

RULES = "american:hands=1"  # single hands, whose passing takes turns
POINTS = 10.0  # a network learns best from numbers near 1: returns are in units of ten points
IMPOSSIBLE = -1e9  # the score of a choice that is not legal


@dataclass
class Settings:
    """How it learns. Each setting is a flag of the command."""

    hands: int = 400_000  # to play in all
    tables: int = 256  # side by side
    steps: int = 128  # choices at each table before learning from them
    width: int = 128  # units in a layer
    rate: float = 0.0015  # of learning at the beginning; it falls to a tenth
    passes: int = 2  # over what was played
    batch: int = 2048  # decisions in one step of learning
    curiosity: float = 0.02  # how much variety is worth at the beginning; it falls to a twentieth
    trace: float = 0.95  # how far surprises reach back (GAE's lambda)
    clip: float = 0.2  # how far a choice's chance may move in one round
    deals: int = 1000  # of the duel at the end
    seed: int = 1
    device: str = "cuda" if torch.cuda.is_available() else "cpu"
    out: str = "policy.safetensors"


# ---- networks ----


def unpack(words: Tensor) -> Tensor:
    """Words as bits, where the words are: a kernel does it on a processor, shifts on a graphics card."""
    if words.device.type == "cpu":
        return torch.from_numpy(unpack_words(words.numpy(), np.float32))
    return ((words[..., None] >> torch.arange(64, device=words.device)) & 1).flatten(1).float()


class Network(nn.Module):
    """A layer that reads planes of 64 bits, a residual block, and a last layer that starts at zero."""

    def __init__(self, planes: int, outputs: int, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(64 * planes, width)
        self.block = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
        self.last = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, outputs))
        nn.init.zeros_(self.last[1].weight)

    def forward(self, words: Tensor) -> Tensor:
        found = functional.relu(self.first(unpack(words)))
        return self.last(found + self.block(found))


def chances(actor: Network, words: Tensor, legal: Tensor) -> Tensor:
    """The logarithm of the chance of each of the 64 choices."""
    return functional.log_softmax(actor(words).masked_fill(unpack(legal[:, None]) == 0, IMPOSSIBLE), dim=1)


def tensor(words: np.ndarray, device: str) -> Tensor:
    """Words of NumPy on the device. PyTorch shifts signed numbers only; the bits stay the same."""
    return torch.from_numpy(words.view(np.int64)).to(device)


# ---- playing ----


class Policy(Player):
    """Plays what was learned: always the likeliest choice."""

    def __init__(self, file: str = "policy.safetensors", actor: Network | None = None) -> None:
        self.file, self.actor = file, actor

    def __repr__(self) -> str:
        return f"policy of {self.file}"

    def sit(self, game, rules) -> None:
        self.observer = Observer(game, rules)
        if self.actor is None:
            weights = load_file(self.file)
            self.actor = Network(weights["first.weight"].shape[1] // 64, 64, len(weights["first.bias"]))
            self.actor.load_state_dict(weights)

    @torch.no_grad()
    def choose(self, views, choices) -> None:
        device = str(self.actor.first.bias.device)
        found = chances(self.actor, tensor(self.observer.words(views), device), tensor(self.observer.legal_words(views), device))
        choices[:] = found.argmax(1).cpu().numpy()


@dataclass
class Round:
    """What was played in a round: [step, table] in front. Forced choices are not worth a thought: their value and chance stay 0."""

    words: Tensor  # what each seat in turn knew,
    hidden: Tensor  # what it could not know,
    legal: Tensor  # and what it could choose
    choices: Tensor
    chances: Tensor  # the logarithm of the chance that the choice had
    values: Tensor  # what the critic expected
    gains: np.ndarray  # how much better the choice turned out than expected; NaN where nobody knows, or where it was forced
    hands: int = 0  # that were finished


@torch.no_grad()
def play_round(tables: Tables, credit: Credit, actor: Network, critic: Network, settings: Settings) -> Round:
    """Play some steps at every table."""
    size, device = (settings.steps, tables.count), settings.device
    found = Round(
        words=torch.zeros(*size, len(tables.planes), dtype=torch.int64, device=device),
        hidden=torch.zeros(*size, tables.seats - 1, dtype=torch.int64, device=device),
        legal=torch.zeros(size, dtype=torch.int64, device=device),
        choices=torch.zeros(size, dtype=torch.int64, device=device),
        chances=torch.zeros(size, device=device),
        values=torch.zeros(size, device=device),
        gains=np.zeros(size, np.float32),
    )
    turn = tables.turn()
    for step in range(settings.steps):
        legal = turn.legal_words()
        free = legal & (legal - np.uint64(1)) != 0  # more than one bit
        found.words[step], found.hidden[step] = tensor(turn.words(), device), tensor(turn.hidden(), device)
        found.legal[step] = tensor(legal, device)
        rows = torch.from_numpy(np.flatnonzero(free)).to(device)
        words = found.words[step, rows]
        logs = chances(actor, words, found.legal[step, rows])
        chosen = torch.multinomial(logs.exp(), 1)
        found.chances[step, rows] = logs.gather(1, chosen)[:, 0]
        found.values[step, rows] = critic(torch.cat([words, found.hidden[step, rows]], 1))[:, 0]
        found.choices[step] = torch.from_numpy(np.bitwise_count(legal - np.uint64(1)))  # of a single bit this is its number
        found.choices[step, rows] = chosen[:, 0]
        credit.before(turn, POINTS * found.values[step].cpu().numpy(), free)
        turn = tables.choose(found.choices[step].cpu().numpy())
        credit.after(turn)
        found.hands += len(turn.ended)
    found.gains = credit.advantages(settings.trace) / POINTS
    return found


# ---- learning ----


def learn(played: Round, actor: Network, critic: Network, optimiser: torch.optim.Optimizer, settings: Settings, left: float) -> None:
    """Make what turned out well likelier, in small steps."""
    device, gains = settings.device, torch.from_numpy(played.gains).to(settings.device)
    known = ~gains.isnan()
    parts = (played.words, played.hidden, played.legal, played.choices, played.chances, played.values, gains)
    words, hidden, legal, choices, before, values, gains = (each[known] for each in parts)
    returns = values + gains
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(settings.passes):
        for rows in torch.randperm(len(words), device=device).split(settings.batch):
            logs = chances(actor, words[rows], legal[rows])
            ratio = (logs.gather(1, choices[rows, None])[:, 0] - before[rows]).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            policy_loss = -torch.min(ratio * gains[rows], clipped * gains[rows]).mean()
            variety = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
            value = critic(torch.cat([words[rows], hidden[rows]], 1))[:, 0]
            loss = policy_loss + functional.smooth_l1_loss(value, returns[rows]) - settings.curiosity * max(left, 0.05) * variety
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*actor.parameters(), *critic.parameters()], 0.5)
            optimiser.step()


def train(settings: Settings) -> Network:
    """Play and learn, round after round."""
    torch.manual_seed(settings.seed)
    tables = Tables("hearts", RULES, count=settings.tables, seed=settings.seed)
    actor = Network(len(tables.planes), 64, settings.width).to(settings.device)
    critic = Network(len(tables.planes) + tables.seats - 1, 1, settings.width).to(settings.device)
    optimiser = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=settings.rate)
    credit = Credit(tables, settings.steps)
    began, hands, rounds = time.perf_counter(), 0, 0
    while hands < settings.hands:
        left = 1 - hands / settings.hands
        optimiser.param_groups[0]["lr"] = settings.rate * max(left, 0.1)
        played = play_round(tables, credit, actor, critic, settings)
        learn(played, actor, critic, optimiser, settings, left)
        hands, rounds = hands + played.hands, rounds + 1
        if rounds % 20 == 0 or hands >= settings.hands:
            print(f"{hands:,} hands, {time.perf_counter() - began:.0f} s", flush=True)
    return actor


def check(settings: Settings) -> None:
    """Refuse what cannot work before hours are spent on it. `Tables` checks the rest."""
    for name in ("hands", "steps", "width", "passes", "batch", "deals"):
        if getattr(settings, name) < 1:
            raise SystemExit(f"--{name} must be 1 or more, not {getattr(settings, name)}")
    if not Path(settings.out).resolve().parent.is_dir():
        raise SystemExit(f"--out {settings.out} cannot be written: there is no such folder")
    try:
        torch.zeros(1, device=settings.device)
    except RuntimeError:
        raise SystemExit(f"there is no device {settings.device!r} here: --device cpu") from None


def main() -> None:
    """Train, keep what was learned, and let it meet `jake` on deals that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for field in fields(Settings):
        parser.add_argument(f"--{field.name}", type=field.type, default=field.default, help=f"(default: {field.default})")
    settings = Settings(**vars(parser.parse_args()))
    check(settings)
    try:
        actor = train(settings)
    except UserError as error:
        raise SystemExit(str(error)) from None
    save_file({name: each.cpu() for name, each in actor.state_dict().items()}, Path(settings.out))
    player = ("policy", Policy(settings.out, actor))
    result = duel("hearts", "american", player, "jake", deals=settings.deals, seed=1_000_000 + settings.seed)
    print(f"against three jake: {result.points_a:.2f} points a hand, each of them {result.points_b:.2f}")
    print(f"difference {result.difference:+.2f} (95 %: {result.low:+.2f} to {result.high:+.2f})")


if __name__ == "__main__":
    main()
