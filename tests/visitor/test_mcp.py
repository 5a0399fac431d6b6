"""`cardshark mcp`: a scripted client plays both games, no hidden card is ever sent, and bad calls get one sentence."""

import json
import os
import re
import sys
from contextlib import asynccontextmanager

import pytest

from cardshark.cards import cards, listed, name, set_of
from cardshark.games import gin
from cardshark.games.positions import legal_words, read_position
from cardshark.text import UserError
from cardshark.visitor.tables import MOST_TABLES, Tables, VisitorTable
from helpers.commands import check_refused

anyio = pytest.importorskip("anyio", reason="the extra mcp is not installed")
mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")

from cardshark.visitor.server import build  # noqa: E402  # it needs the package

CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")
SERVER = [sys.executable, "-m", "cardshark", "mcp"]
GAMES = {"hearts": ("american:hands=1", ["jake"]), "gin": ("eaai:hands=2", ["lookahead"])}


def call(script):
    """Run a scripted client against a server in this process."""

    async def talk():
        async with mcp.Client(build()) as client:
            return await script(client)

    return anyio.run(talk)


async def text_of(client, tool: str, **arguments) -> str:
    """What a tool answers, which must be good."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer
    return answer.content[0].text


# ---- nothing hidden is ever sent ----


class Recorder:
    """A transport to a server in a process of its own, which keeps every message that comes."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    @asynccontextmanager
    async def open(self):
        parameters = mcp.StdioServerParameters(command=SERVER[0], args=SERVER[1:], env=dict(os.environ))
        async with mcp.stdio_client(parameters) as (read, write), anyio.create_task_group() as tasks:
            sender, receiver = anyio.create_memory_object_stream(100)

            async def pump():
                async with sender:
                    async for message in read:
                        self.messages.append(message.message.model_dump_json(by_alias=True))
                        await sender.send(message)

            tasks.start_soon(pump)
            yield receiver, write
            tasks.cancel_scope.cancel()

    def take(self) -> str:
        """Everything that came since the last time."""
        found, self.messages = " ".join(self.messages), []
        return found


def known_to_visitor(table: VisitorTable) -> int:
    """All cards that seat 0 has a right to know now, from the true game."""
    state, public = table.match.state, table.match.state.table
    if table.match.game is gin:
        shown = [*public.discards.tolist(), *public.pile[: public.pile_size].tolist(), int(public.upcard), *state.draws[0].tolist()]
        seen = set_of(each for each in shown if each >= 0)
        return seen | int(state.hands[0]) | int(public.known[0]) | int(public.known[1]) | sum(map(int, public.melds))
    return int(state.hands[0]) | int(state.given[0]) | int(state.received[0]) | int(public.seen)


def check_traffic(traffic: str, table: VisitorTable, before: int) -> None:
    """Compare every card in messages with what the visitor may know: what is said of the last hand, and what of this one."""
    old, _, new = traffic.rpartition("is over: ")
    now = known_to_visitor(table) if not table.over else before
    for part, known in ((old, before | table_cards(table)), (new or traffic, now)):
        assert not set_of(map(cards_number, CARD.findall(part))) & ~known, part


def cards_number(word: str) -> int:
    return int(cards(word)).bit_length() - 1


def table_cards(table: VisitorTable) -> int:
    """What everybody saw of the hand that has just ended: the cards in what happened."""
    return set_of(map(cards_number, CARD.findall(" ".join(table.told))))


class Twin(VisitorTable):
    """The same table in this process, by the same seed: it knows what is hidden."""

    told: tuple[str, ...] = ()

    def news(self):
        self.told = tuple(super().news())
        return list(self.told)


@pytest.mark.long
def test_a_client_plays_a_hand_of_each_game_and_no_hidden_card_is_ever_sent():
    recorder = Recorder()

    async def talk():
        async with mcp.Client(recorder.open()) as client:
            await client.list_tools()
            assert CARD.findall(recorder.take()) == []
            for game, (rules, opponents) in GAMES.items():
                await play_match(client, recorder, game, rules, opponents)

    anyio.run(talk)


async def play_match(client, recorder: Recorder, game: str, rules: str, opponents: list[str]) -> None:
    """Play a match by a rule that needs no thinking, ask for hints and reviews, and check all traffic after every call."""
    twin = Twin(game, rules, opponents, 5)
    answer = await text_of(client, "sit_down", game=game, rules=rules, opponents=opponents, seed=5)
    assert answer.endswith(twin.as_text())
    known, hands, moves, offered = known_to_visitor(twin), 0, 0, set()
    while True:
        check_traffic(recorder.take(), twin, known)
        if twin.over:
            break
        offered.add(int(twin.match.state.table.phase))
        known |= known_to_visitor(twin)
        if moves % 5 == 0:
            await text_of(client, "hint")
            await text_of(client, "look", as_json=True)
            twin.as_json()
            check_traffic(recorder.take(), twin, known)
        legal = twin.as_text().splitlines()[-1].split()[1:]
        choice = legal[-1] if "knock" not in legal else "knock"
        twin.play(choice)
        assert await text_of(client, "play", choice=choice) == twin.as_text()
        moves += 1
        if twin.finished > hands:
            check_traffic(recorder.take(), twin, known)
            hands = twin.finished
            assert await text_of(client, "review") == twin.review()
            assert not set_of(map(cards_number, CARD.findall(recorder.take()))) & ~known
            known = known_to_visitor(twin)
    assert hands >= 1
    assert moves > 12
    assert len(offered) > 1


@pytest.mark.parametrize("game", GAMES)
def test_answers_do_not_depend_on_what_is_hidden(game):
    rules, opponents = GAMES[game]
    table = VisitorTable(game, rules, opponents, 5)
    for _ in range(6):
        table.play(table.as_text().splitlines()[-1].split()[1])
    table.news()
    answers = [table.as_text(), json.dumps(table.as_json()), table.hint()]
    table.match.games["hands"][0, 1:] = 0
    if game == "gin":
        table.match.games["stock"] = 0
        table.match.games["draws"][0, 1] = 0
    table.match.games["luck"] ^= 0  # the visitor's own luck is no secret
    assert answers == [table.as_text(), json.dumps(table.as_json()), table.hint()]


def test_cards_are_secret_unless_a_seed_is_named(monkeypatch):
    drawn = iter(range(1, 100))
    monkeypatch.setattr("secrets.randbits", lambda bits: next(drawn) << bits - 8)
    first, second = (VisitorTable("hearts", "", [], None).as_text() for _ in range(2))
    assert first != second
    assert VisitorTable("hearts", "", [], 3).as_text() == VisitorTable("hearts", "", [], 3).as_text()

    async def script(client):
        return [await text_of(client, "sit_down"), await text_of(client, "sit_down", seed=3)]

    secret, known = call(script)
    assert "The cards are secret." in secret
    assert "With seed 3 the cards are no secret" in known
    assert "luck" not in secret


# ---- what is said ----


def test_positions_can_be_read_back():
    async def script(client):
        await text_of(client, "sit_down", game="gin", seed=2)
        return await text_of(client, "look"), json.loads(await text_of(client, "look", as_json=True))

    text, fields = call(script)
    *lines, legal = text.splitlines()
    read = read_position("game gin\n" + "\n".join(lines))
    assert read_position(fields["position"]).views.tobytes() == read.views.tobytes()
    assert legal.split()[1:] == fields["legal"]


def test_what_the_others_did_is_told_once():
    async def script(client):
        await text_of(client, "sit_down", rules="dutch:hands=1", opponents=["stock", " greedy "], seed=1)
        word = (await text_of(client, "look")).split()[-1]
        return await text_of(client, "play", choice=word.lower()), await text_of(client, "look")

    played, looked = call(script)
    assert re.match(r"# seat 1: \w\w\n# seat 2: \w\w\n# seat 3: \w\w\n", played)
    assert "#" not in looked


def test_melds_that_are_laid_down_are_shown():
    table = VisitorTable("gin", "eaai:hands=1", ["simple"], 17)
    while not table.over:
        table.play(next(iter(legal_words(table.position()))))
    knock, melds, _ = table.news()[-3:]
    assert knock == "seat 1: knock"
    assert re.fullmatch(r"seat 1: \w\w(\+\w\w){2,}(/\w\w(\+\w\w){2,})*", melds)
    shown = sorted(set_of(map(cards_number, meld.split("+"))) for meld in melds.removeprefix("seat 1: ").split("/"))
    assert shown == sorted(meld for meld in table.match.state.table.melds.tolist() if meld)


def test_several_tables_and_their_limit():
    async def script(client):
        for _ in range(MOST_TABLES):
            await text_of(client, "sit_down", game="gin")
        full = await client.call_tool("sit_down", {})
        await text_of(client, "leave", table=3)
        gone = await client.call_tool("look", {"table": 3})
        return full, gone, await text_of(client, "sit_down")

    full, gone, again = call(script)
    assert full.is_error
    assert full.content[0].text == "you sit at 8 tables already (1 2 3 4 5 6 7 8): leave one first"
    assert gone.content[0].text == "there is no table 3: you sit at 1 2 4 5 6 7 8"
    assert again.startswith("# Table 9: Hearts")


def test_a_match_that_is_over_says_so():
    table = VisitorTable("hearts", "dutch:hands=1", ["random"], 1)
    with pytest.raises(UserError, match="there is nothing to review yet"):
        table.review()
    while not table.over:
        table.play(name(listed(int(table.position().view.legal))[0]))
    assert "The match is over. Totals: " in table.as_text()
    assert table.as_json()["over"] is True
    for request in (table.hint, lambda: table.play("7C")):
        with pytest.raises(UserError, match="the match is over, with totals"):
            request()
    assert re.search(r"hand 1, trick \d, seat 0: \w\w, (best|fine|unclear|slip|mistake)", table.review())


# ---- bad calls ----

BAD = [
    ("play", {}, "play needs the argument choice: one word of the line legal"),
    ("play", {"choice": 7}, "the argument choice of play is one word of the line legal, as a text, not 7"),
    ("play", {"choice": "joker"}, "'joker' is not a legal choice here; you may choose "),
    ("play", {"choice": "x" * 5000}, f"'{'x' * 40}' is not a legal choice here"),
    ("look", {"table": "first"}, "the argument table of look is the number of a table, not 'first'"),
    ("look", {"table": 99}, "there is no table 99: you sit at 1"),
    ("look", {"tabel": 1}, "look has no argument 'tabel': did you mean table?"),
    ("review", {}, "there is nothing to review yet"),
    ("deal", {}, "there is no tool 'deal'; there is sit_down, look"),
    ("sit_down", {"game": "whist"}, "there is no game 'whist'"),
    ("sit_down", {"rules": "american:limt=5"}, "american has no rule 'limt': did you mean limit?"),
    ("sit_down", {"opponents": "jake"}, 'the argument opponents of sit_down is a list of names, as ["random"], not \'jake\''),
    ("sit_down", {"opponents": ["jake"] * 4}, "4 opponents cannot sit on 3 seats"),
    ("sit_down", {"opponents": ["exec:touch /tmp/x"]}, "'exec:touch /tmp/x' cannot sit here"),
    ("sit_down", {"opponents": ["./bot.py:Bot"]}, "'./bot.py:Bot' cannot sit here"),
    ("sit_down", {"opponents": ["terminal"]}, "'terminal' cannot sit here"),
    ("sit_down", {"opponents": ["montecarlo:deals=1000000"]}, "'montecarlo:deals=1000000' cannot sit here"),
    ("sit_down", {"game": "gin", "opponents": ["jake"]}, "'jake' cannot sit here: name a player of gin"),
    ("sit_down", {"seed": -1}, "a seed is a whole number from 0 up, not -1"),
    ("sit_down", {"seed": "secret"}, "the argument seed of sit_down is a whole number, not 'secret'"),
    ("sit_down", {"seed": True}, "the argument seed of sit_down is a whole number, not True"),
    ("look", {"as_json": "maybe"}, "the argument as_json of look is true or false, not 'maybe'"),
    ("sit_down", {"opponents": [7]}, "the argument opponents of sit_down is a list of names"),
    ("sit_down", {"opponents": ["random:foo"]}, "'foo' in 'random:foo' is not an option: write option=value"),
    ("sit_down", {"opponents": ["random:foo=3"]}, "random has no option 'foo'"),
    ("sit_down", {"opponents": ["rollouts"]}, "strong was made for 4 players with 32 cards, not for 4 with 52; these rules fit: dutch"),
]  # fmt: skip


def test_bad_calls_get_one_sentence():
    async def script(client):
        await text_of(client, "sit_down")
        return [await client.call_tool(tool, arguments) for tool, arguments, _ in BAD]

    for answer, (tool, arguments, sentence) in zip(call(script), BAD, strict=True):
        said = answer.content[0].text
        assert answer.is_error, (tool, arguments)
        assert said.startswith(sentence) and "--" not in said, said
        assert "\n" not in said


def test_without_a_table_there_is_nothing_to_look_at():
    with pytest.raises(UserError, match="you sit at no table: sit down first"), Tables().at(0):
        pass


def test_without_the_package_the_command_says_what_is_missing(capsys, monkeypatch):
    monkeypatch.setattr("cardshark.cli.mcp.find_spec", lambda name: None)
    check_refused(capsys, monkeypatch, "cardshark mcp needs the package mcp: pip install 'cardshark[mcp]'", "mcp")
