"""A recorded match, readable: every hand with its cards, its tricks or turns, and its score."""

import re
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardshark.cards import card as card_named
from cardshark.cards import listed, name
from cardshark.games import game, house, text_of
from cardshark.games.hearts.text import Hand, take_passes
from cardshark.games.match import Single
from cardshark.games.transcript import Transcript

COLOURS = ("blue", "yellow", "red", "bold")  # clubs, diamonds, hearts, spades: told apart by colour-blind eyes too
DIRECTIONS = {0: "no passing", 1: "pass left", 2: "pass across", 3: "pass right"}


def show(transcript: Transcript, console: Console) -> None:
    """Print a transcript for people."""
    module = game(transcript.game)
    dealt = f", seed {transcript.seed} match {transcript.match}" if transcript.seed is not None else ""
    console.print(Text.assemble((transcript.game, "bold"), f", {house.spell(module.PRESETS, transcript.rules)}{dealt}"))
    match = Single(module, transcript.rules, first=transcript.first)
    for number, hand in enumerate(transcript.hands, transcript.first + 1):
        text_of(transcript.game).put(match, hand)
        console.print()
        if transcript.game == "hearts":
            show_hearts(match, number, hand, transcript.players, console)
        else:
            console.print(Text(f"hand {number}", "bold"))
            for line in text_of(transcript.game).write(match, hand):
                console.print(with_colours(line))


def coloured(card: int) -> Text:
    """A card with its suit's colour."""
    return Text(name(card, symbols=True), COLOURS[card >> 4])


def with_colours(line: str) -> Text:
    """A line in which every card has its suit's colour."""
    parts = re.split(r"\b([2-9TJQKA][CDHS])\b", line)
    return Text.assemble(*(coloured(card_named(part)) if place % 2 else part for place, part in enumerate(parts)))


def spaced(cards: Iterable[int]) -> Text:
    """Cards side by side."""
    return Text(" ").join(map(coloured, cards))


def by_suit(cards: int) -> Text:
    """A hand, one suit a line, highest first."""
    lanes = [[card for card in reversed(listed(cards)) if card >> 4 == suit] for suit in (3, 2, 1, 0)]
    return Text("\n").join(spaced(lane) for lane in lanes if lane)


def show_hearts(match: Single, number: int, hand: Hand, players: tuple[str, ...], console: Console) -> None:
    """One hand of Hearts: a column for each seat, a row for each trick; `›` leads, `*` takes the trick."""
    rules, table = match.rules, match.state.table
    across = int(table.across)
    direction = DIRECTIONS[across if rules.players == 4 or across < 2 else 3]
    grid = Table(title=f"hand {number}, {direction}", title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    grid.add_column("")
    for seat, player in enumerate(players):
        grid.add_column(f"{seat} {player}")
    grid.add_row("dealt", *(by_suit(cards) for cards in hand.hands), end_section=True)
    passes, plays = take_passes(match, hand.choices)
    if passes:
        grid.add_row("passes", *map(spaced, passes))
    for start in range(0, len(plays), rules.players):
        grid.add_row(str(start // rules.players + 1), *trick_row(match, plays[start : start + rules.players]))
    if len(plays) == sum(cards.bit_count() for cards in hand.hands):
        grid.add_row("score", *(str(points) for points in match.state.scores[: rules.players]))
        grid.add_row("total", *(str(points) for points in table.totals[: rules.players]))
    console.print(grid)


def trick_row(match: Single, trick: tuple[int, ...]) -> list[Text]:
    """What each seat played to a trick, playing it."""
    seats, leader = match.rules.players, int(match.state.table.turn)
    row = [Text()] * seats
    for card in trick:
        match.choose(card)
    best = max((card for card in trick if card >> 4 == trick[0] >> 4), default=-1)
    for place, card in enumerate(trick):
        taken = "*" if card == best and len(trick) == seats else ""
        row[(leader + place) % seats] = Text.assemble("›" if place == 0 else " ", coloured(card), taken)
    return row
