"""What the people of a family table are told: four at Hearts and two at gin, and nobody hears of a card that their seat may not know."""

import json

import pytest

from cardshark.web import visit as owners
from cardshark.web.family import visit
from cardshark.web.family.seating import Plan
from helpers.web.family import check_hidden, family, play_hands

LONG_MATCH = "american:limit=5000"


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch):
    """People here click faster than people may."""
    for each in (visit, owners):
        monkeypatch.setattr(each, "A_SECOND", 1000.0)


def traffic(folder, plan: Plan, names: list[str], hands: int) -> dict[int, int]:
    """Play so many hands and look at everything that was said: how many states each seat got."""
    with family(folder, plan) as table:
        cookies = [table.token() for _ in names]
        guests = [table.seat(name, cookie) for name, cookie in zip(names, cookies, strict=True)]
        name = table.deal(*guests)
        people = [table.owner, *guests]
        play_hands(table, people, hands)
        tokens = [cookie.partition("=")[2] for cookie in [table.cookie, *cookies]]
        for page in people:
            text = json.dumps(page.heard)
            assert not any(token in text for token in tokens)
            assert not any(guest.token in text for guest in table.party.seating.sitting)  # not even as hashes
        return {seat: check_hidden(table, name, seat, page.heard) for seat, page in enumerate(people)}


@pytest.mark.long
def test_four_people_at_hearts_hear_of_no_hidden_card(tmp_path):
    counted = traffic(tmp_path, Plan("hearts", LONG_MATCH, ["you", "random", "random", "random"]), ["Oma", "Tom", "Kim"], 3)
    assert all(states > 3 * 50 for states in counted.values())


@pytest.mark.long
def test_two_people_at_gin_hear_of_no_hidden_card(tmp_path):
    counted = traffic(tmp_path, Plan("gin", "eaai:target=5000", ["you", "simple"]), ["Oma"], 3)
    assert all(states > 3 * 5 for states in counted.values())


@pytest.mark.slow
def test_fifty_hands_of_hearts(tmp_path):
    traffic(tmp_path, Plan("hearts", LONG_MATCH, ["you", "random", "random", "random"]), ["Oma", "Tom", "Kim"], 50)


@pytest.mark.slow
def test_fifty_hands_of_gin(tmp_path):
    traffic(tmp_path, Plan("gin", "eaai:target=5000", ["you", "simple"]), ["Oma"], 50)
