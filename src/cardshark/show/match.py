"""A recorded match, readable: every hand with its cards, its tricks or turns, and its score."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardshark.cards import card as card_named
from cardshark.cards import listed, name, suit_of, trick_winner
from cardshark.games import game_named, house
from cardshark.games.hearts.text import passes_of, tricks_of
from cardshark.games.match import Single, replay
from cardshark.games.transcript import Transcript

COLOURS = ("blue", "yellow", "red", "bold")  # clubs, diamonds, hearts, spades: colour-blind people can tell them apart
DEALT = "dealt"  # the row of the cards that were dealt
DIRECTIONS = {0: "no passing", 1: "pass left", 2: "pass across", 3: "pass right"}


def show(transcript: Transcript, console: Console) -> None:
    """Print a transcript for people."""
    module = game_named(transcript.game)
    dealt = f", seed {transcript.seed} match {transcript.match}" if transcript.seed is not None else ""
    console.print(Text.assemble((transcript.game, "bold"), f", {house.spell(module.PRESETS, transcript.rules)}{dealt}"))
    match = Single(module, transcript.rules, first=transcript.first)
    show_hand = SHOWN.get(transcript.game, show_lines)
    for number, hand in enumerate(transcript.hands, transcript.first + 1):
        console.print()
        show_hand(match, number, hand, transcript.players, console)


def coloured(card: int) -> Text:
    """A card with its suit's colour."""
    return Text(name(card, symbols=True), COLOURS[suit_of(card)])


def with_colours(line: str) -> Text:
    """A line in which every card has its suit's colour."""
    parts = re.split(r"\b([2-9TJQKA][CDHS])\b", line)
    return Text.assemble(*(coloured(card_named(part)) if place % 2 else part for place, part in enumerate(parts)))


def spaced(cards: Iterable[int]) -> Text:
    """Cards side by side."""
    return Text(" ").join(map(coloured, cards))


def by_suit(cards: int) -> Text:
    """A hand, one suit a line, highest first."""
    lanes = [[card for card in reversed(listed(cards)) if suit_of(card) == suit] for suit in (3, 2, 1, 0)]
    return Text("\n").join(spaced(lane) for lane in lanes if lane)


def show_lines(match: Single, number: int, hand: Any, players: tuple[str, ...], console: Console) -> None:
    """One hand of any game, as the lines of its transcript."""
    console.print(Text(f"hand {number}", "bold"))
    for line in match.game.text.write(match.rules, hand, replay(match, hand)):
        console.print(with_colours(line))


# ---- Hearts ----


def show_hearts(match: Single, number: int, hand: Any, players: tuple[str, ...], console: Console) -> None:
    """One hand of Hearts: a column for each seat, a row for each trick; `›` leads, `*` takes the trick."""
    title, rows = hearts_rows(match, number, hand)
    grid = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    grid.add_column("")
    for seat, player in enumerate(players):
        grid.add_column(f"{seat} {player}")
    for label, *cells in rows:
        grid.add_row(label, *cells, end_section=label == DEALT)
    console.print(grid)


def hearts_rows(match: Single, number: int, hand: Any) -> tuple[str, list[list[Any]]]:
    """The title of a hand of Hearts, and its rows: a label, and what each seat held, passed, played, scored."""
    rules, across = match.rules, int(match.state.table.across)
    title = f"hand {number}, {DIRECTIONS[across if rules.players == 4 or across < 2 else 3]}"
    rows: list[list[Any]] = [[DEALT, *(by_suit(cards) for cards in hand.hands)]]
    steps = replay(match, hand)
    if passes := passes_of(steps):
        rows.append(["passes", *map(spaced, passes)])
    for trick, (leader, cards) in enumerate(tricks_of(steps), 1):
        rows.append([str(trick), *trick_row(rules.players, leader, cards)])
    if steps and steps[-1].ends_hand:
        rows.append(["score", *(str(points) for points in match.state.scores[: rules.players])])
        rows.append(["total", *(str(points) for points in match.state.table.totals[: rules.players])])
    return title, rows


def trick_row(seats: int, leader: int, trick: list[int]) -> list[Text]:
    """What each seat played to a trick."""
    row = [Text()] * seats
    taker = trick_winner(trick) if len(trick) == seats else None
    for place, card in enumerate(trick):
        row[(leader + place) % seats] = Text.assemble("›" if place == 0 else " ", coloured(card), "*" if place == taker else "")
    return row


SHOWN: dict[str, Callable[..., None]] = {"hearts": show_hearts}  # any other game is shown as the lines of its transcript
