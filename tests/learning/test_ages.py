"""A learner at several ages: younger selves kept to the bit, and what they thought of a position."""

import os
import signal
import subprocess
import time

import numpy as np
import pytest

from cardshark.cards import card, name
from cardshark.chance import words
from cardshark.games import gin, hearts, house
from cardshark.games.match import Single
from cardshark.learning import Design, Lesson, train
from cardshark.learning.falcon.course import FalconLesson
from cardshark.learning.gin.course import TdLesson
from cardshark.learning.gin.evolution import Evolution
from cardshark.learning.growth import age_of, ages_to_keep, younger
from cardshark.players import seat
from cardshark.players.brain_file import digest, read
from cardshark.players.gin.rummy.brain import RummyDesign, RummyInputs
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.text import UserError
from cardshark.web.table.ages import ages, opinions, unit
from helpers import commands
from helpers.commands import START

SMALL = Design(hidden="16")
SHORT = Lesson(games=40, rules="dutch:limit=60", against="jake")


def names(folder) -> list[str]:
    """The files in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """A small network that was kept at four ages."""
    out = tmp_path_factory.mktemp("grown") / "my.safetensors"
    train(SMALL, SHORT, 7, out, keep=4)
    return out


# ---- keeping ----


def test_younger_selves_are_what_a_shorter_course_would_have_been(grown):
    assert names(grown.parent) == [f"my.age{age}.safetensors" for age in ("00", "02", "10", "22")] + ["my.safetensors"]
    assert [age_of(path) for path in younger(grown)] == [0, 2, 10, 22]
    from cardshark.learning.hearts.hindsight import HindsightCourse

    course = HindsightCourse(SMALL, SHORT, 7)
    for path in younger(grown):
        course.advance(age_of(path) - course.game)
        brain = read(path)
        assert digest(brain) == brain.about["sha256"] == digest(course.brain)
        assert (brain.about["games"], brain.about["hands"]) == (course.game, course.hands)
    assert read(younger(grown)[0]).about["curve"] == [] and read(younger(grown)[-1]).about["curve"][-1][0] <= 22


def test_keeping_changes_nothing(grown, tmp_path):
    train(SMALL, SHORT, 7, tmp_path / "my.safetensors")
    assert names(tmp_path) == ["my.safetensors"]
    assert (tmp_path / "my.safetensors").read_bytes() == grown.read_bytes()


@pytest.mark.long
@pytest.mark.parametrize(
    ("design", "lesson"),
    [
        (FalconDesign(), FalconLesson(games=700)),
        (RummyDesign(), TdLesson(games=9)),
        (
            RummyDesign(inputs=RummyInputs.FACTS, hidden=0),
            Evolution(games=300, method=2, population=4, pairs=2, against="simple", rules="eaai"),
        ),
    ],
)
def test_every_kind_of_learner_keeps_its_ages(design, lesson, tmp_path):
    brain = train(design, lesson, 3, tmp_path / "my.safetensors", keep=3)
    assert digest(brain) == digest(train(design, lesson, 3))
    youth = [read(path) for path in younger(tmp_path / "my.safetensors")]
    assert [each.about["games"] for each in youth] == [lesson.games * number**2 // 9 for number in range(3)]
    assert len({digest(each) for each in (*youth, brain)}) == 4


@pytest.mark.long
def test_ages_end_the_same_after_kill_9(grown, tmp_path):
    """Killed again and again, whenever another younger self has come to be."""
    flags = ["--hidden", "16", "--games", "40", "--rules", "dutch:limit=60", "--against", "jake", "--seed", "7"]
    command = [*START, "train", "hindsight", *flags, "--out", "my.safetensors", "--keep", "4", "--save-every", "0.001"]
    slow = "import time, cardshark.learning.hearts.hindsight as c; f = c.HindsightCourse.learn_game; "
    slow += "c.HindsightCourse.learn_game = lambda s: (time.sleep(0.05), f(s))[1]\n"
    command[2] = slow + command[2]
    for wanted in (1, 3, 4):
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while len(younger(tmp_path / "my.safetensors")) < wanted and process.poll() is None:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert not (tmp_path / "my.safetensors").exists()
        (tmp_path / ".my.safetensors.part.1234.unfinished").write_bytes(b"?")  # as if it had been writing just then
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert names(tmp_path) == names(grown.parent)
    assert all((tmp_path / each).read_bytes() == (grown.parent / each).read_bytes() for each in names(tmp_path))


def test_nothing_is_written_over_the_younger_selves_of_another(grown, tmp_path):
    stranger = tmp_path / "my.age00.safetensors"
    stranger.write_bytes(younger(grown)[0].read_bytes())
    with pytest.raises(UserError, match=r"my\.age00\.safetensors belongs to a training with seed 7, not 8: name another file"):
        train(SMALL, SHORT, 8, tmp_path / "my.safetensors", keep=4)
    assert names(tmp_path) == ["my.age00.safetensors"]
    stranger.write_bytes(b"?")
    with pytest.raises(UserError, match="is damaged"):
        train(SMALL, SHORT, 8, tmp_path / "my.safetensors", keep=4)


def test_how_many_can_be_kept(tmp_path):
    assert list(ages_to_keep(tmp_path / "my.safetensors", 3, 10)) == [0, 1, 2]
    assert ages_to_keep(None, 3, 0) == {} and ages_to_keep(tmp_path / "my.safetensors", 3, 0) == {}
    with pytest.raises(UserError, match="from 0 up, not -1"):
        train(SMALL, SHORT, keep=-1)
    with pytest.raises(UserError, match="beside the file of the brain: name one"):
        train(SMALL, SHORT, keep=1)


def test_the_command_says_what_it_kept(grown, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(grown.parent)
    flags = ["--hidden", "16", "--games", "40", "--rules", "dutch:limit=60", "--against", "jake", "--seed", "7", "--out", "my.safetensors"]
    status, _, err = commands.run(capsys, monkeypatch, "train", "hindsight", *flags, "--keep", "4")
    assert status == 0 and "Younger selves beside it: 4, from my.age00.safetensors to my.age22.safetensors." in " ".join(err.split())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.safetensors").write_bytes(grown.read_bytes())
    status, _, err = commands.run(capsys, monkeypatch, "train", "hindsight", *flags, "--keep", "4")
    assert status == 0 and "Younger selves are kept while a brain learns: name another file" in " ".join(err.split())


# ---- who sits down ----


def test_a_player_at_all_its_ages(grown):
    text = f"network:brain={grown},epsilon=0.1"
    found = ages(text)
    assert found == [f"network:brain={path},epsilon=0.1" for path in younger(grown)] + [text]
    assert ages(found[1]) == found  # whichever age sits there
    for each in found:
        seat(each).sit(hearts, house.parse(hearts.PRESETS, "dutch"))


@pytest.mark.parametrize(
    "text",
    [
        "jake",
        "network:brain=owl",
        "exec:./a",
        "./bot.py:Bot",
        "network:brain=no.safetensors",
        "a(b",
        "network:brain=a\0/b\0.safetensors",
    ],
)
def test_most_players_have_no_ages(text):
    assert ages(text) == []


def test_strangers_are_nobodys_younger_selves(grown, tmp_path):
    out = tmp_path / "my.safetensors"
    out.write_bytes(grown.read_bytes())
    train(SMALL, Lesson(games=3, rules="dutch:limit=60"), 1, tmp_path / "my.age02.safetensors")  # another training by its settings
    assert ages(f"network:brain={out}") == []
    (tmp_path / "my.ageless.safetensors").write_bytes(b"?")
    assert younger(out) == [tmp_path / "my.age02.safetensors"]


def test_a_damaged_younger_self_is_left_out(grown, tmp_path):
    for path in grown.parent.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    out = tmp_path / "my.safetensors"
    younger(out)[1].write_bytes(b"?")
    assert ages(f"network:brain={out}") == [f"network:brain={path}" for path in (*[younger(out)[i] for i in (0, 2, 3)], out)]


# ---- what they think ----


def position(game, rules, choices: int, wanted: int, player: str):
    """A match in which the seat in turn has several choices in this phase, after some others."""
    match, someone = Single(game, rules, *(int(words(3, each, 1)[0]) for each in ("deal", "luck"))), seat(player)
    someone.sit(game, rules)
    while choices > 0 or match.state.table.phase != wanted or int(match.view().legal).bit_count() < 3:
        match.view()
        chosen = np.zeros(1, np.int8)
        someone.choose(match.views.copy(), chosen)
        match.choose(int(chosen[0]))
        choices -= 1
    return match


def test_what_a_network_thought_of_every_card(grown):
    rules = house.parse(hearts.PRESETS, "dutch")
    match = position(hearts, rules, 6, hearts.PLAY, "jake")
    players = ages(f"network:brain={grown}")
    games, values = opinions(players, hearts, rules, match.view())
    assert games == [0, 2, 10, 22, 40]
    assert sorted(values) == sorted(name(choice) for choice in range(64) if match.allows(choice))
    match.view()
    for place, text in enumerate(players):
        player, chosen = seat(text), np.zeros(1, np.int8)
        player.sit(hearts, rules)
        player.choose(match.views.copy(), chosen)
        assert name(int(chosen[0])) == min(values, key=lambda each: values[each][place])  # points: the fewest are played
    assert opinions(players, hearts, rules, match.views) == (games, values)
    with pytest.raises(UserError, match="was made for 4 players with 32 cards"):
        opinions(players, hearts, house.parse(hearts.PRESETS, "american"), match.view())


def test_opinions_come_from_the_view_alone(grown):
    """The same view with other cards in the other hands is the same opinion: the players get nothing but the view."""
    rules = house.parse(hearts.PRESETS, "dutch")
    match = position(hearts, rules, 6, hearts.PLAY, "jake")
    players, view = ages(f"network:brain={grown}"), match.view().copy()
    before = opinions(players, hearts, rules, view)
    match.games["hands"][:] = 0
    assert opinions(players, hearts, rules, view) == before


def test_nobody_values_cards_to_pass():
    rules = house.parse(hearts.PRESETS, "american")
    match = Single(hearts, rules, 1, 1)
    assert match.state.table.phase == hearts.PASS
    assert opinions(["falcon:brain=falcon"], hearts, rules, match.view())[1] == {}
    with pytest.raises(UserError, match="jake has no opinion that can be shown"):
        opinions(["jake"], hearts, rules, match.view())


def test_how_strong_a_falcon_thinks_each_action_is(tmp_path):
    out, rules = tmp_path / "my.safetensors", house.parse(hearts.PRESETS, "falcon")
    train(FalconDesign(), FalconLesson(games=2000), 3, out, keep=3)
    match = position(hearts, rules, 9, hearts.PLAY, "stock")
    players = ages(f"falcon:brain={out}")
    games, values = opinions(players, hearts, rules, match.view())
    assert games == [0, 222, 888, 2000]
    assert all(row[0] is None for row in values.values())  # a newborn knows nothing
    known = [row[-1] for row in values.values() if row[-1] is not None]
    assert known and all(0 <= each <= 1 for each in known)


@pytest.mark.parametrize("brain", ["shark", "td5", "evo4"])
def test_what_a_rummy_thinks_each_discard_leaves(brain):
    rules = house.parse(gin.PRESETS, "eaai")
    match = position(gin, rules, 8, gin.DISCARD, "lookahead")
    _, values = opinions([f"rummy:brain={brain}"], gin, rules, match.view())
    player, chosen = seat(f"rummy:brain={brain}"), np.zeros(1, np.int8)
    match.view()
    player.choose(match.views.copy(), chosen)
    assert len(values) >= 10 and all(0 <= row[0] <= 1 for row in values.values())
    assert values[name(int(chosen[0]))][0] == pytest.approx(max(row[0] for row in values.values()), abs=1e-6)
    assert all(match.allows(card(each)) for each in values)
    match.choose(int(chosen[0]))
    assert opinions([f"rummy:brain={brain}"], gin, rules, match.view())[1] == {}  # only discards leave a hand to value


def test_what_opinions_are_in():
    assert [unit(each) for each in ("network:brain=owl", "falcon", "rummy", "jake")] == ["points", "strength", "worth", ""]
