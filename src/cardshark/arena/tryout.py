"""Is this a proper player? It plays legally, the same again, the same at one table as at many, and goes on when cards are taken back.

Whoever writes a player or a bridge to a program wants to know before the first duel: `cardshark check hearts "exec:./engine"`.
"""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.arena.placing import check_deals
from cardshark.cards import permits
from cardshark.games.match import Single, describe_illegal
from cardshark.games.plug import Game
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.player import IllegalChoice, Player, ask_player
from cardshark.players.terminal import Terminal
from cardshark.players.uniform import Random
from cardshark.text import UserError

JUMP_EVERY = 3  # choices of a match

Log = list[NDArray[np.int8]]  # the choices of each match


class Finding(NamedTuple):
    """What was tried, and whether it went well, in one sentence."""

    good: bool
    sentence: str


class Tryout:
    """Some matches in which a player sits on every second seat, against players who choose at random."""

    def __init__(self, game: Game, rules: Any, text: str, matches: int, seed: int) -> None:
        check_deals(matches, "a tryout", "matches")
        self.game, self.rules, self.text, self.matches, self.seed = game, rules, text, matches, seed
        self.player = seat(text, game.NAME)
        if isinstance(self.player, Terminal):
            raise UserError("a person cannot be tried out: name a player that plays by itself")
        self.seating = np.tile(np.arange(game.seats(rules), dtype=np.int8) % 2, (matches, 1))

    def findings(self) -> Iterator[Finding]:
        """One finding after the other. After a choice that is not legal, or a failure, nothing more is tried."""
        try:
            began = time.perf_counter()
            log = self.play(self.player)
            choices, seconds = sum(map(len, log)), time.perf_counter() - began
            yield Finding(
                True, f"{self.matches} matches of {self.game.TITLE}, {choices:,} choices in {seconds:.1f} s, all legal (seed {self.seed})"
            )
            again = self.play(seat(self.text, self.game.NAME))
            replay = compared(log, again, "was played again", "choices must follow from the position and its luck alone")
            yield replay
            if replay.good:  # otherwise the next would differ as well, and say nothing about memory
                why = "something is remembered of other tables, or of matches before"
                yield compared(log, self.play_alone(self.player), "was played alone", why)
            yield self.after_jumps(self.player, log[0])
        except (UserError, IllegalChoice) as error:
            yield Finding(False, str(error))

    def play(self, player: Player) -> Log:
        """The choices of all matches, side by side."""
        return play(self.game, self.rules, self.deal(), [player, Random()], self.seating, record=True)

    def play_alone(self, player: Player) -> Log:
        """The same, one match after the other."""
        games = self.deal()
        rows = [slice(number, number + 1) for number in range(self.matches)]
        return [play(self.game, self.rules, games[row], [player, Random()], self.seating[row], record=True)[0] for row in rows]

    def deal(self) -> np.ndarray:
        """The matches, their first hands dealt."""
        return deal(self.game, self.rules, self.seed, self.matches)

    def after_jumps(self, player: Player, choices: NDArray[np.int8]) -> Finding:
        """The first match again, but now and then the player is asked about an earlier position in between."""
        match = Single(self.game, self.rules)
        match.games[:] = self.deal()[:1]
        player.sit(self.game, self.rules)
        player.begin(match.rows)
        earlier: list[np.ndarray] = []
        jumps = otherwise = 0
        for number, chosen in enumerate(choices.tolist()):
            if self.seating[0, match.state.table.turn] == 0:
                here = match.games.copy()
                if earlier and number % JUMP_EVERY == 0:
                    match.games[:] = earlier[len(earlier) // 2]
                    self.ask(player, match)
                    match.games[:] = here
                    jumps, otherwise = jumps + 1, otherwise + (self.ask(player, match) != chosen)
                earlier.append(here)
            match.choose(chosen)
        changed = f"; it chose otherwise after {otherwise} of them, which is right only for a player that remembers" if otherwise else ""
        return Finding(True, f"cards were taken back {jumps} times, and it went on legally{changed}")

    def ask(self, player: Player, match: Single) -> int:
        """What the player chooses in the match's position, if it is legal."""
        match.view()
        choices, shown = np.full(1, -1, np.int8), match.views.copy()
        shown.flags.writeable = False
        ask_player(player, shown, choices)
        chosen = int(choices[0])
        if not permits(np.uint64(shown["legal"][0]), chosen):
            raise IllegalChoice(f"{player} chose {describe_illegal(self.game, shown[0], chosen)}")
        return chosen


def compared(log: Log, other: Log, how: str, why: str) -> Finding:
    """Were the same choices made in all matches?"""
    for number, (one, two) in enumerate(zip(log, other, strict=True)):
        if not np.array_equal(one, two):
            return Finding(False, f"match {number + 1} went another way when it {how}: {why}")
    return Finding(True, f"the same choices when every match {how}")
