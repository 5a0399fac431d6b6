"""The last tricks, solved: against the book, which tries every card, and what the options do."""

from collections import Counter

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import gin, hearts, house
from cardshark.players.hearts.search.endgame import Foes, new_endgame, solve_all
from cardshark.players.hearts.search.imagine import imagine
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import rules_of, some_views, thinker
from helpers.players import chosen, seated, shown, thought_about
from reference import search_book as book

TABLES = {
    "american": {},
    "american:moon=shooter_minus": {},
    "american:moon=choice,limit=60": {"totals": [20, 59, 58, 0]},
    "dutch:win_back=yes": {"totals": [70, 30, 100, 50], "second_stage": True},
    "dutch": {},
    "american:jack_of_diamonds=10": {},
    "american:players=3,removed=2D": {},
    "falcon": {},
}


def last(tricks, rules):
    """Which views have so many tricks left, and cards to play."""
    size = rules.derived()["hand_size"]
    return lambda views: (views["table"]["phase"] == hearts.PLAY) & (size - views["table"]["trick"] == tricks)


@pytest.mark.parametrize("foes", Foes)
@pytest.mark.parametrize("text", TABLES)
def test_the_last_tricks_cost_what_the_book_says(text, foes):
    rules, deals = rules_of(text), 1 if PLAIN else 3
    views = np.concatenate([some_views(rules, 1 if PLAIN else 6, seed=5, keep=last(tricks, rules), **TABLES[text]) for tricks in (2, 3)])
    player = thinker(f"montecarlo:deals={deals},endgame=3,foes={foes.name.lower()}", rules)
    thought, choices = thought_about(player, views)
    for i, view in enumerate(views):
        sums = Counter()
        for hands in imagine(view, rules, deals, int(view["luck"])).tolist():
            sums.update(book.solved_costs(view, rules, hands, foes == Foes.HOSTILE))
        legal = listed(view["legal"])
        assert {card: thought.sums[i, card] for card in legal} == {card: sums[card] for card in legal}
        assert choices[i] == min(legal, key=lambda card: (sums[card], card))


def test_both_readings_are_bounds_for_each_other():
    """Whoever is against me costs me at least as much as whoever plays for himself; and somewhere it costs more."""
    rules = rules_of("american")
    views = some_views(rules, 4 if PLAIN else 40, seed=6, keep=last(3, rules))
    found = [thought_about(thinker(f"montecarlo:deals=4,endgame=3,foes={foes}", rules), views)[0].sums for foes in ("selfish", "hostile")]
    tried = np.array([[bool(int(view["legal"]) >> card & 1) for card in range(64)] for view in views])
    worse = (found[1] - found[0])[tried]
    assert (worse >= 0).all() and (PLAIN or worse.max() > 0)


def test_playouts_end_in_the_solution():
    """`finish` solves the end of hands that are far from it; before the last tricks `endgame` alone changes nothing."""
    rules = rules_of("dutch")
    views = some_views(rules, 2 if PLAIN else 20, seed=7, keep=last(6, rules))
    plain, ended, finished = (
        thought_about(thinker(f"montecarlo:deals=5{more}", rules), views)[0].sums for more in ("", ",endgame=3", ",finish=3")
    )
    assert (plain == ended).all()
    assert (plain != finished).any()


def test_finished_hands_keep_their_score_and_games_stay_as_they_are():
    games, costs = np.zeros(2, hearts.GAME), np.full(2, np.nan)
    games["table"]["trick"], games["table"]["points"][0] = 13, [26, 0, 0, 0]
    before = games.copy()
    solve_all(games, house.record(rules_of("american")), 1, 0, new_endgame(), costs)
    assert costs.tolist() == [26.0, 0.0] and (games == before).all()


@pytest.mark.parametrize("options", ["endgame=6", "finish=-1"])
def test_only_a_few_tricks_are_solved(options):
    with pytest.raises(UserError, match="0 to 5 tricks that are solved"):
        thinker(f"montecarlo:{options}", rules_of("american"))


@pytest.mark.parametrize("player", ["montecarlo", "champion"])
def test_gin_has_no_tricks_to_solve(player):
    with pytest.raises(UserError, match="endgame means nothing at"):
        seated(f"{player}:endgame=3", gin, gin.PRESETS["eaai"])


@compiled_only
def test_a_champion_solves_the_end_too():
    """Of the same deals: with three tricks left it may choose another card than by the policy's playouts, before that never."""
    rules = rules_of("american")
    plain, solving = (thinker(f"champion:deals=8{more}", rules) for more in ("", ",endgame=3"))
    early, late = (some_views(rules, 30, seed=8, keep=last(tricks, rules)) for tricks in (6, 3))
    assert chosen(plain, early) == chosen(solving, early)
    assert (decided(plain, late).sums != decided(solving, late).sums).any()


def decided(player, views):
    """What a player thought."""
    return player.decide(shown(views), np.zeros(len(views), np.int8))
