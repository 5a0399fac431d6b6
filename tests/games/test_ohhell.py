"""A game is a plug: Oh Hell, a package of its own (examples/ohhell), installed and played through everything that plays games.

Nothing in src knows this game. So wherever somebody asks which game it is, with an `else` that means one of ours, it fails here.
"""

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib

import pytest

from cardshark.cards import ALL, listed, name
from cardshark.games import GAMES
from helpers.compiling import compiled_only
from helpers.paths import EXAMPLES, ROOT

SOURCES = ROOT / "src" / "cardshark"
EXAMPLE = EXAMPLES / "ohhell"
CARDSHARK = "from cardshark.cli import main; main()"
SHORT = "short:players=3"  # five hands: 5, 4, 3, 2 and 1 cards

CAREFUL_BOT = """
class Careful:
    '''Says 0, or what comes next where that is forbidden, and then plays the lowest legal card.'''

    def play(self, view):
        return min(view.choices, key=lambda choice: (choice & 15, choice) if view.phase else choice)
"""
CAREFUL_PROGRAM = """
import sys

rules, position = {}, {}
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "cardshark":
        print("engine 1 Careful", flush=True)
    elif keyword == "game":
        assert words == ["ohhell"]
    elif keyword == "rules":
        rules = dict(word.split("=") for word in words)
    elif keyword == "begin":
        print("ready", flush=True)
    elif keyword == "choose":
        if position["phase"] == [["bid"]]:
            print(min(words[1:], key=int), flush=True)
        else:
            assert len(position["bids"][0]) == int(rules["players"]) and set(words[1:]) <= set(position["cards"][0])
            print(min(words[1:], key=lambda card: ("23456789TJQKA".index(card[0]), "CDHS".index(card[1]))), flush=True)
        position = {}
    elif keyword == "quit":
        break
    else:
        position.setdefault(keyword, []).append(words)
"""


# ---- the package, installed ----


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of installed packages with this one in it. Nothing is fetched; where nothing can be built, the files are copied."""
    folder = tmp_path_factory.mktemp("site")
    if importlib.util.find_spec("hatchling"):
        flags = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(folder)]
        subprocess.run([sys.executable, "-m", "pip", "install", *flags, str(EXAMPLE)], check=True)
        return folder
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(EXAMPLE / "cardshark_ohhell", folder / "cardshark_ohhell", ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / f"cardshark_ohhell-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    (group,) = project["entry-points"].items()
    lines = [f"[{group[0]}]", *(f"{name} = {value}" for name, value in group[1].items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def run(site, tmp_path):
    """Run a program where the package is installed: what it prints."""

    def run_program(program, *words, typed="", ok=True):
        path = os.pathsep.join([str(site), str(SOURCES.parent)])
        settings = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", "COLUMNS": "140"}
        command = [sys.executable, "-c", program, *words]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, env=settings, cwd=tmp_path, check=False)
        assert (done.returncode == 0) == ok, done.stdout + done.stderr
        return done.stdout if ok else done.stderr

    return run_program


@pytest.fixture
def cardshark(run):
    """Run a command of cardshark where the package is installed."""
    return lambda *words, **settings: run(CARDSHARK, *words, **settings)


@pytest.fixture
def careful(tmp_path):
    """The same careful player twice: in plain Python, and as a program that speaks the line protocol."""
    (tmp_path / "careful.py").write_text(CAREFUL_BOT, encoding="utf-8")
    (tmp_path / "program.py").write_text(CAREFUL_PROGRAM, encoding="utf-8")
    return "./careful.py:Careful", f"exec:{sys.executable} program.py"


def duel(cardshark, a, b, deals, rules=SHORT):
    """The figures of a duel."""
    flags = ["--rules", rules, "--deals", str(deals), "--seed", "5", "--no-strangers", "--on", "here", "--json"]
    return json.loads(cardshark("duel", "ohhell", a, b, *flags))


# ---- what a visitor sees ----


@pytest.mark.long
def test_the_game_is_among_the_games(cardshark):
    rows = {row["game"]: row for row in map(json.loads, cardshark("games", "--json").splitlines())}
    assert [*rows] == [*GAMES, "ohhell"]
    assert [*rows["ohhell"]["presets"]] == ["classic", "blackwood", "short"]
    assert "The rules of ohhell" in cardshark("games", "ohhell")
    players = {row["name"]: row["games"] for row in json.loads(cardshark("players", "--json"))}
    assert "ohhell" in players["random"] and "ohhell" in players["terminal"] and "ohhell" not in players["jake"]


@pytest.mark.long
def test_who_cannot_play_it_says_so_in_one_sentence(cardshark):
    for player in ("jake", "rummy"):
        error = cardshark("duel", "ohhell", player, "random", "--deals", "2", "--on", "here", ok=False)
        assert "Traceback" not in error and player in error.lower(), error


# ---- played ----


MATCH = """
from cardshark.games import game_named, transcript
from cardshark.play import match
found = match("ohhell", ["random"] * 4, seed=3)
text = str(found)
assert transcript.read(text) == found and str(transcript.read(text)) == text
assert len(found.hands) == 19 and found.rules == game_named("ohhell").PRESETS["classic"]
assert match("ohhell", ["random"] * 3, "blackwood:players=3,hands=2", seed=3).hands[1].dealer == 0
print(text)
"""


@pytest.mark.long
def test_a_match_is_played_written_and_read_back(run):
    lines = run(MATCH).splitlines()
    assert lines[:4] == ["cardshark ohhell 1", "rules classic", "players random | random | random | random", "seed 3 match 0"]
    assert sum(line.startswith("bids ") for line in lines) == 19


SINGLE = """
from cardshark.games import game_named
from cardshark.games.match import Single
game = game_named("ohhell")
match = Single(game, game.PRESETS["short"], deals=5, luck=6, first=3)
assert match.state.table.dealt == 2 and not match.allows(0) and match.allows(13)
while not match.over:
    match.choose(next(choice for choice in range(64) if match.allows(choice)))
print(game.hands_played(match.games)[0], match.state.table.totals.tolist())
"""


@pytest.mark.long
def test_one_match_is_played_step_by_step(run):
    hands, totals = run(SINGLE).split(maxsplit=1)
    assert hands == "5" and len(json.loads(totals)) == 4


@pytest.mark.long
def test_random_players_are_equal(cardshark):
    found = duel(cardshark, "random", "random", 60)
    assert found["game"] == "ohhell" and found["seats"] == "1v2" and found["hands"] == 3 * 60
    assert found["low"] <= 0 <= found["high"]


@pytest.mark.long
def test_a_careful_player_beats_chance_and_is_the_same_as_a_program(cardshark, careful):
    bot, program = (duel(cardshark, player, "random", 100, "short:players=4") for player in careful)
    assert bot["points_a"] > bot["points_b"] and not bot["low"] <= 0 <= bot["high"]
    for figure in ("points_a", "points_b", "moons_a", "wins_a", "hands"):
        assert bot[figure] == program[figure], figure


@pytest.mark.long
def test_a_league_is_played(cardshark, careful):
    flags = ["--rules", "short:players=4", "--deals", "40", "--seed", "5", "--no-strangers", "--on", "here"]
    found = json.loads(cardshark("league", "ohhell", "random", careful[0], *flags, "--json"))
    assert found["ratings"][careful[0]] > found["ratings"]["random"]  # many points are good
    assert "many are good" in cardshark("league", "ohhell", "random", careful[0], *flags)


@pytest.mark.long
def test_whole_matches_are_won_by_most_points(cardshark, careful):
    flags = ["--rules", SHORT, "--matches", "30", "--seed", "5", "--no-strangers", "--on", "here", "--json"]
    found = json.loads(cardshark("duel", "ohhell", careful[0], "random", *flags))
    assert found["unit"] == "match" and found["hands"] == 30 * 3 * 5
    assert found["points_a"] > found["points_b"] and found["wins_a"] > 1 / 3


@pytest.mark.long
@compiled_only
def test_random_playouts_beat_chance(cardshark):
    found = duel(cardshark, "montecarlo:deals=20,playout=random", "random", 300)
    assert found["points_a"] > found["points_b"] + 2 and not found["low"] <= 0 <= found["high"]


TABLES = """
import numpy as np
from cardshark import play
from cardshark.players.player import unpack
from cardshark.players.uniform import Random
from cardshark.tables import Tables, random_choices

tables = Tables("ohhell", "short:players=3", count=10, seed=1, opponents="random", rewards="score")
turn, found = tables.turn(), {}
while len(found) < 30:
    assert turn.bits().shape == (10, 128) and (turn.words()[:, 1] == turn.legal_words()).all() and turn.hidden().shape == (10, 2)
    assert (turn.legal(compact=True) == turn.legal()).all() and tables.action_names[13] != tables.action_names[12]
    turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
    found |= dict(zip(turn.ended_match.tolist(), turn.returns.tolist()))
games = play.deal(tables.game, tables.rules, 1, max(found) + 1)
play.play(tables.game, tables.rules, games, [Random()])
assert all(games["table"]["totals"][match, :3].tolist() == returns for match, returns in found.items())

class At:
    game, rules, views = tables.game, tables.rules._replace(hands=1), turn.views[4:5].copy()
again = Tables.from_position(At, count=25, seed=2)
(seen,) = unpack(At.views)
assert all(view._replace(luck=0) == seen._replace(luck=0) for view in unpack(again.turn().views))
assert len({hidden.tobytes() for hidden in again.turn().hidden()}) > 1
whole = Tables.from_position(tables.copy().whole(4), count=25)
assert len({hidden.tobytes() for hidden in whole.turn().hidden()}) == 1
for each in (again, whole):
    turn = each.turn()
    for _ in range(60):
        turn = each.choose(random_choices(turn.legal_words(), turn.luck))
print(len(found))
"""


@pytest.mark.long
def test_learners_have_tables_of_it(run):
    assert int(run(TABLES)) >= 30


# ---- a person at the terminal ----


@pytest.mark.long
def test_a_person_plays_an_evening_which_is_kept_and_shown(cardshark, tmp_path):
    every_word = ["0", "1", "2", *(name(card).lower() for card in listed(int(ALL)))]  # what is not legal is refused and asked again
    typed = "\n".join(["?", "score", "h", "seven", *every_word * 20])
    told = cardshark(
        "play", "ohhell", "random", "--terminal", "--rules", f"{SHORT},most=2", "--seed", "4", "--save", "kept.txt", typed=typed
    )
    assert "the match with" in told or "share the first place" in told
    assert "there is no coach for the game 'ohhell'" in told and "bids" in told and "You: bid 0" in told
    kept = (tmp_path / "kept.txt").read_text(encoding="utf-8")
    assert kept.startswith("cardshark ohhell 1\nrules short:players=3,most=2\nplayers terminal | random | random\n")
    assert kept.count("total ") == 2 and kept.rstrip().splitlines()[-1].startswith("total ")
    shown = cardshark("show", "kept.txt")
    assert "hand 1" in shown and "bids" in shown and "total" in shown
    assert json.loads(cardshark("show", "kept.txt", "--json"))["game"] == "ohhell"
    spoilt = kept.replace("bids ", "bids 9 ", 1)
    (tmp_path / "kept.txt").write_text(spoilt, encoding="utf-8")
    assert "line 10, column 1: here should stand 3 bids, not 4" in cardshark("show", "kept.txt", ok=False)


@pytest.mark.long
def test_who_leaves_the_table_leaves_what_was_played(cardshark, tmp_path):
    cardshark("play", "ohhell", "random", "--terminal", "--rules", SHORT, "--seed", "4", "--save", "kept.txt", typed="quit\n")
    assert "deal " in (tmp_path / "kept.txt").read_text(encoding="utf-8")
    cardshark("show", "kept.txt")


# ---- nobody asks which game it is ----


def names_game(node):
    """Does an expression name one of our games: `"gin"`, `hearts`, `games.gin`, or several of them?"""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return any(map(names_game, node.elts))
    said = node.value if isinstance(node, ast.Constant) else getattr(node, "id", getattr(node, "attr", None))
    return said in GAMES


def asks_for_game(node):
    """Does a piece of code compare something with one of our games?"""
    if isinstance(node, ast.Compare):
        return any(map(names_game, [node.left, *node.comparators]))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("startswith", "endswith") and any(map(names_game, node.args))
    return isinstance(node, ast.MatchValue) and names_game(node.value)


@pytest.mark.parametrize(
    "code",
    [
        "game == 'hearts'",
        "game is gin",
        "x not in ('gin',)",
        "m.__name__.endswith('hearts')",
        "match g:\n  case 'gin': pass",
        "a != games.gin",
    ],
)
def test_a_question_for_the_game_is_found(code):
    assert any(map(asks_for_game, ast.walk(ast.parse(code))))


def shared_sources():
    """Every file but those of one game alone: its rooms, and the papers, each of which is about one game."""
    for path in sorted(SOURCES.rglob("*.py")):
        parts = path.relative_to(SOURCES).parts
        if not {*GAMES, "experiments"} & {*parts, path.stem}:
            yield path


@pytest.mark.long
def test_nobody_asks_which_game_it_is():
    found = [
        f"{path.relative_to(SOURCES)}:{node.lineno}: {ast.unparse(node)}"
        for path in shared_sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if asks_for_game(node)
    ]
    assert not found, "\n".join(found)


def test_nothing_in_the_sources_knows_oh_hell():
    files = [path for path in SOURCES.rglob("*") if path.suffix in (".py", ".mjs", ".json", ".html")]
    assert not [path for path in files if "ohhell" in path.read_text(encoding="utf-8").lower()]


# ---- the package's own tests ----


def own_tests(**settings):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCES.parent), "PYTHONDONTWRITEBYTECODE": "1", **settings}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


@pytest.mark.long
@compiled_only
def test_the_package_passes_its_own_tests():
    own_tests()


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
def test_the_package_passes_its_own_tests_with_every_index_checked(setting):
    own_tests(**{"NUMBA_BOUNDSCHECK": "0", "NUMBA_DISABLE_JIT": "0", setting: "1"})
