"""Hearts at random, from the first deal to the last trick in one kernel: the rules at full speed."""

from cardshark.games import hearts
from cardshark.jit import kernel
from cardshark.players.uniform import any_of


@kernel
def play_randomly(games, rules):
    """Play matches of Hearts at random to their end, without views: the same as `Random` on every seat, in one kernel."""
    rules = rules[0]
    for i in range(len(games)):
        game = games[i]
        while game.table.phase != hearts.OVER:
            while game.table.phase == hearts.PASS:
                hearts.pass_card(game, rules, any_of(hearts.legal_passes(game), hearts.next_luck(game)))
            while game.table.phase == hearts.PLAY:
                hearts.play_card(game, rules, any_of(hearts.legal_cards(game, rules), hearts.next_luck(game)))
