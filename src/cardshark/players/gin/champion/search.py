"""Placeholder while the pieces are tried."""

from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import count, has, lowest
from cardshark.chance import draw
from cardshark.games import gin, house
from cardshark.jit import at, kernel, rule
from cardshark.players.gin.champion.winning import MOST, chances_to_win, plays_for_match, write_payoff
from cardshark.players.gin.search.montecarlo import worth_trying
from cardshark.players.gin.search.worlds import GIN_SEARCH, gin_workspace, imagine_gin, set_up_gin
from cardshark.players.gin.styles import carry_out, gin_choice, gin_style_of, play_out_gin
from cardshark.players.thinking import Sampler, Thought, cheapest

WORLDS = 256


class Tried(NamedTuple):
    """Games in which a choice was made, one for each world and choice, and what came of them."""

    games: np.ndarray  # [world * choices + choice]
    costs: np.ndarray  # [world, choice]


@kernel
def set_out(views, rules, search, models, workspace, tried, games):
    """Imagine worlds, and make every choice that is tried in each of them. Returns how many independent worlds they are worth."""
    view, rules, search = views[0], rules[0], search[0]
    worth = imagine_gin(view, search, models[1], workspace, search.begin, search.worlds)
    row = 0
    for k in range(search.worlds):
        word = draw(~view.luck, search.begin + k)
        set_up_gin(view, workspace.hands[at(k)], word, workspace.start[0])
        workspace.start[0].luck = ~word
        rest = tried
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            games[at(row)] = workspace.start[0]
            carry_out(games[at(row)], rules, choice)
            row += 1
    return worth


@kernel
def finish_by_styles(games, rules, styles):
    """Finish the hands by styles."""
    for i in range(len(games)):
        play_out_gin(games[i], rules[0], styles, games[i].luck)


@kernel
def add_payoffs(games, seat, payoff, costs):
    for i in range(len(games)):
        costs[at(i)] -= payoff[at(min(max(np.int64(games[i].scores[at(seat)]), -MOST), MOST) + MOST)]


@kernel
def style_prior(views, rules, search, models, tried):
    view = views[0]
    tried[0] = worth_trying(view, search[0])
    return np.int64(gin_choice(models[2], view.hand, view.legal, view.drawn, view.draws, view.table, rules[0], view.luck))


@kernel
def find_payoff(chances, mine, theirs, payoff):
    write_payoff(chances, mine, theirs, payoff)


class GinChampion:
    def __init__(self, options: Any, game: Any, rules: Any) -> None:
        self.options, self.rules, self.house = options, house.record(rules), rules
        self.models = np.concatenate([gin_style_of("keeper(early=0)" if text == "observer" else text) for text in [options.playout, options.model, options.habit, options.playout]])
        if options.model == "observer": self.models["kind"][1] = 6
        self.workspace, self.search = gin_workspace(WORLDS), np.zeros(1, GIN_SEARCH)
        self.search["sampler"], self.search["pool"], self.search["slip_chance"], self.search["slack"] = Sampler.WEIGHTED, options.pool, options.slip_chance, options.slack
        self.chances = chances_to_win(rules) if options.match and plays_for_match(rules) else None
        self.payoff = np.arange(-MOST, MOST + 1, dtype=np.float64)
        self.games = np.zeros(0, gin.GAME)

    def ponder(self, view: np.ndarray, thought: Thought, even_if_forced: bool) -> int:
        tried = np.zeros(1, np.uint64)
        usual = style_prior(view, self.rules, self.search, self.models, tried)
        legal = int(view["legal"][0])
        if legal.bit_count() == 1 or view["table"]["phase"][0] in (gin.SPREAD, gin.LAY_OFF):
            return usual
        tried = np.uint64(int(tried[0]) | 1 << usual)
        choices = [c for c in range(64) if int(tried) >> c & 1]
        if len(choices) == 1:
            return usual
        table = view["table"][0]
        seat = int(table["turn"])
        if self.chances is not None:
            find_payoff(self.chances, int(table["totals"][seat]), int(table["totals"][1 - seat]), self.payoff)
        n = self.options.deals
        need = min(n, WORLDS) * len(choices)
        if len(self.games) < need:
            self.games = np.zeros(need, gin.GAME)
        styles = np.zeros(2, self.models.dtype)
        styles[seat], styles[1 - seat] = self.models[0], self.models[3] if len(self.models) > 3 else self.models[0]
        sums, diff, square, worth = np.zeros(len(choices)), np.zeros(len(choices)), np.zeros(len(choices)), 0.0
        begin = 0
        while begin < n:
            amount = min(WORLDS, n - begin)
            self.search["begin"], self.search["worlds"] = begin, amount
            games = self.games[: amount * len(choices)]
            worth += set_out(view, self.rules, self.search, self.models, self.workspace, tried, games)
            finish_by_styles(games, self.rules, styles)
            costs = np.zeros(len(games))
            add_payoffs(games, seat, self.payoff, costs)
            costs = costs.reshape(amount, -1)
            relative = costs - costs[:, choices.index(usual)][:, None]
            sums += costs.sum(0); diff += relative.sum(0); square += (relative**2).sum(0)
            begin += amount
        best = int(diff.argmin())
        if self.options.paired:
            error = np.sqrt(max(square[best] - diff[best] ** 2 / n, 0.0) * n / worth) if self.options.eff else np.sqrt(max(square[best] - diff[best] ** 2 / n, 0.0))
            return choices[best] if -diff[best] > self.options.loyal * error else usual
        return choices[best]
