"""A data set of expert play as a yardstick: what does a player lose a decision, in positions that an expert has judged?

    measured("results/export/expert_hearts.npz", ["jake", "policy"])

The hands of the file are dealt again from its seed and played again choice by choice, and the player is asked at every decision whose
choices all have a value. Its regret is the value of the best choice less that of its own, in points. So the file must tell the truth
about its deals: rows that do not follow from the seed and the choices before are refused. The rate, and its interval over deals, are
those of the coach (`cardshark.coach.lost`).
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.coach.lost import Lost, Rate, rate
from cardshark.data.formats import joined, open_table
from cardshark.files import path_of
from cardshark.games import game_named, house
from cardshark.play import Table
from cardshark.players import seat
from cardshark.players.player import Choices, Player, Rows, Views, ask_player
from cardshark.tables.observing import Observer
from cardshark.text import UserError

COLUMNS = ("deal", "step", "seat", "words", "legal", "choice", "values")
AT_ONCE = 64  # deals
EXPERT = "the expert itself"  # what was chosen in the file


class Judged(NamedTuple):
    """An expert's play as it was judged."""

    about: dict[str, Any]
    rows: dict[str, np.ndarray]  # by column
    digest: str  # of the file


class Regret(NamedTuple):
    """What a player loses a decision, and how often it finds the best choice."""

    player: str
    rate: Rate
    best: float  # share of the decisions


def read_judged(path: str | Path) -> Judged:
    """An export of single deals whose choices have values."""
    table = open_table(path_of(path))
    about = table.about
    if about["unit"] != "deal" or not about["valued"]:
        raise UserError(f"{path} is no yardstick: it takes single deals whose choices have values (cardshark export ... --by PLAYER)")
    return Judged(about, joined(list(table.blocks(COLUMNS))), hashlib.sha256(path_of(path).read_bytes()).hexdigest())


class Examined(Player):
    """Plays what the file says, and asks somebody else what they would do."""

    def __init__(self, judged: Judged, player: Player | None, start: int, deals: int, observer: Observer) -> None:
        self.judged, self.player, self.observer = judged, player, observer
        self.first = np.searchsorted(judged.rows["deal"], np.arange(start, start + deals))
        self.steps = np.zeros(deals, np.int64)
        self.regrets: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []  # rows of the file, and what was lost there

    def sit(self, game: Any, rules: Any) -> None:
        if self.player:
            self.player.sit(game, rules)

    def begin(self, rows: Rows) -> None:
        if self.player:
            self.player.begin(rows)

    def choose(self, views: Views, choices: Choices, rows: Rows | None = None) -> None:
        assert rows is not None  # the loop hands them out
        places = self.first[rows] + self.steps[rows]
        self.check(places, views)
        self.steps[rows] += 1
        choices[:] = self.judged.rows["choice"][np.minimum(places, len(self.judged.rows["choice"]) - 1)]
        own = choices.copy()
        if self.player:
            ask_player(self.player, views, own, rows)
        self.regrets.append((places, self.regret(places, own)))

    def check(self, places: NDArray[np.int64], views: Views) -> None:
        """Refuse rows that do not follow from the seed and the choices before."""
        rows = self.judged.rows
        if places.max() >= len(rows["deal"]) or not (
            np.array_equal(rows["words"][places], self.observer.words(views)) and np.array_equal(rows["legal"][places], views["legal"])
        ):
            raise UserError("positions of this file do not follow from its seed and its choices: it was changed, or other rules made it")

    def regret(self, places: NDArray[np.int64], own: NDArray[np.int8]) -> NDArray[np.float64]:
        """What each choice costs more than the best one; NaN where there is one choice, or where not all choices have a value."""
        values, actions = self.judged.rows["values"][places].astype(np.float64), self.observer.actions
        legal = self.judged.rows["legal"][places][:, None] >> actions.astype(np.uint64)[None, :] & np.uint64(1) > 0
        known = (~np.isnan(values) | ~legal).all(axis=1) & (legal.sum(axis=1) > 1)
        best = np.where(legal & ~np.isnan(values), values, -np.inf).max(axis=1)
        mine = values[np.arange(len(own)), np.argmax(actions[None, :] == own[:, None], axis=1)]
        return np.where(known, best - mine, np.nan)


def measured(path: str | Path, players: Sequence[str] = ()) -> list[Regret]:
    """What each of these players loses a decision; without any: what the expert itself lost."""
    judged = read_judged(path)
    return [regret_of(judged, player) for player in players] or [regret_of(judged, EXPERT)]


def regret_of(judged: Judged, player: str) -> Regret:
    """Ask one player at every decision of the file."""
    about, game = judged.about, game_named(judged.about["game"])
    rules = house.parse(game.PRESETS, about["rules"])
    observer, losses, regrets = Observer(game, rules), np.full(len(judged.rows["deal"]), np.nan), []
    who = None if player == EXPERT else seat(player, game.NAME)
    for start in range(about["start"], about["end"], AT_ONCE):
        deals = min(AT_ONCE, about["end"] - start)
        examined = Examined(judged, who, start, deals, observer)
        table = Table(game, rules, [examined], deals)
        table.play(table.deal(about["seed"], deals, start))
        regrets += examined.regrets
    for places, lost in regrets:
        losses[places] = lost
    counted = ~np.isnan(losses)
    lost = [losses[counted & (judged.rows["deal"] == deal)] for deal in np.unique(judged.rows["deal"])]
    return Regret(player, rate(Lost(float(each.sum()), len(each)) for each in lost), float((losses[counted] <= 0).mean()))
