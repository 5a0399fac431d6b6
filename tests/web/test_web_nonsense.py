"""Commands that make no sense, come too fast, or come from many at once: every one is answered, and the hand goes on."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardshark.web.games import PAGES
from cardshark.web.table.table import TableMatch
from helpers.web.pages import Page, new_guest, waits

RANDOM = ["you", "random", "random", "random"]


# ---- nonsense ----


NONSENSE = [
    "", "x", "{", "[]", "{}", "null", '"choose"', '{"do":"nothing"}', '{"do":5}', '{"do":"choose","seq":"x"}', '{"do":"choose","more":1}',
    '{"do":"choose","table":5}', '{"do":"hello","ask":1e99}', '{"do":"hello","ask":99999999999999999999}', '{"do":"pace","speed":"fast"}',
    '{"do":"create","game":5}', '{"do":"create","seats":"you"}', '{"do":"create","mode":"cheat"}', "[" * 5000, "\udcff",
    '{"do":"hello","table":"' + "x" * 20000 + '"}', "x" * 40000,
]  # fmt: skip


@pytest.mark.long
def test_nonsense_is_refused_and_the_hand_goes_on(page):
    page.create(seats=RANDOM, rules="dutch")
    page.my_turn()
    before = page.state
    for text in NONSENSE:
        page.socket.send(text.encode("utf-8", "surrogateescape"))
        answer = page.until(lambda message: message["say"] == "trouble")
        assert answer["words"]["key"] in ("trouble_not_understood", "trouble_long", "trouble_fast"), text[:40]
        time.sleep(0.05)
    assert page.ask(do="hello", table=before["table"])["hand"] == before["hand"]
    assert page.play_hand()["result"]


@pytest.mark.parametrize("game", ["chess", "gin", "", "x" * 150])
def test_a_game_without_a_table_here_gets_one_sentence_and_is_not_offered(page, monkeypatch, game):
    monkeypatch.delitem(PAGES, "gin")
    said = page.ask(do="create", game=game)
    assert said["say"] == "trouble" and said["words"]["key"] == "trouble_said"
    assert said["words"]["args"]["text"] == f"{game[:40]!r} has no table in the browser: hearts has one"
    lobby = page.ask(do="hello")
    assert {preset["game"] for preset in lobby["presets"]} == {"hearts"}
    assert page.ask(do="rules", game="gin")["say"] == "trouble"


COMMANDS = ["hello", "create", "choose", "pass", "undo", "next", "claim", "think", "advise", "pace", "review", "again", "age", "leave"]
FIELDS = st.dictionaries(
    st.sampled_from(["table", "seq", "choice", "cards", "coach", "speed", "hand", "link", "seat", "decision", "player", "rules", "seats"]),
    st.one_of(st.integers(-(10**20), 10**20), st.text(max_size=20), st.lists(st.text(max_size=5), max_size=5), st.none(), st.floats()),
    max_size=4,
)


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(do=st.sampled_from(COMMANDS), fields=FIELDS)
def test_any_command_is_answered(page, do, fields):
    time.sleep(0.03)  # the page may not ask more often
    number = page.say(**fields, do=do)
    answer = page.until(lambda message: message["ask"] in (0, number))
    assert answer["say"] in ("trouble", "lobby", "sealing", "state", "thoughts", "reviewed")
    if answer["say"] == "trouble":
        assert answer["words"]["key"] != "trouble_server"


@pytest.mark.long
def test_illegal_out_of_turn_and_stale_choices_are_refused(page):
    table = page.create(seats=RANDOM)["table"]
    choose = {"do": "choose", "table": table}
    first = page.my_turn()
    assert page.ask(**choose, seq=first["seq"], choice="XX")["words"]["key"] == "trouble_choice"
    not_mine = next(each for each in ("2C", "3C", "4C", "5C", "QS", "AH") if each not in first["hand"])
    assert page.ask(**choose, seq=first["seq"], choice=not_mine)["words"]["key"] == "trouble_illegal"
    for wrong in ([], first["hand"][:2], first["hand"][:4], [first["hand"][0]] * 3, ["XX", "YY", "ZZ"], [not_mine, *first["hand"][:2]]):
        assert page.ask(do="pass", table=table, seq=first["seq"], cards=wrong)["say"] == "trouble"
    page.move()
    page.my_turn()
    assert page.ask(do="pass", table=table, seq=page.state["seq"], cards=first["hand"][:3])["words"]["key"] == "trouble_no_passing"
    assert page.ask(**choose, seq=first["seq"], choice=page.state["legal"][0])["words"]["key"] == "trouble_stale"
    while not page.state["refusals"]:
        page.move()
        page.my_turn()
    for refused, words in page.state["refusals"].items():
        assert page.ask(**choose, seq=page.state["seq"], choice=refused)["words"] == words
    assert page.ask(do="next", table=table)["words"]["key"] == "trouble_not_ended"
    assert page.ask(do="undo", table=table)["words"]["key"] == "trouble_no_undo"
    assert page.ask(do="pace", table=table)["words"]["key"] == "trouble_not_watching"
    assert page.ask(do="review", hand=f"{table}-0")["words"]["key"] == "trouble_no_hand"  # not before it is over
    page.play_hand()
    assert page.ask(**choose, seq=page.state["seq"], choice="2C")["words"]["key"] == "trouble_turn"


@pytest.mark.parametrize(
    "settings_of_table",
    [
        {"seats": ["you", "terminal", "random", "random"]}, {"seats": ["you", "rummy", "random", "random"]}, {"seats": ["you"] * 4},
        {"seats": ["you", "nobody", "random", "random"]}, {"rules": "chess"}, {"seats": ["you", "random"]},
        {"mode": "watch", "seats": RANDOM},
        {"seats": ["you", "x" * 300, "random", "random"]}, {"rules": "american:limit=0"}, {"seats": RANDOM * 10},
        {"game": "gin", "seats": ["you", "stock"]}, {"seats": ["random"] * 4},
    ],
)  # fmt: skip
def test_tables_that_cannot_be_are_refused(page, settings_of_table):
    answer = page.ask(do="create", **settings_of_table)
    assert answer["say"] == "trouble" and answer["words"]["key"] in ("trouble_said", "trouble_long_name")


@pytest.mark.long
def test_too_many_commands_are_slowed_down(page):
    for _ in range(80):
        page.say(do="hello", table="x")
    answers = [page.hear()["words"]["key"] for _ in range(80)]
    assert set(answers) == {"trouble_no_table", "trouble_fast"}
    time.sleep(0.2)
    assert page.ask(do="hello", table="x")["words"]["key"] == "trouble_no_table"


# ---- many at once ----


@pytest.mark.long
def test_a_choice_is_answered_at_once(page):
    page.create(seats=RANDOM, rules="dutch")
    took = []
    for _ in range(3):
        while page.my_turn()["phase"] not in ("ended", "over"):
            start = time.perf_counter()
            page.choose(page.state["legal"][0])
            page.until(lambda message: message["say"] == "state")
            took.append(time.perf_counter() - start)
        page.say(do="next", table=page.state["table"])
        page.until(lambda message: message["say"] == "state" and not message["result"])
    took.sort()
    assert took[len(took) // 2] < 0.05


@pytest.mark.long
def test_fifty_tables_at_once(server):
    cookie = new_guest(server)

    def play(number: int) -> dict:
        with Page(server.port, cookie) as page:
            seats = ["you", *(["jake", "greedy", "random"] if number % 2 else ["stock", "jake", "jake"])]
            rules = "dutch" if number % 3 else "american"
            page.create(seats=seats, rules=f"{rules}:limit={200 + number}", mode="practice")  # the same within a second is one table
            while not waits(page.state):
                page.hear()
            return page.play_hand()

    with ThreadPoolExecutor(50) as pool:
        ends = list(pool.map(play, range(50)))
    assert all(state["result"] for state in ends)
    assert len({state["table"] for state in ends}) == 50
    for state in ends:
        kept = server.hall.store.table(state["table"])
        assert TableMatch(kept.settings, kept.hands).points == state["result"]["scores"]
