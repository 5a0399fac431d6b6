"""Tables of the champion: every choice in every world as a game of its own, to be played on by the policy."""

import numpy as np

from cardshark.cards import lowest, single
from cardshark.games.hearts import EMPTY, PLAY, lay_card, pass_card
from cardshark.games.hearts.planes import write_seat
from cardshark.games.hearts.score import score_hand
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.network.winning import chance_to_win
from cardshark.players.policy.forward import LEGAL


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
def cost_matches(games, rules, me, costs):
    """What finished hands cost seat `me` if the match counts: the chance not to win it."""
    for i in range(len(games)):
        costs[i] = 1.0 - chance_to_win(games[i].table, rules[0], me)


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


@kernel
def pass_likeliest(games, words, logits):
    """The seat in turn of every game puts aside what it would rather pass than anything else."""
    for i in range(len(games)):
        games[i].given[at(games[i].table.turn)] |= single(likeliest(words[i, LEGAL], logits[i]))


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
