"""What a brain sees that counts facts about hands, and how it plays: against a book that tries everything; and the commands for it."""

import json
from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest

from cardshark.games import gin
from cardshark.games.gin.rules import PRESETS
from cardshark.learning.gin.evolution import Evolution, EvolutionMethod, Objective
from cardshark.learning.trainer import Training, train
from cardshark.players.brain_file import digest
from cardshark.players.gin.rummy.brain import Knock, RummyBrain, RummyDesign, RummyInputs, load_rummy
from cardshark.players.gin.rummy.facts import DEED_FACTS, DISCARD_FACTS, FACTS, HAND_FACTS, list_facts, note_knock, note_taken
from cardshark.players.gin.rummy.player import Rummy
from helpers import commands
from helpers.compiling import PLAIN
from helpers.designs import design_name
from helpers.gin.rummy import TURN, positions
from helpers.training import stop_at_once
from reference import rummy_facts_book as book
from reference.gin_book import KNOCK, PASS, PILE, PLAY_ON, STOCK
from reference.gin_side_by_side import WORD, bits
from reference.rummy_book import IN_ORDER

RANKS = "A23456789TJQK"
DESIGNS = [
    RummyDesign(RummyInputs.FACTS, hidden, knock=knock, returns=returns) for hidden, knock, returns in product([0, 4], Knock, [True, False])
]


# ---- the book ----


def told(mine, given="", theirs="", piled="", limit=10, turns=0):
    """A sight out of the names of cards."""
    return book.Sight(frozenset(mine.split()), given, frozenset(theirs.split()), frozenset(f"{piled} {given}".split()), limit, turns)


def only(sight, deed=book.NO_DEED):
    """The book's facts where there is one best arrangement."""
    (found,) = book.possible(sight, deed)
    return found.tolist()


def test_the_facts_of_a_hand_counted_by_hand():
    """Three sevens and three clubs in melds; outside them 4D 5D, and 4D 4H, and a king."""
    sight = told("7C 7D 7H AC 2C 3C 4D 5D 4H KS", given="6D", theirs="6S QS", piled="3D 7S", turns=8)
    hand = [
        2.3,  # 4 + 5 + 4 + 10
        4,  # 4D 5D 4H KS
        0.5,  # 4C and 4S; for 4D 5D the 3D lies on the pile and the 6D was just given away
        0.25,  # 4C beside the run; the fourth seven lies on the pile
        0.8,  # 4D and 4H
        0,
        0,
        0,  # the 4D has no run to go to any more
    ]
    discard = [
        0,
        1,  # the 6S
        0.75,  # 6C 6H, 6C 6S, 6H 6S; no run, for the 5D and the 7D are mine
    ]
    first = [*hand, *discard]
    assert only(sight) == pytest.approx([*first, *(fact / 2 for fact in first), *[0] * 7])
    assert only(sight, book.Deed(took=True))[-7:] == [1, 0.5, 0, 0, 0, 0, 0]
    assert only(sight, book.Deed(knocks=True))[-7:] == pytest.approx([0, 0, 1, 2.3, 0.5, 1.15, 2 / 3])


def test_more_facts_counted_by_hand():
    """A card may go two ways; a discard may be what he waits for; gin; a set's card beside a run counts as if it were free."""
    assert only(told("4D 5D 4H KC QC TS 8S 2S AH 7C"))[7] == 0.5  # the 4D
    waits = told("4D 5D 4H KC QC TS 8S 2S AH 7C", given="9H", theirs="9D 9S 8H")
    assert only(waits)[8:11] == [1, 0, 1.5]  # 9C 9D, 9C 9S, 9D 9S, 7H 8H, 8H TH, TH JH
    assert only(told("AC 2C 3C 4C 5D 5H 5S KD KH KS", limit=0))[5:7] == [1, 1]
    assert only(told("AC 2C 3C 4C 5D 5H 5S KD KH 2S", limit=10, piled="KC"))[5:7] == [0, 0]
    assert only(told("8C 8H 8S 9S TS JS JC JD JH QH"))[3] == 0.75  # 8D, QS, and 7S though it would break the eights


# ---- facts ----


def any_sight(random):
    """Ten cards and what is known of others; half of the time out of few ranks, so that there are melds."""
    ranks = RANKS if random.random() < 0.3 else random.choice([RANKS[low : low + 5] for low in range(9)] + [random.sample(RANKS, 5)])
    deck = sorted(IN_ORDER, key=lambda card: (card[0] not in ranks, random.random()))
    mine, rest = deck[:10], deck[10:]
    given = rest.pop(0) if random.random() < 0.7 else ""
    random.shuffle(known := rest[: random.choice([10, 20, 30])])
    held, pile = random.randint(0, 7), random.randint(0, 20)
    limit, turns = random.choice([0, 1, 5, 10]), random.randint(0, 20)
    return told(" ".join(mine), given, " ".join(known[:held]), " ".join(known[held : held + pile]), limit, turns)


def listed_facts(sight, deed=book.NO_DEED):
    """The facts as the package counts them."""
    found = np.full(FACTS, 99, np.float32)
    mine, given, theirs, piled = (np.uint64(bits(cards)) for cards in (sight.mine, {sight.given} - {""}, sight.theirs, sight.piled))
    late = list_facts(mine, given, theirs, piled, sight.limit, sight.turns, found)
    if deed.took:
        note_taken(late, found)
    if deed.knocks:
        note_knock(late, np.float32(len(sight.theirs)), found)
    return found


@pytest.mark.long
def test_facts_are_those_of_the_book():
    """Where several arrangements have the least deadwood, the facts are those of one of them, all of the same one."""
    random, seen, ways = Random(1), np.zeros(FACTS), 0
    for _ in range(300 if PLAIN else 3000):
        sight, deed = any_sight(random), book.Deed(random.random() < 0.5, random.random() < 0.5)
        found, wanted = listed_facts(sight, deed), book.possible(sight, deed)
        assert any(np.allclose(found, each, atol=1e-5) for each in wanted), (sight, deed, found, wanted)
        seen, ways = seen + (found != 0), ways + (len(wanted) > 1)
    assert len(seen) == len(only(told("AC 2C 3C 4C 5D 5H 5S KD KH KS"))) == 2 * len(HAND_FACTS + DISCARD_FACTS) + len(DEED_FACTS)
    assert seen.min() > 1 and ways > 1  # every fact was true at times


def test_facts_know_nothing_of_suits():
    """Exchange the suits of all cards, and the facts stay."""
    random = Random(2)
    for _ in range(100 if PLAIN else 1000):
        sight = any_sight(random)
        if len(book.arranged(sight.mine)) > 1:
            continue
        suits = dict(zip("CDHS", random.sample("CDHS", 4), strict=True))
        turned = [frozenset(card[0] + suits[card[1]] for card in cards) for cards in (sight.mine, {sight.given} - {""}, *sight[2:4])]
        other = sight._replace(mine=turned[0], given=min(turned[1], default=""), theirs=turned[2], piled=turned[3])
        assert (listed_facts(sight) == listed_facts(other)).all()


# ---- players and book side by side ----


def compare(brain, rules, matches, seed, follows=0.5):
    """Every decision of some matches; how many of each phase, how many were too close to tell, and what was chosen."""
    worth, design, found = book.valued_by(brain.parts()), brain.design, Counter()
    for view, choice in positions(Rummy(brain), rules, matches, seed, follows):
        phase = int(view["table"]["phase"])
        if phase not in TURN:
            continue
        wanted = book.sensible(view, worth, design.returns, design.knock.name.lower())
        assert WORD[choice] in wanted, (WORD[choice], wanted, book.sight_in(view))
        found[phase] += 1
        found["close"] += len(wanted) > 1
        if phase != gin.DISCARD:
            found[WORD[choice]] += 1
    return found


@pytest.mark.long
@pytest.mark.parametrize(("design", "preset"), [*zip(DESIGNS, ["eaai", "oklahoma"] * 6, strict=True)], ids=design_name)
def test_decisions_are_those_of_the_book(design, preset):
    rules = PRESETS[preset]._replace(hands=1, max_turns=6 if PLAIN else 0)
    found = sum((compare(RummyBrain.fresh(design, word), rules, 1, seed=word) for word in range(1 if PLAIN else 4)), Counter())
    assert found[gin.DISCARD] > 1 and (PLAIN or (found["close"] <= 0.05 * found.total() and found[PILE] and found[STOCK]))


@pytest.mark.long
@pytest.mark.parametrize("preset", ["eaai", "oklahoma", "paper"])
def test_decisions_of_the_shark_are_those_of_the_book(preset):
    rules = PRESETS[preset]._replace(hands=1, max_turns=12 if PLAIN else 60)
    found = compare(load_rummy("shark"), rules, 1 if PLAIN else 6, seed=5, follows=0.8)
    assert found[gin.DISCARD] > 1 and (PLAIN or (found["close"] <= 0.05 * found.total() and found[PILE] and found[STOCK]))


@pytest.mark.slow
def test_decisions_of_many_hands_are_those_of_the_book():
    found = Counter()
    for seed, (preset, units) in enumerate(product(["eaai", "oklahoma", "tournament", "paper"], [0, 4, None])):
        rules = PRESETS[preset]._replace(hands=1, max_turns=60)
        brain = load_rummy("shark") if units is None else RummyBrain.fresh(RummyDesign(RummyInputs.FACTS, units, knock=Knock.LEARNED), seed)
        found += compare(brain, rules, 2 if PLAIN else 6, seed)
    assert min(found[phase] for phase in TURN) > 5 and found["close"] < 0.05 * found.total()
    assert min(found[choice] for choice in (PILE, STOCK, PASS, KNOCK, PLAY_ON)) > 5


def test_among_equals_the_lowest_card_goes_the_stock_is_drawn_and_nobody_knocks():
    """With all weights zero every hand is worth the same."""
    brain, phases = RummyBrain(RummyDesign(RummyInputs.FACTS, 4, knock=Knock.LEARNED)), Counter()
    for view, choice in positions(Rummy(brain), PRESETS["eaai"]._replace(hands=1), 1 if PLAIN else 5, 7, follows=0.2):
        phase, drawn = int(view["table"]["phase"]), int(view["drawn"])
        from_pile = int(view["table"]["source"]) == gin.PILE
        own = [card for card in range(64) if int(view["hand"]) >> card & 1 and not (from_pile and card == drawn)]
        wanted = {gin.OFFER: gin.PASS, gin.DRAW: gin.STOCK, gin.DISCARD: min(own), gin.MAY_KNOCK: gin.PLAY_ON}
        if phase in TURN:
            assert choice == wanted[phase]
            phases[phase] += 1
    assert PLAIN or len(phases) == len(TURN)


def test_who_likes_little_deadwood_takes_what_lessens_it():
    """One weight, on the deadwood: the player takes, discards and knocks as anybody would expect."""
    brain = RummyBrain(RummyDesign(RummyInputs.FACTS, 0, knock=Knock.LEARNED))
    brain.parts()["output"][0], brain.parts()["output"][2 * 11 + 2] = -1, 1  # and knocking is good
    seen = Counter()
    for view, choice in positions(Rummy(brain), PRESETS["eaai"]._replace(hands=1), 1 if PLAIN else 10, 8):
        phase, sight = int(view["table"]["phase"]), book.sight_in(view)
        if phase == gin.DRAW and int(view["legal"]) >> gin.PILE & 1:
            top = WORD[int(view["table"]["pile"][int(view["table"]["pile_size"]) - 1])]
            least = min(book.deadwood(sight.mine - {card} | {top}) for card in sight.mine)
            assert (choice == gin.PILE) == (least < book.deadwood(sight.mine))
        elif phase == gin.DISCARD:
            values = [book.deadwood(sight.mine - {card}) for card in book.discardable(view, sight, returns=True)]
            assert book.deadwood(sight.mine - {WORD[choice]}) == min(values)
        elif phase == gin.MAY_KNOCK:
            assert choice == gin.KNOCK
        seen[phase] += 1
    assert seen[gin.DISCARD] > 5 and (PLAIN or seen[gin.MAY_KNOCK])


@pytest.mark.parametrize("hidden", [0, 4, "shark"])
def test_values_are_those_of_the_book(hidden):
    brain = load_rummy("shark") if hidden == "shark" else RummyBrain.fresh(RummyDesign(RummyInputs.FACTS, hidden), 1)
    player, worth = Rummy(brain), book.valued_by(brain.parts())
    views = np.array([view for view, _ in positions(player, PRESETS["eaai"]._replace(hands=1, max_turns=4 if PLAIN else 0), 2, 2)])
    views = views[np.isin(views["table"]["phase"], [gin.OFFER, gin.DRAW])]
    values, ranges = player.values(views), [worth(book.sight_in(view), book.NO_DEED) for view in views]
    assert len(views) and (values > 0).all() and (values < 1).all()
    assert (values >= [book.sigmoid(each.least) - 1e-5 for each in ranges]).all()
    assert (values <= [book.sigmoid(each.most) + 1e-5 for each in ranges]).all()


# ---- the commands ----

SHORT = f"eaai:max_turns={2 if PLAIN else 20}"
FLAGS = [
    "--inputs", "facts", "--hidden", "2", "--knock", "learned", "--games", "48", "--rules", SHORT, "--method", "cma",
    "--objective", "points", "--population", "4", "--pairs", "2", "--against", "simple+holdout", "--seed", "3", "--out", "mine.safetensors",
]  # fmt: skip
DESIGN = RummyDesign(RummyInputs.FACTS, 2, knock=Knock.LEARNED)
LESSON = Evolution(
    games=48, rules=SHORT, method=EvolutionMethod.CMA, objective=Objective.POINTS, population=4, pairs=2, against="simple+holdout"
)


def test_a_training_from_the_command_line(capsys, monkeypatch, tmp_path):
    """Stopped again and again, it goes on; the brain is the one that Python makes, and it sits down."""
    monkeypatch.chdir(tmp_path)
    for games in range(1, 22):  # at last in the middle of a generation, and of an epoch
        training = Training(DESIGN, LESSON, 3, tmp_path / "mine.safetensors")
        stop_at_once(training)
        assert training.course.game == games
    status, out, _ = commands.run(capsys, monkeypatch, "train", "evolution", *FLAGS, "--json")
    found, whole = json.loads(out), train(DESIGN, LESSON, 3)
    assert status == 0 and found["resumed"] == 21 and found["settings"]["inputs"] == "facts"
    assert found["sha256"] == digest(whole) == digest(load_rummy("mine.safetensors"))
    status, out, _ = commands.run(capsys, monkeypatch, "brains", "mine.safetensors")
    assert status == 0 and "--inputs facts" in " ".join(out.split())
    words = ["duel", "gin", "rummy:brain=mine.safetensors", "random", "--deals", "2", "--rules", f"{SHORT},hands=1", "--json"]
    status, out, _ = commands.run(capsys, monkeypatch, *words)
    assert status == 0 and json.loads(out)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["td", "--inputs", "facts"], "temporal differences are for brains that see cards: set inputs=one or inputs=four"),
        (["evolution", "--inputs", "fact"], "there is no setting for inputs 'fact': did you mean facts? (there is one, four, facts)"),
        (["evolution", "--inputs", "facts", "--against", "simple"], "set against=self, or method=es or cma"),
        (["evolution", "--inputs", "facts", "--method", "es", "--against", "sharks"], "sharks"),
    ],
)
def test_what_is_refused_is_refused_in_one_sentence(capsys, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    commands.check_refused(capsys, monkeypatch, sentence, "train", *words)
    assert not list(tmp_path.iterdir())


def test_the_shark_is_shown_and_plays(capsys, monkeypatch):
    status, out, _ = commands.run(capsys, monkeypatch, "brains", "shark")
    assert status == 0 and "--inputs facts" in " ".join(out.split())
    rules = ["--rules", f"eaai:hands=1,max_turns={4 if PLAIN else 0}"]
    status, out, _ = commands.run(capsys, monkeypatch, "duel", "gin", "rummy", "simple", "--deals", "2" if PLAIN else "20", *rules)
    assert status == 0 and "rummy" in out and "simple" in out
