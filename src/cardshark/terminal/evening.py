"""An evening at the terminal: one match with people and players at one table, told as it happens.

Only what everybody at the table may know is told. What one person alone may know, `players/terminal/__init__.py` shows.
"""

import os
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardshark.cards import ALL, Card, card, listed, name
from cardshark.chance import words
from cardshark.files import write_whole
from cardshark.games import game, gin, hearts, transcript
from cardshark.games.gin.melds import listed_arrangements
from cardshark.games.gin.rules import Result
from cardshark.games.match import Single
from cardshark.play import IllegalChoice
from cardshark.players.player import Player, Views
from cardshark.players.terminal import Leaves, Read, Terminal
from cardshark.players.terminal.gin import arrangement_text
from cardshark.players.terminal.hearts import NUMBERS, winning
from cardshark.players.terminal.seat import Line, cards_text, chairs, does
from cardshark.text import UserError

QUEEN_OF_SPADES = card("QS")
HINT_DEALS = 500  # that the coach imagines
HINTS = 5  # choices that he speaks of
NAMES = [name(each) for each in listed(int(ALL))]


def evening(
    game_name: str, rules: Any, seats: Sequence[Player], names: Sequence[str], seed: int,
    console: Console | None = None, save: Path | None = None, read: Read | None = None, pace: float = 0.0, number: int = 0,
    coach: bool = True,
) -> list[int] | None:  # fmt: skip
    """Play match `number` of a seed and tell it: its final totals, None if it was not played to its end.

    `names` are the texts that name the players (`terminal`, `random`), as they go into the transcript. A person may leave
    at any time; the transcript up to then is saved all the same. `pace` is a pause in seconds after each card; a `coach` may be asked.
    """
    console = console or Console()
    match = start(game_name, rules, seed, number)
    count = match.game.seats(rules)
    if not len(seats) == len(names) == count:
        raise UserError(f"{count} players sit at this table, not {len(seats)}")
    if save and (save.is_dir() or not save.parent.is_dir() or not os.access(save.parent, os.W_OK)):
        raise UserError(f"{save} cannot be written: name a file in a folder that you may write into")
    people = [seat for seat, player in enumerate(seats) if isinstance(player, Terminal)]
    chair_names = chairs(count, people[0] if people else None)
    for player in seats:
        if isinstance(player, Terminal):
            player.join(console, read, chair_names, partial(advice, match.game, rules, player.symbols) if coach else None)
        player.sit(match.game, rules)
    symbols = all(player.symbols for player in seats if isinstance(player, Terminal))
    story = (HeartsStory if match.game is hearts else GinStory)(console, match, chair_names, symbols)
    story.introduce(names)
    choices: list[int] = []
    try:
        while not match.over:
            before = match.games.copy()[0]
            choices.append(ask(match, seats[before.table.turn]))
            story.tell(before, choices[-1])
            time.sleep(pace)
        story.finish()
    except (Leaves, KeyboardInterrupt) as leaving:
        story.say(f"{leaving or 'Interrupted.'} The match ends here.")
    finally:
        if save:
            write_whole(save, str(transcript.record(game_name, start(game_name, rules, seed, number), names, choices, seed, number)))
            story.say(f"The transcript is in {save}.")
    return story.totals() if match.over else None


def start(game_name: str, rules: Any, seed: int, number: int) -> Single:
    """A match of a seed, by its number from 0."""
    return Single(game(game_name), rules, words(seed, "deal", 1, number)[0], words(seed, "luck", 1, number)[0])


def advice(module: Any, rules: Any, symbols: bool, views: Views) -> list[Line]:
    """What the coach says: the best choices and what each is expected to cost, from what the seat may know and nothing else."""
    from cardshark.coach.hearts.judge import Judge  # type: ignore[import-not-found]
    from cardshark.hands.played import named  # type: ignore[import-not-found]

    judge, view = Judge(module, rules, HINT_DEALS), views[0]
    if module is hearts and view.table.phase == hearts.PASS:
        return [Text.assemble("The coach would pass ", cards_text(judge.best_pass(view), symbols), ".")]
    thinking = judge.think(view)
    lines: list[Line] = [
        f"The coach expects of this hand, if all play on like {judge.name} (worth {thinking.effective:,.0f} imagined deals):"
    ]
    for value in sorted(thinking.values, key=lambda each: each.mean)[:HINTS]:
        choice = named(module, int(view.table.phase), value.choice)
        shown = cards_text([card(choice)], symbols) if choice in NAMES else Text(choice.replace("_", " "))
        shown.pad_right(8 - len(shown))
        points = f"{value.mean:5.1f} points (95 %: {value.low:.1f} to {value.high:.1f})"
        lines.append(Text.assemble("  ", shown, f" {points}, best with a chance of {value.best:.0%}"))
    return [*lines, *([] if thinking.clear else ["The best two cannot be told apart."])]


def ask(match: Single, player: Player) -> int:
    """Let the player in turn choose, and carry the choice out if it is legal."""
    match.view()
    choices = np.full(1, -1, np.int8)
    player.choose(match.views.copy(), choices)  # a copy, or a player could keep it and look at the others' views later
    chosen = int(choices[0])
    if chosen < 0 or not match.allows(chosen):
        raise IllegalChoice(f"{player} chose {chosen}, which is not legal here")
    match.choose(chosen)
    return chosen


class Story:
    """A match in words; each game has its own."""

    lowest_wins = True

    def __init__(self, console: Console, match: Single, names: list[str], symbols: bool) -> None:
        self.console, self.match, self.names, self.symbols = console, match, names, symbols

    @property
    def table(self) -> Any:
        """What is public now."""
        return self.match.state.table

    def say(self, line: Line) -> None:
        """Print a line as it is."""
        self.console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)

    def tell_that(self, seat: int, verb: str, what: Line) -> None:
        """What somebody does, the names one below the other."""
        margin = " " * (2 + max(map(len, self.names)) - len(self.names[seat]))
        self.say(Text.assemble(margin, does(self.names[seat], verb), "" if what == "." else " ", what))

    def tell_card(self, seat: int, verb: str, played: Card, rest: str = ".") -> None:
        """`West plays 7♠.`"""
        self.tell_that(seat, verb, Text.assemble(cards_text([played], self.symbols), rest))

    def introduce(self, players: Iterable[str]) -> None:
        """Who sits where."""
        known = zip(self.names, players, strict=True)
        self.say(" · ".join(who if who == "You" else f"{who} ({player})" for who, player in known))
        self.begin_hand()

    def begin_hand(self) -> None:
        """What everybody sees when the cards are dealt."""
        self.say("")
        self.say(Text(f"Hand {self.table.hand_number + 1}", style="bold"))

    def tell(self, before: Any, chosen: int) -> None:
        """What everybody saw of the choice that was just made, `before` being the game as it was."""
        raise NotImplementedError

    def score(self, before: Any, points: list[int]) -> None:
        """The score of the hand that has just ended; then the next one begins."""
        sheet = Table("", *self.names, box=box.SIMPLE, show_edge=False)
        for column in sheet.columns[1:]:
            column.justify = "right"
        sheet.add_row(f"hand {before.table.hand_number + 1}", *map(str, points))
        added_up = [total + more for total, more in zip(before.table.totals.tolist(), points, strict=False)]
        with_bonus = self.match.over and not self.lowest_wins and added_up != self.totals()
        sheet.add_row("total with bonuses" if with_bonus else "total", *map(str, self.totals()), style="bold")
        self.console.print()
        self.console.print(sheet)
        if not self.match.over:
            self.begin_hand()

    def totals(self) -> list[int]:
        """The points of the match."""
        return self.table.totals[: len(self.names)].tolist()

    def finish(self) -> None:
        """Who has won."""
        totals = self.totals()
        best = min(totals) if self.lowest_wins else max(totals)
        winners = [who for who, total in zip(self.names, totals, strict=True) if total == best]
        wins = f"{does(winners[0], 'win')} the match" if len(winners) == 1 else f"{' and '.join(winners)} share the first place"
        self.say(Text(f"\n{wins} with {counted(best)}.", style="bold"))


def counted(points: int) -> str:
    """`1 point`, `26 points`."""
    return f"{points} point{'' if abs(points) == 1 else 's'}"


# ---- Hearts ----


class HeartsStory(Story):
    """Who passes to whom, every card, who takes the trick, and the score."""

    def begin_hand(self) -> None:
        super().begin_hand()
        rules, across = self.match.rules, int(self.table.across)
        if across:
            ways = (f"{giver} to {self.names[(seat + across) % rules.players]}" for seat, giver in enumerate(self.names))
            self.say(f"{NUMBERS[rules.pass_count].capitalize()} each: {', '.join(ways)}.")
        elif rules.passing and rules.pass_count:
            self.say("No cards are passed in this hand.")

    def tell(self, before: Any, chosen: int) -> None:
        if before.table.phase == hearts.PASS:
            return  # to whom was said, and which cards is nobody else's business
        leads = before.table.played == before.table.start
        if leads:
            self.say("")
        self.tell_card(before.table.turn, "lead" if leads else "play", chosen, f".{self.news(before, chosen)}")
        trick = [*before.table.history[before.table.start : before.table.played].tolist(), chosen]
        if len(trick) == self.match.rules.players:
            self.tell_trick(before, trick)

    def news(self, before: Any, chosen: Card) -> str:
        """What makes people look up."""
        record, bit = self.match.record[0], 1 << chosen
        if record.held_back and int(record.breakers) & bit and not before.table.seen & record.breakers:
            return " Hearts are broken."
        return " The queen of spades falls." if chosen == QUEEN_OF_SPADES and self.match.rules.queen_of_spades else ""

    def tell_trick(self, before: Any, trick: list[Card]) -> None:
        """Who takes the trick, and the score where the hand is over."""
        taker = (before.table.leader + winning(trick)) % len(trick)
        over = self.table.hand_number > before.table.hand_number
        taken = int(self.match.record[0].total if over else self.table.points.sum()) - int(before.table.points.sum())
        self.tell_that(taker, "take", f"the trick, {counted(taken)}." if taken else "the trick.")
        if over:
            self.tell_end(before)

    def tell_end(self, before: Any) -> None:
        """A moon, and the score."""
        state = self.match.state
        for seat, who in enumerate(self.names):
            if state.moons[seat] > before.moons[seat]:
                self.say(f"\n{does(who, 'take')} every penalty card and {'shoot' if who == 'You' else 'shoots'} the moon!")
        self.score(before, state.scores[: len(self.names)].tolist())
        if self.table.second_stage > before.table.second_stage and not self.match.over:
            self.say("From now on points are won back; who first gets to zero wins.")


# ---- gin rummy ----


class GinStory(Story):
    """Draws, discards, the knock and the score."""

    lowest_wins = False

    def begin_hand(self) -> None:
        super().begin_hand()
        table = self.table
        limit = f"knock at {table.knock_limit} or less" if table.knock_limit else "gin only"
        double = ", and the hand counts double" if table.doubling > 1 else ""
        dealer = does(self.names[table.dealer], "deal")
        self.say(Text.assemble(f"{dealer}. The up-card is ", cards_text([int(table.upcard)], self.symbols), f": {limit}{double}."))

    def tell(self, before: Any, chosen: int) -> None:
        phase, seat = before.table.phase, int(before.table.turn)
        if phase in (gin.OFFER, gin.DRAW):
            self.tell_draw(before, seat, chosen)
        elif phase == gin.DISCARD and chosen != gin.BIG_GIN:
            self.tell_card(seat, "discard", chosen)
        elif phase == gin.LAY_OFF and chosen != gin.DONE:
            self.tell_card(seat, "lay", chosen, " off.")
        elif phase == gin.SPREAD and seat == before.table.knocker:
            self.tell_knocker(before, chosen)
        elif phase != gin.SPREAD and chosen in (gin.KNOCK, gin.BIG_GIN):  # who could knock and plays on keeps that to himself
            self.tell_that(seat, *(("knock", ".") if chosen == gin.KNOCK else ("call", "big gin.")))
            if self.table.hand_number > before.table.hand_number or self.table.turn != seat:
                self.tell_knocker(before, 0)  # there was only one way to lay them down
        if self.table.hand_number > before.table.hand_number:
            self.tell_end(before, chosen)
        elif self.table.stock_left > before.table.stock_left:
            self.say("  The pile becomes the stock again.")

    def tell_draw(self, before: Any, seat: int, chosen: int) -> None:
        """Where a card was drawn; which one only if it lay open."""
        top = int(before.table.pile[before.table.pile_size - 1])
        if chosen == gin.STOCK:
            self.tell_that(seat, "draw", "from the stock.")
        else:
            self.tell_card(seat, "take" if chosen == gin.PILE else "leave", top)

    def tell_knocker(self, before: Any, number: int) -> None:
        """What the knocker lays down."""
        self.knocker, hand = int(before.table.turn), int(before.hands[before.table.turn])
        self.knocked = listed_arrangements(hand)[number]
        self.tell_that(self.knocker, "show", arrangement_text(hand, self.knocked, self.symbols))

    def tell_end(self, before: Any, chosen: int) -> None:
        """The other hand, once somebody has knocked; how it ended; the score."""
        state = self.match.state
        result, points = Result(int(state.result)), [max(int(score), 0) for score in state.scores]
        if result != Result.VOID:
            self.tell_other(before, chosen, result, max(points) // int(before.table.doubling))
        wins = f"{does(self.names[points.index(max(points))], 'win')} {counted(max(points))}."
        self.say("\n" + {
            Result.VOID: "The hand is void: nobody scores.",
            Result.KNOCK: wins,
            Result.GIN: f"Gin! {wins}",
            Result.BIG_GIN: f"Big gin! {wins}",
            Result.UNDERCUT: f"Undercut! {wins}",
            Result.TIE: "Both have the same deadwood: nobody scores.",
        }[result])  # fmt: skip
        self.score(before, points)

    def tell_other(self, before: Any, chosen: int, result: Result, points: int) -> None:
        """The hand of the knocker's opponent, and what was left of its deadwood after lay-offs, which follows from the points."""
        other, rules, own = 1 - self.knocker, self.match.rules, self.knocked.deadwood
        hand = int(self.match.state.shown[other])
        way = listed_arrangements(hand)[chosen if before.table.phase == gin.SPREAD and before.table.turn == other else 0]
        left = {
            Result.KNOCK: own + points,
            Result.GIN: points - rules.gin_bonus,
            Result.BIG_GIN: points - rules.big_gin,
            Result.UNDERCUT: own + rules.undercut_bonus - points,
        }.get(result, own)
        shown = arrangement_text(hand, way, self.symbols)
        self.tell_that(other, "show", shown if left == way.deadwood else shown.append(f", {left} left", style="dim"))
