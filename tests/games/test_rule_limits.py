"""Where house rules end: the last value that can be played is accepted, and the next one is refused in one sentence."""

import pytest

from cardshark.games import house
from cardshark.games.gin.rules import LONGEST_HAND, LONGEST_MATCH, OUT_OF_REACH
from cardshark.games.gin.rules import PRESETS as GIN
from cardshark.games.hearts.rules import MOST_HANDS
from cardshark.games.hearts.rules import PRESETS as HEARTS
from cardshark.text import UserError


def check_edge(presets, text, most, sentence):
    """`text` with this value can be played, and with one more it cannot; below 0 neither."""
    house.parse(presets, text.format(most))
    house.parse(presets, text.format(0))
    for wrong in (most + 1, -1):
        with pytest.raises(UserError, match=sentence):
            house.parse(presets, text.format(wrong))


GIN_EDGES = {
    "knock_limit": 100, "stock_left": 30, "max_turns": 30_000, "target": 1_000_000, "hands": 1_000_000,
    **dict.fromkeys(["gin_bonus", "big_gin", "undercut_bonus", "game_bonus", "box"], 1000),
    **dict.fromkeys(["gin_boxes", "undercut_boxes"], 10),
}  # fmt: skip


@pytest.mark.parametrize("name", GIN_EDGES)
def test_rules_of_gin_end_here(name):
    other = {"target": "hands=1", "hands": "target=100"}.get(name, "tie=nobody")
    check_edge(GIN, f"eaai:{other},{name}={{}}", GIN_EDGES[name], f"{name} must be 0 to {GIN_EDGES[name]}, not ")


def test_what_follows_from_rules_of_gin():
    assert (LONGEST_HAND, LONGEST_MATCH, OUT_OF_REACH) == (30_000, 1_000_000, 2_147_483_647)
    assert house.parse(GIN, "eaai").derived() == {"last_turn": LONGEST_HAND, "last_hand": LONGEST_MATCH, "goal": 100}
    assert house.parse(GIN, "eaai:max_turns=7,hands=3,target=0").derived() == {"last_turn": 7, "last_hand": 3, "goal": OUT_OF_REACH}


@pytest.mark.parametrize("name", ["heart", "queen_of_spades", "jack_of_clubs", "jack_of_diamonds"])
def test_a_card_of_hearts_costs_at_most_a_hundred(name):
    others = ",".join(f"{other}=0" for other in ("heart", "queen_of_spades", "jack_of_clubs") if other != name)
    rules = f"dutch:lowest=11,hands=1,limit=0,removed=JH+QH+KH+JS,{others},{name}={{}}"  # a single heart is left
    check_edge(HEARTS, rules, 100, f"{name} must be 0 to 100 points, not ")


ACCEPTED = [
    "american:heart=8,queen_of_spades=23",  # 127 points together
    "american:limit=31974",
    "american:limit=0,hands=1230",  # 1,230 times 26 points are 31,980
    "american:queen_of_spades=19,limit=0,hands=1000",  # a thousand times 32
    f"american:heart=0,queen_of_spades=0,limit=0,hands={MOST_HANDS}",
    "american:heart=0,queen_of_spades=0,jack_of_diamonds=1,limit=0,hands=30000",
    "american:heart=0,queen_of_spades=1,jack_of_diamonds=0,limit=1",
    "american:heart=1,queen_of_spades=0,jack_of_diamonds=12",
    "dutch:lowest=14,pass_count=1",
    "american:moon=shooter_minus,heart=0,hands=1",
    "dutch:lowest=14,removed=AC,players=3,hands=1",
    "american:lowest=14",
]
REFUSED = {
    "american:heart=8,queen_of_spades=24": "at most 127 points, not 128",
    "american:limit=31975": "totals can grow to at most 32000 points",
    "american:limit=0,hands=1231": "totals can grow to at most 32000 points",
    "american:heart=0,queen_of_spades=0,limit=0,hands=30001": "hands is 0 .none. to 30000",
    "american:heart=0,queen_of_spades=0,jack_of_diamonds=2,limit=0,hands=30000": "totals can grow to at most 32000 points",
    "american:heart=1,queen_of_spades=0,jack_of_diamonds=13": "a match needs an end",
    "american:moon=shooter_minus,heart=0": "with one penalty card every hand would be a moon",
    "american:heart=0,queen_of_spades=0,ties=play_on,hands=1": "without penalty cards a tie would be played on for ever",
    "american:players=3": r"52 cards cannot be dealt evenly to 3 players: remove 1 \(removed=2D\)",
    "dutch:players=3": r"32 cards cannot be dealt evenly to 3 players: remove 2 \(removed=2D\+\.\.\.\)",
    "dutch:removed=2D": "cannot be removed because not all of it is in the deck",
    "american:lowest=3,highest=2": "ranks run from 2 to 14",
}


@pytest.mark.parametrize("text", ACCEPTED)
def test_rules_of_hearts_at_the_edge_can_be_played(text):
    if text == "american:lowest=14":
        text += ",first_lead=lowest_club,pass_count=1"
    house.parse(HEARTS, text)


@pytest.mark.parametrize("text", REFUSED)
def test_rules_of_hearts_beyond_the_edge_are_refused(text):
    with pytest.raises(UserError, match=REFUSED[text]):
        house.parse(HEARTS, text)


def test_what_follows_from_rules_of_hearts():
    derived = house.parse(HEARTS, "american:hearts_breaking=heart_or_queen").derived()
    assert int(derived["forced"]) == 1
    assert int(derived["held_back"]) == 0x1FFF << 32
    assert int(derived["breakers"]) == 0x1FFF << 32 | 1 << 48 + 10
    free = house.parse(HEARTS, "american:first_lead=rotate,hearts_breaking=none,first_trick_points=yes").derived()
    assert [int(free[name]) for name in ("forced", "held_back", "banned")] == [0, 0, 0]
    lowest = house.parse(HEARTS, "dutch:first_lead=lowest_club,first_lead_forced=yes,hearts_breaking=heart").derived()
    assert (int(lowest["forced"]), int(lowest["breakers"])) == (1 << 5, 0x1FFF << 32)
