"""Simple Monte Carlo: imagine what is hidden, make every legal choice in each imagined deal, and take the one that costs least.

All choices are tried in the same deals with the same luck, so that their costs can be compared. Each game has its own way to imagine
cards and to finish hands: `SEARCHES` names the search of each game that has one. Other games are played with random playouts. With
`playout=policy` a trained network plays on, at every game that has one.
"""

from dataclasses import dataclass, fields
from typing import Annotated, Any

import numpy as np

from cardshark.games import gin, hearts
from cardshark.players.gin.search.montecarlo import GinMonteCarlo
from cardshark.players.hearts.search.endgame import Foes
from cardshark.players.hearts.search.montecarlo import HeartsMonteCarlo
from cardshark.players.hearts.search.owners import USUAL
from cardshark.players.player import Choices, Views
from cardshark.players.playouts import RandomPlayouts
from cardshark.players.policy_player import Policy
from cardshark.players.policy_playouts import PolicyPlayouts, is_policy
from cardshark.players.thinking import OWN_MOON, PassBy, Thinker, Thought, check_own_moon
from cardshark.text import UserError, choice, split_options

SEARCHES: dict[Any, Any] = {hearts: HeartsMonteCarlo, gin: GinMonteCarlo}


@dataclass
class MonteCarlo(Thinker):
    """Plays every legal card in imagined deals, finishes the hands by rules of thumb, and takes the cheapest card."""

    playout: Annotated[
        str,
        "how hands are finished in thought: at Hearts usually greedy, or random, stock, jake; at gin usually keeper, or random, simple, "
        "holdout, minimiser, lookahead, lowcards; perhaps with options, as greedy(ties=spades_low); or policy, for everybody",
    ] = "usual"
    deals: Annotated[int, "imagined deals for each decision"] = 100
    own_moon: Annotated[float, OWN_MOON] = 0.0
    habit: Annotated[str, "at gin: the style whose choice is made unless another one is clearly better"] = "lookahead"
    loyal: Annotated[float, "at gin, and with playout=policy: how many standard errors better that is; 0 to take what looks best"] = 1.5
    slack: Annotated[int, "at gin: how much more deadwood than the best a discard may leave to be tried"] = 9
    endgame: Annotated[int, "at Hearts: with so many tricks left, imagined deals are solved and not finished by rules of thumb"] = 0
    finish: Annotated[int, "at Hearts: before that, so many last tricks of every playout are solved"] = 0
    beliefs: Annotated[str, "at Hearts, with sampler=network: the policy brain that believes; usual: the shipped one that fits"] = USUAL
    foes: Annotated[Foes, "at Hearts: how the others play where a deal is solved, for themselves or against me"] = Foes.SELFISH

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= 1_000_000:
            raise UserError(f"deals to imagine are 1 to 1,000,000, not {self.deals}")
        check_own_moon(self.own_moon)
        for search in SEARCHES.values():
            search.check(self)
        super().__post_init__()
        self.check_styles()
        self._even_if_forced = False

    def check_styles(self) -> None:
        """Refuse styles that no game has; which game is played is not known yet."""
        known: dict[str, Any] = {}
        for search in (*SEARCHES.values(), PolicyPlayouts):
            for name in search.STYLES:
                known.setdefault(name, search)  # a style of two games counts as the first one's
        for text in self.style_texts():
            known[choice("style of play", split_options(text)[0], known)].check_style(text)

    def sit(self, game: Any, rules: Any) -> None:
        """Learn which game is played, and its rules, which hold in playouts too."""
        by_policy = any(map(is_policy, self.style_texts()))
        kind = PolicyPlayouts if by_policy else SEARCHES.get(game, RandomPlayouts)
        self.refuse_options(kind.WITHOUT, kind.TITLE or game.TITLE)
        self._search = kind(self, game, rules)
        self._passer = self.seat_passer(game, rules)
        super().sit(game, rules)

    def seat_passer(self, game: Any, rules: Any) -> Policy | None:
        """The policy that passes cards, if one does."""
        if self.passing != PassBy.POLICY:
            return None
        passer = Policy()
        passer.sit(game, rules)
        return passer

    def choose(self, views: Views, choices: Choices) -> None:
        """Think about every view, and choose what costs least; perhaps pass as a policy would."""
        super().choose(views, choices)
        if self._passer:
            rows = np.flatnonzero(views["table"]["phase"] == hearts.PASS)
            shown, passed = views[rows], choices[rows]
            shown.flags.writeable = False  # as at the table, so that kernels are compiled once
            self._passer.choose(shown, passed)
            choices[rows] = passed

    def refuse_options(self, options: tuple[str, ...], game: str) -> None:
        """Refuse options that mean nothing in this game."""
        for field in fields(self):
            if field.name in options and getattr(self, field.name) != field.default:
                raise UserError(f"{field.name} means nothing at {game}: leave it out")

    @property
    def pace(self) -> int:
        """How many deals of a duel are played before their results are written down."""
        return 1 if self.seconds else max(1, min(2048, 4000 // self.deals))

    def chunk(self) -> int:
        """How many deals are thought about between two looks at the clock: few where a network finishes them."""
        return self._search.CHUNK if isinstance(self._search, PolicyPlayouts) else super().chunk()

    def worlds(self) -> int:
        """The number of deals."""
        return self.deals

    def think_even_if_forced(self, wanted: bool) -> None:
        """Turn thinking about decisions with only one choice on or off."""
        self._even_if_forced = wanted

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int) -> None:
        """Weigh every legal choice in more deals."""
        self._search.ponder(views, choices, thought, begin, worlds, self._even_if_forced)
