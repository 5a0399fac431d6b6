"""The lab in the browser: every page is sound HTML that nobody's file can break, and shows what lies there."""

import asyncio
import json
import os
import time
from html.parser import HTMLParser
from types import SimpleNamespace

import httpx
import numpy as np
import pytest
from scipy.stats import kstest
from starlette.applications import Starlette

from cardshark.arena.duel import duel
from cardshark.arena.league import league
from cardshark.cards import card
from cardshark.games import gin, hearts, house
from cardshark.learning import Design, Lesson, Training, train
from cardshark.learning.trainer import CHECKPOINT
from cardshark.play import deal
from cardshark.players import brain_file
from cardshark.players.brain_file import read_sealed, write_sealed
from cardshark.terminal.challenge import TABLE_3_8
from cardshark.text import UserError
from cardshark.web import read_once
from cardshark.web.lab import app as lab
from cardshark.web.lab import experiment
from cardshark.web.lab import finds as lab_finds
from cardshark.web.lab.experiment import Game
from cardshark.web.lab.fairness import expected_lengths, fairness
from cardshark.web.messages import Words
from cardshark.web.table.people import kinds

EVIL = "<script>alert('&')"
VOID = {"meta", "link", "input", "br", "path", "circle", "rect", "line"}
SMALL, SHORT = Design(hidden="16"), Lesson(games=6, rules="dutch:limit=60", against="jake")


class Page(HTMLParser):
    """A page that is sound, and what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.text, self.tags, self.links = [], "", [], []
        self.feed(text)
        assert not self.open and {"html", "title", "main", "h1"} <= {tag for tag, _ in self.tags}
        assert not {"script", "iframe", "object"} & {tag for tag, _ in self.tags}
        ids = [values["id"] for _, values in self.tags if "id" in values]
        assert len(ids) == len(set(ids)) and dict(self.tags)["html"]["lang"] == "en"
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        assert not any(name.startswith("on") for name in values)
        self.tags.append((tag, values))
        self.links += [values[name] for name in ("href", "action") if name in values]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


class Refused(Exception):
    """A command that the hall refuses."""

    def __init__(self, key, **args):
        self.words = Words(key, args)


def create(person, command):
    """A hall that knows only one table, and asks nobody else to sit down."""
    if command.challenge == "greedy":
        raise Refused("trouble", most=3)
    if command.challenge != "random":
        raise UserError(f"{command.challenge} stays away")
    return f"of{person}"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def client(games=()):
    """A browser at a server whose person has finished these games."""
    store = SimpleNamespace(challenges=lambda person: list(games), secrets=lambda person: [])
    server = SimpleNamespace(person=lambda request: 7, hall=SimpleNamespace(store=store, create=create))
    return Browser(Starlette(routes=lab.routes(server)))


class Browser:
    """Asks a server that is not there, address by address."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def get(self, path: str) -> httpx.Response:
        return asyncio.run(self.ask("GET", path))

    def post(self, path: str, data: dict[str, str]) -> httpx.Response:
        return asyncio.run(self.ask("POST", path, data=data))

    async def ask(self, method: str, path: str, **more) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://127.0.0.1") as client:
            return await client.request(method, path, **more)


def get(path: str, games=()) -> Page:
    """A page."""
    answer = client(games).get(path)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
    return Page(answer.text)


# ---- all of them ----


@pytest.mark.parametrize("path", ["/lab", "/lab/papers", "/lab/leagues", "/lab/training", "/lab/players", "/lab/experiment"])
def test_an_empty_folder_has_sound_pages(path, here):
    assert get(path).text


def test_the_contents_lead_everywhere(here, monkeypatch):
    monkeypatch.setattr(lab, "dealt", lambda store, person: iter(()))
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
    (here / f"{EVIL}.jsonl").write_text(first + "[1]\n")
    (here / "garbled.jsonl").write_text(first + "{{\n")
    (here / "strange.jsonl").write_text(first.replace("dutch", "martian") + rest[0])
    (here / "short.jsonl").write_text(json.dumps({"cardshark": "league"}) + "\n" + rest[0])
    found, troubles = lab_finds.records()
    assert sorted(each.path.name for each in found) == ["torn.jsonl", "whole.jsonl"]
    assert len(troubles) == 5 and all("\n" not in each for each in troubles)
    text = get("/lab/leagues").text
    for sentence in (
        "nothing is finished yet in begun.jsonl",
        f"line 2 of {EVIL}.jsonl is not a piece",
        "line 2 of garbled.jsonl is damaged",
    ):
        assert sentence in text


# ---- trainings ----


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Two seeds of one training, another training, and one that is on its way."""
    folder = tmp_path_factory.mktemp("trained")
    for seed in (1, 2):
        train(SMALL, SHORT, seed, folder / f"seed{seed}.safetensors", keep=2 if seed == 1 else 0)
    half = Training(SMALL, SHORT, 3, folder / "half.safetensors")
    half.course.advance(3)
    half.hands[:3] = half.course.hands * np.array([1, 2, 3]) // 3
    half.checkpoint()
    return folder


def laid_out(trained, folder):
    """The same files in another folder."""
    for path in trained.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())


def test_trainings_that_differ_in_their_seed_are_shown_together(trained, here):
    laid_out(trained, here)
    (here / "runs").mkdir()
    train(SMALL, Lesson(games=4, rules="dutch:limit=60", rate=0.01), 1, here / "runs" / f"{EVIL}.safetensors")
    groups, troubles = lab_finds.trainings()
    assert troubles == [] and sorted(len(group) for group in groups) == [1, 3]
    group = max(groups, key=len)
    assert [(run.name, run.games, run.finished, run.running) for run in group] == [
        ("seed1", 6, True, False), ("seed2", 6, True, False), ("half", 3, False, True),
    ]  # fmt: skip
    refresh = ("meta", {"http-equiv": "refresh", "content": "5"})
    page = get("/lab/training")
    assert refresh not in page.tags and "/lab/training?watch" in page.links
    page = get("/lab/training?watch")
    assert refresh in page.tags and "/lab/training" in page.links
    assert "3 of 6" in page.text and "running, saved" in page.text and EVIL in page.text and "1 running" in page.text
    assert page.text.count("learns against its equals") == 1
    assert sum(tag == "svg" for tag, _ in page.tags) == 4  # each chart for a desk and for a phone


def test_means_and_bands_over_seeds(trained, here):
    from cardshark.web.lab.results import curves

    laid_out(trained, here)
    (group,) = lab_finds.trainings()[0]
    learner, others = curves(group)
    assert learner.label == "the learner" and list(learner.x) == [1, 2, 3, 4, 5, 6] == list(others.x)
    rows = {run.name: {row[0]: row[1] for row in run.curve} for run in group}
    assert learner.y[0] == pytest.approx(np.mean([rows[name][1] for name in ("seed1", "seed2", "half")]))
    assert learner.y[5] == pytest.approx(np.mean([rows[name][6] for name in ("seed1", "seed2")]))
    assert learner.low[5] < learner.y[5] < learner.high[5]


def test_a_training_that_nobody_goes_on_with_does_not_run(trained, here):
    laid_out(trained, here)
    os.utime(here / "half.safetensors.part", (time.time() - 600,) * 2)
    page = get("/lab/training?watch")
    assert "stopped 10 minutes ago; the same command goes on" in page.text
    assert not any(values.get("http-equiv") for _, values in page.tags)


def test_damaged_files_are_named_and_the_others_shown(trained, here):
    laid_out(trained, here)
    (here / f"{EVIL}.safetensors").write_bytes(b"?")
    part = (here / "half.safetensors.part").read_bytes()
    (here / "torn.safetensors.part").write_bytes(part[:-5])
    _, _, parts = read_sealed(here / "half.safetensors.part", CHECKPOINT)
    write_sealed(here / "odd.safetensors.part", CHECKPOINT, {"settings": {"games": "many"}}, parts)
    page = get("/lab/training")
    for sentence in (
        f"{EVIL}.safetensors is damaged",
        "torn.safetensors.part is damaged",
        "odd.safetensors.part does not say how it was trained",
    ):
        assert sentence in page.text
    assert "seed1" in page.text
    assert f"{EVIL}.safetensors is damaged" in get("/lab/players").text


def test_brains_are_listed_with_their_younger_selves(trained, here):
    laid_out(trained, here)
    rows, troubles = lab.brains()
    found = {row[0]: row[1:] for row in rows}
    assert troubles == [] and found["seed1.safetensors"] == ("network:brain=seed1.safetensors", "hearts", "6 games", 2)
    assert "champion" in found and not any(".age" in name for name in found)


def test_files_are_read_once_however_often_the_lobby_is_shown(trained, here, monkeypatch):
    laid_out(trained, here)
    (here / "broken.safetensors").write_bytes(b"?" * 100)
    (here / "huge.safetensors").write_bytes(b"?" * 1000)
    (here / "~old.safetensors").write_bytes((here / "seed1.safetensors").read_bytes())
    kinds(), lab.brains(), lab_finds.trainings()
    looked: list[str] = []

    def noted(path, *kinds):
        looked.append(path.name)
        return read_sealed(path, *kinds)

    monkeypatch.setattr(brain_file, "read_sealed", noted)
    monkeypatch.setattr(lab_finds, "read_sealed", noted)
    players = {kind.player: kind.ages for kind in kinds()}
    assert len(players["network:brain=./seed1.safetensors"]) == 3 and players["network:brain=./~old.safetensors"] == []
    assert not any("broken" in player or "huge" in player for player in players)
    assert "broken.safetensors is damaged" in " ".join(lab.brains()[1]) and lab_finds.trainings()[1]
    assert looked == []
    (here / "broken.safetensors").write_bytes((here / "seed1.safetensors").read_bytes())
    assert "network:brain=./broken.safetensors" in {kind.player for kind in kinds()} and looked == ["broken.safetensors"]
    for name in ("broken.safetensors", "huge.safetensors"):
        os.truncate(here / name, read_once.MOST_BYTES + 1)
    assert "network:brain=./broken.safetensors" not in {kind.player for kind in kinds()}
    assert "huge.safetensors is too large to be shown here" in lab.brains()[1] and looked == ["broken.safetensors"]


def test_numbers_of_somebody_else_are_not_loaded(here):
    """They could be many, and of kinds that NumPy does not have."""
    header = json.dumps({"x": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}).encode()
    (here / "foreign.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    assert lab.brains()[1] == ["foreign.safetensors holds numbers, but not those of a brain of this lab; `cardshark train` writes one"]


# ---- deals ----


def hands(preset: str, count: int) -> np.ndarray:
    """Fair deals of Hearts."""
    return deal(hearts, hearts.PRESETS[preset]._replace(hands=1), seed=5, count=count)["hands"]


@pytest.mark.parametrize("preset", ["american", "dutch"])
def test_chances_of_fair_deals_are_as_they_should_be(preset):
    """Of a hundred chances from fair deals, one is below a hundredth, and so on: they are spread evenly from 0 to 1."""
    dealt = hands(preset, 150 * 300)
    found = [fairness(("hearts", hand.tolist()) for hand in dealt[300 * part : 300 * (part + 1)])[0] for part in range(150)]
    for chances in ([each.cards_p for each in found], [each.queens_p for each in found], [each.lengths_p[2] for each in found]):
        assert kstest(chances, "uniform").pvalue > 0.001
    assert found[0].counts.sum() == 300 * len(found[0].deck) and sum(found[0].queens) == 300


def test_gin_counts_the_cards_that_nobody_got():
    games = deal(gin, gin.PRESETS["eaai"], seed=5, count=200 * 60)["hands"]
    found = [fairness(("gin", hand.tolist()) for hand in games[60 * part : 60 * (part + 1)])[0] for part in range(200)]
    assert kstest([each.cards_p for each in found], "uniform").pvalue > 0.001
    assert found[0].counts.shape == (52, 3) and found[0].counts.sum(axis=1).tolist() == [60] * 52


def test_whoever_always_gets_the_queen_is_found_out():
    queen, dealt = np.uint64(1) << np.uint64(card("QS")), hands("american", 100)
    for each in dealt:
        holder = int(np.flatnonzero(each & queen)[0])
        each[[0, holder]] = each[[holder, 0]]
    (found,) = fairness(("hearts", hand.tolist()) for hand in dealt)
    assert found.queens == [100, 0, 0, 0] and found.queens_p < 1e-9 and found.cards_p < 1e-3


def test_few_hands_prove_nothing(here, monkeypatch):
    few = [("hearts", hand.tolist()) for hand in hands("american", 3)]
    assert fairness(few)[0].cards_p is None and fairness([]) == []
    monkeypatch.setattr(lab, "dealt", lambda store, person: iter(few))
    assert "Too few hands to test this." in get("/lab/deals").text
    many = few + [("hearts", hand.tolist()) for hand in hands("dutch", 50)]
    monkeypatch.setattr(lab, "dealt", lambda store, person: iter(many))
    text = get("/lab/deals").text
    assert "Hearts with 52 cards" in text and "Hearts with 32 cards" in text and "at least as uneven: 0." in text


def test_expected_lengths_are_those_of_bridge():
    """A longest suit of four cards, as every bridge player knows, in 35.1 % of hands."""
    found = expected_lengths([13] * 4, 13)
    assert found[4] == pytest.approx(0.3508, abs=1e-4) and sum(found.values()) == pytest.approx(1)


def test_dealt_hands_come_from_their_secrets():
    seal = pytest.importorskip("cardshark.hands.seal")
    settings = SimpleNamespace(game="hearts", rules="dutch", seats=["jake", "you", "jake", "jake"])
    secret = bytes(range(32))
    store = SimpleNamespace(secrets=lambda person: [(settings, 2, secret), (settings, 0, b"")])
    ((game, found),) = lab.dealt(store, 1)
    cards = seal.deal_sealed("hearts", house.parse(hearts.PRESETS, "dutch"), secret, 2)
    assert game == "hearts" and found == [*cards.hands[1:], cards.hands[0]]


# ---- the human experiment ----


GAMES = [
    Game("random", 0, [10, 40, 51, 30]),
    Game("random", 1, [20, 53, 40, 30]),
    Game("random", 1, [99] * 4),
    Game(EVIL, 0, [1, 2, 3, 50]),
]


def test_the_table_of_the_experiment():
    rows = experiment.standings(GAMES)
    assert [row.opponent.player for row in rows] == [*(each.player for each in TABLE_3_8), EVIL]
    assert (rows[0].games, rows[0].you, rows[0].they) == (2, 15.0, (52.0, 40.0, 30.0))
    assert rows[0].cells() == ["15.0", "52.0/40.0/30.0", "6", "50/34/30"]
    assert rows[1].cells() == ["–", "–", "26", "48/40/36"] and rows[3].cells()[2:] == ["–", "–"]
    assert [experiment.next_game(GAMES, each) for each in ("random", "jake", EVIL)] == [2, 0, 1]
    assert experiment.next_game([Game("random", number, [0] * 4) for number in range(5)], "random") is None


def test_the_page_of_the_experiment_starts_games(here):
    page = get("/lab/experiment", GAMES)
    assert "15.0" in page.text and "Play game 3 of 5" in page.text and EVIL in page.text and "48/40/36" in page.text
    assert ("input", {"type": "hidden", "name": "opponent", "value": EVIL}) in page.tags
    answer = client().post("/lab/experiment", data={"opponent": "random"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/table/of7")


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [(EVIL, f"{EVIL} stays away"), ("", "name a player"), ("a" * 300, "name a player"), ("a" * 9000, "name a player"),
     ("greedy", "That did not work 3 times")],
)  # fmt: skip
def test_who_cannot_sit_down_is_refused_in_a_sentence(opponent, sentence, here, monkeypatch):
    monkeypatch.setattr(lab, "strings", lambda: {"trouble": "That did not work {most} times"})
    answer = client().post("/lab/experiment", data={"opponent": opponent})
    assert answer.status_code == 400 and sentence in Page(answer.text).text
