"""Simple Monte Carlo: imagine the hidden hands, play every legal card in each imagined deal, and take the card that costs least.

All cards are tried in the same deals with the same luck, so that their costs can be compared. Everybody finishes the hand by
rules of thumb (`playout`), and by the rules of this table: playouts that score a moon which is not played lose half a point a
hand. The same player plays gin; how it thinks there stands in `gin_search.py`.
"""

from dataclasses import dataclass, fields
from typing import Annotated, Any

import numpy as np

from cardshark.cards import lowest
from cardshark.chance import draw
from cardshark.games import gin, hearts, house
from cardshark.jit import at, kernel, rule
from cardshark.players.gin.search.montecarlo import think_gin
from cardshark.players.gin.search.worlds import GIN_SEARCH, gin_desk
from cardshark.players.gin.styles import GIN_STYLES, gin_style_of
from cardshark.players.hearts.search.search import Search, Thought, cheapest, without_thinking
from cardshark.players.hearts.search.worlds import CHUNK, Sampler, charge, imagine_worlds, seat_styles, set_up
from cardshark.players.hearts.styles import STYLES, play_out, style_of
from cardshark.players.player import Choices, Views
from cardshark.text import UserError, choice, split_options

HEARTS_ONLY = ("passing",)
GIN_ONLY = ("habit", "loyal", "slack")


@kernel
def think_all(views, rules, search, models, desk, thought, choices):
    """Add what every legal choice costs in more worlds to the thought about each view, and choose the cheapest."""
    rules, search = rules[0], search[0]
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0:
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought[4][i] += imagine_worlds(view, rules, search, models, desk, begin, amount)
                thought[3][i] += amount
                weigh(view, rules, models, desk, begin, amount, thought[0][i], thought[1][i])
            thought[2][i] = thought[3][i]
            choices[i] = cheapest(view.legal, thought[0][i])


@rule
def weigh(view, rules, models, desk, begin, amount, sums, squares):
    """Play every legal choice in each of these worlds."""
    games, worlds, minds, styles = desk[0], desk[3], desk[4], desk[5]
    seat = np.int64(view.table.turn)
    for k in range(amount):
        word = draw(~view.luck, begin + k)
        seat_styles(models, minds[at(k)], seat, styles)
        set_up(view, rules, worlds[at(k)], styles, word, games[1])
        rest = view.legal
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            games[0] = games[1]
            game = games[0]
            if game.table.phase == hearts.PASS:
                hearts.pass_card(game, rules, choice)
            else:
                hearts.lay_card(game, rules, choice)
            play_out(game, rules, styles, word)
            cost = charge(game, seat)
            sums[at(choice)] += cost
            squares[at(choice)] += cost * cost


@dataclass
class MonteCarlo(Search):
    """Plays every legal card in imagined deals, finishes the hands by rules of thumb, and takes the cheapest card."""

    playout: Annotated[
        str,
        "how hands are finished in thought: at Hearts usually greedy, or random, stock, jake; at gin usually keeper, or random, simple, "
        "holdout, minimiser, lookahead, lowcards; perhaps with options, as greedy(ties=spades_low)",
    ] = "usual"
    deals: Annotated[int, "imagined deals for each decision"] = 100
    habit: Annotated[str, "at gin: the style whose choice is made unless another one is clearly better"] = "lookahead"
    loyal: Annotated[float, "at gin: how many standard errors better that is; 0 to take what looks best"] = 1.5
    slack: Annotated[int, "at gin: discards are tried that leave at most so much more deadwood than the best"] = 9

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= 1_000_000:
            raise UserError(f"deals to imagine are 1 to 1,000,000, not {self.deals}")
        if not 0 <= self.loyal <= 1000:
            raise UserError(f"loyal is a number of standard errors from 0 to 1000, not {self.loyal}")
        if not 0 <= self.slack <= 1000:
            raise UserError(f"slack is 0 to 1000 points, not {self.slack}")
        gin_style_of(self.habit)
        super().__post_init__()

    def models(self) -> np.ndarray:
        """The styles of Hearts; until it is known what is played, a style of gin is welcome too."""
        names = [split_options(text)[0] for text in self.texts()]
        for name, text in zip(names, self.texts(), strict=True):
            if choice("style of play", name, [*STYLES, *(kind for kind in GIN_STYLES if kind not in STYLES)]) not in STYLES:
                gin_style_of(text)
        return super().models() if {*names} <= {*STYLES} else style_of("greedy").repeat(2)

    def sit(self, game: Any, rules: Any) -> None:
        """Learn which game is played, and its rules, which hold in playouts too."""
        if game is gin:
            self.sit_at_gin(rules)
        else:
            super().sit(game, rules)
            self.leave_out(GIN_ONLY, "Hearts")
            super().models()  # which refuses styles of gin

    def sit_at_gin(self, rules: Any) -> None:
        """Put the options into the words of gin."""
        self.leave_out(HEARTS_ONLY, "gin")
        texts = self.texts(usual="keeper")
        if len(texts) > 2:
            raise UserError(f"at gin there is one other player: name one style for others, not {self.others}")
        if self.sampler not in (Sampler.UNIFORM, Sampler.WEIGHTED):
            raise UserError(f"at gin the sampler is uniform or weighted, not {self.sampler.name.lower()}")
        self._game, self._rules = gin, house.record(rules)
        self._gin_models = np.concatenate([gin_style_of(text) for text in [*texts, self.habit]])
        loose = self._gin_models["loose"][:2]
        loose[:] = np.maximum(loose, round(self.epsilon * 2**32))
        self._gin_desk, self._gin_search = gin_desk(), np.zeros(1, GIN_SEARCH)
        for name in ("sampler", "pool", "loose", "slack", "loyal"):
            self._gin_search[name] = getattr(self, name)

    def leave_out(self, options: tuple[str, ...], game: str) -> None:
        """Refuse options that mean nothing in this game."""
        for field in fields(self):
            if field.name in options and getattr(self, field.name) != field.default:
                raise UserError(f"{field.name} means nothing at {game}: leave it out")

    @property
    def pace(self) -> int:
        """Deals of a duel that are finished before anything is written down."""
        return 1 if self.seconds else max(1, min(2048, 4000 // self.deals))

    def worlds(self) -> int:
        """The number of deals."""
        return self.deals

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int) -> None:
        """Weigh every legal choice in more deals."""
        if self._game is gin:
            search = self._gin_search
            search["begin"], search["worlds"], search["every"] = begin, worlds, self._search["every"]
            think_gin(views, self._rules, search, self._gin_models, self._gin_desk, tuple(thought), choices)
            return
        self._search["begin"], self._search["worlds"] = begin, worlds
        think_all(views, self._rules, self._search, self._models, self._desk, tuple(thought), choices)
