"""The lab in the browser: every page is sound HTML that nobody's file can break, and shows what lies there."""

import json

import pytest

from cardshark.arena.duel import duel
from cardshark.arena.league import league
from cardshark.games import gin, hearts, house
from cardshark.terminal.challenge import TABLE_3_8
from cardshark.web.lab import app as lab
from cardshark.web.lab import experiment
from cardshark.web.lab import finds as lab_finds
from cardshark.web.lab.experiment import PlayedGame
from helpers.journals import relinked
from helpers.web.lab import EVIL, Page, client, get

# ---- all of them ----


@pytest.mark.parametrize("path", ["/lab", "/lab/papers", "/lab/leagues", "/lab/training", "/lab/players", "/lab/experiment"])
def test_an_empty_folder_has_sound_pages(path, here):
    assert get(path).text


def test_the_contents_lead_everywhere(here, monkeypatch):
    monkeypatch.setattr(lab, "sealed_deals", lambda store, person: iter(()))
    for address in [each for each in get("/lab").links if each.startswith("/lab/") and not each.endswith(".css")]:
        get(address)
    assert "color-scheme" in client().get("/lab/report.css").text


# ---- papers ----


def test_reports_are_served_as_they_are_and_nothing_else(here):
    for folder, title in (("results/mine", f"Is it {EVIL.replace('<', '&lt;')}?"), (f"runs/{EVIL}", "A run")):
        (here / folder).mkdir(parents=True)
        (here / folder / "report.html").write_text(f"<!doctype html><title>{title}</title><script>steal()</script>")
    (here / "results" / "secret.html").write_text("no")
    (here / "results" / "empty").mkdir()
    page = get("/lab/papers")
    assert f"Is it {EVIL}?" in page.text and "hearts_pomcp" in page.text and EVIL in page.text
    answer = client().get("/lab/papers/mine")
    assert answer.content == (here / "results/mine/report.html").read_bytes()
    assert (
        answer.headers["content-security-policy"].startswith("sandbox") and "allow-scripts" not in answer.headers["content-security-policy"]
    )
    assert client().get(next(each for each in page.links if "script" in each)).status_code == 200
    for name in ("empty", "%2e%2e%2fresults", "..%2fresults%2fsecret.html", "secret.html", "/etc/passwd", "mine%00", "mine/report.html"):
        assert client().get(f"/lab/papers/{name}").status_code == 404


def test_a_known_paper_is_found_beside_the_package(here):
    assert lab_finds.reports()["hearts_pomcp"].title.startswith("Does")
    assert "cardshark" in client().get("/lab/papers/hearts_pomcp").text


# ---- duels and leagues ----


def test_records_say_what_their_runs_said(here):
    rules = house.parse(hearts.PRESETS, "dutch")
    one = duel("hearts", rules, "random", "greedy", 40, 3, record=here / "duel.jsonl", control="random")
    matches = duel("gin", house.parse(gin.PRESETS, "eaai"), "random", "simple", 4, 3, matches=True, record=here / "matches.jsonl")
    all_of_them = league("hearts", rules, ["random", "greedy", "stock"], 30, 3, record=here / "league.jsonl")
    (here / "notes.jsonl").write_text('{"mine": 1}\n')
    (here / "poem.jsonl").write_text("a rose\n")
    header, lines = (here / "duel.jsonl").read_text().split("\n", 1)
    (here / "part.jsonl").write_text(header.replace("}", ', "piece": "1/2"}') + "\n" + lines)
    found, troubles = lab_finds.records()
    by_name = {each.path.name: each.found for each in found}
    assert troubles == [] and sorted(by_name) == ["duel.jsonl", "league.jsonl", "matches.jsonl"]
    timeless = {"seconds": 0.0, "hands_a_second": None}
    for name, wanted in (("duel.jsonl", one), ("matches.jsonl", matches), ("league.jsonl", all_of_them)):
        assert vars(by_name[name]) == {**vars(wanted), **timeless}
    text = get("/lab/leagues").text
    assert f"Difference {one.difference:+.3f}" in text and "League league.jsonl" in text and "Matches won, a seat of random" in text
    rating = all_of_them.ratings["stock"]
    assert f"{rating.value:+.3f} ± {rating.high - rating.value:.3f}" in text


def test_a_record_can_be_damaged_torn_or_empty(here):
    rules = house.parse(hearts.PRESETS, "dutch")
    duel("hearts", rules, "random", "greedy", 4, 3, record=here / "whole.jsonl")
    first, *rest = (here / "whole.jsonl").read_text().splitlines(keepends=True)
    (here / "torn.jsonl").write_text(first + "".join(rest) + '{"stream": "de')
    (here / "begun.jsonl").write_text(first)
    (here / f"{EVIL}.jsonl").write_bytes(relinked(first + '{"a": 1}\n'))
    (here / "changed.jsonl").write_text(first + rest[0].replace('"deals": 4', '"deals": 5'))
    (here / "garbled.jsonl").write_text(first + "{{\n")
    (here / "strange.jsonl").write_bytes(relinked(first.replace("dutch", "martian") + rest[0]))
    (here / "short.jsonl").write_bytes(relinked(json.dumps({"cardshark": "league"}) + "\n" + rest[0]))
    found, troubles = lab_finds.records()
    assert sorted(each.path.name for each in found) == ["torn.jsonl", "whole.jsonl"]
    assert len(troubles) == 6 and all("\n" not in each for each in troubles)
    text = get("/lab/leagues").text
    for sentence in (
        "nothing is finished yet in begun.jsonl",
        f"line 2 of {EVIL}.jsonl is not a piece",
        "line 2 of garbled.jsonl is damaged",
        "line 2 of changed.jsonl is not what was written there",
    ):
        assert sentence in text


# ---- the human experiment ----


GAMES = [
    PlayedGame("random", 0, [10, 40, 51, 30]),
    PlayedGame("random", 1, [20, 53, 40, 30]),
    PlayedGame("random", 1, [99] * 4),
    PlayedGame(EVIL, 0, [1, 2, 3, 50]),
]


def test_the_table_of_the_experiment():
    rows = experiment.standings(GAMES)
    assert [row.opponent.player for row in rows] == [*(each.player for each in TABLE_3_8), EVIL]
    assert (rows[0].games, rows[0].you, rows[0].they) == (2, 15.0, (52.0, 40.0, 30.0))
    assert rows[0].cells() == ["15.0", "52.0/40.0/30.0", "6", "50/34/30"]
    assert rows[1].cells() == ["–", "–", "26", "48/40/36"] and rows[3].cells()[2:] == ["–", "–"]
    assert [experiment.next_game(GAMES, each) for each in ("random", "jake", EVIL)] == [2, 0, 1]
    assert experiment.next_game([PlayedGame("random", number, [0] * 4) for number in range(5)], "random") is None


def test_the_page_of_the_experiment_starts_games(here):
    page = get("/lab/experiment", GAMES)
    assert "15.0" in page.text and "Play game 3 of 5" in page.text and EVIL in page.text and "48/40/36" in page.text
    assert ("input", {"type": "hidden", "name": "opponent", "value": EVIL}) in page.tags
    answer = client().post("/lab/experiment", data={"opponent": "random"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/table/of7")


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [(EVIL, f"{EVIL} stays away"), ("", "name a player"), ("a" * 300, "name a player"), ("a" * 9000, "name a player"),
     ("greedy", "You have 3 tables open")],
)  # fmt: skip
def test_who_cannot_sit_down_is_refused_in_a_sentence(opponent, sentence, here):
    answer = client().post("/lab/experiment", data={"opponent": opponent})
    assert answer.status_code == 400 and sentence in Page(answer.text).text
