"""The door of the family table: who comes in, who does not, and that nobody outside can do harm."""

from collections import Counter
from contextlib import ExitStack
from socket import create_connection

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cardshark.text import UserError
from cardshark.web import connection
from cardshark.web.entry.keys import hashed
from cardshark.web.family import listener, party, visit
from cardshark.web.family.invitation import check_address, listen_at, new_code, picture
from cardshark.web.family.people import Guest, clean_name
from cardshark.web.family.seating import Plan
from cardshark.web.line import Allowance
from cardshark.web.table.dealer import Refused
from helpers.web.family import NETWORK, family
from helpers.web.pages import Page, base, new_guest

RANDOM = ["you", "random", "random", "random"]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A family table that stays open for all tests here; nobody deals."""
    with family(tmp_path_factory.mktemp("family")) as found:
        yield found


@pytest.fixture(autouse=True)
def nobody_is_counted(table):
    """What one test has asked for does not count in the next."""
    table.party.listener.visitors.clear()
    yield
    for guest in list(table.party.seating.waiting.values()):
        table.owner.ask(do="letin", guest=guest.id, yes=False)


def trouble(page, **command) -> str:
    """The sentence with which a command is refused."""
    answer = page.ask(**command)
    assert answer["say"] == "trouble", answer
    return answer["words"]["key"]


# ---- what can be reached ----


@pytest.mark.parametrize(
    "path",
    ["/", "/family", "/lab", "/review", "/table/x", "/key", "/key?for=guest", "/hand/x-0.json", "/?key=x", "/static/", "/static/../app.py",
     "/static/%2e%2e/app.py", "/static/words/page.json", "/static/vendor/LICENSE.htm", "/tables.sqlite", "/j/", "/j/a/b"],
)  # fmt: skip
def test_nothing_else_can_be_reached(table, path):
    answer = httpx.get(table.base + path)
    assert answer.status_code == 404 and len(answer.text) < 800
    assert httpx.post(table.base + path, headers={"origin": table.base}).status_code in (404, 405)


def test_the_page_its_files_and_its_texts_can(table):
    page = httpx.get(f"{table.base}/j/anything")
    assert page.status_code == 200 and "family/join.mjs" in page.text and "app.mjs" not in page.text and "set-cookie" not in page.headers
    assert "default-src 'self'" in page.headers["content-security-policy"] and page.headers["x-frame-options"] == "DENY"
    assert httpx.get(f"{table.base}/static/base.mjs").status_code == 200
    texts = httpx.get(f"{table.base}/words.json")
    kept = texts.headers["set-cookie"].lower()
    assert "httponly" in kept and "samesite=strict" in kept and kept.startswith(f"cardshark_guest_{table.party.listener.port}=")
    assert "set-cookie" not in httpx.get(f"{table.base}/words.json", headers={"cookie": table.token()}).headers


def test_the_owners_server_is_not_on_the_network(table):
    with pytest.raises(ConnectionRefusedError):
        create_connection((NETWORK, table.server.port), 5)


def test_another_host_or_a_page_of_another_site_gets_nothing(table):
    for host in ("evil.example", f"evil.example:{table.party.listener.port}", "127.0.0.1:1", f"localhost:{table.party.listener.port}"):
        assert httpx.get(f"{table.base}/j/x", headers={"host": host}).status_code == 403
    for origin in (None, "http://evil.example", "null", f"https{table.base[4:]}", base(table.server)):
        with connect(f"ws{table.base[4:]}/socket", origin=origin, additional_headers={"Cookie": table.token()}) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(10)
            assert closed.value.rcvd.code == 4401


def test_the_owners_commands_are_not_for_guests(table):
    page = table.page()
    assert table.arrive(page)["step"] == "ask"
    for do in ("hello", "create", "review", "again", "think", "advise", "age", "undo", "pace", "host", "letin", "doors", "deal", "arrange"):
        assert trouble(page, do=do) == "trouble_guest_command"
    for command in ({"do": "choose"}, {"do": "pass"}, {"do": "next"}, {"do": "claim"}, {"do": "gesture", "gesture": "ha"}):
        assert trouble(page, **command) == "trouble_not_seated"
    assert trouble(page, do="gesture", gesture="<script>") == "trouble_guest_command"


def test_other_people_of_the_owners_server_have_no_family_table(table, tmp_path):

    cookie = new_guest(table.server)
    with Page(table.server.port, cookie) as other:
        assert other.ask(do="host", name="Eve")["step"] == "off"
        assert trouble(other, do="doors", open=False) == trouble(other, do="deal") == "trouble_no_family"
        assert trouble(other, do="letin", guest="x", yes=True) == "trouble_no_family"


# ---- coming in ----


def test_an_expired_code_gets_a_sentence(table):
    page = table.page()
    told = {key: value for key, value in table.arrive(page, "maple-otters").items() if value}
    assert told == {"say": "door", "ask": page.asked, "step": "expired"}  # neither who plays nor what
    assert page.ask(do="askin", code="maple-otters", name="Tom")["step"] == "expired"
    table.owner.ask(do="doors", new=False)
    assert table.arrive(page)["step"] == "shut"
    old = table.party.code
    table.owner.ask(do="doors")
    assert table.party.code != old  # whoever photographed the old one asks in vain
    page = table.page()
    assert table.arrive(page, old)["step"] == "expired" and table.arrive(page)["step"] == "ask"


def test_who_is_refused_may_ask_again_with_the_code(table):
    page = table.page()
    table.arrive(page)
    assert page.ask(do="askin", code=table.party.code, name="Eve")["step"] == "waiting"
    asked = table.owner.until(lambda message: message["say"] == "family" and message["asking"])["asking"][-1]
    assert asked["name"] == "Eve"
    assert table.owner.ask(do="letin", guest=asked["guest"], yes=False)["asking"] == []
    assert page.until(lambda message: message["say"] == "door" and message["step"] != "waiting")["step"] == "refused"
    assert trouble(table.owner, do="letin", guest=asked["guest"], yes=True) == "trouble_no_guest"
    assert table.arrive(page)["step"] == "ask"


@pytest.mark.parametrize("text", ["Tom", "  Tom\n ", "To\u202em", "Åsa", "Ὀδυσσεύς", "<b>&\"'</b>"])
def test_names_are_one_line_of_letters(text):
    found = clean_name(text, ["Anna"])
    assert found and found == " ".join(found.split()) and found.isprintable()


@pytest.mark.parametrize(
    ("text", "key"), [("", "empty"), (" \t\u200b", "empty"), ("...", "empty"), ("x" * 17, "long"), (" aNNa ", "taken")]
)
def test_other_names_get_a_sentence(text, key):
    with pytest.raises(Refused) as refused:
        clean_name(text, ["Anna"])
    assert refused.value.words.key == f"trouble_name_{key}"


def test_two_people_of_one_name_are_told_apart(table):
    page, other = table.page(), table.page()
    for each in (page, other):
        table.arrive(each)
    assert page.ask(do="askin", code=table.party.code, name="Kim")["step"] == "waiting"
    assert trouble(other, do="askin", code=table.party.code, name="kim") == "trouble_name_taken"
    assert trouble(other, do="askin", code=table.party.code, name="anna") == "trouble_name_taken"
    assert page.ask(do="leave")["step"] == "ask"  # "change my name"


@pytest.mark.long
def test_a_forged_token_is_a_stranger_and_a_guest_plays_one_seat_only(tmp_path):
    with family(tmp_path, Plan("hearts", "", RANDOM)) as table:
        cookie = table.token()
        tom, kim = table.seat("Tom", cookie), table.seat("Kim")
        name = table.deal(tom, kim)
        port = table.party.listener.port
        for forged in ("x" * 43, cookie.partition("=")[2][:-1], table.party.seating.seats[1].guest.token, table.cookie.partition("=")[2]):
            page = table.page(f"cardshark_guest_{port}={forged}")
            assert table.arrive(page)["step"] in ("ask", "full")
            assert trouble(page, do="choose", table=name, choice=kim.state["hand"][0]) == "trouble_not_seated"
        with pytest.raises(ConnectionClosed):
            table.page(f"cardshark_guest_{port}={'x' * 100}").hear(5)
        before = len(table.party.room.dealer.table.story)
        theirs = [card for card in kim.state["hand"] if card not in tom.state["hand"]][:3]
        assert trouble(tom, do="pass", table=name, seq=tom.state["seq"], cards=theirs) == "trouble_pass"
        assert trouble(tom, do="choose", table=name, seq=tom.state["seq"], choice=theirs[0]) == "trouble_turn"
        assert trouble(tom, do="choose", table=name, seq=tom.state["seq"], choice=theirs[0], seat=2) == "trouble_guest_command"
        assert trouble(tom, do="choose", table="x", seq=tom.state["seq"], choice=tom.state["hand"][0]) == "trouble_no_table"
        assert trouble(tom, do="undo", table=name) == "trouble_guest_command"
        assert trouble(table.owner, do="undo", table=name) == "trouble_no_undo"
        assert trouble(table.owner, do="think", table=name) == trouble(table.owner, do="advise", table=name, coach="full")
        assert len(table.party.room.dealer.table.story) == before


# ---- too much ----


def test_messages_that_are_too_long_or_too_many_are_harmless(table, monkeypatch):
    page = table.page()
    table.arrive(page)
    page.socket.send("x" * 3000)
    assert page.until(lambda message: message["say"] == "trouble")["words"]["key"] == "trouble_long"
    for text in ("{", "[" * 2000, '{"do":"askin","name":' + '"' + "x" * 1900 + '"}', "\0", '{"do":"askin","face":"../../etc"}'):
        page.socket.send(text)
        answer = page.until(lambda message: message["say"] == "trouble" or message.get("step") == "expired", 10)
        assert not answer.get("words") or answer["words"]["key"].startswith("trouble_")
    for _ in range(36):
        page.say(do="claim")
    assert page.until(lambda message: message["say"] == "trouble" and message["words"]["key"] == "trouble_fast", 20)
    large = table.page()
    large.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        large.until(lambda message: False, 10)
    assert table.arrive(table.page())["step"] == "ask"


@pytest.mark.long
def test_thousands_who_ask_at_once_cost_no_memory_and_leave_the_table_alone(table, monkeypatch):
    monkeypatch.setattr(listener.GuestServer, "visitor", lambda server, connection: stranger(server))
    monkeypatch.setattr(visit, "A_SECOND", 10_000.0)
    monkeypatch.setattr(visit, "AT_ONCE", 10_000.0)
    heard = Counter()
    for number in range(28):
        page = table.page()
        for attempt in range(75):
            page.say(do="askin", code=table.party.code, name=f"G {number} {attempt}")
            if attempt % 3 == 2:
                page.say(do="leave")
        page.ask(do="claim")
        heard += Counter(each["words"]["key"] if each["say"] == "trouble" else each["say"] for each in page.heard)
        page.socket.close()
        assert len(table.party.seating.waiting) <= 6
    assert heard["trouble_crowded"] > 500 and not heard["trouble_guest_server"]
    assert len(table.party.listener.visitors) <= listener.MOST_ADDRESSES and len(table.party.pages) < 45
    assert table.owner.ask(do="host", name="Anna")["say"] == "family"


def stranger(server) -> listener.Visitor:
    """Every request comes from another address."""
    found = listener.Visitor()
    server.visitors[str(len(server.visitors))] = found
    while len(server.visitors) > listener.MOST_ADDRESSES:
        server.visitors.popitem(last=False)
    return found


def test_connections_that_keep_silent_make_way_for_guests(table):
    page = table.page()
    table.arrive(page)
    with ExitStack() as stack:
        idle = [stack.enter_context(create_connection((NETWORK, table.party.listener.port), 5)) for _ in range(230)]
        assert httpx.get(f"{table.base}/j/x").status_code == 200  # from the same address
        assert table.arrive(page)["step"] == "ask"  # and who was there before is still there
        idle[0].settimeout(5)
        assert closed(idle[0])


def test_who_connects_and_says_nothing_is_sent_away(table, monkeypatch):
    monkeypatch.setattr(connection, "SILENCE", 0.2)
    page = table.page()
    with (
        create_connection((NETWORK, table.party.listener.port), 5) as silent,
        create_connection((NETWORK, table.party.listener.port), 5) as slow,
    ):
        slow.sendall(b"GET /j/x HTTP/1.1\r\nHost: ")  # and never the rest
        assert closed(silent) and closed(slow)
    assert table.arrive(page)["step"] == "ask"  # a page may be silent as long as it likes


def closed(connection) -> bool:
    """Does the server close this connection?"""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_strangers_with_many_pages_do_not_keep_out_who_has_a_seat(table, monkeypatch):
    monkeypatch.setattr(listener, "MOST_SOCKETS", 0)
    cookie = table.token()
    with pytest.raises(ConnectionClosed) as refused:
        table.page(cookie).hear(5)
    assert refused.value.rcvd.code == listener.BUSY
    guest = Guest("Oma", "guest1", hashed(cookie.partition("=")[2]))
    monkeypatch.setattr(table.party.seating.seats[1], "guest", guest)
    assert table.arrive(table.page(cookie))["step"] == "in"


def test_one_address_may_ask_only_so_often(table):
    assert httpx.get(f"{table.base}/j/x").status_code == 200
    (visitor,) = table.party.listener.visitors.values()
    visitor.requests = Allowance(0.0, 3.0)
    assert [httpx.get(f"{table.base}/j/x").status_code for _ in range(5)] == [200, 200, 200, 429, 429]


def test_addresses_are_not_remembered_for_ever(table):
    from types import SimpleNamespace

    for number in range(5000):
        table.party.listener.visitor(SimpleNamespace(client=SimpleNamespace(host=f"10.0.{number // 256}.{number % 256}")))
    assert len(table.party.listener.visitors) == listener.MOST_ADDRESSES


def test_an_allowance_fills_up_again(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("cardshark.web.line.time.monotonic", lambda: now[0])
    allowance = Allowance(2.0, 3.0)
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [allowance.take(), allowance.take()] == [True, False]
    now[0] = 100.0
    assert sum(allowance.take() for _ in range(10)) == 3


# ---- the address ----


@pytest.mark.parametrize("address", ["0.0.0.0", "8.8.8.8", "example.com", "", "192.168.1", "::1", "192.168.1.23:80"])
def test_only_an_address_of_a_local_network_will_do(address):
    with pytest.raises(UserError):
        check_address(address)


def test_addresses_of_local_networks_do():
    for address in ("192.168.1.23", "10.0.0.7", "172.16.3.4", "127.0.0.2", "169.254.1.1"):
        assert check_address(address) == address
    with pytest.raises(UserError, match="cannot be used"):
        listen_at("192.0.2.1", 8347)


def test_a_port_that_is_taken_is_no_trouble():
    first = listen_at(NETWORK, 0)
    second = listen_at(NETWORK, first.getsockname()[1])
    assert second.getsockname()[1] not in (0, first.getsockname()[1])
    first.close(), second.close()


def test_the_invitation_is_two_words_and_a_picture():
    assert len({new_code() for _ in range(200)}) > 150
    assert picture("http://192.168.1.23:8347/j/maple-otter").startswith("data:image/svg+xml")


def test_a_code_grows_old(table, monkeypatch):
    monkeypatch.setattr(party, "CODE_SECONDS", 0.0)
    old = table.party.code
    table.owner.ask(do="doors", new=False)
    table.owner.ask(do="doors", new=True)
    assert table.party.code != old


def test_limits_are_as_the_documents_say():
    assert (visit.MOST_BYTES, visit.LONGEST_CODE) == (2048, 40)
