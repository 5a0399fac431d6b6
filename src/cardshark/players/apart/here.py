"""A player from a file in a process of its own, which has so many seconds for a choice: `Apart`.

At the browser's tables many play at once. There, a player that never returns must hold up nobody else, and must be gone when its table is.
In a contest among strangers it must see nothing but its own cards. So it is asked over a pipe, one JSON line a question:

    {"player": "./mybot.py:MyBot", "game": "hearts", "rules": "american", "seconds": 20}     -> {}
    {"view": "the bytes of one view"}                                                        -> {"choice": 40}, or {"error": "a sentence"}
"""

import base64
import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from cardshark.games import house
from cardshark.players.apart.there import START_SECONDS
from cardshark.players.external.engine import Engine, start
from cardshark.players.player import Choices, Player, Views
from cardshark.text import UserError

COMMAND = [sys.executable, "-P", "-m", "cardshark.players.apart"]  # -P: files of the folder we are in hide no module

Launch = Callable[[], subprocess.Popen[bytes]]


class Apart(Player):
    """A player from a file, as the table sees it."""

    def __init__(self, text: str, seconds: float, launch: Launch | None = None) -> None:
        """A player that its text names. `launch` starts its process; without it a new Python does."""
        self.text, self.seconds, self.launch = text, seconds, launch or partial(start, text, COMMAND)
        self.engine: Engine | None = None

    def __repr__(self) -> str:
        return self.text

    def sit(self, game: Any, rules: Any) -> None:
        """Start a process in which the player sits down."""
        self.engine = Engine(self.text, self.launch)
        asked = {"player": self.text, "game": game.NAME, "rules": house.spell(game.PRESETS, rules), "seconds": self.seconds}
        self.ask(asked, max(self.seconds, START_SECONDS))

    def choose(self, views: Views, choices: Choices) -> None:
        """Ask about one view after the other."""
        for row in range(len(views)):
            choices[row] = self.ask({"view": base64.b64encode(views[row].tobytes()).decode()}, self.seconds)["choice"]

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """What the process answers; its error is ours."""
        if self.engine is None or not self.engine.is_ours():
            raise UserError(f"{self.text} plays no more")
        (line,) = self.engine.ask([json.dumps(question)], seconds)
        answer = json.loads(line)
        if "error" in answer:
            raise UserError(answer["error"])
        return answer

    def dismiss(self) -> None:
        """End the process at once. Whoever waits for its answer gets an error."""
        if self.engine:
            self.engine.kill()
