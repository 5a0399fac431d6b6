"""The server and people who are not its owner: who gets in, what a guest may do, and that everybody has tables of their own."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from socket import create_connection

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cardshark.web.messages import Create
from cardshark.web.table.table import Dealt
from helpers.web.pages import Page, base, let_in, new_guest, running

RANDOM = ["you", "random", "random", "random"]


# ---- strangers ----


def enter(server, code, **headers) -> httpx.Response:
    return httpx.post(f"{base(server)}/enter", data={"code": code}, headers={"Origin": base(server), **headers})


def test_a_code_lets_one_browser_in_once(server):
    code = server.code("/table/abc")
    answer = enter(server, code.lower().replace("-", " "))  # as people type
    assert answer.status_code == 200 and 'url=/table/abc"' in answer.text
    kept = answer.headers["set-cookie"].lower()
    assert kept.startswith(f"cardshark_{server.port}=") and "httponly" in kept and "samesite=strict" in kept
    assert "max-age" not in kept and "expires" not in kept  # it ends with the browser, and with the server
    for wrong in (code, "", "wrong", "K7PX-2MQ4-9TRW", "\0", "x" * 9999):
        again = enter(server, wrong)
        assert again.status_code == 403 and "set-cookie" not in again.headers
    assert httpx.get(f"{base(server)}/?key={server.code()}").status_code == 403  # an address holds no code


def test_a_code_comes_from_this_page_or_from_the_owners_file_alone(server):
    for origin in ("http://evil.example", f"https://127.0.0.1:{server.port}"):
        assert enter(server, server.code(), Origin=origin).status_code == 403
    assert "set-cookie" in enter(server, server.code(), Origin="null").headers  # a page from a file


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example", "/%0d%0ax", '/"onload=x'])
def test_nobody_is_led_elsewhere(server, to):
    headers, form = {"Origin": base(server)}, {"code": server.code(), "to": to}
    assert 'url=/"' in httpx.post(f"{base(server)}/enter", data=form, headers=headers).text


def test_cookies_end_with_the_server_and_do_not_work_at_another(tmp_path):
    with running(tmp_path) as first:
        cookie = let_in(first)
        assert httpx.get(base(first), headers={"cookie": cookie}).status_code == 200
        with running(tmp_path) as second:
            for name in (f"cardshark_{first.port}", f"cardshark_{second.port}"):
                stolen = f"{name}={cookie.partition('=')[2]}"
                assert httpx.get(base(second), headers={"cookie": stolen}).status_code == 403


def test_browsers_are_listed_and_sent_away(server, cookie):
    other, headers = let_in(server), {"cookie": cookie, "origin": base(server)}
    listed = httpx.get(f"{base(server)}/browsers", headers={**headers, "user-agent": "Firefox/1"}).text
    assert "this one" in listed
    number = max(int(each) for each in re.findall(r"away\?number=(\d+)", listed))
    guest = new_guest(server)
    assert httpx.post(f"{base(server)}/browsers/away?number={number}", headers={**headers, "cookie": guest}).status_code == 200
    with Page(server.port, other) as page:  # a guest cannot send the owner's browser away
        page.ask(do="hello")
        httpx.post(f"{base(server)}/browsers/away?number={number}", headers=headers)
        with pytest.raises(ConnectionClosed) as closed:
            page.socket.recv(10)
        assert closed.value.rcvd.code == 4401
    assert httpx.get(base(server), headers={"cookie": other}).status_code == 403
    assert httpx.get(base(server), headers={"cookie": cookie}).status_code == 200


CODE = re.compile(r"The table is at (\S+) and asks for this code, once: (\S+)$")


def code_in(told) -> str:
    """The newest code that the terminal shows."""
    return CODE.fullmatch(told[-1])[2]


def test_an_owner_who_sent_the_last_browser_away_finds_a_code_in_the_terminal(tmp_path):
    told: list[str] = []
    with running(tmp_path, lambda hall: setattr(hall.consent, "tell", told.append)) as server:
        first, guest = let_in(server, server.show_code()), new_guest(server)
        headers = {"cookie": first, "origin": base(server)}
        number = server.hall.entry.seen_by(server.hall.owner, server.hall.owner)[0].number
        assert len(told) == 1
        answer = httpx.post(f"{base(server)}/browsers/away?number={number}", headers=headers)
        assert answer.status_code == 403 and "This browser was sent away. The terminal" in answer.text
        assert len(told) == 2 and httpx.get(base(server), headers={"cookie": first}).status_code == 403
        assert httpx.get(base(server), headers={"cookie": guest}).status_code == 200
        cookie = let_in(server, code_in(told))
        assert server.hall.entry.browser(cookie.partition("=")[2]).person == server.hall.owner


def test_an_owner_whose_browser_forgot_its_cookie_asks_for_a_code_in_the_terminal(tmp_path):
    told: list[str] = []
    with running(tmp_path, lambda hall: setattr(hall.consent, "tell", told.append)) as server:
        let_in(server, server.show_code())
        door = httpx.get(base(server)).text
        assert 'action="/enter/code"' in door
        for headers in ({}, {"origin": "http://elsewhere"}):  # pages of other sites make the terminal say nothing
            assert httpx.post(f"{base(server)}/enter/code", headers=headers).status_code == 403 and len(told) == 1
        for _ in range(3):  # nor can anybody fill it with codes
            answer = httpx.post(f"{base(server)}/enter/code", headers={"origin": base(server)})
            assert answer.status_code == 403 and "The terminal shows a code that works." in answer.text
        assert len(told) == 2 and code_in(told) not in answer.text
        assert let_in(server, code_in(told))


def test_the_page_of_the_browsers_leads_back(server, cookie):
    assert 'href="/">To the tables' in httpx.get(f"{base(server)}/browsers", headers={"cookie": cookie}).text


def test_a_guest_gets_no_code_for_others(server):
    headers = {"cookie": new_guest(server), "origin": base(server)}
    for who in ("new", "1", "", "x"):
        assert httpx.post(f"{base(server)}/browsers/code?for={who}", headers=headers).status_code == 403


@pytest.mark.parametrize("path", ["/", "/table/x", "/review", "/static/app.mjs", "/hand/x-0.json", "/browsers", "/lab", "/nothing"])
def test_without_a_cookie_there_is_nothing(server, path):
    for headers in ({}, {"cookie": f"cardshark_{server.port}=wrong"}, {"cookie": "cardshark_1=x"}):
        answer = httpx.get(base(server) + path, headers=headers)
        assert answer.status_code == 403 and len(answer.text) < 1500


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "evil.example:{port}", "127.0.0.1.evil.example:{port}"])
def test_another_host_gets_nothing(server, cookie, host):
    answer = httpx.get(base(server) + "/", headers={"host": host.format(port=server.port), "cookie": cookie})
    assert answer.status_code == 403
    assert httpx.get(base(server) + "/", headers={"host": f"localhost:{server.port}", "cookie": cookie}).status_code == 200


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}"])
def test_a_page_of_another_site_cannot_open_a_socket_or_post(server, cookie, origin):
    origin = origin and origin.format(port=server.port)
    check_turned_away(server, {"Cookie": cookie}, origin)
    headers = {"cookie": cookie} | ({"origin": origin} if origin else {})
    assert httpx.post(base(server) + "/browsers/code?for=new", headers=headers).status_code == 403


def test_a_socket_without_a_cookie_is_closed(server):
    check_turned_away(server, {}, base(server))
    check_turned_away(server, {"Cookie": f"cardshark_{server.port}=wrong"}, base(server))


def test_a_socket_to_another_host_is_closed(server, cookie):
    check_turned_away(server, {"Cookie": cookie}, base(server), "evil.example")
    check_turned_away(server, {"Cookie": cookie}, f"http://evil.example:{server.port}", "evil.example")


def check_turned_away(server, headers, origin, host="127.0.0.1") -> None:
    link = create_connection(("127.0.0.1", server.port))
    with connect(f"ws://{host}:{server.port}/socket", sock=link, additional_headers=headers, origin=origin) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd.code == 4401


def test_pages_say_what_browsers_may_do(server, cookie):
    answer = httpx.get(base(server) + "/", headers={"cookie": cookie})
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "sha256-" in policy
    assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "same-origin"
    module = httpx.get(base(server) + "/static/app.mjs", headers={"cookie": cookie})
    assert module.headers["content-type"].startswith("text/javascript") and module.headers["cache-control"] == "no-cache"
    same = httpx.get(base(server) + "/static/app.mjs", headers={"cookie": cookie, "if-none-match": module.headers["etag"]})
    assert same.status_code == 304
    missing = httpx.get(base(server) + "/nothing", headers={"cookie": cookie})
    assert missing.status_code == 404 and "Back to the tables" in missing.text
    assert httpx.get(base(server) + "/static/../app.py", headers={"cookie": cookie}).status_code == 404
    assert httpx.get(base(server) + "/static/%2e%2e/app.py", headers={"cookie": cookie}).status_code == 404


@pytest.mark.long
def test_tables_and_hands_are_ones_own(server, page, guest):
    table = page.create(seats=RANDOM, rules="dutch")["table"]
    hand = page.play_hand()["result"]["hand"]
    for command in ({"do": "hello"}, {"do": "next"}, {"do": "choose", "choice": "QS"}, {"do": "undo"}, {"do": "think"}, {"do": "leave"}):
        answer = guest.ask(**command, table=table)
        assert answer["say"] == "trouble" and answer["words"]["key"] == "trouble_no_table"
    assert guest.ask(do="review", hand=hand)["words"]["key"] == "trouble_no_hand"
    assert guest.ask(do="again", hand=hand)["words"]["key"] == "trouble_no_hand"
    lobby = guest.ask(do="hello")
    assert lobby["tables"] == [] and lobby["first"]
    page.say(do="next", table=table)
    page.my_turn()
    with pytest.raises(TimeoutError):
        guest.hear(0.5)


def test_a_new_code_for_another_browser(server, cookie, page):
    headers = {"cookie": cookie, "origin": base(server)}
    mine = httpx.post(f"{base(server)}/browsers/code?for={server.hall.store.owner()}", headers=headers).text
    with Page(server.port, let_in(server, re.search("<code>(.*)</code>", mine)[1])) as second:
        assert second.ask(do="hello")["tables"] == page.ask(do="hello")["tables"]


@pytest.mark.long
def test_a_busy_file_keeps_only_those_waiting_who_need_it(server, cookie):
    def get(path: str, **headers: str) -> int:
        return httpx.get(base(server) + path, headers=headers, timeout=20).status_code

    with ThreadPoolExecutor(1) as pool:
        with server.hall.store.database.lock:  # as if another server wrote for long
            waiting = pool.submit(get, "/lab/deals", cookie=cookie)
            time.sleep(0.3)
            assert get("/", host="evil.example") == get("/") == 403 and get("/", cookie=cookie) == 200
            assert not waiting.done()
        assert waiting.result() == 200


# ---- guests, and what is left behind ----


def reviewed(page, **which) -> dict:
    """The whole review of a hand."""
    number = page.say(do="review", **which)
    return page.until(lambda message: message["ask"] == number and (message["say"] == "trouble" or message.get("review")))


@pytest.mark.long
def test_nobody_gets_the_review_of_somebody_else(page, guest):
    page.create(rules="dutch", seats=RANDOM)
    theirs = page.play_hand()["result"]
    assert reviewed(page, hand=theirs["hand"])["review"]["secret"] == theirs["secret"]
    guest.create(rules="dutch", seats=RANDOM)
    own = guest.play_hand()["result"]
    link = reviewed(guest, hand=own["hand"])["review"]["link"]
    assert reviewed(guest, hand=theirs["hand"])["words"]["key"] == "trouble_no_hand"
    mixed = reviewed(guest, hand=theirs["hand"], link=link)["review"]
    assert mixed["secret"] == own["secret"] and mixed["hand"] == "" and mixed["table"] == ""
    assert reviewed(guest, hand="x-y", link=link)["review"]["secret"] == own["secret"]


@pytest.mark.long
def test_what_was_taken_back_and_played_anew_is_reviewed_anew(page):
    table = page.create(rules="dutch", seats=RANDOM, mode="practice")["table"]
    hand = page.play_hand()["result"]["hand"]
    before = reviewed(page, hand=hand)["review"]
    for _ in range(3):
        page.ask(do="undo", table=table)
    page.play_hand()
    after = reviewed(page, hand=hand)["review"]
    assert after["played"] == reviewed(page, link=after["link"])["review"]["played"]
    assert before["dealt"] == after["dealt"]


def test_a_guest_brings_no_programs(guest, page, tmp_path):
    for text in (f"exec:touch {tmp_path}/ran", "./examples/duck.py:Duck", "network:brain=mine.safetensors"):
        assert guest.ask(do="create", seats=["you", text, "jake", "jake"])["words"]["key"] == "trouble_guest_player"
    assert guest.ask(do="create", challenge=f"exec:touch {tmp_path}/ran")["words"]["key"] == "trouble_guest_player"
    assert not list(tmp_path.iterdir())


RUNNING = """
from pathlib import Path
Path(__file__).with_name("ran").touch()
class Bot:
    def play(self, view):
        return view.choices[0]
"""


def test_a_guest_brings_no_programs_to_the_experiment_or_to_a_learners_youth(server, cookie, page, guest, tmp_path):
    """Spaces around a name make no difference, and nothing is loaded before it is known who asks; the owner may do all this."""
    file, guests = tmp_path / "bot.py", new_guest(server)
    file.write_text(RUNNING)

    def asked(who: str, opponent: str) -> httpx.Response:
        headers = {"cookie": who, "origin": base(server)}
        return httpx.post(f"{base(server)}/lab/experiment", headers=headers, data={"opponent": opponent}, timeout=240)

    for opponent in (
        f"{file} :Bot",
        f" {file}:Bot",
        f"exec :touch {tmp_path}/ran",
        "montecarlo:deals=900000",
        f"network:brain={tmp_path}/x",
    ):
        answer = asked(guests, opponent)
        assert answer.status_code == 400 and "A guest may choose players of the lab only" in answer.text
        assert guest.ask(do="create", challenge=opponent)["words"]["key"] == "trouble_guest_player"
    table = guest.create(seats=RANDOM, rules="dutch")["table"]
    guest.my_turn()
    for learner in (f"network:brain={tmp_path}/x.safetensors", "network:brain=a\0.safetensors"):
        assert guest.ask(do="age", table=table, player=learner)["words"]["key"] == "trouble_guest_player"
    assert not (tmp_path / "ran").exists()
    assert asked(guests, "rummy").status_code == 400 and asked(guests, "greedy").status_code == 303
    server.hall.consent.given = True
    assert asked(cookie, f"{file} :Bot").status_code == 303 and (tmp_path / "ran").exists()
    table = page.create(seats=RANDOM, rules="dutch")["table"]
    page.my_turn()
    assert page.ask(do="age", table=table, player="network:brain=a\0.safetensors")["say"] == "ages"


def test_the_human_experiment_is_played_alone_and_not_dealt_twice(page):
    table = page.create(challenge="greedy")["table"]
    page.my_turn()
    for command in ({"do": "think", "hint": True}, {"do": "advise", "coach": "full"}):
        assert page.ask(table=table, **command)["words"]["key"] == "trouble_challenge_alone"
    page.move()
    page.ask(do="leave", table=table)
    assert page.create(challenge="greedy")["table"] == table


def test_a_finished_game_stays_finished_however_one_leaves(server):
    store = server.hall.store
    person = store.new_person()
    table = server.hall.create(person, Create(challenge="random"))
    store.end_match(table)
    store.close_table(table)
    assert store.table(table).closed == 2
    store.cut(table, [Dealt(b"", [])], 0)
    assert store.table(table).closed == 0  # what is taken back goes on


def test_questions_about_tables_that_are_not_there_leave_nothing_behind(server, page):
    for number in range(30):
        page.ask(do="hello", table=f"nowhere{number}")
    assert len(server.hall.opening) < 5
