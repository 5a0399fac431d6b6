"""Eight phones at two family tables for some minutes: they play, make gestures and lose the connection, and no choice may get lost.

python tests/helpers/web/phones.py --minutes 10
"""

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from websockets.exceptions import ConnectionClosed

from cardshark.cards import name as card_name
from cardshark.web.family.seating import Plan
from cardshark.web.table.table import TableMatch
from helpers.web.family import NETWORK, Family, family
from helpers.web.pages import Page

GESTURES = ("well_played", "ouch", "thank_you", "one_moment", "ha", "good_game")
RULES = "american:limit=10000"
LOSES = 0.01  # the chance to lose the connection after a choice


class Phone:
    """Somebody's phone: it plays at once what it may, and comes back whenever it is cut off."""

    def __init__(self, table: Family, seat: int, page: Page, cookie: str, luck: random.Random) -> None:
        self.table, self.seat, self.page, self.cookie, self.luck = table, seat, page, cookie, luck
        self.answered: list[tuple[int, str]] = []  # choices whose answer came: number of the hand, card
        self.waits: list[float] = []  # seconds until each answer
        self.counts: Counter[str] = Counter()

    def come_back(self) -> None:
        """Connect again, with the same token."""
        with suppress(Exception):
            self.page.socket.socket.close()  # no goodbye
        time.sleep(self.luck.uniform(0.05, 1.5))
        port, where = (self.table.server.port, "127.0.0.1") if self.seat == 0 else (self.table.party.listener.port, NETWORK)  # type: ignore[union-attr]
        self.page = Page(port, self.cookie, where)
        self.counts["came back"] += 1
        if self.seat == 0:
            self.page.say(do="hello", table=self.table.party.room.name)  # type: ignore[union-attr]
        else:
            self.page.say(do="arrive", code="expired-code")
        self.page.until(lambda message: message["say"] == "state", 60)

    def play(self, until: float) -> None:
        """Play until it is late."""
        while time.monotonic() < until:
            try:
                self.step()
            except TimeoutError:
                continue
            except (ConnectionClosed, OSError):
                self.come_back()

    def step(self) -> None:
        """Do what can be done now, or listen for a moment."""
        state = self.page.state
        if state["turn"] == state["you"] and state["legal"]:
            self.choose(state)
        elif state["result"] and self.seat == 0:
            self.page.ask(do="next", table=state["table"])
        else:
            self.page.until(lambda message: message["say"] == "state", 0.3)
        if self.luck.random() < 0.02:
            self.page.say(do="gesture", gesture=self.luck.choice(GESTURES))

    def choose(self, state: dict[str, Any]) -> None:
        """Choose, and perhaps lose the connection before the answer comes."""
        begun, cards = time.monotonic(), self.luck.sample(state["legal"], 3 if state["phase"] == "pass" else 1)
        more = {"do": "pass", "cards": cards} if state["phase"] == "pass" else {"do": "choose", "choice": cards[0]}
        number = self.page.say(table=state["table"], seq=state["seq"], **more)
        self.counts["sent"] += 1
        if self.luck.random() < LOSES:
            self.come_back()
            return
        answer = self.page.until(lambda message: message["ask"] == number, 60)
        if answer["say"] == "trouble":
            self.counts[answer["words"]["key"]] += 1
            self.page.until(lambda message: message["say"] == "state", 0.3)
            return
        self.waits.append(time.monotonic() - begun)
        self.answered += [(state["hand_number"], card) for card in cards]


def sit_down(folder: Path, stack: ExitStack, seed: int) -> list[Phone]:
    """A family table of four people, dealt."""
    table = stack.enter_context(family(folder, Plan("hearts", RULES, ["you", "random", "random", "random"], away=5.0)))
    cookies = [table.token() for _ in range(3)]
    guests = [table.seat(name, cookie) for name, cookie in zip(("Oma", "Tom", "Kim"), cookies, strict=True)]
    table.deal(*guests)
    pages = zip([table.owner, *guests], [table.cookie, *cookies], strict=True)
    return [Phone(table, seat, page, cookie, random.Random(10 * seed + seat)) for seat, (page, cookie) in enumerate(pages)]


def lost(phone: Phone) -> list[tuple[int, str]]:
    """Choices that were answered and are not kept."""
    room = phone.table.party.room
    kept = phone.table.server.hall.store.table(room.name)  # type: ignore[union-attr]
    found = set()
    table = TableMatch(kept.settings, [kept.hands[0].up_to(0)])  # type: ignore[union-attr]
    for number, hand in enumerate(kept.hands):  # type: ignore[union-attr]
        if number:
            table.next_hand(hand.secret, hand.joined)
        for choice in hand.choices:
            if table.turn == phone.seat:
                found.add((number + 1, card_name(choice)))
            table.choose(choice)
    early = {(len(kept.hands), card_name(card)) for card in room.dealer.early.get(phone.seat, [])}  # type: ignore[union-attr]
    return [each for each in phone.answered if each not in found | early]


def play(seconds: float) -> dict[str, Any]:
    """Eight phones play for so long: what came of it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        phones = [phone for number in (1, 2) for phone in sit_down(Path(folder) / str(number), stack, number)]
        until = time.monotonic() + seconds
        threads = [threading.Thread(target=phone.play, args=(until,)) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(seconds + 120)
        waits = sorted(wait for phone in phones for wait in phone.waits)
        return {
            "phones": len(phones), "seconds": seconds, "answered": sum(len(phone.answered) for phone in phones),
            "hands": [len(phones[number].table.party.room.dealer.table.hands) for number in (0, 4)],  # type: ignore[union-attr]
            "lost": [each for phone in phones for each in lost(phone)], "stuck": sum(thread.is_alive() for thread in threads),
            "median_ms": round(1000 * waits[len(waits) // 2], 1), "slowest_ms": round(1000 * waits[-1], 1),
            "counts": dict(sum((phone.counts for phone in phones), Counter())),
        }  # fmt: skip


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=10.0)
    print(json.dumps(play(60 * reader.parse_args().minutes), indent=1))
