"""Tables of the champion: every candidate in every world as a game of its own, played on by the policy side by side."""

import numpy as np

from cardshark.cards import count, lowest, single
from cardshark.games.hearts import EMPTY, PASS, PLAY, lay_card, pass_card
from cardshark.games.hearts.game import legal
from cardshark.games.hearts.planes import write_others, write_seat
from cardshark.games.hearts.score import score_hand
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.network.winning import chance_to_win
from cardshark.players.hearts.search.worlds import hand_cost


@rule
def set_up(view, rules, world, game):
    """Set up the table of a view in a world. In the pass, everybody has put aside what the world says."""
    game.table = view.table
    for seat in range(rules.players):
        game.hands[seat] = world.hands[seat]
        game.given[seat] = world.given[seat]
        game.received[seat] = EMPTY
    for seat in range(rules.players):
        if view.table.across and view.table.phase == PLAY:
            game.received[at((seat + view.table.across) % rules.players)] = world.given[seat]


@kernel
def set_up_cards(views, rules, worlds, cards, games):
    """Play each card in each world: a game each, the worlds of the first card first."""
    for i in range(len(cards)):
        for k in range(len(worlds)):
            game = games[i * len(worlds) + k]
            set_up(views[0], rules[0], worlds[k], game)
            if lay_card(game, rules[0], cards[i]):
                score_hand(game, rules[0])


@kernel
def set_up_passes(views, rules, worlds, passes, games):
    """Pass each set of cards in each world, and let all cards change hands: a game each, the worlds of the first set first."""
    me, rules = at(views[0].table.turn), rules[0]
    last = at(rules.players - 1)
    for i in range(len(passes)):
        for k in range(len(worlds)):
            game = games[i * len(worlds) + k]
            set_up(views[0], rules, worlds[k], game)
            game.given[me] = passes[i]
            card = lowest(game.given[last])
            game.given[last] ^= single(card)
            game.table.turn = last  # its last card is the last of all
            pass_card(game, rules, card)


@kernel
def ask_players(games, rules, me, until, rows, words):
    """Play on where there is no choice, and ask whoever has one. Returns how many are asked; their games are `rows`.

    A table waits, and is not asked, when `until` tricks are done and seat `me` is in turn.
    """
    rules, asked = rules[0], 0
    for i in range(len(games)):
        game = games[i]
        if play_forced(game, rules, me, until):
            rows[asked] = i
            write_seat(game, rules, words[asked])
            asked += 1
    return asked


@rule
def play_forced(game, rules, me, until):
    """Play cards as long as there is only one to choose from. Is there something to choose now?"""
    table = game.table
    while table.trick < rules.hand_size and not (table.trick >= until and table.turn == me):
        choices = legal(game, rules)
        if count(choices) > 1:
            return True
        if lay_card(game, rules, lowest(choices)):
            score_hand(game, rules)
    return False


@kernel
def answer(games, rules, rows, words, logits):
    """Make the likeliest choice in each of these games."""
    for i in range(len(logits)):
        game = games[rows[i]]
        card = likeliest(words[i, 1], logits[i])
        if game.table.phase == PASS:
            game.given[at(game.table.turn)] |= single(card)
        elif lay_card(game, rules[0], card):
            score_hand(game, rules[0])


@rule
def likeliest(legal, logits):
    """The legal choice with the highest logit; the lowest of equals."""
    best, rest = lowest(legal), legal
    while rest:
        card = lowest(rest)
        rest &= rest - np.uint64(1)
        if logits[at(card)] > logits[at(best)]:
            best = card
    return best


@kernel
def cost_all(games, rules, me, match, costs, rows, words, others):
    """What finished hands cost seat `me`, and what the others have cost it so far. Returns how many are not finished: `rows`.

    For these, `words` and `others` are what a critic sees. With `match` a hand costs the chance not to win the match.
    """
    rules, waiting = rules[0], 0
    for i in range(len(games)):
        game = games[i]
        if game.table.trick < rules.hand_size:
            costs[i] = game.table.points[at(me)]
            rows[waiting] = i
            write_seat(game, rules, words[waiting])
            write_others(game, rules.players, others[waiting])
            waiting += 1
        elif match:
            costs[i] = 1.0 - chance_to_win(game.table, rules, me)
        else:
            costs[i] = hand_cost(game, me)
    return waiting


# ---- what the others pass ----


@kernel
def set_up_givers(views, rules, worlds, games):
    """A game for each of the others in each world, in which this seat is about to pass."""
    me, players, i = np.int64(views[0].table.turn), rules[0].players, 0
    for k in range(len(worlds)):
        for seat in range(players):
            if seat != me:
                set_up(views[0], rules[0], worlds[k], games[i])
                games[i].given[seat] = EMPTY
                games[i].table.turn = seat
                i += 1


@kernel
def ask_all(games, rules, words):
    """Ask the seat in turn of every game."""
    for i in range(len(games)):
        write_seat(games[i], rules[0], words[i])


@kernel
def note_passes(games, worlds):
    """Write down in the worlds what everybody has put aside."""
    others = len(games) // len(worlds)
    for i in range(len(games)):
        seat = at(games[i].table.turn)
        worlds[i // others].given[seat] = games[i].given[seat]
