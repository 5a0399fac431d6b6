"""Chance at the table: every decision has luck of its own that leads back to nothing, and a seed names a renewed stock for ever."""

import numpy as np
import pytest

from cardshark.cards import listed, set_of
from cardshark.chance import GOLDEN, decks, draw_all, sealed, words
from cardshark.games import gin, hearts, house
from cardshark.games.gin.rules import PRESETS as GIN
from cardshark.games.gin.rules import StockOut
from cardshark.games.hearts.game import next_luck
from cardshark.games.hearts.rules import PRESETS as HEARTS
from cardshark.jit import kernel
from reference.gin_side_by_side import Pair

READY = "2C 3C 4C 5D 6D 7D 9H 9S 9C KS"
LOOSE = "2D 4H 6S 8D TC QH AS 3S 5H 7S"


@kernel
def seal_all(found):
    for i in range(len(found)):
        found[i] = sealed(found[i])


@kernel
def luck_of(games, found):
    for i in range(len(found)):
        found[i] = next_luck(games[0])


def lucky_numbers(start: int, count: int) -> list[int]:
    """The luck of so many decisions after another."""
    found = np.array([(start + number * int(GOLDEN)) % 2**64 for number in range(count)], np.uint64)
    seal_all(found)
    return found.tolist()


@pytest.mark.parametrize(("game", "rules"), [(hearts, HEARTS["american"]), (gin, GIN["eaai"])], ids=["hearts", "gin"])
def test_every_decision_has_luck_of_its_own(game, rules):
    record, games, views = house.record(rules), np.zeros(1, game.GAME), np.zeros(1, game.VIEW)
    games["deals"], games["luck"] = words(3, "deal", 1), words(3, "luck", 1)
    start, rows, seen = int(games["luck"][0]), np.zeros(1, np.uint32), []
    game.start_all(games, record)
    game.look_all(games, record, rows, views)
    for _ in range(20):
        seen.append(int(views["luck"][0]))
        game.step_all(games, record, rows, views, np.array([listed(int(views["legal"][0]))[0]], np.int8))
    assert seen == lucky_numbers(start, 20)
    assert len({*seen}) == 20


def test_players_inside_a_kernel_get_the_luck_of_a_view():
    games, found = np.zeros(1, hearts.GAME), np.zeros(5, np.uint64)
    games["luck"] = words(4, "luck", 1)
    start = int(games["luck"][0])
    luck_of(games, found)
    assert found.tolist() == lucky_numbers(start, 5)


def test_a_seed_names_a_renewed_stock_for_ever():
    pair = Pair(GIN["eaai"]._replace(stock_left=0, stock_out=StockOut.RESHUFFLE, max_turns=100), READY, LOOSE, "KH", "JC")
    pair.choose("pass, pass")
    while len(pair.book.stock) > 1 or pair.book.phase != "draw":
        pair.choose("stock" if pair.book.phase == "draw" else pair.book.drawn if pair.book.phase == "discard" else "play on")
    pair.choose("stock").choose(pair.book.drawn)
    if pair.book.phase == "knock":
        pair.choose("play on")
    game, word = pair.sides.games[0], np.empty(1, np.uint64)
    draw_all(game["deals"], (2**32 << 16) + int(game["table"]["turns"]), word)  # a number far above those of the deals
    stock = game["stock"][:31][::-1].tolist()
    assert stock == decks(word, set_of(stock))[0].tolist()
