"""The brain of a policy: its design, its weights by the names that PyTorch gives them, and the rules that it learned.

Weights are kept with 16 bits, as [outputs, inputs]. A file of 0.5 million weights has 1 MB.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from cardshark.cards import count
from cardshark.games import gin, hearts, house, read_game
from cardshark.games.gin import planes as gin_planes
from cardshark.games.hearts import planes as hearts_planes
from cardshark.lanes import LANES
from cardshark.notebook.shell import as_html
from cardshark.options import check_kinds
from cardshark.players.brain_file import Parts, fill, load_as, settings_from_json
from cardshark.players.weights import scatter
from cardshark.text import UserError

CHOICES = 64  # a choice is one bit of a word
WIDEST, MOST_BLOCKS = 1024, 8
GOALS = ("hand", "match")
Shapes = dict[str, tuple[int, ...]]


class Sight(NamedTuple):
    """What a policy of a game sees, and the unit of its values."""

    planes: int  # words that the seat knows
    hidden: int  # words that only the critic sees
    numbers: int  # what is no word
    others: int  # seats that may own a card
    scale: float  # points that a value of 1 stands for


def sight_of(game: Any, rules: Any) -> Sight:
    """What policies see at a table by these rules."""
    if game.NAME not in SIGHTS:
        raise UserError(f"no policy plays {game.TITLE}: only {', '.join(SIGHTS)}")
    return SIGHTS[game.NAME](rules)


SIGHTS = {
    hearts.NAME: lambda rules: Sight(len(hearts_planes.PLANES), rules.players - 1, 0, rules.players - 1, 10.0),
    gin.NAME: lambda rules: Sight(len(gin_planes.PLANES), gin_planes.HIDDEN, gin_planes.NUMBERS, 1, 25.0),
}


@dataclass(frozen=True)
class PolicyDesign:
    """How a policy is built."""

    width: Annotated[int, "units of each layer of the network that chooses, a multiple of 16"] = 256
    blocks: Annotated[int, "blocks of two layers each"] = 2
    critic: Annotated[int, "units of each layer of the network that sees all hands and says what to expect; 0 for none"] = 256
    owners: Annotated[bool, "does it say who holds each card"] = True

    def __post_init__(self) -> None:
        check_kinds(self)
        for name, least in (("width", LANES), ("critic", 0)):
            width = getattr(self, name)
            if not least <= width <= WIDEST or width % LANES:
                raise UserError(f"{name} is a multiple of {LANES} from {least} to {WIDEST}, not {width}")
        if not 1 <= self.blocks <= MOST_BLOCKS:
            raise UserError(f"blocks are 1 to {MOST_BLOCKS}, not {self.blocks}")


def shapes_of(design: PolicyDesign, sight: Sight) -> Shapes:
    """The shape of every part of a brain."""
    inputs = CHOICES * sight.planes + sight.numbers
    found = trunk_shapes("actor", inputs, design.width, design.blocks)
    found |= linear("actor.choice", design.width, CHOICES) | linear("actor.worth", design.width, CHOICES)
    if design.owners:
        found |= linear("actor.owners", design.width, CHOICES * sight.others)
    if design.critic:
        found |= trunk_shapes("critic", inputs + CHOICES * sight.hidden, design.critic, design.blocks)
        found |= linear("critic.value", design.critic, 1)
    return found


def trunk_shapes(name: str, inputs: int, width: int, blocks: int) -> Shapes:
    """From what is seen to features: a layer, blocks of a norm and two layers, and a norm."""
    found = linear(f"{name}.first", inputs, width)
    for block in range(blocks):
        here = f"{name}.blocks.{block}"
        found |= norm(f"{here}.norm", width) | linear(f"{here}.inner", width, width) | linear(f"{here}.outer", width, width)
    return found | norm(f"{name}.norm", width)


def linear(name: str, inputs: int, outputs: int) -> Shapes:
    """A layer."""
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def norm(name: str, width: int) -> Shapes:
    """A layer that brings features to mean 0 and spread 1, then stretches and shifts each."""
    return {f"{name}.weight": (width,), f"{name}.bias": (width,)}


@dataclass
class PolicyBrain:
    """A policy and what is known about it."""

    design: PolicyDesign
    game: str
    rules: Any  # that it learned by; a text, a value, or None for the usual ones
    goal: str = "hand"  # what it wants to win: "hand" or "match"
    scale: float = 0.0  # points that a value of 1 stands for; 0: as usual at this game
    about: dict[str, Any] = field(default_factory=dict)  # how it was made, as plain JSON

    FORMAT: ClassVar[str] = "cardshark policy brain 1"  # the format of its files
    PLAYER: ClassVar[str] = "policy"  # the player that plays with it
    GAME: ClassVar[str] = ""  # a brain has its own

    _repr_html_ = as_html

    def __post_init__(self) -> None:
        found = read_game(self.game)
        self.game = found.NAME
        setattr(self, "GAME", found.NAME)  # noqa: B010  # policies play several games
        self.rules = house.read_rules(found, self.rules)
        self.rules_text = house.spell(found.PRESETS, self.rules)
        self.sight = sight_of(found, self.rules)
        self.scale = self.scale or self.sight.scale
        if self.goal not in GOALS:
            raise UserError(f"the goal of a policy is one of {', '.join(GOALS)}, not {self.goal}")
        self._parts = {name: np.zeros(shape, np.float16) for name, shape in shapes_of(self.design, self.sight).items()}

    def parts(self) -> dict[str, np.ndarray]:
        """Its numbers by name, not copied: change them and the brain changes."""
        return self._parts

    def made_for(self) -> dict[str, Any]:
        """The game and rules that it learned, what it sees, and what its values mean."""
        sight = self.sight
        return {
            "game": self.game, "rules": self.rules_text, "planes": sight.planes, "numbers": sight.numbers,
            "seats": sight.others + 1, "scale": self.scale, "goal": self.goal,
        }  # fmt: skip

    @classmethod
    def restored(cls, about: Mapping[str, Any], parts: Parts) -> "PolicyBrain":
        """The brain in a file."""
        design = settings_from_json(PolicyDesign, about["design"])
        brain = cls(design, str(about["game"]), str(about["rules"]), str(about["goal"]), float(about["scale"]), dict(about["about"]))
        for name in ("planes", "numbers", "seats"):
            if about[name] != brain.made_for()[name]:
                raise ValueError(f"it was made for {about[name]} {name}, and {brain.game} has {brain.made_for()[name]} here")
        return fill(brain, parts)

    def check(self, game: Any, rules: Any) -> None:
        """Refuse a table at which this brain cannot sit down: another game, deck or number of seats."""
        name = self.about.get("name", "this brain")
        if self.game != game.NAME:
            raise UserError(f"{name} plays {self.game}, not {game.NAME}: leave out `brain`, or name one for {game.NAME}")
        if table_size(self.rules) != table_size(rules):
            raise UserError(f"{name} was made for {table_words(self.rules)}, not for {table_words(rules)}: leave out `brain`")


def table_size(rules: Any) -> tuple[int, int]:
    """How many cards there are, and for how many players: a brain fits every table of the same size."""
    return (count(rules.deck()), rules.players) if hasattr(rules, "deck") else (52, 2)


def table_words(rules: Any) -> str:
    """The same for people."""
    cards, players = table_size(rules)
    return f"{players} players with {cards} cards"


def load(name: "str | PolicyBrain") -> PolicyBrain:
    """A policy, by its name in the lab or from a file; a brain is returned as it is."""
    return load_as(PolicyBrain, name)


def fresh_brain(game: Any, rules: Any = None, seed: int = 0, design: PolicyDesign | None = None) -> PolicyBrain:
    """A policy that knows nothing: small random weights, also in its last layers. For tests, and for whoever writes a search."""
    found = read_game(game)
    brain = PolicyBrain(design or PolicyDesign(), found.NAME, rules, about={"name": f"fresh {seed}"})
    for number, (name, part) in enumerate(brain.parts().items()):
        if ".norm." in name and name.endswith("weight"):
            part[:] = 1
        elif name.endswith("weight"):
            weights = np.empty(part.shape, np.float32)
            scatter(weights, seed, number, 2 * part.shape[1] ** -0.5)
            part[:] = weights
    return brain
