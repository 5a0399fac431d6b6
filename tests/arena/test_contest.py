"""Contests: several tables on the same deals, turned round, and arithmetic with what they show."""

import json

import numpy as np
import pytest

from cardshark.arena.contest import Contest, key_of, play_contests, read_standing
from cardshark.arena.duel import duel
from cardshark.arena.jobs import Crew
from cardshark.arena.records import Clock
from cardshark.arena.stats import Estimate, Moments
from cardshark.games import hearts, house
from cardshark.learning import Design, Lesson, train
from cardshark.play import Table, play
from cardshark.players import seat
from cardshark.players.brain_file import save


class Memory:
    """Keeps pieces in a dict."""

    def __init__(self):
        self.done, self.added = {}, 0

    def put(self, key, value, seconds=0.0, made=None):
        self.done[key] = value
        self.added += 1


TABLES = (("stock", "random", "random", "random"), ("greedy", "stock", "jake", "random"))
CONTEST = Contest("mixed", TABLES, 300, "passleft")


def test_a_turned_table_of_one_against_three_is_a_duel():
    standing = play_contests([CONTEST], 5, Memory())["mixed"]
    found = duel(hearts, hearts.PRESETS["passleft"], ("stock", seat("stock")), ("random", seat("random")), 300, 5)
    assert standing.points(0, 0).value == pytest.approx(found.points_a)
    difference = (standing.points(0, 0) - standing.points(0, 1, 2, 3)).interval()
    assert difference == pytest.approx((found.difference, found.low, found.high))
    assert standing.share(0, 0).value == pytest.approx(found.share_a)


def test_points_of_a_table_add_up_to_26_and_78_with_a_moon():
    standing = play_contests([CONTEST], 5, Memory())["mixed"]
    for table in range(2):
        assert 4 * standing.points(table).value == pytest.approx(26 + 52 * standing.moons(table) / 1000)
        assert sum(standing.share(table, place).value for place in range(4)) == pytest.approx(1)


def test_what_is_kept_is_not_played_again_and_the_result_is_the_same():
    memory = Memory()
    whole = play_contests([CONTEST], 5, memory)["mixed"].moments
    pieces = memory.added
    for gone in list(memory.done)[::2]:
        del memory.done[gone]
    missing, memory.added = pieces - len(memory.done), 0
    assert play_contests([CONTEST], 5, memory)["mixed"].moments == whole
    assert memory.added == missing


def test_a_contest_may_begin_at_any_deal():
    whole = play_contests([CONTEST], 5, Memory())["mixed"]
    parts = [CONTEST._replace(deals=100), CONTEST._replace(deals=200, first=100)]
    found = [play_contests([part], 5, Memory())["mixed"] for part in parts]
    assert found[0].moments + found[1].moments == whole.moments
    assert read_standing(json.loads(json.dumps(found[1].to_json()))).contest == parts[1]
    old = {name: value for name, value in whole.to_json().items() if name != "first"}
    assert read_standing(old).contest == CONTEST


def test_a_contest_that_was_edited_is_played_again():
    memory = Memory()
    play_contests([CONTEST], 5, memory)
    for edited in (CONTEST._replace(tables=TABLES[::-1]), CONTEST._replace(rules="dutch")):
        memory.added = 0
        assert play_contests([edited], 5, memory)["mixed"].moments == play_contests([edited], 5, Memory())["mixed"].moments
        assert memory.added
    memory.added = 0
    play_contests([CONTEST], 5, memory)
    assert not memory.added


def test_another_seed_is_another_contest_and_more_deals_are_not():
    memory = Memory()
    play_contests([CONTEST], 5, memory)
    blocks, memory.added = set(memory.done), 0
    play_contests([CONTEST], 6, memory)
    assert memory.added == len(blocks) and set(memory.done) > blocks
    for deals in (301, 900, 20_000):  # the block of 300 deals was cut short; it is reused all the same
        longer, known, memory.added = CONTEST._replace(deals=deals), dict(memory.done), 0
        assert play_contests([longer], 5, memory)["mixed"].moments == play_contests([longer], 5, Memory())["mixed"].moments
        assert memory.added and {key: memory.done[key] for key in known} == known
        fresh = [json.loads(json.dumps(memory.done[key]))["moments"]["count"] for key in memory.done.keys() - known.keys()]
        assert sum(fresh) == deals - sum(each["moments"]["count"] for key, each in known.items() if key.startswith(key_of(CONTEST, 5, {})))


def test_a_contest_with_fewer_deals_reuses_the_blocks_that_fit():
    memory = Memory()
    for deals in (20_000, 7_000, 20_000):
        memory.added = 0
        shorter = CONTEST._replace(deals=deals)
        assert play_contests([shorter], 5, memory)["mixed"].moments == play_contests([shorter], 5, Memory())["mixed"].moments
    assert not memory.added


def test_a_brain_is_known_by_its_weights_and_not_by_its_file(tmp_path):
    contest = Contest("brains", (("network:brain={it}", "random", "random", "random"),), 20, "dutch")

    def key(name, brain):
        path = tmp_path / name
        save(brain, path)
        return key_of(contest, 5, {"it": str(path)})

    one, other = (train(Design(hidden="16"), Lesson(games=1, rules="dutch:limit=20"), seed) for seed in (1, 2))
    first = key("one.safetensors", one)
    one.about["commit"] = "another"
    assert key("copy.safetensors", one) == first
    assert key("other.safetensors", other) != first
    assert key("one.safetensors", other) != first  # trained anew into the same file
    named = [key_of(contest._replace(tables=((f"network:brain={name}", *["random"] * 3),)), 5, {}) for name in ("owl", "owl")]
    assert named[0] == named[1] != first


@pytest.mark.long
def test_two_workers_get_the_same_bits():
    other = Contest("other", (("random", "stock", "stock", "stock"),), 100, "falcon")
    here = play_contests([CONTEST, other], 5, Memory())
    there = play_contests([CONTEST, other], 5, Memory(), Crew("cores", 2))
    assert {name: found.moments for name, found in here.items()} == {name: found.moments for name, found in there.items()}


def test_a_standing_survives_json():
    standing = play_contests([CONTEST], 5, Memory())["mixed"]
    assert read_standing(standing.to_json()) == standing


MATCHES = Contest("matches", TABLES, 40, "dutch:limit=30", matches=True)


def test_matches_end_as_the_loop_ends_them():
    """Every match of every turn again, one by one, and figures worked out without any sums."""
    standing = play_contests([MATCHES], 5, Memory())["matches"]
    rules = house.parse(hearts.PRESETS, MATCHES.rules)
    for number, table in enumerate(MATCHES.tables):
        totals = np.empty((4, MATCHES.deals, 4), int)  # by turn, match and place at the table
        for turn in range(4):
            players = [seat(table[(place - turn) % 4]) for place in range(4)]
            games = Table(hearts, rules, players, MATCHES.deals).deal(5, MATCHES.deals, luck=f"luck {turn}")
            play(hearts, rules, games, players)
            totals[turn] = np.roll(games["table"]["totals"], -turn, axis=1)
        first = totals == totals.min(axis=2, keepdims=True)
        wins = first / first.sum(axis=2, keepdims=True)
        for place in range(4):
            assert standing.points(number, place).value == pytest.approx(totals[..., place].mean())
            assert standing.spread(number, place) == pytest.approx(totals[..., place].std(ddof=1))
            assert standing.lowest(number, place) == totals[..., place].min()
            assert standing.wins(number, place).value == pytest.approx(wins[..., place].mean())
            by_match = wins[..., place].mean(axis=0)
            low, high = standing.wins(number, place).interval()[1:]
            assert high - low == pytest.approx(2 * 2.0227 * by_match.std(ddof=1) / np.sqrt(MATCHES.deals), rel=1e-4)
    assert standing.wins(1).value == pytest.approx(1 / 4)
    assert 4 < standing.hands(0) < 20


@pytest.mark.long
def test_matches_are_the_same_in_any_pieces_and_survive_json():
    standing = play_contests([MATCHES], 5, Memory())["matches"]
    halves = play_contests([MATCHES], 5, Memory(), Crew("cores", 2))["matches"]
    assert (halves.moments, halves.ends) == (standing.moments, standing.ends)
    longer = MATCHES._replace(deals=700)  # more than one piece
    memory = Memory()
    whole = play_contests([longer], 5, memory)["matches"]
    assert memory.added > 1
    assert play_contests([longer], 5, memory)["matches"] == whole == read_standing(json.loads(json.dumps(whole.to_json())))


def test_single_hands_have_no_winner():
    standing = play_contests([CONTEST._replace(deals=2)], 5, Memory())["mixed"]
    with pytest.raises(ValueError, match="single hands"):
        standing.wins(0, 0)


def test_a_choice_that_nobody_timed_takes_no_number():
    standing = play_contests([CONTEST._replace(deals=2)], 5, Memory())["mixed"]
    assert standing.microseconds("stock") > 0
    assert np.isnan(standing._replace(clocks={"stock": Clock(0.0, 0)}).microseconds("stock"))


def test_estimates_move_as_the_delta_method_says():
    """Against the spread of many samples of the same size."""
    random = np.random.default_rng(3)
    found = []
    for _ in range(400):
        figures = random.poisson((20, 30, 10), (200, 3)).T
        figures[1] += figures[0]
        one, two, three = (Estimate.of(Moments.of(figures), [place == which for place in range(3)]) for which in range(3))
        found.append((one / two - three / (one + two)).interval())
    values = np.array([each.value for each in found])
    half = np.mean([(each.high - each.low) / 2 for each in found])
    assert half == pytest.approx(1.972 * values.std(), rel=0.15)
    truth = 20 / 50 - 10 / 70
    assert np.mean([each.low <= truth <= each.high for each in found]) > 0.91


def test_dividing_by_nothing_is_not_a_number():
    nothing = Estimate.of(Moments.of(np.zeros((2, 5), np.int64)), [1, 0])
    assert np.isnan((nothing / nothing).value)
