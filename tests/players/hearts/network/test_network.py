"""Networks at the table: values against double precision, the card that is chosen, and what a player may not see."""

from itertools import product
from math import exp
from random import Random

import numpy as np
import pytest

from cardshark.cards import listed, lowest
from cardshark.chance import words
from cardshark.games import gin, hearts, house
from cardshark.games.gin.rules import PRESETS as GIN
from cardshark.games.hearts.rules import PRESETS
from cardshark.play import deal, play
from cardshark.players.brain_file import save
from cardshark.players.hearts.network.brain import Activation, Brain, Design, InputList, Networks, join_brains, load, new_sheets
from cardshark.players.hearts.network.player import Network, value_all
from cardshark.players.sigmoid import exponential
from cardshark.text import UserError
from helpers.arrays import digest
from helpers.compiling import PLAIN
from helpers.designs import design_name
from helpers.hearts.decisions import views_played
from helpers.players import chosen
from reference import network_book as book
from reference.hearts_book import NAME
from reference.network_book import inputs_by_design, layers_of, shake

THREE = "american:players=3,removed=2D,passing=none"
DESIGNS = [
    Design(hidden=hidden, activation=activation, networks=networks, inputs=inputs)
    for (activation, hidden), (networks, inputs) in zip(
        product(Activation, ["64", "32+48", "16+48+32"]), [*product(Networks, InputList)] * 3, strict=False
    )
] + [Design(hidden="16+512+16" if not PLAIN else "16+64+16"), Design(networks=Networks.SHARED), Design(inputs=InputList.LAB)]


def values_of(brain, views, rules, before=()):
    """What the kernel says each card of these views is worth; other brains may lie before this one in the memory."""
    records, memory = join_brains([*before, brain])
    found = np.empty((len(views), 64), np.float32)
    value_all(views, house.record(rules), records[len(before) :], memory, new_sheets(1), found)
    return found


def seated(brain, folder, rules, **options):
    """A player with this brain, who came by a file as everybody's does."""
    save(brain, folder / "mine.safetensors")
    player = Network(brain=str(folder / "mine.safetensors"), **options)
    player.sit(hearts, rules)
    return player


# ---- values ----


@pytest.mark.parametrize("design", DESIGNS, ids=design_name)
@pytest.mark.parametrize("text", ["dutch", THREE])
def test_values_are_those_of_the_book(text, design):
    rules = house.parse(PRESETS, text)
    brain = Brain.fresh(design, rules, 7)
    shake(brain, 1, size=0.5 / max(design.widths()) ** 0.5)
    views = views_played(rules)[:: 19 if PLAIN or "512" in design.hidden else 3]
    order = book.in_printed_order(rules)
    for view, values in zip(views, values_of(brain, views, rules), strict=True):
        number = 0 if design.networks == Networks.SHARED else int(view["hand"]).bit_count() - 1
        wanted = book.forward(layers_of(brain, number), inputs_by_design(view, rules, design), design.activation.name.lower())
        legal = listed(view["legal"])
        assert np.flatnonzero(~np.isnan(values)).tolist() == legal
        for card in legal:
            assert abs(values[card] - wanted[order.index(NAME[card])]) < 1e-4


def test_the_exponential_is_one():
    for x in np.linspace(-87, 87, 2000 if PLAIN else 20_000, dtype=np.float32):
        assert abs(exponential(x) / exp(x) - 1) < 3e-7
    assert exponential(np.float32(-1000)) == exponential(np.float32(-87))  # nothing is lost beyond, and nothing overflows
    assert exponential(np.float32(1000)) == exponential(np.float32(87))


@pytest.mark.parametrize("activation", Activation)
def test_units_that_are_far_out_stay_numbers(activation):
    rules = PRESETS["dutch"]
    brain = Brain.fresh(Design(activation=activation, hidden="32+32"), rules, 3)
    brain.memory *= 1000
    assert (
        np.isfinite(values_of(brain, views := views_played(rules), rules)).sum(axis=1) == [len(listed(view["legal"])) for view in views]
    ).all()


# ---- the same bits ----


@pytest.mark.parametrize(
    ("design", "bits"),
    [
        (Design(activation=Activation.SIGMOID, hidden="32+16"), "181023d60835b12a"),
        (Design(activation=Activation.RELU), "49f7514de9c699ba"),
        (Design(inputs=InputList.LAB, networks=Networks.SHARED, hidden="48+32+16"), "71fdfdeb83039748"),
    ],
    ids=design_name,
)
def test_values_are_the_same_bits_on_every_machine(design, bits):
    rules = PRESETS["dutch"]
    values = values_of(Brain.fresh(design, rules, 12345), views_played(rules, matches=1, seed=4), rules)
    assert digest(np.nan_to_num(values)) == bits


@pytest.mark.parametrize("design", [Design(), Design(networks=Networks.SHARED, inputs=InputList.LAB, hidden="32+32")], ids=design_name)
def test_a_value_depends_on_its_view_alone(design):
    """Not on the views before it, from which sums are kept, nor on the place of the brain in the memory."""
    rules = PRESETS["dutch"]
    views, brain = views_played(rules, matches=3), Brain.fresh(design, rules, 8)
    together_values = values_of(brain, views, rules)
    one_by_one = np.concatenate([values_of(brain, views[i : i + 1], rules) for i in range(len(views))])
    order = np.random.default_rng(1).permutation(len(views))
    assert digest(together_values) == digest(one_by_one)
    assert digest(together_values[order]) == digest(values_of(brain, views[order], rules))
    other = Brain.fresh(Design(hidden="16"), rules, 9)
    assert digest(together_values) == digest(values_of(brain, views, rules, before=[other, brain, other]))


# ---- fresh brains ----


def test_a_fresh_brain_has_small_even_weights_and_no_biases():
    rules = PRESETS["dutch"]
    for name, part in Brain.fresh(Design(hidden="64+96"), rules, 5).parts().items():
        if name.endswith("biases"):
            assert not part.any()
            continue
        inputs = {"hidden1": 107, "hidden2": 64, "output": 96}[name.split(".")[0]]
        scaled = part * inputs**0.5
        assert part.size == 8 * inputs * {"hidden1": 64, "hidden2": 96, "output": 32}[name.split(".")[0]]
        assert -1 <= scaled.min() < -0.99 and 0.99 < scaled.max() <= 1
        assert abs(scaled.mean()) < 0.02
        assert abs((scaled**2).mean() - 1 / 3) < 0.02
        assert len(np.unique(part)) > 0.99 * part.size  # neither layers nor networks repeat one another


def test_a_word_decides_a_fresh_brain():
    one, again, other = (Brain.fresh(Design(), PRESETS["dutch"], word).memory for word in (5, 5, 6))
    assert digest(one) == digest(again)
    assert (one == other).mean() < 0.05  # biases and the room between layers are 0 in both


@pytest.mark.parametrize("hidden", ["", "0", "15", "528", "64+", "64+-16", "16+16+16+16+16+16+16", "sixty-four"])
def test_hidden_layers_that_cannot_be_are_refused(hidden):
    with pytest.raises(UserError, match="hidden layers are 1 to 6 multiples of 16 up to 512"):
        Design(hidden=hidden)


# ---- the player ----


def test_the_card_that_is_worth_most_is_played(tmp_path):
    rules = PRESETS["american"]
    player = seated(Brain.fresh(Design(), rules, 4), tmp_path, rules)
    views = views_played(rules, matches=4)
    choices, values = chosen(player, views), player.values(views)
    assert choices == np.nanargmax(values, axis=1).tolist()
    assert len(set(choices)) > 30


def test_of_equals_the_lowest_is_played(tmp_path):
    rules = PRESETS["dutch"]
    views = views_played(rules)
    brain = Brain(Design(), int(rules.deck()), rules.players)  # to which everything is worth nothing
    assert chosen(seated(brain, tmp_path, rules), views) == [lowest(legal) for legal in views["legal"]]


def test_a_loose_player_plays_any_card_as_often_as_it_is_told(tmp_path):
    rules = PRESETS["dutch"]
    views = views_played(rules, matches=20 if PLAIN else 200)
    free = views[[int(legal).bit_count() == 3 for legal in views["legal"]]]
    brain = Brain.fresh(Design(hidden="16"), rules, 4)
    best = np.array(chosen(seated(brain, tmp_path, rules), free))
    loose = np.array(chosen(seated(brain, tmp_path, rules, epsilon=0.3), free))
    others = (loose != best).mean()
    assert abs(others - 0.2) < 5 * (0.2 * 0.8 / len(free)) ** 0.5  # a third of the loose cards are the best one
    assert all(int(view["legal"]) >> int(card) & 1 for view, card in zip(free, loose, strict=True))
    with pytest.raises(UserError, match="epsilon"):
        Network(brain=str(tmp_path / "mine.safetensors"), epsilon=1.5)


def test_hidden_cards_and_luck_change_nothing(tmp_path):
    """Other hands for the others, other luck: what is on view is the same, and so are all values and the choice."""
    rules, random = PRESETS["dutch"], Random(2)
    player = seated(Brain.fresh(Design(inputs=InputList.LAB), rules, 4), tmp_path, rules)
    games = deal(hearts, rules, 5, 6)
    record, rows, seen = house.record(rules), np.arange(6, dtype=np.uint32), 0
    for _ in range(31):
        views, other_views = np.zeros((2, 6), hearts.VIEW)
        hearts.look_all(games, record, rows, views)
        others = games.copy()
        for game in others:
            swap_hidden_cards(game, random)
        hearts.look_all(others, record, rows, other_views)
        seen += sum(game["hands"].tolist() != other["hands"].tolist() for game, other in zip(games, others, strict=True))
        assert digest(player.values(views)) == digest(player.values(other_views))
        choices = chosen(player, views)
        assert choices == chosen(player, other_views)
        hearts.choose_all(games, record, rows, views, np.array(choices, np.int8))
    assert seen > 100


def swap_hidden_cards(game, random):
    """Deal the cards of the others again among them, as many to each as before, and give everybody new luck."""
    turn = int(game["table"]["turn"])
    held = {seat: listed(int(game["hands"][seat])) for seat in range(4) if seat != turn}
    unseen = [card for cards in held.values() for card in cards]
    random.shuffle(unseen)
    for seat, cards in held.items():
        game["hands"][seat] = sum(1 << unseen.pop() for _ in cards)
    game["luck"] = random.getrandbits(64)


@pytest.mark.parametrize("text", ["dutch", "american:limit=30", THREE])
def test_whole_matches_are_played(text, tmp_path):
    rules = house.parse(PRESETS, text)
    player = seated(Brain.fresh(Design(hidden="16"), rules, 4), tmp_path, rules)
    games = deal(hearts, rules, 3, 2)
    play(hearts, rules, games, [player])
    assert (games["table"]["phase"] == hearts.OVER).all()


def test_a_brain_for_other_rules_is_refused(tmp_path):
    dutch = PRESETS["dutch"]
    player = seated(Brain.fresh(Design(hidden="16"), dutch, 4), tmp_path, dutch)
    for text, words_used in (("american", "4 players with 32 cards, not for 4 with 52"), (THREE, "not for 3 with 51")):
        with pytest.raises(UserError, match=f"mine was made for .*{words_used}"):
            player.sit(hearts, house.parse(PRESETS, text))
    with pytest.raises(UserError, match=r"[Hh]earts"):
        player.sit(gin, next(iter(GIN.values())))
    other_deck = house.parse(PRESETS, "dutch:lowest=6,highest=13")  # as many cards, but others
    with pytest.raises(UserError, match="mine was made for"):
        player.sit(hearts, other_deck)


# ---- files ----


def test_a_brain_comes_back_from_its_file_to_the_bit(tmp_path):
    rules = house.parse(PRESETS, THREE)
    design = Design(hidden="48+16", activation=Activation.SIGMOID, networks=Networks.SHARED)
    brain = Brain.fresh(design, rules, int(words(3, "weights", 1)[0]))
    brain.about = {"seed": 3, "learned": ["from", "nobody"]}
    save(brain, tmp_path / "deep" / "down.safetensors")
    found = load(str(tmp_path / "deep" / "down.safetensors"))
    assert (found.design, found.deck, found.players) == (design, int(rules.deck()), 3)
    assert found.about == {**brain.about, "name": "down"}
    assert digest(found.memory) == digest(brain.memory)


def test_files_that_are_no_brains_are_refused_in_a_sentence(tmp_path):
    brain = Brain.fresh(Design(hidden="16"), PRESETS["dutch"], 4)
    whole, half = tmp_path / "whole.safetensors", tmp_path / "half.safetensors"
    save(brain, whole)
    half.write_bytes(whole.read_bytes()[:1000])
    with pytest.raises(UserError, match="damaged"):
        load(str(half))
    with pytest.raises(UserError, match="cannot be read"):
        load(str(tmp_path / "nowhere.safetensors"))
    with pytest.raises(UserError, match="there is no brain 'clever'"):
        load("clever")
    brain.parts()["output.biases"][0, 0] = np.nan
    save(brain, whole)
    with pytest.raises(UserError, match=r"output\.biases has numbers that are none"):
        load(str(whole))
