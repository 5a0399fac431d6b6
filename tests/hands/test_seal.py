"""Seals: the cards follow from the secret, nothing can be changed afterwards, and dealing by secrets is fair."""

import copy
import json
from hashlib import sha256

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import gin, hearts
from cardshark.games.match import Single
from cardshark.hands.link import encode
from cardshark.hands.played import scores
from cardshark.hands.saved import from_json, to_json
from cardshark.hands.seal import deal_sealed, new_secret, seal_of, words_of
from cardshark.hands.verify import read, verify
from cardshark.text import UserError
from helpers.commands import run
from helpers.played import ROOMS, random_hand, secret_of

AMERICAN = hearts.PRESETS["american"]


def test_words_and_seal_are_as_the_readme_of_the_seal_says():
    secret = bytes(range(32))
    assert seal_of(secret) == sha256(secret).hexdigest()
    assert words_of(secret).deals == int.from_bytes(sha256(b"cardshark deal " + secret).digest()[:8], "little")
    assert words_of(secret).luck == int.from_bytes(sha256(b"cardshark luck " + secret).digest()[:8], "little")
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()
    with pytest.raises(UserError, match="32 bytes"):
        words_of(b"short")


@pytest.mark.long
def test_a_thousand_sealed_hands_are_dealt_as_sealed():
    for number in range(1000):
        secret = secret_of(number)
        match = Single(hearts, AMERICAN, words_of(secret).deals, first=number)
        assert tuple(map(int, match.state.hands)) == deal_sealed("hearts", AMERICAN, secret, number).hands


@pytest.mark.slow
def test_a_thousand_sealed_hands_are_verified():
    for number in range(1000):
        assert verify(to_json(random_hand("hearts", "dutch", number, number % 7))).good


@pytest.mark.parametrize(("name", "rules"), ROOMS)
def test_sealed_hands_of_every_kind_are_verified_and_kept(name, rules):
    for seed in range(3):
        hand = random_hand(name, rules, seed, seed)
        data = json.loads(json.dumps(to_json(hand)))
        assert from_json(data) == hand
        finding = verify(data)
        assert finding.good, finding.sentence
        assert finding.sentence.count(hand.seal) == 1


def test_a_later_hand_of_gin_is_dealt_as_the_match_deals_it():
    rules, secret = gin.PRESETS["eaai"], secret_of(3)
    for dealer in (0, 1):
        match = Single(gin, rules, words_of(secret).deals)
        match.games["table"]["hand_number"], match.games["table"]["dealer"] = 6, dealer
        match.games["table"]["phase"] = gin.DRAW
        hand = deal_sealed("gin", rules, secret, 6, dealer)
        other = deal_sealed("gin", rules, secret, 6, 1 - dealer)
        assert hand.hands == other.hands[::-1]
        assert hand.stock == other.stock
    whole = random_hand("gin", "eaai:hands=3", 5)
    following = Single(gin, rules, words_of(whole.secret).deals)
    for choice in whole.choices:
        following.choose(choice)
    table = following.state.table
    assert table.hand_number == 1
    assert deal_sealed("gin", rules, whole.secret, 1, int(table.dealer)).hands == tuple(map(int, following.state.hands))


@pytest.mark.long
def test_cards_go_everywhere_alike():
    from scipy.stats import chi2

    deals = 1000
    counts, places = np.zeros((64, 4)), np.zeros((64, 4))
    for number in range(deals):
        for seat, cards in enumerate(deal_sealed("hearts", AMERICAN, secret_of(number)).hands):
            counts[listed(cards), seat] += 1
        hand = deal_sealed("gin", gin.PRESETS["eaai"], secret_of(number))
        for place, cards in enumerate((listed(hand.hands[0]), listed(hand.hands[1]), hand.stock[:1], hand.stock[1:])):
            places[list(cards), place] += 1
    cards = counts.sum(axis=1) > 0
    for found, shares in ((counts, np.full(4, 1 / 4)), (places, np.array([10, 10, 1, 31]) / 52)):
        expected = deals * shares
        surprise = ((found[cards] - expected) ** 2 / expected).sum() * 51 / 52  # cards that lie here lie nowhere else
        assert 0.001 < chi2.sf(surprise, 51 * 3) < 0.999


def tampered() -> dict:
    """Ways to change a saved hand of Hearts."""

    def swap(data):
        first, second = data["dealt"][2], data["dealt"][3]
        first[0], second[0] = second[0], first[0]

    def change(name, value):
        return lambda data: data.update({name: value})

    def last(data):
        data["choices"] = data["choices"][:-1]

    return {
        "seal": change("seal", "0" * 64), "secret": change("secret", "0" * 64), "dealt": swap, "number": change("number", 4),
        "scores": change("scores", [26, 0, 0, 0]), "luck": change("luck", "0" * 16), "choices": last, "rules": change("rules", "dutch"),
        "no secret": change("secret", ""), "no seal": change("seal", ""), "totals": change("totals", [1, 2, 3]),
        "twice": lambda data: data["dealt"][0].__setitem__(0, data["dealt"][1][0]),
        "order": lambda data: data["choices"].reverse(), "players": change("players", ["random"]), "first": change("first", 9),
    }  # fmt: skip


@pytest.mark.parametrize("what", tampered())
def test_nothing_can_be_changed_afterwards(what):
    data = to_json(random_hand("hearts", "american", 1))
    assert verify(copy.deepcopy(data)).good
    tampered()[what](data)
    finding = verify(data)
    assert not finding.good
    assert finding.sentence.endswith(".")


@pytest.mark.parametrize("what", ["stock", "dealer", "renewals"])
def test_nothing_can_be_changed_afterwards_at_gin(what):
    rules = "paper:max_turns=80" if what == "renewals" else "eaai"
    data = to_json(random_hand("gin", rules, 4))
    assert verify(data).good
    if what == "dealer":
        data["dealer"] = 1 - data["dealer"]
    else:
        row = data["stock"] if what == "stock" else data["renewals"][-1]
        row[-1], row[-2] = row[-2], row[-1]
    assert not verify(data).good


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", "<p>nothing</p>", '{"played": 3}', '{"cardshark": "hand 9"}', "a link"])
def test_what_is_no_hand_is_refused(text):
    with pytest.raises(UserError):
        verify(read(text))


@pytest.mark.parametrize(
    ("name", "value"), [("number", "x"), ("game", "whist"), ("cardshark", "hand 2"), ("luck", "zz"), ("choices", ["XX"])]
)
def test_what_cannot_be_read_is_refused_or_found(name, value):
    data = to_json(random_hand("hearts", "dutch", 1)) | {name: value}
    try:
        finding = verify(data)
    except UserError:
        return
    assert not finding.good


def test_the_command_says_what_it_found(capsys, monkeypatch, tmp_path):
    hand = random_hand("hearts", "american", 1)
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(to_json(hand)))
    status, out, _ = run(capsys, monkeypatch, "verify", str(file))
    assert status == 0
    assert hand.seal in out
    status, out, _ = run(capsys, monkeypatch, "verify", "http://127.0.0.1:1/review#" + encode(hand))
    assert status == 0
    assert f"the score {' '.join(map(str, scores(hand)))}" in out
    file.write_text(json.dumps({**to_json(hand), "secret": "1" * 64}))
    status, out, err = run(capsys, monkeypatch, "verify", str(file))
    assert (status, out) == (2, "")
    assert err.startswith("cardshark: The seal is not that of the secret")
    for words in (str(tmp_path / "none.json"), str(tmp_path), "1abc.def", "x" * 5000):
        status, out, err = run(capsys, monkeypatch, "verify", words)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
