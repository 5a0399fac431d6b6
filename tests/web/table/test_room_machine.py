"""A room to which anything may happen, in any order: pages come and go, servers are killed, two of them share a file, the disk is full.

After every step: nobody was told of a card that the seat may not know, every choice that was answered is kept, and what is kept gives the
same game when it is played again. Hypothesis looks for an order that breaks this, and makes it short.
"""

import asyncio
import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from cardshark.cards import card
from cardshark.games import gin, hearts
from cardshark.hands.seal import promise_of
from cardshark.web.table.table import Dealt, TableMatch, TableSettings, copy_of
from helpers.web.desk import Desk, DeskPage
from helpers.web.family import known_at_gin, known_at_hearts, tells_of_a_knock
from helpers.web.pages import cards_in, waits

GAMES = {
    hearts.NAME: ("american:limit=30", ["you", "random", "random", "random"], known_at_hearts),
    gin.NAME: ("eaai:target=60", ["you", "simple"], known_at_gin),
}
FULL = ["begin immediate", "insert", "commit"]  # where a write fails
WORD = "07" * 16  # that every page gives to a deal
Own = tuple[int, str]  # a choice of the person: the number of the hand, and what was chosen

servers = st.integers(0, 1)
picks = st.integers(0, 63)


def replayed(table: TableSettings, hands: list[Dealt]) -> TableMatch:
    """A table, played again."""
    return TableMatch(table, [copy_of(hand) for hand in hands])


def own_choices(table: TableSettings, hands: list[Dealt]) -> list[Own]:
    """What the person has chosen, hand by hand."""
    found: list[Own] = []
    for number in range(sum(not hand.waits for hand in hands)):
        match = replayed(table, hands[: number + 1])
        found += [
            (number + 1, match.page.choice_name(look(match, step.before), step.choice)) for step in match.story if step.seat == match.you
        ]
    return found


def look(match: TableMatch, game: Any) -> Any:
    """What the seat in turn could see then."""
    return match.view(game)[0]


class RoomMachine(RuleBasedStateMachine):
    """Two servers on one folder, and one person's pages."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.desks: list[Desk | None] = [None, None]
        self.table = ""
        self.answered: list[Own] = []  # choices of the person whose answer came
        self.full = ""  # where writes fail now
        self.patches = [patch(f"cardshark.web.{module}.new_secret", self.secret) for module in ("hall", "table.dealing")]
        self.patches.append(patch("cardshark.web.table.room.SECONDS_FOR_WORDS", 1000.0))  # every page here gives its word
        for each in self.patches:
            each.start()
        self.seed = self.dealt = 0

    def secret(self) -> bytes:
        """The secret of the next hand: the same when Hypothesis tries this evening again."""
        self.dealt += 1
        return sha256(f"{self.seed} {self.dealt}".encode()).digest()

    @initialize(game=st.sampled_from(sorted(GAMES)), mode=st.sampled_from(["play", "practice"]), seed=st.integers(0, 1000))
    def sit_down(self, game: str, mode: str, seed: int) -> None:
        """The first server begins, and somebody makes a table."""
        self.seed = seed
        rules, seats, self.known = GAMES[game]
        page = self.page(0)
        self.ask(0, page, do="create", game=game, rules=rules, seats=seats, mode=mode)
        self.table = page.state["table"]
        self.settings = self.desk(0).hall.store.table(self.table).settings  # type: ignore[union-attr]

    # ---- servers and pages ----

    def desk(self, server: int) -> Desk:
        """A server, which begins if it does not run."""
        found = self.desks[server]
        if found is None:
            found = self.desks[server] = Desk(Path(self.folder.name))
            found.fill_disk(self.full)
        return found

    def page(self, server: int) -> DeskPage:
        """A page of the person at this server; a new one if there is none."""
        desk = self.desk(server)
        return desk.pages[0] if desk.pages else desk.open_page(desk.hall.owner)

    def ask(self, server: int, page: DeskPage, **command: Any) -> dict[str, Any]:
        """Ask for something, and wait for everything that comes of it: the answer."""
        desk, before = self.desk(server), self.hands(server)

        async def asking() -> int:
            number = await desk.say(page, **command)
            await desk.settle()
            return number

        number = self.loop.run_until_complete(asking())
        answer = next(message for message in self.heard(server, page, before) if message["ask"] == number)
        return self.give_word(server, page, answer) if answer["say"] == "sealing" else answer

    def give_word(self, server: int, page: DeskPage, sealing: dict[str, Any]) -> dict[str, Any]:
        """Give a deal what it waits for: a promise, then the word. The last answer."""
        deal = {"table": sealing["table"], "seal": sealing["seal"]}
        if sealing["step"] == "promises":
            return self.ask(server, page, do="promise", promise=promise_of(WORD), **deal)
        return self.ask(server, page, do="sayword", word=WORD, **deal)

    def heard(self, server: int, page: DeskPage, before: list[Dealt]) -> list[dict[str, Any]]:
        """Everything that pages were told, looked through for hidden cards: what this one was told."""
        desk = self.desk(server)
        told = {each: each.drain() for each in desk.pages}
        for message in (message for messages in told.values() for message in messages):
            self.check_hidden(message, [before, self.hands(server)])
        return told[page]

    def hands(self, server: int) -> list[Dealt]:
        """The hands of the table, as this server knows them."""
        return self.desk(server).hands(self.table) if self.table else []

    def come(self, server: int) -> DeskPage | None:
        """A page that looks at the table; None if it cannot."""
        page = self.page(server)
        answer = self.ask(server, page, do="hello", table=self.table)
        return page if answer["say"] == "state" else None

    # ---- what happens ----

    @rule(server=servers, pick=picks, sure=st.booleans())
    def choose(self, server: int, pick: int, sure: bool) -> None:
        """The person makes any legal choice, passes cards, or deals the next hand."""
        page = self.come(server)
        if page and waits(page.state):
            chosen = self.command(page.state, pick)
            answer = self.ask(server, page, **chosen, sure=sure) if chosen["do"] != "next" else self.ask(server, page, **chosen)
            self.note(page, chosen, answer)

    @rule(server=servers, picks=st.lists(picks, min_size=5, max_size=25))
    def play_on(self, server: int, picks: list[int]) -> None:
        """The same for a while, so that hands come to their end."""
        for pick in picks:
            self.choose(server, pick, True)

    def command(self, state: dict[str, Any], pick: int) -> dict[str, Any]:
        """Something that the person may do now."""
        here, legal = {"table": state["table"]}, state["legal"]
        if state["phase"] in ("ended", "over"):
            return {"do": "next", **here}
        if state["phase"] == "pass":
            count = state["hearts"]["passing"]["count"] - len(state["hearts"].get("given", []))
            return {
                "do": "pass",
                **here,
                "seq": state["seq"],
                "cards": sorted((legal[(pick + each) % len(legal)] for each in range(count)), key=card),
            }
        return {"do": "choose", **here, "seq": state["seq"], "choice": legal[pick % len(legal)]}

    def note(self, page: DeskPage, command: dict[str, Any], answer: dict[str, Any]) -> None:
        """Remember what was answered."""
        if answer["say"] == "state" and command["do"] in ("choose", "pass"):
            chosen = command["cards"] if command["do"] == "pass" else [command["choice"]]
            self.answered += [(answer["hand_number"], each) for each in chosen]

    @rule(server=servers)
    def undo(self, server: int) -> None:
        """The person takes something back, where that is allowed."""
        page = self.come(server)
        if page and self.ask(server, page, do="undo", table=self.table)["say"] == "state":
            kept = own_choices(self.settings, self.hands(server))
            assert kept == self.answered[: len(kept)] and len(kept) < len(self.answered)
            self.answered = kept

    @rule(server=servers, pick=picks)
    def choose_twice(self, server: int, pick: int) -> None:
        """Two pages of the person make the same choice in the same moment: it is made once."""
        page = self.come(server)
        if not page or not waits(page.state) or page.state["result"]:
            return
        desk, before, command = self.desk(server), self.hands(server), self.command(page.state, pick)
        other = desk.open_page(desk.hall.owner)

        async def asking() -> list[int]:
            numbers = [await desk.say(each, **command) for each in (page, other)]
            await desk.settle()
            return numbers

        numbers = self.loop.run_until_complete(asking())
        heard = {each: each.drain() for each in (page, other)}
        answers = [next(said for said in heard[each] if said["ask"] == number) for each, number in zip(heard, numbers, strict=True)]
        for message in (message for messages in heard.values() for message in messages):
            self.check_hidden(message, [before, self.hands(server)])
        assert sum(answer["say"] == "state" for answer in answers) <= 1
        for answer in answers:
            self.note(page, command, answer)
        desk.drop(other)

    @rule(server=servers)
    def drop(self, server: int) -> None:
        """Every page loses its connection."""
        for page in list(self.desk(server).pages):
            self.desk(server).drop(page)
        self.loop.run_until_complete(self.desk(server).settle())

    @rule(server=servers)
    def leave(self, server: int) -> None:
        """The person gets up, and comes back as the lobby allows it: what was played is kept."""
        page = self.come(server)
        if page and self.ask(server, page, do="leave", table=self.table)["say"] == "lobby":
            assert self.ask(server, page, do="hello", table=self.table)["say"] in ("trouble", "state")
            if not self.full:
                self.desk(server).hall.store.reopen_table(self.table)

    @rule(server=servers, pick=picks, ticks=st.integers(0, 6))
    def kill(self, server: int, pick: int, ticks: int) -> None:
        """A choice is on its way when the process is killed. Its answer did not come, so it is kept or not."""
        page, desk = self.come(server), self.desk(server)

        async def dying() -> None:
            if page and waits(page.state):
                await desk.say(page, **self.command(page.state, pick))
                for _ in range(ticks):
                    await asyncio.sleep(0)
            await desk.kill()

        self.loop.run_until_complete(dying())
        self.desks[server] = None
        kept = own_choices(self.settings, self.kept())
        assert kept[: len(self.answered)] == self.answered
        self.answered = kept

    @rule(server=servers)
    def end(self, server: int) -> None:
        """A server ends in good order."""
        self.loop.run_until_complete(self.desk(server).hall.close())
        self.desks[server] = None

    @rule(word=st.sampled_from(["", *FULL]))
    def fill_disk(self, word: str) -> None:
        """Nothing can be written any more; or the disk has room again."""
        self.full = word
        for desk in filter(None, self.desks):
            desk.fill_disk(word)

    # ---- what must be so ----

    def kept(self) -> list[Dealt]:
        """The hands in the file, whoever wrote them."""
        return self.desk(0).hall.store.table(self.table).hands  # type: ignore[union-attr]

    @invariant()
    def nothing_answered_is_lost(self) -> None:
        if self.table:
            assert own_choices(self.settings, self.kept())[: len(self.answered)] == self.answered

    @invariant()
    def what_is_kept_gives_the_same_game(self) -> None:
        for desk in filter(None, self.desks if self.table else []):
            room = desk.hall.rooms.get(self.table)
            if room:
                live = room.dealer.table
                again = replayed(self.settings, live.hands)
                assert again.match.games.tobytes() == live.match.games.tobytes()
                assert (again.after is None) == (live.after is None)

    @invariant()
    def nothing_else_went_wrong(self) -> None:
        for desk in filter(None, self.desks):
            assert desk.errors == []  # a full disk gets a sentence, too

    def check_hidden(self, message: dict[str, Any], known: list[list[Dealt]]) -> None:
        """Search a message for cards that the person's seat may not know, by the hands as they were or are."""
        if message["say"] != "state" or message["result"] or not self.table:
            return
        number = message["hand_number"] - 1
        seen, cards = [], cards_in(message)
        for hands in known:
            if number < len(hands):
                dealt = TableMatch(self.settings, [*hands[:number], hands[number].up_to(0)])
                with suppress(IndexError):  # more has happened than these hands know of
                    seen.append(self.known(dealt, hands[number].choices, message["you"])(message))
                assert hands[number].secret.hex() not in str(message)
        assert any(cards <= may_know for may_know in seen), (cards, message)
        assert not tells_of_a_knock(message)

    def teardown(self) -> None:
        for desk in filter(None, self.desks):
            self.loop.run_until_complete(desk.kill())
        for each in self.patches:
            each.stop()
        self.loop.close()
        self.folder.cleanup()


def run(examples: int, steps: int) -> None:
    """Let Hypothesis try so many evenings."""
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]
    run_state_machine_as_test(
        RoomMachine, settings=settings(max_examples=examples, stateful_step_count=steps, suppress_health_check=checks)
    )


@pytest.mark.long
def test_whatever_happens_to_a_room_nothing_is_lost_or_told():
    run(8, 12)


@pytest.mark.slow
def test_the_same_for_more_evenings():
    """Many more: CARDSHARK_EVENINGS=5000 pytest -m slow tests/web/table/test_room_machine.py."""
    run(int(os.environ.get("CARDSHARK_EVENINGS", "40")), 30)


# ---- what it found ----


@pytest.mark.parametrize("word", FULL)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_full_disk_gets_sentences_and_no_traceback(game, word):
    """It printed one where a player of the lab chose, and where the lobby was shown."""
    machine = RoomMachine()
    try:
        machine.sit_down(game, "play", 0)
        machine.fill_disk(word)
        machine.choose(0, 3, True)
        machine.leave(0)
        machine.nothing_else_went_wrong()
        machine.fill_disk("")
        machine.play_on(0, [1, 2, 3])
        machine.nothing_answered_is_lost()
    finally:
        machine.teardown()
