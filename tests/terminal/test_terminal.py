"""A person at the keyboard, played by a typist who sees only what is printed."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from cardshark.cards import card, listed
from cardshark.chance import words
from cardshark.games import gin, hearts, house, transcript
from cardshark.games.match import Single
from cardshark.players import seat
from cardshark.terminal.evening import Evening, evening
from helpers.typist import CARD, Miser, Typist, found, play

# ---- a person plays ----


@pytest.mark.parametrize("rules", ["american:hands=4", "dutch:hands=2", "american:players=3,removed=2D,hands=2"])
def test_a_person_plays_hearts_by_what_is_underlined(rules: str, tmp_path: Path):
    typist = Typist()
    count = house.parse(hearts.PRESETS, rules).players
    assert play("hearts", rules, typist, ["random"] * (count - 1), save=tmp_path / "match")
    assert max(map(len, typist.printed[:-1])) <= 80
    assert "is not a card" not in typist.page.getvalue() and "Follow" in typist.page.getvalue()
    assert re.search(r" points?\.$", typist.printed[-2]) and "match" in typist.printed[-1]
    saved = transcript.load(tmp_path / "match")
    assert saved.players == ("terminal", *["random"] * (count - 1)) and saved.seed == 3
    played = [each for line in typist.printed if re.match(r" +\w+ (leads?|plays?) ", line) for each in CARD.findall(line)]
    passes = [saved.rules.pass_count * count if saved.rules.passing and k % 4 < 3 else 0 for k in range(len(saved.hands))]
    assert [card(each) for each in played] == [each for hand, k in zip(saved.hands, passes, strict=True) for each in hand.choices[k:]]


@pytest.mark.parametrize("seed", range(4))
def test_no_hidden_card_of_hearts_is_printed(seed: int, tmp_path: Path):
    typist = Typist()
    play("hearts", "american:hands=2", typist, ["random"] * 3, seed, tmp_path / "match")
    hands = transcript.load(tmp_path / "match").hands
    givers = iter([3, 1])  # to the left East passes to me, to the right West
    number = mine = public = 0
    for line in typist.printed:
        if line.startswith("Hand "):
            mine, public, number = hands[number].hands[0], 0, number + 1
        elif " passed you " in line:
            first = 3 * next(givers)
            assert listed(found(line)) == sorted(hands[number - 1].choices[first : first + 3])
            mine |= found(line)
        elif re.match(r" +\w+ (leads?|plays?) ", line):
            assert not found(line) & public  # played now, not before
            public |= found(line)
        else:
            assert not found(line) & ~(mine | public), line
    assert number == 2


@pytest.mark.parametrize("rules", ["eaai", "tournament", "straight", "oklahoma", "paper"])
def test_a_person_plays_gin(rules: str, tmp_path: Path):
    typist = Typist()
    assert play("gin", f"{rules}:hands=3,target=0,max_turns=90", typist, [Miser()], save=tmp_path / "match")
    assert max(map(len, typist.printed[:-1])) <= 80
    saved = transcript.load(tmp_path / "match")
    assert len(saved.hands) == 3
    discards = [card(CARD.search(line)[0]) for line in typist.printed if re.match(r" +\w+ discards? ", line)]
    assert discards == [choice for hand in saved.hands for choice in discarded(hand.choices)]


@pytest.mark.long
def test_what_is_shown_after_a_knock_adds_up():
    typist, laid_off = Typist(), 0
    for seed in range(8):
        play("gin", "eaai:hands=3", typist, [Miser()], seed)
    ends = re.findall(
        r"shows? .* deadwood (\d+)\n.* shows? .* deadwood (\d+)(, \d+ left)?\n\n(\w*!?) ?.* (\d+) points?", typist.page.getvalue()
    )
    for knocker, other, left, how, points in ends:
        final = int(left[2:-5] or other)
        laid_off += final < int(other)
        assert int(points) == {"Gin!": 25 + final, "Undercut!": 25 + int(knocker) - final}.get(how, final - int(knocker))
    assert len(ends) > 8 and laid_off


def test_bonuses_at_the_end_are_named():
    typist = Typist()
    play("gin", "tournament", typist, [Miser()], seed=4)
    totals = [line for line in typist.printed if line.startswith(" total")]
    assert [line.startswith(" total with bonuses") for line in totals] == [False] * (len(totals) - 1) + [True]


def discarded(choices: tuple[int, ...]) -> list[int]:
    """The choices that follow a draw."""
    return [after for choice, after in pairwise(choices) if choice in (gin.STOCK, gin.PILE)]


@pytest.mark.long
def test_every_question_of_gin_is_asked():
    prompts: list[str] = []
    for seed in range(12):
        for rules in ("eaai:hands=4", "tournament:hands=4"):
            typist = Typist()
            play("gin", rules, typist, [Miser()], seed)
            prompts += typist.prompts
    assert {prompt[:4] for prompt in prompts} == {"Take", "Draw", "Disc", "Knoc", "Whic", "Lay "}


@pytest.mark.parametrize("seed", range(6))
def test_no_hidden_card_of_gin_is_printed(seed: int, tmp_path: Path):
    typist = Typist()
    play("gin", "eaai:hands=4", typist, [Miser()], seed, tmp_path / "match")
    drawn = own_draws(transcript.load(tmp_path / "match"))
    hands = iter(transcript.load(tmp_path / "match").hands)
    known, shown = 0, False
    for line in typist.printed:
        if line.startswith("Hand "):
            hand = next(hands)
            known, shown = hand.hands[0] | 1 << hand.stock[0], False
        elif line.startswith("You drew "):
            assert found(line) == 1 << drawn.pop(0)
            known |= found(line)
        elif " Opponent discards " in line:
            known |= found(line)
        elif line.endswith((" knocks.", " knock.")):
            shown = True
        else:
            assert shown or not found(line) & ~known, line
    assert not drawn


def own_draws(saved: transcript.Transcript) -> list[int]:
    """What seat 0 drew in a match, in its order."""
    match = Single(gin, saved.rules, words(saved.seed, "deal", 1)[0], words(saved.seed, "luck", 1)[0])
    found = []
    for choice in [choice for hand in saved.hands for choice in hand.choices]:
        draws = match.state.table.turn == 0 and choice in (gin.STOCK, gin.PILE) and match.state.table.phase in (gin.OFFER, gin.DRAW)
        match.choose(choice)
        found += [int(match.state.drawn)] if draws else []
    return found


def test_that_somebody_plays_on_is_not_told():
    asked = []

    class Patient(Miser):
        def play(self, view) -> int:
            asked.append(view.phase == gin.MAY_KNOCK)
            return gin.PLAY_ON if asked[-1] else super().play(view)

    typist = Typist()
    for seed in range(4):
        play("gin", "eaai:hands=1", typist, [Patient()], seed)
    told = [line.split()[1] for line in typist.printed if re.match(" +Opponent ", line)]
    assert any(asked) and set(told) <= {"draws", "discards", "takes", "leaves", "shows"}


# ---- the coach ----


def test_a_newcomer_is_told_once_what_can_be_typed():
    typist = Typist(patience=8)
    play("hearts", "american", typist, ["random"] * 3)
    assert sum("? explains how, h asks the coach, q leaves the table." in line for line in typist.printed) == 1


def test_the_coach_gives_a_hint():
    typist = Typist("h", patience=40)
    play("hearts", "american:hands=1", typist, ["random"] * 3)
    advised = next(line for line in typist.printed if line.startswith("The coach would pass"))
    hand = next(line for line in typist.printed if CARD.match(line.strip()))
    assert found(advised).bit_count() == 3 and found(advised) & ~found(hand) == 0
    typist = Typist("hint", patience=5)
    play("hearts", "dutch:hands=1", typist, ["random"] * 3)
    start = next(row for row, line in enumerate(typist.printed) if line.startswith("The coach expects of this hand"))
    values = [float(re.findall(r"-?\d+\.\d", line)[0]) for line in typist.printed[start + 1 :] if " points (95 %:" in line]
    assert values and values == sorted(values)


def test_there_is_no_coach_in_an_experiment():
    typist = Typist("h", patience=3)
    players, texts = [seat("terminal"), *(seat("random") for _ in range(3))], ["terminal", *["random"] * 3]
    evening(Evening("hearts", house.parse(hearts.PRESETS, "dutch"), texts, 3, coach=False), players, typist.console, typist)
    page = typist.page.getvalue()
    assert "'h' is not a card" in page or "Type a card" in page
    assert "coach" not in page
