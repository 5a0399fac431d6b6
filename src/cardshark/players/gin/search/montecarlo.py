"""Monte Carlo at gin: imagine the other hand and the stock, try every choice in each world, finish the hand by rules of thumb.

All choices are tried in the same worlds with the same luck, so that their costs can be compared. A cost is what is lost less what is
won: the least is the best, as in Hearts. Luck matters much in a hand of gin, and good choices differ little. So the choice of a
style (`habit`) is made unless another one is clearly better.
"""

from typing import Any, ClassVar

import numpy as np

from cardshark.cards import count, has, lowest, single
from cardshark.chance import draw
from cardshark.games import gin, house
from cardshark.games.gin.melds import EMPTY, ace_high, ace_low, least_deadwood
from cardshark.jit import at, kernel, rule
from cardshark.players.gin.search.worlds import GIN_SEARCH, gin_workspace, imagine_gin, set_up_gin
from cardshark.players.gin.styles import GIN_STYLES, carry_out, gin_choice, gin_style_of, play_out_gin
from cardshark.players.gin.styles.hand import best_discards
from cardshark.players.player import Choices, Views
from cardshark.players.style import as_slip_chance
from cardshark.players.thinking import CHUNK, Sampler, Thought, ViewTally, cheapest
from cardshark.text import UserError


@rule
def without_thinking(view, rules, search, models):
    """The only legal choice, or the habit's melds and lay-offs; -1 where there is something to think about."""
    if search.even_if_forced:
        return -1
    if count(view.legal) == 1:
        return lowest(view.legal)
    phase = view.table.phase
    if phase == gin.SPREAD or phase == gin.LAY_OFF:
        return usual_choice(view, rules, models)
    return -1


@rule
def usual_choice(view, rules, models):
    """What the habit chooses."""
    return np.int64(gin_choice(models[2], view.hand, view.legal, view.drawn, view.draws, view.table, rules, view.luck))


@kernel
def think_gin(views, rules, search, models, workspace, thought, choices):
    """Add what every legal choice costs in more worlds to the thought about each view, and choose the cheapest."""
    rules, search = rules[0], search[0]
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0:
            tried, tally = worth_trying(view, search), ViewTally(thought.sums[i], thought.squares[i], thought.visits[i])
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought.effective[i] += imagine_gin(view, search, models[1], workspace, begin, amount)
                thought.worlds[i] += amount
                try_choices(view, rules, models, workspace, tried, tally)
            note_visits(tried, thought.worlds[i], tally.visits)
            clearly = search.loyal * np.sqrt(thought.worlds[i] / thought.effective[i])
            choices[i] = preferred(tried, usual_choice(view, rules, models), tally, thought.worlds[i], clearly)


@rule
def note_visits(tried, worlds, visits):
    """Write down that every tried choice was made in all of these worlds."""
    rest = tried
    while rest:
        visits[at(lowest(rest))] = worlds
        rest &= rest - np.uint64(1)


@rule
def try_choices(view, rules, models, workspace, tried, tally):
    """Make every choice that is tried in each of these worlds, and finish the hand."""
    start, playout, hands, styles = workspace.start, workspace.playout, workspace.hands, workspace.styles
    sums, squares, span = tally.sums, tally.squares, workspace.span[0]
    seat = np.int64(view.table.turn)
    styles[at(seat)] = models[0]
    styles[at(1 - seat)] = models[1]
    for k in range(span.amount):
        word = draw(~view.luck, span.begin + k)
        set_up_gin(view, hands[at(k)], word, start[0])
        rest = tried
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            playout[0] = start[0]
            game = playout[0]
            carry_out(game, rules, choice)
            play_out_gin(game, rules, styles, ~word)
            cost = -np.float64(game.scores[at(seat)])
            sums[at(choice)] += cost
            squares[at(choice)] += cost * cost


@rule
def preferred(tried, usual, tally, worlds, clearly):
    """The usual choice, unless the one with the lowest sum is better by more than `clearly` standard errors."""
    sums, squares = tally.sums, tally.squares
    best = cheapest(tried, sums)
    if clearly > 0 and has(tried, usual):
        spread = squares[at(best)] - sums[at(best)] ** 2 / worlds + squares[at(usual)] - sums[at(usual)] ** 2 / worlds
        if sums[at(usual)] - sums[at(best)] <= clearly * np.sqrt(max(spread, 0.0)):
            return usual
    return best


@rule
def worth_trying(view, search):
    """The legal choices that are tried: all but discards that leave much more deadwood than the best."""
    if view.table.phase != gin.DISCARD or search.even_if_forced:
        return view.legal
    low, allowed = ace_low(view.hand), ace_low(view.legal & view.hand)
    least, _ = best_discards(low, allowed)
    found = EMPTY
    while allowed:
        card = single(lowest(allowed))
        allowed ^= card
        if least_deadwood(low ^ card, EMPTY, EMPTY) <= least + search.slack:
            found |= card
    return ace_high(found) | (view.legal & ~view.hand)


class GinMonteCarlo:
    """How simple Monte Carlo thinks at gin."""

    TITLE = "gin"
    STYLES = GIN_STYLES
    WITHOUT: ClassVar = ("passing", "own_moon", "endgame", "finish", "foes", "beliefs")  # options that mean nothing here

    def __init__(self, options: Any, game: Any, rules: Any) -> None:
        texts = options.style_texts(usual="keeper")
        if len(texts) > 2:
            raise UserError(f"at gin there is one other player: name one style for others, not {options.others}")
        if options.sampler not in (Sampler.UNIFORM, Sampler.WEIGHTED):
            raise UserError(f"at gin the sampler is uniform or weighted, not {options.sampler.name.lower()}")
        self.rules = house.record(rules)
        self.models = np.concatenate([gin_style_of(text) for text in [*texts, options.habit]])
        in_playouts = self.models["slip_chance"][:2]
        in_playouts[:] = np.maximum(in_playouts, as_slip_chance(options.epsilon))
        self.workspace, self.search = gin_workspace(), np.zeros(1, GIN_SEARCH)
        for name in ("sampler", "pool", "slip_chance", "slack", "loyal"):
            self.search[name] = getattr(options, name)

    @staticmethod
    def check(options: Any) -> None:
        """Refuse what makes no sense."""
        if not 0 <= options.loyal <= 1000:
            raise UserError(f"loyal is a number of standard errors from 0 to 1000, not {options.loyal}")
        if not 0 <= options.slack <= 1000:
            raise UserError(f"slack is 0 to 1000 points, not {options.slack}")
        gin_style_of(options.habit)

    @staticmethod
    def check_style(text: str) -> None:
        """Refuse a style that nobody plays."""
        gin_style_of(text)

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int, even_if_forced: bool) -> None:
        """Weigh every choice worth trying in more worlds."""
        self.search["begin"], self.search["worlds"], self.search["even_if_forced"] = begin, worlds, even_if_forced
        think_gin(views, self.rules, self.search, self.models, self.workspace, thought, choices)
