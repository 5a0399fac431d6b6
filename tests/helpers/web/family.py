"""A family table that really listens, on another loopback address, and its people without a browser."""

import itertools
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from cardshark.games import gin, hearts
from cardshark.web.app import Server
from cardshark.web.family import invite
from cardshark.web.family.party import Party
from cardshark.web.family.seating import Plan
from cardshark.web.hall import Hall
from cardshark.web.table.sitting import SECONDS
from cardshark.web.table.table import TableMatch
from helpers.web.pages import WAIT, Page, cards_in, let_in, running

NETWORK = "127.0.0.2"


class Family:
    """A server with a family table, and the owner's page."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server, self.stack = server, stack
        self.party: Party = server.hall.guests  # type: ignore[assignment]
        self.cookie = let_in(server)
        self.owner = stack.enter_context(Page(server.port, self.cookie))
        self.owner.ask(do="host", name="Anna")

    @property
    def base(self) -> str:
        """Where guests find it."""
        return f"http://{NETWORK}:{self.party.listener.port}"  # type: ignore[union-attr]

    def token(self) -> str:
        """A cookie as a new browser gets it."""
        return httpx.get(f"{self.base}/words.json").headers["set-cookie"].split(";")[0]

    def page(self, cookie: str = "") -> Page:
        """The page of a guest: of a new one, or of one who has been here."""
        found = self.stack.enter_context(Page(self.party.listener.port, cookie or self.token(), NETWORK))  # type: ignore[union-attr]
        found.cookie = cookie  # type: ignore[attr-defined]
        return found

    def arrive(self, page: Page, code: str = "") -> dict[str, Any]:
        """Open the invitation on a page: what it says."""
        number = page.say(do="arrive", code=code or self.party.code)
        return page.until(lambda message: message["ask"] == number or message["say"] == "state")

    def seat(self, name: str, cookie: str = "") -> Page:
        """Somebody asks and is let in."""
        page = self.page(cookie or self.token())
        self.arrive(page)
        page.say(do="askin", code=self.party.code, name=name, face="guest1")
        asked = self.owner.until(lambda message: message["say"] == "family" and any(each["name"] == name for each in message["asking"]))
        guest = next(each for each in asked["asking"] if each["name"] == name)
        assert page.until(lambda message: message["say"] == "door" and message["step"] == "waiting")["card"] == guest["card"]
        assert self.owner.ask(do="letin", guest=guest["guest"], yes=True)["say"] == "family"
        page.until(lambda message: message["say"] == "state" or message["step"] == "in")
        return page

    def deal(self, *guests: Page) -> str:
        """The owner deals, and all pages give their words at the same time: the name of the table."""
        number = self.owner.say(do="deal")
        name = self.owner.until(lambda message: message["ask"] == number)["table"]
        end = time.monotonic() + WAIT
        while not all(page.state.get("table") == name for page in (self.owner, *guests)):
            assert time.monotonic() < end
            for page in (self.owner, *guests):
                with suppress(TimeoutError):
                    page.hear(0.02)
        return name


@contextmanager
def family(folder: Path, plan: Plan | None = None, seconds: float = SECONDS) -> Iterator[Family]:
    """A family table with its server, at which players from elsewhere have so many seconds."""

    def prepare(hall: Hall) -> None:
        hall.seconds = seconds
        invite(hall, plan or Plan("hearts", "", ["you", "random", "random", "random"]), NETWORK, lambda text: None)

    with running(folder, prepare) as server, ExitStack() as stack:
        yield Family(server, stack)


# ---- people who play ----


def play_hands(family: Family, people: Sequence[Page], hands: int) -> None:
    """Everybody plays in a thread of their own, until so many hands are over; the owner deals them."""
    stop, failures = threading.Event(), []

    def play(page: Page) -> None:
        try:
            while not stop.is_set():
                with suppress(TimeoutError):
                    step(page)
        except BaseException as error:
            failures.append(error)
            stop.set()

    def step(page: Page) -> None:
        state = page.state
        if state["turn"] == state["you"] and state["legal"]:
            choose(page)
        elif not state["result"] or page is not family.owner:
            page.until(lambda message: message["say"] == "state", 0.5)
        elif state["hand_number"] >= hands:
            stop.set()
        else:
            page.ask(do="next", table=state["table"])

    threads = [threading.Thread(target=play, args=(page,)) for page in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def choose(page: Page) -> None:
    """A legal choice of a page, and the state after it: any card, but at gin the discard that leaves least, and knocks."""
    state = page.state
    if state["phase"] == "pass":
        count = state["hearts"]["passing"]["count"]
        answer = page.ask(do="pass", table=state["table"], seq=state["seq"], cards=state["legal"][-count:])
    else:
        after = (state["gin"] or {}).get("after", {})
        wanted = [each for each in ("knock", "stock", *sorted(after, key=after.__getitem__)) if each in state["legal"]]
        choice = wanted[0] if wanted else state["legal"][len(state["legal"]) // 2]
        answer = page.ask(do="choose", table=state["table"], seq=state["seq"], choice=choice)
    assert answer["say"] == "state", (answer, state)


# ---- what a seat may know ----


def check_hidden(family: Family, table: str, seat: int, heard: Sequence[dict[str, Any]]) -> int:
    """Compare every card that a page was told with the deal as it was, hand by hand: how many states were compared."""
    kept = family.server.hall.store.table(table)
    assert kept
    known = {hearts.NAME: known_at_hearts, gin.NAME: known_at_gin}[kept.settings.game]
    checked = 0
    numbers = [each["seq"] for each in heard if each["say"] == "state" and each["table"] == table]
    assert {after - before for before, after in itertools.pairwise(numbers)} <= {0, 1}  # a gap would tell of a hidden decision
    for number, hand in enumerate(kept.hands):
        states = [each for each in heard if each["say"] == "state" and each["table"] == table and each["hand_number"] == number + 1]
        again = TableMatch(kept.settings, [*kept.hands[:number], hand.up_to(0)])
        may_know = known(again, hand.choices, seat)
        for state in states:
            if not state["result"]:
                assert cards_in(state) <= may_know(state), (seat, state)
                assert hand.secret.hex() not in str(state) and state["seal"] and not tells_of_a_knock(state)
                checked += 1
    return checked


def tells_of_a_knock(state: dict[str, Any]) -> bool:
    """Would a player know that the other one could knock? Their discard lies there, and still it is their turn."""
    acts = state["gin"]["acts"] if state["gin"] else []
    return bool(acts) and state["turn"] != state["you"] and acts[-1]["what"] == "discard" and acts[-1]["seat"] == state["turn"]


def known_at_hearts(table: TableMatch, choices: list[int], seat: int):
    """Own cards, after the passing also those that came, and what has been played."""
    from cardshark.cards import name, names

    own = set(names(int(table.match.state.hands[seat])).split())
    passes = table.rules.pass_count * table.count if table.match.state.table.phase == hearts.PASS else 0
    for choice in choices[:passes]:
        table.choose(choice)
    received = set(names(int(table.match.state.received[seat])).split())
    played = [name(choice) for choice in choices[passes:]]

    def may_know(state: dict[str, Any]) -> set[str]:
        if state["phase"] == "pass":
            return own
        count = sum(len(trick["cards"]) for trick in state["hearts"]["tricks"]) + len(state["hearts"]["trick"])
        return own | received | set(played[:count])

    return may_know


def known_at_gin(table: TableMatch, choices: list[int], seat: int):
    """Own cards, what has lain on the pile, and what somebody is known to hold: by the number of acts that everybody has seen."""
    from cardshark.cards import name, names

    def seen() -> set[str]:
        game = table.match.state
        pile = {name(int(each)) for each in game.table.pile[: game.table.pile_size]}
        known = int(game.hands[seat]) | int(game.table.known[0]) | int(game.table.known[1])
        return pile | set(names(known).split())

    known, by_acts = seen(), []
    for choice in choices:
        if choice != gin.PLAY_ON or table.match.state.table.phase != gin.MAY_KNOCK:
            by_acts.append(set(known))
        table.choose(choice)
        known |= seen()
    by_acts.append(set(known))
    return lambda state: by_acts[len(state["gin"]["acts"])]
