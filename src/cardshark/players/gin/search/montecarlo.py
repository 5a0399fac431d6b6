"""Monte Carlo at gin: imagine the other hand and the stock, try every choice in each world, finish the hand by rules of thumb.

All choices are tried in the same worlds with the same luck, so that their costs can be compared. A cost is what is lost less what is
won: the least is the best, as in Hearts. The luck of a hand of gin is great and good choices differ little; so the choice of a style
(`habit`) is made unless another one is better by more than chance is likely to do.
"""

import numpy as np

from cardshark.cards import count, has, lowest, single
from cardshark.chance import draw
from cardshark.games import gin
from cardshark.games.gin.melds import EMPTY, ace_high, ace_low, least_deadwood
from cardshark.jit import at, kernel, rule
from cardshark.players.gin.search.worlds import imagine_gin, set_up_gin
from cardshark.players.gin.styles import carry_out, gin_choice, play_out_gin
from cardshark.players.gin.styles.hand import best_discards
from cardshark.players.hearts.search.search import cheapest
from cardshark.players.hearts.search.worlds import CHUNK


@rule
def without_thinking(view, rules, search, models):
    """The only legal choice, or what one's habit shows and lays off; -1 where there is something to think about."""
    if search.every:
        return -1
    if count(view.legal) == 1:
        return lowest(view.legal)
    phase = view.table.phase
    if phase == gin.SPREAD or phase == gin.LAY_OFF:
        return np.int64(gin_choice(models[2], view.hand, view.legal, view.drawn, view.draws, view.table, rules, view.luck))
    return -1


@kernel
def think_gin(views, rules, search, models, desk, thought, choices):
    """Add what every legal choice costs in more worlds to the thought about each view, and choose the cheapest."""
    rules, search = rules[0], search[0]
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0:
            tried = worth_trying(view, search)
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought[4][i] += imagine_gin(view, search, models[1], desk, begin, amount)
                thought[3][i] += amount
                weigh_gin(view, rules, models, desk, begin, amount, tried, thought[0][i], thought[1][i])
            rest = tried
            while rest:
                thought[2][i, at(lowest(rest))] = thought[3][i]
                rest &= rest - np.uint64(1)
            usual = gin_choice(models[2], view.hand, view.legal, view.drawn, view.draws, view.table, rules, view.luck)
            clearly = search.loyal * np.sqrt(thought[3][i] / thought[4][i])
            choices[i] = preferred(tried, np.int64(usual), thought[0][i], thought[1][i], thought[3][i], clearly)


@rule
def weigh_gin(view, rules, models, desk, begin, amount, tried, sums, squares):
    """Make every legal choice in each of these worlds, and finish the hand."""
    games, hands, styles = desk[0], desk[1], desk[3]
    seat = np.int64(view.table.turn)
    styles[at(seat)] = models[0]
    styles[at(1 - seat)] = models[1]
    for k in range(amount):
        word = draw(~view.luck, begin + k)
        set_up_gin(view, hands[at(k)], word, games[1])
        rest = tried
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            games[0] = games[1]
            game = games[0]
            carry_out(game, rules, choice)
            play_out_gin(game, rules, styles, ~word)
            cost = -np.float64(game.scores[at(seat)])
            sums[at(choice)] += cost
            squares[at(choice)] += cost * cost


@rule
def preferred(tried, usual, sums, squares, worlds, clearly):
    """The choice with the lowest sum; but the usual one, if it is not worse by so many standard errors."""
    best = cheapest(tried, sums)
    if clearly > 0 and has(tried, usual):
        spread = squares[at(best)] - sums[at(best)] ** 2 / worlds + squares[at(usual)] - sums[at(usual)] ** 2 / worlds
        if sums[at(usual)] - sums[at(best)] <= clearly * np.sqrt(max(spread, 0.0)):
            return usual
    return best


@rule
def worth_trying(view, search):
    """The legal choices that are tried: all but discards that leave much more deadwood than the best."""
    if view.table.phase != gin.DISCARD or search.every:
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
