"""An evening at the terminal: one match with people and players at one table, told as it happens.

Only public events are told here. `cardshark.players.terminal` shows what one person alone may know.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from cardshark.chance import words
from cardshark.files import write_whole
from cardshark.games import game_named, transcript
from cardshark.games.match import Single, describe_illegal
from cardshark.players.player import IllegalChoice, Player, ask_player
from cardshark.players.terminal import Leaves, Read, Terminal
from cardshark.players.terminal.seat import chairs
from cardshark.terminal.gin import GinStory
from cardshark.terminal.hearts import HeartsStory
from cardshark.terminal.story import Story
from cardshark.text import UserError

STORIES: dict[str, type[Story]] = {"hearts": HeartsStory, "gin": GinStory}  # any other game is told by the names of its choices


@dataclass(frozen=True)
class Evening:
    """Which match is played, and what comes with it."""

    game: str
    rules: Any
    names: Sequence[str]
    "The texts that name the players (`terminal`, `random`), as they go into the transcript."
    seed: int
    number: int = 0
    "The number of the match among those of the seed."
    save: Path | None = None
    "Where the transcript is written, up to where somebody left."
    pace: float = 0.0
    "A pause in seconds after each card."
    coach: bool = True
    "May a person ask the coach?"

    def start(self) -> Single:
        """The match, its first hand dealt."""
        deals, luck = (words(self.seed, stream, 1, self.number)[0] for stream in ("deal", "luck"))
        return Single(game_named(self.game), self.rules, deals, luck)

    def record(self, choices: Sequence[int]) -> transcript.Transcript:
        """The match as it was played so far."""
        return transcript.record(self.game, self.start(), self.names, choices, self.seed, self.number)

    def check(self, seats: Sequence[Player]) -> None:
        """Refuse what cannot be played or written."""
        count = game_named(self.game).seats(self.rules)
        if not len(seats) == len(self.names) == count:
            raise UserError(f"{count} players sit at this table, not {len(seats)}")
        if not self.save:
            return
        taken, folder = self.save.exists() and not self.save.is_file(), self.save.parent
        if taken or not folder.is_dir() or not os.access(folder, os.W_OK):
            raise UserError(f"{self.save} cannot be written: name a file in a folder that you may write into")
        if self.save.exists() and not transcript.looks_like_one(self.save):
            raise UserError(f"{self.save} holds something else than a transcript: name another file")


def evening(settings: Evening, seats: Sequence[Player], console: Console | None = None, read: Read | None = None) -> list[int] | None:
    """Play a match and tell it. Gives the final totals, or None if it was not played to its end.

    A person may leave at any time; the transcript up to then is saved all the same.
    """
    settings.check(seats)
    match = settings.start()
    story = seat_everybody(settings, match, seats, console or Console(), read)
    choices: list[int] = []
    try:
        while not match.over:
            before = match.games.copy()[0]
            choices.append(ask(match, seats[before.table.turn]))
            story.tell(before, choices[-1])
            time.sleep(settings.pace)
        story.finish()
    except (Leaves, KeyboardInterrupt) as leaving:
        story.say(f"{leaving or 'Interrupted.'} The match ends here.")
    finally:
        if settings.save:
            write_whole(settings.save, str(settings.record(choices)))
            story.say(f"The transcript is in {settings.save}.")
    return story.totals() if match.over else None


def seat_everybody(settings: Evening, match: Single, seats: Sequence[Player], console: Console, read: Read | None) -> Story:
    """Let everybody sit down, and begin the story."""
    people = [(seat, player) for seat, player in enumerate(seats) if isinstance(player, Terminal)]
    names = chairs(len(seats), people[0][0] if people else None)
    story = STORIES.get(settings.game, Story)(console, match, names, all(person.symbols for _, person in people))
    for _, person in people:
        person.join(console, read, names, partial(story.advise, person.symbols) if settings.coach else None)
    for player in seats:
        player.sit(match.game, settings.rules)
        player.begin(match.rows)
    story.introduce(settings.names)
    return story


def ask(match: Single, player: Player) -> int:
    """Let the player in turn choose, and carry the choice out if it is legal."""
    match.view()
    choices, shown = np.full(1, -1, np.int8), match.views.copy()  # a player that kept the views could see those of the others later
    shown.flags.writeable = False  # as in the loop, so that kernels are compiled once
    ask_player(player, shown, choices)
    chosen = int(choices[0])
    if chosen < 0 or not match.allows(chosen):
        raise IllegalChoice(f"{player} chose {describe_illegal(match.game, match.view(), chosen)}")
    match.choose(chosen)
    return chosen
