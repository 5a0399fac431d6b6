"""A player from a file in a process of its own, which has so many seconds for a choice: `Apart`.

At the browser's tables many play at once. There, a player that never returns must hold up nobody else, and must be gone when its table is.
So it is asked over a pipe, one JSON line a question, and is told nothing but what its seat may know:

    {"player": "./mybot.py:MyBot", "game": "hearts", "rules": "american", "seconds": 20}     -> {}
    {"view": "the bytes of one view"}                                                        -> {"choice": 40}, or {"error": "a sentence"}

`python -m cardshark.players.apart` is the other end. It ends when nobody can ask any more, even while the player thinks.
"""

import base64
import faulthandler
import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any

import numpy as np

from cardshark.games import game_named, house
from cardshark.players.external.engine import Engine
from cardshark.players.player import Choices, Player, Views, ask_player
from cardshark.text import UserError

START_SECONDS = 30.0  # to start, to read the file and to sit down, at least
LATE_SECONDS = 5.0  # after which a player ends itself that should have been ended by others

COMMAND = [sys.executable, "-P", "-m", "cardshark.players.apart"]  # -P: files of the folder we are in hide no module


# ---- here ----


class Apart(Player):
    """A player from a file, as the table sees it."""

    def __init__(self, text: str, seconds: float) -> None:
        self.text, self.seconds = text, seconds
        self.engine: Engine | None = None

    def __repr__(self) -> str:
        return self.text

    def sit(self, game: Any, rules: Any) -> None:
        """Start a process in which the player sits down."""
        self.engine = Engine(self.text, COMMAND)
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


# ---- there ----


class Seated:
    """The player in its own process."""

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Sit down, or choose."""
        if "player" in question:
            self.sit(question)
            return {}
        views, choices = np.frombuffer(base64.b64decode(question["view"]), self.game.VIEW), np.full(1, -1, np.int8)
        ask_player(self.player, views, choices)
        return {"choice": int(choices[0])}

    def sit(self, question: dict[str, Any]) -> None:
        """Let the player sit down at its one table."""
        from cardshark.players import seat

        self.game, self.seconds = game_named(question["game"]), question["seconds"]
        self.player = seat(question["player"])
        self.player.sit(self.game, house.parse(self.game.PRESETS, question["rules"]))
        self.player.begin(np.zeros(1, np.uint32))


def answer_all() -> None:
    """Answer every question that comes. What the player prints goes to standard error: standard output is for answers."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    questions: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=hear, args=(questions,), daemon=True).start()
    seated, seconds = Seated(), START_SECONDS
    while True:
        question = json.loads(questions.get())
        seconds = max(seconds, question.get("seconds", 0.0))
        faulthandler.dump_traceback_later(seconds + LATE_SECONDS, exit=True)  # even if the player lets no other thread run
        try:
            answer = seated.answer(question)
        except BaseException as error:
            answer = {"error": " ".join(str(error).split())[:300] or type(error).__name__}
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps(answer), file=answers, flush=True)


def hear(questions: "SimpleQueue[str]") -> None:
    """Pass questions on. When no more can come, whoever asked is gone: end at once, whatever the player does."""
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        questions.put(line)
    os._exit(0)


if __name__ == "__main__":
    answer_all()
