"""How the others are thought to play: by how much chance, and which deals explain what they have played."""

from math import exp

import numpy as np
import pytest

from cardshark.cards import count, listed
from cardshark.chance import draw
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.jit import kernel
from cardshark.play import deal
from cardshark.players.hearts.network.models import MODEL, NO_BRAIN, AskedModel, chance_of, explain, model_card, new_models
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.hearts.styles import Jake, style_of
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.rollouts import DEALS, DUTCH, THREE, brain_of, fixed, networker, positions, step, thinker
from helpers.players import shown, thought_about
from reference.hearts_book import NUMBER
from reference.imagine_book import Seen

# ---- chance in playouts ----


@kernel
def cards_and_chances(views, rules, models, words, slip_chance, cards, chances):
    """What the first model plays with each luck, and how likely each legal card is said to be."""
    view, rules, asked = views[0], rules[0], AskedModel(models.models[0], models.brains[0], models.memory, models.sheets[0, 0])
    for i in range(len(words)):
        cards[i] = model_card(asked, view.hand, view.legal, view.table, rules, words[i])
    for card in range(64):
        if view.legal >> np.uint64(card) & np.uint64(1):
            chances[card] = chance_of(card, asked, view.hand, view.legal, view.table, rules, slip_chance)


def models_of(brain=0, temperature=0.0, epsilon=0.0, style="jake"):
    found = np.zeros(2, MODEL)
    found["brain"], found["temperature"] = brain, temperature
    found["style"] = style_of(style)[0]
    found["style"]["slip_chance"] = round(epsilon * 2**32)
    return found


@pytest.mark.parametrize(
    ("models", "temperature", "epsilon"),
    [
        (models_of(), 0.0, 0.0),
        (models_of(temperature=2.0), 2.0, 0.0),
        (models_of(temperature=1.0, epsilon=0.25), 1.0, 0.25),
        (models_of(epsilon=0.5), 0.0, 0.5),
    ],
)
def test_cards_are_played_as_often_as_is_said(models, temperature, epsilon):
    views = positions(least=3)[:2]
    amount = 200 if PLAIN else 20_000
    words, worths = draw_words(amount), networker().values(views)
    for view, worth in zip(views, worths, strict=True):
        one, cards, found = np.zeros(1, hearts.VIEW), np.zeros(amount, np.int64), np.zeros(64)
        one[0] = view
        cards_and_chances(one, house.record(DUTCH), new_models(models, [brain_of()]), words, 0.0, cards, found)
        legal = listed(view["legal"])
        most = worth[legal].max()
        likes = [exp((worth[card] - most) / temperature) if temperature else float(worth[card] == most) for card in legal]
        for card, like in zip(legal, likes, strict=True):
            wanted = epsilon / len(legal) + (1 - epsilon) * like / sum(likes)
            assert found[card] == pytest.approx(wanted, abs=1e-5)
            assert abs((cards == card).mean() - wanted) < 4.5 * (wanted * (1 - wanted) / amount) ** 0.5 + 1e-9
        assert sum(found) == pytest.approx(1)


def draw_words(amount):
    return np.array([draw(np.uint64(99), i) for i in range(amount)], np.uint64)


def test_a_little_chance_changes_playouts_and_none_does_not():
    views = positions()
    greedy, cold, warm, slipping = (
        thought_about(thinker(deals=DEALS, **options), views)[0].sums
        for options in ({}, {"temperature": 1e-9}, {"temperature": 3.0}, {"epsilon": 0.5})
    )
    assert (greedy == cold).all()
    assert (greedy != warm).any() and (greedy != slipping).any() and (warm != slipping).any()


# ---- deals that explain what was played ----


@kernel
def explain_all(views, rules, models, slip_chance, deals, replay, weights):
    explain(views[0], rules[0], models, slip_chance, deals, len(deals), replay[0], weights)


def chance_of_history(view, rules, hands, player, slip_chance):
    """How likely the others would have played what they did, in one deal: the hand played again from its first card."""
    seen = Seen(view, rules)
    games = np.zeros(1, hearts.GAME)
    table = games["table"]
    table["phase"], table["turn"], table["leader"], table["jack"] = hearts.PLAY, seen.first, seen.first, hearts.NOBODY
    table["history"], table["totals"], table["hand_number"] = hearts.NO_CARD, view["table"]["totals"], view["table"]["hand_number"]
    for seat in range(rules.players):
        games["hands"][0, seat] = int(hands[seat]) | sum(1 << NUMBER[card] for card in seen.played_by(seat))
    found, views = 1.0, np.zeros(1, hearts.VIEW)
    for seat, card in seen.plays:
        hearts.look_all(games, house.record(rules), np.zeros(1, np.uint32), views)
        choices = np.zeros(1, np.int8)
        player.choose(views, choices)
        legal = count(views["legal"][0])
        if seat != seen.seat and legal > 1:
            found *= slip_chance / legal + (1 - slip_chance) * (choices[0] == NUMBER[card])
        step(games, rules, fixed(NUMBER[card]))
    return found


@pytest.mark.parametrize("text", ["dutch", THREE])
def test_deals_are_weighed_by_what_the_others_would_have_played(text):
    rules = house.parse(PRESETS, text)
    network = networker(rules, brain_of(text))
    jake = Jake()
    jake.sit(hearts, rules)
    for view in positions(text)[1:]:
        deals, views = imagine(view, rules, 3, 5), np.zeros(1, hearts.VIEW)
        views[0] = view
        for player, models in ((network, models_of()), (jake, models_of(NO_BRAIN))):
            weights = np.zeros(3)
            explain_all(views, house.record(rules), new_models(models, [brain_of(text)]), 0.2, deals, np.zeros(1, hearts.GAME), weights)
            assert weights.tolist() == pytest.approx([chance_of_history(view, rules, hands, player, 0.2) for hands in deals])


def truth_and_guess(sampler, matches):
    """How likely an imagined card lies where it does, when three networks play, four tricks before the end; and the view's own share."""
    games = deal(hearts, DUTCH, 4, matches)
    record, rows = house.record(DUTCH), np.arange(matches, dtype=np.uint32)
    views, choices = np.zeros(matches, hearts.VIEW), np.zeros(matches, np.int8)
    network = networker()
    for _ in range(16):
        hearts.look_all(games, record, rows, views)
        network.choose(views, choices)
        hearts.choose_all(games, record, rows, views, choices)
    hearts.look_all(games, record, rows, views)
    player, right = thinker(deals=32, sampler=sampler), 0.0
    for i in range(matches):
        player.imagine(shown(views[i : i + 1]), 0, 32)
        right += np.bitwise_count(player._workspace.worlds[:32] & games["hands"][i]).sum() / (
            32 * np.bitwise_count(games["hands"][i]).sum()
        )
    return right / matches


@compiled_only
@pytest.mark.parametrize("sampler", [2, 3])
def test_weighted_deals_are_nearer_to_the_truth(sampler):
    assert truth_and_guess(sampler, 60) > truth_and_guess(0, 60) + 0.03


def test_weighing_says_how_many_deals_it_is_worth():
    views = positions()
    for sampler in (2, 3):
        thought, _ = thought_about(thinker(deals=DEALS, sampler=sampler, pool=3), views)
        assert (thought.effective > 0).all() and (thought.effective <= DEALS).all() and (thought.worlds == DEALS).all()


def test_if_nothing_explains_the_play_all_deals_are_alike():
    views = positions(seed=9)[-1:]  # cards of people who play in another way
    thought, choices = thought_about(thinker(deals=DEALS, sampler=2, slip_chance=0.0), views)
    assert thought.worlds[0] == DEALS and thought.effective[0] > 0
    assert choices[0] in listed(views["legal"][0])
