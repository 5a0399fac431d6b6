"""What a page may show of a hand of gin: names of choices, refusals, the story, the end, and never a hidden card."""

import re

import msgspec
import numpy as np
import pytest

from cardshark.cards import cards, listed, name
from cardshark.coach.sentences import all_texts
from cardshark.games import gin
from cardshark.games.gin import melds
from cardshark.games.gin.rules import PRESETS, HandResult, LayOff, Rules
from cardshark.games.match import Single
from cardshark.text import UserError
from cardshark.web.games.gin import choices, showdown
from cardshark.web.games.gin import state as page
from helpers.gin.hands import play_hands

CARD = re.compile(rb"[2-9TJQKA][CDHS]")
RULES = {
    "eaai": PRESETS["eaai"],
    "tournament": PRESETS["tournament"],
    "oklahoma": PRESETS["oklahoma"],
    "paper": PRESETS["paper"]._replace(max_turns=200),
    "best": Rules(lay_off=LayOff.BEST),
}


def known_to(match, played, seat):
    """All cards that this seat has seen in this hand."""
    game = match.state if not played else played[-1][0]
    seen = int(game.hands[seat]) | 1 << int(game.table.upcard)
    for before, choice in [*played, (match.state, None)] if match.state.table.hand_number == 0 else played:
        table = before.table
        seen |= int(before.hands[seat]) | int(table.piled) | int(table.known[1 - seat]) | int(table.laid_off)
        seen |= sum(1 << int(card) for card in table.discards if card >= 0)
        if choice is not None and table.phase == gin.DISCARD and choice != gin.BIG_GIN:
            seen |= 1 << choice
    if match.state.table.hand_number == 0:
        seen |= int(match.state.hands[seat])
    return {name(card) for card in listed(seen)}


@pytest.mark.long
@pytest.mark.parametrize("preset", RULES)
def test_no_hidden_card_is_told(preset):
    shown = 0
    for match, played in play_hands(RULES[preset], hands=6):
        if showdown.has_ended(match, played):
            continue
        for seat in range(gin.SEATS):
            state = page.gin_state(match, seat, played)
            found = {each.decode() for each in CARD.findall(msgspec.json.encode([state, page.gin_known(match, played)]))}
            assert found <= known_to(match, played, seat)
            assert {name(card) for card in listed(match.state.hands[seat])} & found or not state.melds
            shown += len(found)
        closed = msgspec.json.encode(page.gin_state(match, None, played))
        both = known_to(match, played, 0) & known_to(match, played, 1)
        assert {each.decode() for each in CARD.findall(closed)} <= both
    assert shown > 1000


def test_that_a_player_could_knock_is_nobodys_business():
    secret = 0
    for match, _ in play_hands(PRESETS["eaai"], ("holdout", "holdout")):
        if match.state.table.phase != gin.MAY_KNOCK:
            continue
        asked = int(match.state.table.turn)
        assert page.gin_phase(match, asked) == "knock" and not page.is_secret(match, asked)
        assert page.gin_phase(match, 1 - asked) == "discard" and page.is_secret(match, 1 - asked)
        assert page.act(match.state, gin.PLAY_ON, 1 - asked) == []
        secret += 1
    assert secret > 5


@pytest.mark.parametrize("preset", RULES)
def test_choices_have_names_and_the_rest_is_refused_with_a_reason(preset):
    phases = set()
    for match, played in play_hands(RULES[preset], hands=8):
        if showdown.has_ended(match, played):
            continue
        view = match.view()
        named = choices.gin_choices(view)
        assert sorted(choices.choice_number(view, each) for each in named) == listed(view.legal)
        assert all(choices.choice_name(view, choices.choice_number(view, each)) == each for each in named)
        refused = choices.gin_refusals(view)
        hand = {name(card) for card in listed(view.hand)}
        assert {*refused} - {"pile"} == hand - {*named}
        assert not {*refused} & {*named}
        phases.add(int(view.table.phase))
    assert {gin.DRAW, gin.DISCARD, gin.MAY_KNOCK} <= phases


def test_what_is_no_choice_is_refused_in_a_sentence():
    match = Single(gin, PRESETS["eaai"], 1, 2)
    match.view()
    view = match.views.copy()[0]
    with pytest.raises(UserError, match="is not a card"):
        choices.choice_number(view, "horse")
    view.table.phase = gin.SPREAD
    for text in ("way 0", "way 1000", "way x", "QS"):
        with pytest.raises(UserError, match="no way to lay down"):
            choices.choice_number(view, text)
    assert choices.choice_number(view, "way 2") == 1


@pytest.mark.long
@pytest.mark.parametrize("preset", RULES)
def test_the_end_of_a_hand_adds_up(preset):
    """The deadwood that the page shows explains the points that the rules gave, for every way of laying off."""
    rules, results = RULES[preset], set()
    bonus = {
        HandResult.KNOCK: 0,
        HandResult.GIN: rules.gin_bonus,
        HandResult.BIG_GIN: rules.big_gin,
        HandResult.UNDERCUT: rules.undercut_bonus,
    }
    for styles, seed in ((("simple", "minimiser"), 1), (("minimiser", "holdout"), 2), (("lowcards", "simple"), 3)):
        for match, played in play_hands(rules, styles, seed, hands=25):
            if not showdown.has_ended(match, played):
                continue
            result = HandResult(int(match.state.result))
            state, (words, *_) = page.gin_state(match, 0, played), showdown.gin_words(match, played)
            results.add(result)
            shown = [each for layout in state.layouts for meld in layout.melds for each in meld.cards]
            shown += [each for layout in state.layouts for each in layout.dead]
            assert len(shown) == len({*shown}) == sum(int(hand).bit_count() for hand in match.state.shown)
            if result not in (HandResult.VOID, HandResult.TIE):
                assert words.args["bonus"] == bonus[result] and words.args["points"] == match.state.scores[int(match.state.winner)]
            assert words.key == f"gin_end_{result.name.lower()}"
    assert len(results) >= 3


def test_the_story_of_a_turn():
    match = Single(gin, PRESETS["eaai"]._replace(upcard_offer=False), 5, 6)
    played = []
    for choose in (gin.STOCK, None):
        choice = choose if choose is not None else listed(match.view().legal)[0]
        played.append((match.games.copy()[0], choice))
        match.choose(choice)
    seat = int(played[0][0].table.turn)
    drawn = name(int(played[1][0].drawn))
    mine, theirs = page.gin_state(match, seat, played).acts, page.gin_state(match, 1 - seat, played).acts
    assert [(each.what, each.card) for each in mine] == [("stock", drawn), ("discard", name(played[1][1]))]
    assert [(each.what, each.card) for each in theirs] == [("stock", ""), ("discard", name(played[1][1]))]


def test_own_hand_in_its_melds_with_what_each_discard_leaves():
    match = Single(gin, PRESETS["eaai"]._replace(upcard_offer=False), 5, 6)
    seat = int(match.state.table.turn)
    match.games["hands"][0, seat] = cards("2C 3C 4C 9D 9H 9S KH QD 5S 7C")
    match.state.stock[match.state.table.stock_left - 1] = listed(cards("AD"))[0]
    match.choose(gin.STOCK)
    state = page.gin_state(match, seat)
    assert [meld.cards for meld in state.melds] == [["9D", "9H", "9S"], ["2C", "3C", "4C"]]
    assert state.deadwood == 33 and state.drawn == "AD"
    assert state.after["KH"] == 23 and state.after["9D"] == 33 + 18 and state.after["2C"] == 33 + 7
    assert state.after == {
        name(card): melds.deadwood(np.uint64(int(match.state.hands[seat]) ^ 1 << card)) for card in listed(match.state.hands[seat])
    }


def test_laid_off_cards_find_their_melds():
    spread = [int(cards("4S 5S 6S")), int(cards("9C 9D 9H"))]
    showdown.lay_on(spread, int(cards("8S 7S 3S 9S")))
    assert spread == [cards("3S 4S 5S 6S 7S 8S 9S"), cards("9C 9D 9H")]  # a run before a set: it can grow further


def test_every_phase_act_and_ending_has_words_in_both_languages():
    texts = all_texts()
    phases = {*gin.PHASES} - {"over"}
    acts = {"stock", "pile", "pass", "discard", "knock", "gin", "big_gin", "spread", "lay-off", "done"}
    wanted = {f"gin_{kind}_{phase}" for kind in ("ask", "turn", "no") for phase in phases}
    wanted |= {f"review_phase_{phase}" for phase in phases}
    wanted |= {f"gin_{kind}_{what}" for kind in ("says", "deed") for what in acts}
    wanted |= {f"gin_end_{result.name.lower()}" for result in HandResult} | {
        "gin_no_throw_back",
        "gin_no_knock",
        "gin_no_pile",
        "gin_end_double",
    }
    wanted |= {f"gin_end_{result.name.lower()}_you" for result in HandResult if result not in (HandResult.VOID, HandResult.TIE)}
    wanted |= {f"choice_{word}" for word in choices.GIN_CHOICES} | {"choice_way"}
    for language, found in texts.items():
        assert wanted <= found.keys(), language
