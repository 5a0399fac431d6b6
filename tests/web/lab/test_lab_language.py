"""The lab speaks the language of the tables, on every page and in every state of it."""

import pytest

from cardshark.arena.duel import duel
from cardshark.arena.league import league
from cardshark.games import hearts, house
from cardshark.learning import Design, Lesson, train
from cardshark.play import deal
from cardshark.web.lab import app as lab
from cardshark.web.lab.experiment import PlayedGame
from helpers.web.lab import Page, client
from helpers.web.language import untranslated

PATHS = ["/lab", *(f"/lab/{name}" for name in ("papers", "leagues", "training", "deals", "players", "experiment")), "/lab/papers/none"]
OF_FILES = [
    "my.jsonl",
    "league.jsonl",
    "my",
    "american",
    "random",
    "greedy",
    "jake",
    "hindsight",
    "seed",
    "owl",
    "network",
    "rules",
    "against",
    "dutch",
    "limit",
]


def said(path: str, language: str, games=()) -> list[str]:
    """What a page says to a browser whose cookie names this language."""
    answer = client(games).get(path, headers={"cookie": f"language={language}"})
    return Page(answer.text, language).pieces


@pytest.mark.parametrize("path", PATHS)
def test_an_empty_lab_is_dutch(path, here):
    assert untranslated(said(path, "en"), said(path, "nl")) == []


@pytest.mark.long
def test_a_full_lab_is_dutch(here, monkeypatch):
    rules = house.parse(hearts.PRESETS, "american")
    duel("hearts", rules, "random", "greedy", 4, 3, record=here / "my.jsonl", control="random")
    league("hearts", rules, ["random", "greedy", "jake"], 4, 3, record=here / "league.jsonl")
    train(Design(hidden="16"), Lesson(games=6, rules="dutch:limit=60", against="jake"), 7, here / "my.safetensors", keep=2)
    hands = deal(hearts, hearts.PRESETS["american"]._replace(hands=1), seed=5, count=60)["hands"]
    monkeypatch.setattr(lab, "sealed_deals", lambda store, person: iter([("hearts", hand.tolist()) for hand in hands]))
    games = [PlayedGame("random", number, [5, 40, 50, 30]) for number in range(5)]
    for path in PATHS:
        assert untranslated(said(path, "en", games), said(path, "nl", games), OF_FILES) == [], path


def test_the_cookie_counts_more_than_the_browser_and_nonsense_is_english(here):
    def language(**headers: str) -> str:
        return dict(Page(client().get("/lab", headers=headers).text).tags)["html"]["lang"]

    assert client().get("/lab", headers={"accept-language": "fr, nl-BE;q=0.8, en;q=0.5"}).text.count('<html lang="nl">') == 1
    assert language(cookie="language=en", **{"accept-language": "nl"}) == "en"
    assert language(cookie="language=<script>") == "en" and language() == "en"
