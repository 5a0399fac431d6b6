"""The command line: quick, for people and programs, one sentence for every mistake."""

import inspect
import io
import json
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from rich.console import Console

from cardshark import __version__, jit
from cardshark.cli import app, common
from cardshark.notebook import bars
from helpers.commands import START, run
from helpers.paths import EXAMPLES, GOLDEN

COMMANDS = [
    "play", "duel", "sprt", "league", "reproduce", "decide", "train", "players", "brains", "explain", "games",
    "show", "hands", "export", "verify", "check", "bench", "warm", "cache", "completion", "analyse", "mcp", "merge",
]  # fmt: skip


@pytest.mark.long
def test_help_is_quick_and_loads_nothing_heavy():
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*START, "--help"], check=True, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert all(command in done.stdout for command in COMMANDS)
    assert min(times) < 0.5  # seconds of the processor: others may be busy on the machine
    heavy = "import sys, cardshark.cli; sys.exit(any(name in sys.modules for name in ('numpy', 'numba', 'scipy')))"
    subprocess.run([sys.executable, "-c", heavy], check=True)


def test_python_runs_the_package():
    done = subprocess.run([sys.executable, "-m", "cardshark", "--version"], check=True, capture_output=True, text=True)
    assert done.stdout == f"{__version__}\n"


def test_version(capsys, monkeypatch):
    assert run(capsys, monkeypatch, "--version") == (0, f"{__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["frobnicate"],
            "there is no command 'frobnicate'; there is play, duel, sprt, league, reproduce, decide, train, players, brains, explain",
        ),
        (["duel", "bridge", "random", "random"], "there is no game 'bridge'; there is hearts, gin"),
        (
            ["duel", "hearts", "random", "shark"],
            "there is no player 'shark'; there is random, greedy, stock, jake, network, rollouts, policy, falcon, montecarlo,",
        ),
        (
            ["duel", "hearts", "random", "random", "--rules", "americn"],
            "there is no set of rules 'americn': did you mean american? (",
        ),
        (
            ["duel", "hearts", "random", "random", "--rules", "american:pas=3"],
            "american has no rule 'pas': did you mean passing? (it has",
        ),
        (["duel", "hearts", "random", "random", "--rules", "american:limit=x"], "limit must be a whole number, not 'x'"),
        (["duel", "hearts", "random", "random", "--rules", "american:players=3"], "evenly to 3 players: remove 1 (removed=2D)"),
        (["duel", "hearts", "random", "random", "--rules", "american:removed=2D+2C"], "evenly to 4 players: remove 2 (removed=2D+...)"),
        (["duel", "hearts", "random", "random", "--matches", "0"], "a duel needs at least 2 matches, not 0"),
        (["duel", "hearts", "random", "random", "--matches", "9", "--until", "decided"], "early needs at least 100 matches, not 9"),
        (["duel", "hearts", "random", "random", "--rules", "american:players=5"], "Hearts is played here by 3 or 4 players, not 5"),
        (["duel", "hearts", "random", "random", "--rules", "american:removed=ZZ"], "'ZZ' is not a card"),
        (["duel", "gin", "random", "random", "--rules", "eaai:knock_limit=-1"], "knock_limit"),
        (["duel", "hearts", "random", "random", "--deals", "1"], "a duel needs at least 2 deals, not 1"),
        (["duel", "hearts", "random", "random", "--deals", "many"], "--deals must be a whole number, not 'many'"),
        (["duel", "hearts", "random", "random", "--seed", "-1"], "a seed is a whole number from 0 up, not -1"),
        (["duel", "hearts", "random", "random", "--seats", "2v3"], "'2v3' does not fill 4 seats: use 1v3, 2v2, 3v1"),
        (["duel", "hearts", "random", "random", "--rules", "american:heart=0,moon=shooter_minus"], "every hand would be a moon"),
        (["duel", "hearts", "random", "random", "--rules", "american:hands=99999999999999999999"], "hands is 0 (none) to 30000"),
        (["duel", "hearts", "random:deals=3", "random"], "random has no option 'deals'; it has none at all"),
        (["duel", "hearts", "terminal", "random"], "the duel was left before its end, so it has no result"),
        (["play", "hearts", "random", "--watch", "--terminal", "--save", "."], "cannot be written: name a file in a folder"),
        (
            ["duel", "hearts", "jak", "random"],
            "there is no player 'jak': did you mean jake? (there is random, greedy, stock, jake,",
        ),
        (
            ["duel", "gin", "simpel", "random"],
            "there is no player 'simpel': did you mean simple? (there is random, policy, montecarlo, simple,",
        ),
        (["duel", "hearts", "network", "random"], "4 players with 32 cards, not for 4 with 52; these rules fit: dutch"),
        (["duel"], "duel needs a game: cardshark duel GAME PLAYER OTHER"),
        (["duel", "hearts"], "duel needs two players: cardshark duel hearts PLAYER OTHER"),
        (["duel", "hearts", "random"], "duel needs a second player: cardshark duel hearts random OTHER"),
        (["duel", "--deals", "9", "hearts", "random"], "duel needs a second player: cardshark duel GAME PLAYER OTHER"),
        (["duel", "hearts", "random", "random", "--deals"], "--deals needs a value: write --deals VALUE"),
        (["reproduce"], "reproduce needs a paper: cardshark reproduce PAPER (gin_td_evo, hearts_falcon,"),
        (["merge"], "merge needs a file for the whole: cardshark merge PIECE ... --out WHOLE"),
        (["yardstick"], "yardstick needs a file: cardshark yardstick FILE PLAYER ..."),
        (["duel", "hearts", "random", "random", "--piece", "0/20", "--record", "x"], "from 1/20 to 20/20, not '0/20'"),
        (["verify"], "verify needs a file or a link: cardshark verify FILE"),
        (["verify", "nothing"], "there is no file 'nothing', and it is no link of a hand either"),
        (["duel", "hearts", "random", "random", "--on", "moon"], "there is no place to work 'moon'; there is here, cores, ray"),
        (["duel", "hearts", "random", "random", "--until", "later"], "until it is decided or until it is precise to a number above 0"),
        (["duel", "hearts", "random", "random", "--record", "."], "cannot be written"),
        (["duel", "hearts", "random", "random", "--json", "--csv"], "--json or --csv, not both"),
        (["duel", "gin", "jake", "random"], "jake plays Hearts only"),
        (["league", "gin", "random", "greedy"], "greedy plays Hearts only"),
        (["duel", "gin", "random", "random", "--seats", "1v3"], "'1v3' does not fill 2 seats: use 1v1"),
        (["league", "hearts", "random"], "a league needs two or more players, each named once, not random"),
        (["show", "nothing.txt"], "nothing.txt cannot be read: No such file or directory"),
        (["bench", "--only", "everything"], "'everything'"),
        (
            ["play", "--seed", "3"],
            "--seed and --save belong to the terminal (add --terminal); in the browser deals are sealed, and every hand is kept",
        ),
        (["play", "--port", "70000"], "a port is a number from 1 to 65535, not 70000"),
        (["play", "--terminal", "--no-open"], "--port, --no-open, --link and --lan belong to the browser: leave them out, or --terminal"),
        (["play", "hearts", "random", "random", "random", "random", "--terminal"], "5 players cannot sit on 4 seats"),
    ],
)
def test_a_mistake_gets_one_sentence_and_exit_status_2(capsys, monkeypatch, words, sentence):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    status, out, err = run(capsys, monkeypatch, *words)
    assert status == 2
    assert out == "" or "terminal" in words  # a person is shown the table before they leave
    (said,) = [line for line in err.splitlines() if not line.startswith("Compiling the kernels")]
    assert said.startswith("cardshark: ")
    assert sentence in said


def test_no_command_asks_for_a_flag_where_a_word_is_missing():
    """Words that a command cannot do without have names in sentences, as `duel needs a game: ...`."""
    for name in (each for each in app if not each.startswith("-") and each != "train"):
        needed = [
            each.name for each in inspect.signature(app[name].default_command).parameters.values()
            if each.default is each.empty and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        ]  # fmt: skip
        assert set(needed) <= common.NEEDED.get(name, {}).keys(), name


@pytest.fixture
def terminal(monkeypatch):
    """What is shown on a terminal."""
    shown = io.StringIO()
    monkeypatch.setattr(common, "notes", Console(file=shown, force_terminal=True, width=80))
    return shown


def test_a_progress_bar_needs_no_thread(terminal, monkeypatch):
    """Beside one, workers could not be forked."""
    monkeypatch.setattr(bars, "REDRAWN_AFTER", 0.0)
    threads = threading.active_count()
    with common.counting("deals", 4, quiet=False) as progress:
        assert threading.active_count() == threads
        progress(1)
        progress(3)
    for share in (" 0%", " 25%", "100%"):
        assert share in terminal.getvalue()


def test_only_the_command_itself_says_that_it_compiles(terminal, monkeypatch):
    """Workers that were forked from it would repeat it."""
    monkeypatch.setattr(jit, "announce", lambda say: say("Compiling the kernels"))
    common.prepare()
    monkeypatch.setattr("multiprocessing.parent_process", lambda: "this is a worker")
    common.prepare()
    assert terminal.getvalue() == "Compiling the kernels\n"


def test_a_duel_for_programs_and_for_people(capsys, monkeypatch):
    words = ["duel", "hearts", "random", "random", "--rules", "dutch", "--deals", "50", "--seed", "3"]
    status, out, _ = run(capsys, monkeypatch, *words, "--json")
    found = json.loads(out)
    assert status == 0
    assert list(found) == [
        "game", "rules", "a", "b", "seats", "seed", "unit", "control", "points_a", "points_b", "difference", "low", "high",
        "share_a", "share_low", "share_high", "wins_a", "wins_low", "wins_high", "places_a", "places_b",
        "deals", "hands", "moons", "moons_a", "moons_b",
        "adjusted", "adjusted_low", "adjusted_high", "variance_ratio", "stopped", "seconds", "hands_a_second", "seconds_a", "seconds_b",
        "strangers",
    ]  # fmt: skip
    assert (found["deals"], found["hands"]) == (50, 200)
    assert found["low"] < found["difference"] < found["high"]
    status, out, _ = run(capsys, monkeypatch, *words)
    assert status == 0
    assert f"{found['points_a']:.3f}" in out
    assert "95 %" in out


@pytest.mark.parametrize("player", ["./bots.py:smile:", "./a[/b].py:smile:"])
def test_names_are_printed_as_they_are(capsys, monkeypatch, tmp_path, player):
    """Not as commands to Rich: no :smile: becomes a face, and no bracket is lost or a mistake."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    file = Path(player.partition(":")[0])
    file.parent.mkdir(exist_ok=True)
    file.write_text("class smile:\n    def play(self, view):\n        return view.choices[0]\n")
    program = f"exec[seconds=9]:{sys.executable} {EXAMPLES / 'engine.py'}"
    _, out, _ = run(capsys, monkeypatch, "duel", "hearts", player, program, "--deals", "2", "--seed", "1", "--on", "here", "--no-strangers")
    assert out.count(player) == 3
    assert program in out
    _, out, _ = run(
        capsys, monkeypatch, "league", "hearts", player, "random", "--deals", "2", "--seed", "1", "--on", "here", "--no-strangers"
    )
    assert f"1 {player} " in out
    saved = tmp_path / "match.txt"
    words = ["play", "hearts", player, "--watch", "--terminal", "--rules", "dutch:hands=1", "--save", str(saved)]
    _, out, _ = run(capsys, monkeypatch, *words)
    assert f"South ({player})" in out
    _, out, _ = run(capsys, monkeypatch, "show", str(saved))
    assert f"0 {player} " in out


def test_the_tables_of_games_and_players_are_made_from_the_code(capsys, monkeypatch):
    _, out, _ = run(capsys, monkeypatch, "games", "--json")
    hearts, gin = map(json.loads, out.splitlines())
    assert list(hearts["presets"]) == ["american", "dutch", "passleft", "falcon"]
    assert list(gin["presets"]) == ["eaai", "classic", "tournament", "straight", "oklahoma", "paper"]
    assert hearts["presets"]["dutch"]["queen_of_spades"] == 5
    assert {row["rule"] for row in hearts["rules"]} == set(hearts["presets"]["american"])
    status, out, _ = run(capsys, monkeypatch, "games", "gin")
    assert status == 0
    assert "knock_limit" in out
    assert "oklahoma" in out


@pytest.mark.long
def test_players_explain_themselves(capsys, monkeypatch):
    _, out, _ = run(capsys, monkeypatch, "players", "--json")
    found = {player["name"]: player for player in json.loads(out)}
    assert list(found)[:5] == ["random", "greedy", "stock", "jake", "network"]
    assert found["uct"]["options"]["playout"] == "usual"
    built_in = [player for player in found.values() if player["package"] == "cardshark"]
    assert all(player["meanings"].keys() == player["options"].keys() and all(player["meanings"].values()) for player in built_in)
    status, out, _ = run(capsys, monkeypatch, "players", "montecarlo")
    assert status == 0
    assert "imagined deals for each decision" in out
    assert "uniform | sequential | weighted | product" in " ".join(out.split())
    status, out, _ = run(capsys, monkeypatch, "players")
    assert all(name in out for name in found)
    assert found["random"]["games"] == ["hearts", "gin"] and found["jake"]["games"] == ["hearts"]
    _, out, _ = run(capsys, monkeypatch, "players", "--game", "gin", "--json")
    assert [player["name"] for player in json.loads(out)] == [name for name, player in found.items() if "gin" in player["games"]]
    status, _, said = run(capsys, monkeypatch, "players", "jake", "--game", "gin")
    assert status == 2 and said.startswith("cardshark: there is no player of gin 'jake'; there is random, ")
    status, _, said = run(capsys, monkeypatch, "players", "--game", "bridge")
    assert status == 2 and said == "cardshark: there is no game 'bridge'; there is hearts, gin\n"
    status, _, said = run(capsys, monkeypatch, "players", "shark")
    assert status == 2 and said.startswith("cardshark: there is no player 'shark'")


@pytest.mark.parametrize("case", ["american", "three", "tournament", "paper"])
def test_show_prints_a_transcript(capsys, monkeypatch, case):
    status, out, _ = run(capsys, monkeypatch, "show", str(GOLDEN / f"{case}.txt"))
    assert status == 0
    assert "hand 1" in out
    assert "total" in out
    status, out, _ = run(capsys, monkeypatch, "show", str(GOLDEN / f"{case}.txt"), "--json")
    found = json.loads(out)
    assert found["seed"] == 7
    assert len(found["hands"]) == (GOLDEN / f"{case}.txt").read_text(encoding="utf-8").count("\nhand ")


def test_watching_a_match_and_saving_it(capsys, monkeypatch, tmp_path):
    saved = tmp_path / "match.txt"
    words = ["play", "hearts", "random", "--watch", "--terminal", "--rules", "dutch:hands=1", "--seed", "7", "--save", str(saved)]
    status, out, _ = run(capsys, monkeypatch, *words)
    assert status == 0
    assert "plays" in out
    status, out, _ = run(capsys, monkeypatch, "show", str(saved))
    assert status == 0
    assert "dutch:hands=1, seed 7" in out


def test_every_command_has_a_line_of_help(capsys, monkeypatch):
    for command in COMMANDS:
        status, out, _ = run(capsys, monkeypatch, command, "--help")
        assert status == 0
        assert command in out
        assert "--empty-" not in out and 'default: ""' not in " ".join(out.split())
        assert command not in ("play", "duel", "show") or "hearts or gin" in out or "transcript" in out  # parameters are explained
    assert app.name[0] == "cardshark"
