"""The other end: a player in a process of its own, which answers questions until nobody can ask any more, even while it thinks.

Nothing of a game is in this process but what its questions say. What the player prints goes to standard error.
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
from cardshark.players.player import ask_player

START_SECONDS = 30.0  # to start, to read the file and to sit down, at least
LATE_SECONDS = 5.0  # after which a player ends itself that should have been ended by others


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
