"""Hands that were played, for the tests of links, seals and reviews."""

import zlib
from hashlib import sha256

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.hands import link
from cardshark.hands.played import PlayedHand, end, ended, play_hand, record_deal
from cardshark.hands.seal import WORD_BYTES, Sealing, promise_of, words_of
from cardshark.players import seat

USUAL_RULES = {"hearts": "american", "gin": "tournament"}
NAMES = ("You", "Wilma", "Nora", "Emil")
HEARTS = (
    "american", "dutch", "falcon", "passleft", "american:players=3,removed=2D", "american:lowest=7,first_lead=lowest_club,pass_count=2",
    "american:jack_of_diamonds=10,moon=choice,passing=left,pass_count=4", "dutch:win_back=yes,limit=20",
)  # fmt: skip
GIN = ("eaai", "classic", "tournament", "straight", "oklahoma", "eaai:throw_back=yes,lay_off=best,max_turns=20")
ROOMS = [*(("hearts", rules) for rules in HEARTS), *(("gin", rules) for rules in GIN)]


def secret_of(number: int) -> bytes:
    """A secret that is always the same."""
    return sha256(f"test {number}".encode()).digest()


def pack_text(text: bytes) -> str:
    """The first part of a link, with any text."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, link.USUAL)
    return "1" + link.letters(packer.compress(text) + packer.flush()) + "."


def just_dealt(name: str, rules: str, seed: int, number: int = 0, players: tuple[str, ...] | None = None) -> tuple[PlayedHand, Single]:
    """A sealed hand and its match before anything was chosen; gin starts with hand 0."""
    module = game_named(name)
    house_rules = house.parse(module.PRESETS, rules)
    seats = module.seats(house_rules)
    words = words_of(secret_of(seed))
    match = Single(module, house_rules, words.deals, words.luck, number if name == "hearts" else 0)
    return record_deal(name, match, players or ("random",) * seats, NAMES[:seats], secret_of(seed)), match


def word_of(number: int) -> str:
    """A person's word that is always the same."""
    return sha256(f"word {number}".encode()).hexdigest()[: 2 * WORD_BYTES]


def joined_hand(name: str, rules: str, seed: int, number: int = 0) -> PlayedHand:
    """A hand that a person on seat 0 sealed, too, and in which everybody chose by chance."""
    module = game_named(name)
    house_rules = house.parse(module.PRESETS, rules)
    others, word = module.seats(house_rules) - 1, word_of(seed)
    sealing = Sealing((promise_of(word), *[""] * others), (word, *[""] * others))
    chances = words_of(secret_of(seed), sealing.words)
    match = Single(module, house_rules, chances.deals, chances.luck, number if name == "hearts" else 0)
    players = ("you", *["random"] * others)
    return chosen_by_chance(record_deal(name, match, players, NAMES[: others + 1], secret_of(seed), sealing), match, seed)


def random_hand(name: str, rules: str, seed: int, number: int = 0) -> PlayedHand:
    """A sealed hand, as the server alone sealed it, in which everybody chose by chance."""
    return chosen_by_chance(*just_dealt(name, rules, seed, number), seed)


def chosen_by_chance(hand: PlayedHand, match: Single, seed: int) -> PlayedHand:
    """A hand that was just dealt, played by chance to its end."""
    chance, choices = np.random.default_rng(seed), []
    while not match.over and match.state.table.hand_number == hand.number:
        legal = listed(int(match.view().legal))
        choices.append(legal[chance.integers(len(legal))])
        match.choose(choices[-1])
    return play_hand(hand, choices)


def hand_between(name: str, rules: str, seed: int, players: tuple[str, ...], number: int = 0) -> PlayedHand:
    """A sealed hand between these players; you play by rules of thumb."""
    hand, match = just_dealt(name, rules, seed, number, players)
    seated, choices = [seat({"you": "greedy"}.get(player, player)) for player in players], []
    for player in seated:
        player.sit(match.game, match.rules)
    while not match.over and match.state.table.hand_number == hand.number:
        match.view()
        chosen = np.zeros(1, np.int8)
        seated[match.state.table.turn].choose(match.views, chosen)
        choices.append(int(chosen[0]))
        match.choose(choices[-1])
    return play_hand(hand, choices)


PLAYERS = ("you", "montecarlo:deals=20,playout=jake", "greedy", "jake")


def played_on(hand):
    """The hand played to its end, always the lowest legal choice."""
    choices = list(hand.choices)
    match = end(hand)
    while not ended(hand, match):
        choices.append(listed(int(match.view().legal))[0])
        match.choose(choices[-1])
    return play_hand(hand, choices)


def adds_up(found):
    """Deal, luck and play are the points, and every decision's part is a part of them."""
    assert found["deal"] + found["luck"] + found["play"] == pytest.approx(found["points"], abs=1e-9)
    assert sum(row["luck"] for row in found["decisions"]) == pytest.approx(found["luck"], abs=1e-9)
    assert sum(row["cost"] for row in found["decisions"]) == pytest.approx(found["play"], abs=1e-9)
    assert all(row["cost"] >= 0 for row in found["decisions"])
    expected = found["deal"]
    for row in found["decisions"]:
        expected += row["cost"]
        assert expected == pytest.approx(row["expected"], abs=1e-9)
        expected += row["luck"]
    assert expected == pytest.approx(found["points"], abs=1e-9)
