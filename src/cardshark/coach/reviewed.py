"""A hand reviewed from Python: a transcript, a saved hand or a link in, and a review out that prints itself.

played = cardshark.match("hearts", ["jake"] * 4, rules="american:hands=1", seed=7)
print(cardshark.review(played, seat=2))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardshark.chance import words
from cardshark.coach import review as reviewing
from cardshark.coach.judges import coach_of, judge
from cardshark.games import game_named, transcript
from cardshark.games.match import Single, replay
from cardshark.games.transcript import Transcript
from cardshark.hands import verify
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import house_rules, record_deal
from cardshark.hands.saved import from_json
from cardshark.notebook.bars import watched
from cardshark.notebook.shell import as_html
from cardshark.text import UserError

Given = Transcript | PlayedHand | Mapping[str, Any] | Path | str
LONGEST_PATH = 255  # letters; a longer text is no file


@dataclass(frozen=True, repr=False)
class Review:
    """What one seat decided in a hand, and what it cost. Points are costs: fewer are always better."""

    data: dict[str, Any]  # everything, as plain JSON: see `cardshark.coach.review`

    _repr_html_ = as_html

    @property
    def points(self) -> float:
        """What the hand cost: the sum of `deal`, `luck` and `play`."""
        return self.data["points"]

    @property
    def deal(self) -> float:
        """What could be expected after the deal."""
        return self.data["deal"]

    @property
    def luck(self) -> float:
        """What luck added."""
        return self.data["luck"]

    @property
    def play(self) -> float:
        """What the choices cost beyond the best ones."""
        return self.data["play"]

    @property
    def decisions(self) -> list[dict[str, Any]]:
        """Every decision: `chosen`, `best`, what that cost with its interval, a `verdict`, and `why` in sentences."""
        return self.data["decisions"]

    @property
    def title(self) -> str:
        """Whose hand it was, and how it ended."""
        data = self.data
        mine = data["players"][data["seat"]]["name"]
        return f"{game_named(data['game']).TITLE}, hand {data['number'] + 1}: {mine} {coach_of(data['game']).describe_result(data)}"

    @property
    def balance(self) -> str:
        """Where the points came from, in one line."""
        reach = f"(95 %: {self.data['low']:.2f} to {self.data['high']:.2f})"
        return f"expected after the deal {self.deal:.2f}, luck {self.luck:+.2f}, play {self.play:+.2f} {reach}, together {self.points:g}"

    def rows(self) -> list[list[str]]:
        """A line for each decision that was one: when, what was chosen, what would have been best, its cost, a word for it."""
        return [
            [str(each["trick"] or "pass"), each["chosen"], each["best"], f"{each['cost']:.2f}" if each["cost"] else "", each["verdict"]]
            for each in self.decisions
            if not each["forced"]
        ]

    @property
    def heads(self) -> list[str]:
        """What stands in the columns of `rows`."""
        return [coach_of(self.data["game"]).TURN_TITLE.lower(), "chosen", "best", "cost", "verdict"]

    def __str__(self) -> str:
        return "\n".join([self.title, self.balance, "", *in_columns([self.heads, *self.rows()])]) + "\n"

    __repr__ = __str__


def review(hand: Given, seat: int = 0, number: int | None = None, deals: int | None = None, progress: bool = False) -> Review:
    """Go through a finished hand, decision by decision: what each choice of a seat cost, and what was luck.

        played = cardshark.match("hearts", ["jake"] * 4, rules="american:hands=1", seed=7)
        print(cardshark.review(played, seat=2))

    The hand is a transcript (`number` says which of its hands, otherwise the first), a link of the table, a saved hand, or the file of
    any of these. Every decision is thought over in as many imagined deals as `deals` says, or as the judge is used to; `progress=True`
    shows a bar.
    """
    played = played_hand(hand, number)
    if deals is not None and deals < 1:
        raise UserError(f"a decision is thought over in at least 1 deal, not {deals}")
    mind = judge(game_named(played.game), house_rules(played), deals)
    with watched(progress, "decisions", len(reviewing.moments_of(played, seat))) as advance:
        return Review(reviewing.review(played, seat, lambda done, of: advance(1) if done else None, mind))


def played_hand(given: Given, number: int | None = None) -> PlayedHand:
    """The hand that somebody means."""
    if isinstance(given, PlayedHand):
        return given
    if isinstance(given, Transcript):
        return hand_of_transcript(given, number)
    if isinstance(given, Mapping):
        return from_json(given.get("played", given))
    if not isinstance(given, (str, Path)):
        raise UserError(f"a hand to review is a transcript, a link, a saved hand or a file, not {type(given).__name__}")
    text = text_of(given)
    if text.lstrip().startswith("cardshark "):
        return hand_of_transcript(transcript.read(text), number)
    return played_hand(verify.read(text))


def text_of(given: Path | str) -> str:
    """What stands in a file; a text that names no file is taken as it is."""
    path = Path(given)
    if isinstance(given, str) and (len(given) > LONGEST_PATH or not path.is_file()):
        return given
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None


def hand_of_transcript(found: Transcript, number: int | None) -> PlayedHand:
    """One hand of a match, with where it stood there."""
    first, last = found.first + 1, found.first + len(found.hands)
    wanted = first if number is None else number
    if not first <= wanted <= last:
        raise UserError(f"this transcript has the hands {first} to {last}, not {wanted}")
    luck = 0 if found.seed is None else int(words(found.seed, "luck", 1, found.match)[0])
    match = Single(game_named(found.game), found.rules, luck=luck, first=found.first)
    for hand in found.hands[: wanted - first]:
        replay(match, hand)
    cards = found.hands[wanted - first]
    match.game.text.put(match, cards)
    return record_deal(found.game, match, found.players, found.players)._replace(cards=cards)


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words, the columns under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
