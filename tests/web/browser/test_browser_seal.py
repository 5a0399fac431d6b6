"""The seal in a real browser: a hand is played, its seal is looked at, and the saved hand is verified with what the browser noted."""

import json
import re
import shlex
from hashlib import sha256
from hmac import digest

import pytest

from cardshark.coach.sentences import all_texts
from cardshark.hands.hand import StandIn
from cardshark.hands.saved import to_json
from helpers.commands import run
from helpers.played import joined_hand
from helpers.web.browser import LONG, play_by_keys, sit_down
from helpers.web.pages import carry, let_in, running

pytestmark = pytest.mark.slow

CHAIN = "async saved => (await import('/static/table/seal.mjs')).chainOf(saved)"
HASHES = """async text => {
    const {sha256, hmac, toHex, fromHex} = await import('/static/table/sha256.mjs');
    return [toHex(sha256(fromHex(text))), toHex(hmac(fromHex('0b'.repeat(20)), fromHex(text)))];
}"""
SAYINGS = "async ([found, note]) => (await import('/static/table/seal.mjs')).sayings(found, note)"
WRONG = "async ([found, note]) => (await import('/static/table/seal.mjs')).wrongWith(found, note)"


def changed(data: dict, **changes) -> dict:
    """The same with something else in it."""
    return {**data, **changes}


def broken(found: dict, note: dict) -> dict[str, tuple[dict, dict | None, str]]:
    """What somebody may change in what the server says afterwards, or what the browser noted of another deal; and what is then said."""
    saved, zeros = found["saved"], "0" * 64

    def hand(**changes):
        return changed(found, saved=changed(saved, **changes)), note, "seal_wrong_chain"

    def noted(key, **changes):
        return found, changed(note, **changes), key

    return {
        "secret": (changed(found, secret=zeros), note, "seal_wrong_secret"),
        "promise": (changed(found, words=["11" * 16, "", "", ""]), note, "seal_wrong_promise"),
        "name": hand(names=["You", "Otto", "Nora", "Emil"]),
        "choice": hand(choices=saved["choices"][::-1]),
        "last choices": hand(choices=saved["choices"][:-4]),
        "score": hand(scores=[26, 0, 0, 0]),
        "total": hand(totals=[1, 0, 0, 0]),
        "who stood in": hand(stood_in=[[1, 1, "jake"]]),
        "another seal was shown": noted("seal_wrong_seal", seal=zeros),
        "asked twice": noted("seal_wrong_seal", twice=True),
        "another word was given": noted("seal_wrong_word", word="22" * 16),
        "another end was shown": noted("seal_wrong_end", end=zeros),
        "another link was shown": noted("seal_wrong_end", links=[zeros]),
        "no note": (found, None, "seal_no_note"),
        "nothing": (found, note, ""),
    }


@pytest.fixture
def table(tmp_path, browser):
    """A page of the owner, in a browser of its own."""
    with running(tmp_path) as server:
        context = browser.new_context(locale="en", reduced_motion="reduce", accept_downloads=True)
        carry(context, server, let_in(server))
        page, wrong = context.new_page(), []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.port}/")
        yield page
        context.close()
        assert not wrong


def test_a_hand_is_played_its_seal_opened_and_the_saved_hand_verified(table, tmp_path, capsys, monkeypatch):
    page = table
    sit_down(page, preset="dutch")
    page.evaluate("localStorage.setItem('settings', JSON.stringify({pause: 0.3, speed: 0}))")
    page.reload()
    page.wait_for_selector("#hand button", timeout=LONG)
    play_by_keys(page)
    page.get_by_text("Was this dealt fairly?").click()
    assert page.inner_text(".over .proof b").startswith(
        "This hand agrees with what this browser noted: the seal before the deal, its own word, and"
    )
    typed = page.inner_text(".over .proof p:last-child code")
    page.get_by_role("button", name="Review").click()
    page.wait_for_selector(".decisions tbody tr", timeout=LONG)
    page.locator(".sealed summary").click()
    assert page.inner_text(".sealed .proof b").startswith("This hand agrees with what this browser noted")
    assert page.inner_text(".sealed .proof p:last-child code") == typed
    assert "Nothing here shows that nobody saw hidden cards" in page.inner_text(".sealed .proof")
    with page.expect_download() as waited:
        page.get_by_role("link", name="Save").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(typed)
    assert words[:3] == ["cardshark", "verify", file.name] and words[3::2] == ["--seal", "--word", "--end"]
    status, out, _ = run(capsys, monkeypatch, *words[1:])
    assert status == 0
    assert out.startswith("Hand 1 is as it was sealed") and "compare" not in out
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r'"Jake II"(?=.*"choices")', '"Jake IV"', text), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    status, out, err = run(capsys, monkeypatch, *words[1:])
    assert (status, out) == (2, "") and err.startswith("cardshark: The chain is broken at its opening")


def test_the_page_hashes_as_python_does(table):
    for size in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        data = bytes(number * 7 % 256 for number in range(size))
        assert table.evaluate(HASHES, data.hex()) == [sha256(data).hexdigest(), digest(b"\x0b" * 20, data, "sha256").hex()]


def as_saved(game: str, rules: str, *stood_in: StandIn) -> dict:
    """A hand as a page gets it; a name has a letter that JSON may escape."""
    hand = joined_hand(game, rules, 1)._replace(stood_in=stood_in)
    return json.loads(json.dumps(to_json(hand._replace(names=("You", "Zoë", *hand.names[2:])))))


def test_the_page_makes_the_same_chain_and_finds_whatever_was_changed(table):
    for game, rules, *stood_in in (("hearts", "american", StandIn(1, 5, "jake")), ("gin", "eaai"), ("hearts", "american")):
        saved = as_saved(game, rules, *stood_in)
        links = table.evaluate(CHAIN, saved)
        assert (links[0], links[-1], len(links)) == (saved["opening"], saved["end"], len(saved["choices"]) + 3)
    found = {**{name: saved[name] for name in ("seal", "secret", "promises", "words", "end")}, "saved": saved}
    note = {"seal": saved["seal"], "word": saved["words"][0], "promises": saved["promises"], "opening": links[0], "links": [links[3]]}
    note["end"] = saved["end"]
    for what, (said, noted, key) in broken(found, note).items():
        assert (what, table.evaluate(WRONG, [said, noted])) == (what, key)
        if key.startswith("seal_wrong"):
            assert table.evaluate(SAYINGS, [said, noted]) == [key]  # and nothing that would soften it


def test_the_page_claims_what_it_has_checked_and_no_more(table):
    saved = as_saved("hearts", "american")
    found = {name: saved[name] for name in ("seal", "secret", "promises", "words", "end")}
    note = {"seal": saved["seal"], "word": saved["words"][0], "promises": saved["promises"], "opening": saved["opening"], "links": []}
    whole, ended = {**found, "saved": saved}, {**note, "end": saved["end"]}
    table_end = ["seal_checked", "seal_unchecked_chain", "seal_then"]  # there the chain is not looked at
    review = ["seal_checked_chain", "seal_unchecked", "seal_then"]
    assert table.evaluate(SAYINGS, [found, ended]) == ["seal_right", *table_end, "seal_never"]
    assert table.evaluate(SAYINGS, [found, note]) == ["seal_right_begun", *table_end, "seal_never"]
    assert table.evaluate(SAYINGS, [whole, ended]) == ["seal_right", *review, "seal_never"]
    assert table.evaluate(SAYINGS, [whole, None]) == ["seal_no_note", *review, "seal_anew", "seal_never"]
    silent = {**found, "words": ["", "", "", ""]}
    assert table.evaluate(SAYINGS, [silent, None])[3] == "seal_no_word"
    for texts in all_texts().values():  # what was not checked is said only after "if"
        assert not [key for key in texts if key in ("seal_right", "seal_no_note") and re.match("Yes|Ja", texts[key])]
        assert re.match("If |Als ", texts["seal_then"])
