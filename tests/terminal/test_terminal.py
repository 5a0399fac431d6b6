"""A person at the keyboard, played by a typist who sees only what is printed."""

import io
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from cardshark.cards import CardSet, card, cards, listed, name
from cardshark.chance import words
from cardshark.games import game_named, gin, hearts, house, transcript
from cardshark.games.gin.melds import listed_arrangements
from cardshark.games.match import Single
from cardshark.play import IllegalChoice
from cardshark.players import seat
from cardshark.players.player import Bot, Player
from cardshark.players.terminal import Leaves, Terminal
from cardshark.players.terminal.hearts import HeartsSeat
from cardshark.terminal.evening import Evening, evening
from cardshark.text import UserError

CARD = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


class Typist:
    """Reads what is printed, and types: first the lines that were prepared, then a card that is offered; at last input ends."""

    def __init__(self, *lines: str, patience: int = 2000) -> None:
        self.page = io.StringIO()
        self.console = Console(file=self.page, width=80, no_color=True)
        self.lines, self.patience, self.prompts = list(lines), patience, []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if self.patience == 0:
            raise EOFError
        self.patience -= 1
        typed = self.lines.pop(0) if self.lines else self.answer(prompt)
        self.page.write(f"{prompt}{typed}\n")
        return typed

    @property
    def printed(self) -> list[str]:
        return self.page.getvalue().splitlines()

    def answer(self, prompt: str) -> str:
        """A card where a card is asked for; otherwise what a careful gin player does."""
        if prompt.startswith(("Your card", "Pass", "Discard")):
            return self.offered()[-1]
        return {"Take": "n", "Draw": "s", "Knoc": "k", "Whic": "", "Lay ": ""}[prompt[:4]]

    def offered(self) -> list[str]:
        """The cards of the hand above: the underlined ones; in gin the deadwood, the dearest last."""
        lines = [*self.page.getvalue()[-2000:].splitlines(), ""]
        row = max(row for row, line in enumerate(lines) if line.startswith("  ") and CARD.match(line.strip()))
        hand, marks = lines[row], lines[row + 1] if set(lines[row + 1]) <= set(" ─") else ""
        found = [match[0] for match in CARD.finditer(hand) if not marks or "─" in marks[match.start() : match.end()]]
        if "deadwood" in hand:
            found = CARD.findall(hand.split("|")[-1])
            found.sort(key=lambda each: (card(each) + 1 & 15) % 13)
        return found


@dataclass(frozen=True)
class Miser(Bot):
    """Gin for tests: throws away the dearest unmelded card and knocks as soon as it may."""

    def play(self, view) -> int:
        if view.phase == gin.DISCARD:
            melded = sum(listed_arrangements(view.hand)[0].melds)
            return max((each for each in view.choices if each & 15 < 13), key=lambda each: (not melded >> each & 1, (each + 1 & 15) % 13))
        return view.choices[0]  # the stock, the pile, a knock, the least deadwood, or a card to lay off


def play(
    game_name: str, rules: str, typist: Typist, others: list[Player] | list[str], seed: int = 3, save: Path | None = None
) -> list[int] | None:
    players = [seat("terminal"), *(seat(each) if isinstance(each, str) else each for each in others)]
    texts = ["terminal", *("random" if isinstance(each, str) else "miser" for each in others)]
    settings = Evening(game_name, house.parse(game_named(game_name).PRESETS, rules), texts, seed, save=save)
    return evening(settings, players, typist.console, typist)


def found(text: str) -> CardSet:
    """The cards that stand in a text."""
    return sum({1 << card(each) for each in CARD.findall(text)})


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


# ---- what is typed wrong ----


def ask(hand: str, legal: str, *lines: str, rules: str = "american", history: str = "", **table: int) -> tuple[str, str]:
    """The card that a person on seat 0 chooses, and all that was printed."""
    view = np.zeros(1, hearts.VIEW)
    view["hand"], view["legal"] = cards(hand), cards(legal)
    played = [card(each) for each in history.split()]
    view["table"]["history"][0, : len(played)] = played
    view["table"]["played"], view["table"]["phase"] = len(played), hearts.PLAY
    view["table"]["seen"] = sum(1 << each for each in played)
    for field, value in table.items():
        view["table"][field] = value
    typist, person, choices = Typist(*lines, patience=len(lines)), Terminal(), np.full(1, -1, np.int8)
    person.join(typist.console, typist)
    person.sit(hearts, house.parse(hearts.PRESETS, rules))
    person.choose(view, choices)
    return name(int(choices[0])), typist.page.getvalue()


@pytest.mark.parametrize("typed", ["qs", "QS", "Q♠", "q♠", " qs "])
def test_ways_to_type_a_card(typed: str):
    assert ask("QS 2H TS TH", "QS 2H TS TH", typed, history="2C 3C 4C", led=0, leader=1)[0] == "QS"


@pytest.mark.parametrize(("typed", "meant"), [("10s", "TS"), ("ts", "TS"), ("a", "AD"), ("10", "TS"), ("t", "TS")])
def test_a_rank_is_enough_if_only_one_card_can_be_meant(typed: str, meant: str):
    assert ask("AD TS TH", "AD TS", typed, history="2C 3C 4C", led=0, leader=1)[0] == meant


def test_which_one_is_meant():
    chosen, printed = ask("7S 7C", "7S 7C", "7", "9", "3d", "hello", "", "7s 7c", "7c")
    assert chosen == "7C"
    for answer in ("Which one: 7♣ or 7♠?", "You hold no 9.", "You do not hold 3♦.", "'hello' is not a card", "Type a card", "too many"):
        assert answer in printed


def test_why_a_card_is_refused():
    assert "Follow spades." in ask("2S 3H", "2S", "3h", "", history="4S 5S 6S", led=3, leader=1)[1]
    assert "Hearts are not broken yet." in ask("2S 3H", "2S", "3h", "2s", history="4C 5C 6C 7C", start=4, trick=1)[1]
    assert "The first lead is 2♣." in ask("2C 3C", "2C", "3c", "2c")[1]
    assert "No points on the first trick." in ask("QS 3D", "3D", "q", "n", "qs", "3d", history="2C 3C 4C", led=0, leader=1)[1]
    assert "Hearts are not broken yet." in ask("2S 3H", "2S", "3h", "2s", rules="passleft")[1]


def test_the_trick_is_told_with_its_winner():
    printed = ask("2S 3H", "2S", "", history="4S KS 5D", led=3, leader=1)[1]
    assert "Trick 1: West led 4♠, North K♠ (winning), East 5♦. Follow spades." in printed
    hand, marks = printed.splitlines()[4:6]
    assert hand.split() == ["2♠", "3♥"] and marks.rstrip() == " " * hand.index("2♠") + "──"


def test_the_last_trick_and_the_scores():
    printed = ask("2S", "2S", "l", "score", "?", "", history="4S KS 5D AS", led=3, start=4, trick=1)[1]
    assert "Last trick: West led 4♠, K♠, 5♦, A♠; You took it." in printed
    assert "Points (total): You 0 (0) · West 0 (0)" in printed and "q leaves the table" in printed


def test_three_cards_are_passed_at_once_or_one_by_one():
    for lines in (["as ks qs"], ["as", "ks,qs"], ["as", "as", "ks", "qs jc", "qs"], ["as as ks", "as ks qs 2c", "as ks qs"]):
        typist = Typist(*lines, patience=len(lines))
        held = pass_from("AS KS QS JC 2C", typist)
        assert held == ["AS", "KS", "QS"]


def pass_from(hand: str, typist: Typist) -> list[str]:
    """What a person passes from a hand, asked card by card as the rules do."""
    person, rules, chosen = Terminal(), house.parse(hearts.PRESETS, "american"), []
    person.join(typist.console, typist)
    person.sit(hearts, rules)
    for _ in range(3):
        view, choices = np.zeros(1, hearts.VIEW), np.full(1, -1, np.int8)
        view["hand"], view["given"] = cards(hand), cards(" ".join(chosen))
        view["legal"], view["table"]["across"] = view["hand"] & ~view["given"], 1
        person.choose(view, choices)
        chosen.append(name(int(choices[0])))
    return chosen


def test_gin_answers_what_is_typed_wrong():
    typist = Typist("x", "n", "p", "q", patience=4)
    assert not play("gin", "eaai:hands=1", typist, ["random"], seed=1)
    assert "Type what stands in brackets" in typist.page.getvalue()
    typist = Typist("p", "b", "kh kd", "?", "l")
    typist.lines.append(up_card(1))
    play("gin", "tournament:hands=1", typist, ["random"], seed=1)
    for answer in ("Big gin takes eleven melded cards.", "Type one card", "deadwood", "Pile, top first: empty", "just taken"):
        assert answer in typist.page.getvalue()


def up_card(seed: int) -> str:
    match = Single(gin, gin.PRESETS["tournament"], words(seed, "deal", 1)[0])
    return name(int(match.state.table.upcard))


# ---- leaving, saving, watching ----


@pytest.mark.parametrize("lines", [["quit"], ["q", "y"], ["q", ""], []])
def test_leaving_saves_the_transcript(lines: list[str], tmp_path: Path):
    typist = Typist("qc qd qh", *lines, patience=1 + len(lines))  # with this seed: three queens of four
    assert not play("hearts", "american", typist, ["random"] * 3, save=tmp_path / "match")
    assert "The match ends here." in typist.printed[-2] and "match" in typist.printed[-1]
    assert sum(len(hand.choices) for hand in transcript.load(tmp_path / "match").hands) >= 12
    assert [path.name for path in tmp_path.iterdir()] == ["match"]


def test_ctrl_c_leaves():
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    page = Console(file=io.StringIO(), width=80)
    players = [seat("terminal"), seat("random")]
    assert not evening(Evening("gin", gin.PRESETS["eaai"], ["terminal", "random"], 1), players, page, interrupt)


def test_a_terminal_raises_leaves():
    with pytest.raises(Leaves, match="The input has ended"):
        ask("2S", "2S")


def test_nothing_is_written_where_it_cannot_be(tmp_path: Path):
    with pytest.raises(UserError, match="name a file in a folder"):
        play("hearts", "dutch", Typist(), ["random"] * 3, save=tmp_path / "nowhere" / "match")
    (tmp_path / "match").mkdir()
    with pytest.raises(UserError, match="cannot be written"):
        play("hearts", "dutch", Typist(patience=0), ["random"] * 3, save=tmp_path / "match")
    assert [path.name for path in tmp_path.iterdir()] == ["match"]


def test_the_table_must_be_full():
    with pytest.raises(UserError, match="4 players sit at this table, not 3"):
        play("hearts", "dutch", Typist(), ["random"] * 2)


def test_an_illegal_choice_is_the_players_fault():
    class Silent(Player):
        def choose(self, views, choices) -> None:
            pass

    with pytest.raises(IllegalChoice, match="chose -1"):
        play("hearts", "dutch", Typist(), ["random", "random", Silent()])


@pytest.mark.parametrize(("game_name", "rules", "count"), [("hearts", "american", 4), ("gin", "eaai:hands=2", 2)])
def test_watching(game_name: str, rules: str, count: int):
    page = io.StringIO()
    names = ["random"] * count
    parsed = house.parse(game_named(game_name).PRESETS, rules)
    assert evening(Evening(game_name, parsed, names, 1), [seat(each) for each in names], Console(file=page, width=80))
    assert "South (random)" in page.getvalue() and "You" not in page.getvalue()


def test_two_people_are_asked_by_name():
    typist = Typist()
    texts = ["random", "terminal", "random", "terminal"]
    rules = house.parse(hearts.PRESETS, "dutch:hands=1")
    assert evening(Evening("hearts", rules, texts, 3), [seat(each) for each in texts], typist.console, typist)
    assert typist.page.getvalue().count("North, it is your turn.") == 8
    assert typist.printed[0] == "East (random) · You · West (random) · North (terminal)"


def test_a_moon_is_told():
    typist = Typist()
    for seed in range(40):  # with one card each, the first lead takes it all
        play(
            "hearts",
            "american:lowest=14,highest=14,pass_count=0,first_lead=random,first_lead_forced=no,hands=1",
            typist,
            ["random"] * 3,
            seed,
        )
    told = [line for line in typist.printed if line.endswith("the moon!")]
    assert "You take every penalty card and shoot the moon!" in told and "West takes every penalty card and shoots the moon!" in told


def test_without_symbols_everything_is_plain_text():
    typist = Typist(patience=0)
    texts = ["terminal:symbols=no", "random", "random", "random"]
    evening(Evening("hearts", hearts.PRESETS["american"], texts, 3), [seat(each) for each in texts], typist.console, typist)
    assert typist.page.getvalue().replace(" · ", " ").isascii()


def test_colours_show_what_may_be_played():
    for held, legal, codes in (("2S", "2S", "\x1b[1;39m"), ("3S", "2S", "\x1b[2;39m")):
        seat_of_hearts = HeartsSeat(hearts, hearts.PRESETS["american"], symbols=True)
        view = SimpleNamespace(hand=cards(held) | cards("2S"), legal=cards(legal))
        page = io.StringIO()
        Console(file=page, force_terminal=True, color_system="standard").print(seat_of_hearts.hand(view)[0])
        assert f"{codes}{held[0]}♠" in page.getvalue()


# ---- the coach ----


def test_a_newcomer_is_told_once_what_can_be_typed():
    typist = Typist(patience=8)
    play("hearts", "american", typist, ["random"] * 3)
    assert sum("? explains how, h asks the coach, q leaves the table." in line for line in typist.printed) == 1


def test_the_coach_gives_a_hint():
    pytest.importorskip("cardshark.coach.hearts.judge")
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
