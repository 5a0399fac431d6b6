"""README and docs are true: their code runs and shows what they say, their figures are those of the records, their links lead somewhere."""

import re
import shlex
import sys

import pytest

from cardshark.cli import app, main
from helpers.figures import figures
from helpers.paths import EXAMPLES, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted(EXAMPLES.glob("*/README.md")),
]
LONGEST = 9_000  # bytes of the README

# What each command must show: patterns that are found one after the other in what it prints.
SHOWN = {
    "cardshark duel hearts jake stock --deals 2000 --seed 1": [r"2,000 deals, 8,000 hands", r"jake +│ +4\.762"],
    "cardshark play hearts jake --watch --terminal --rules dutch:hands=1 --seed 7": [
        r"jake", r"Hand 1", r"leads ", r"takes? the trick", r"total"
    ],
    "cardshark show tests/golden/american.txt": [r"hearts, american:limit=30", r"hand 1, pass left", r"K♠ Q♠ 7♠ 2♠", r"score", r"total"],
    "cardshark verify tests/golden/hand.json": [r"Hand 1 is as it was sealed", r"the seal [0-9a-f]{64}", r"the score \d+ \d+ \d+ \d+"],
    "cardshark games hearts": [r"jack_of_diamonds", r"passing", r"cycle", r"limit"],
    "cardshark duel hearts random random --deals 500 --rules american:passing=left,jack_of_diamonds=10,moon=choice": [
        r"500 deals, 2,000 hands", r"difference [+-]0\.\d+"
    ],
    "cardshark players": [r"random", r"jake", r"montecarlo", r"lookahead", r"rummy"],
    "cardshark players --levels": [r"hearts american: points a hand", r"first evening", r"champion", r"gin eaai"],
    "cardshark duel hearts montecarlo:deals=30,playout=jake,passing=search jake --deals 40 --seed 1": [
        r"40 deals, 160 hands", r"difference -"
    ],
    "cardshark duel hearts greedy stock --rules falcon --deals 20000 --until decided --seed 1 --record duel.jsonl": [
        r"difference \+", r"decided after 2,048 deals"
    ],
    "cardshark duel hearts jake stock --matches 200 --seats 2v2 --seed 1 --csv": [
        r"^game,rules,a,b,", r"\nhearts,american,jake,stock,2v2,1,match,"
    ],
    "cardshark duel gin rummy:brain=shark lookahead --matches 500": [r"500 matches", r"rummy:brain=shark", r"matches won"],
    "cardshark sprt hearts stock jake --better 0.5 --seed 1 --record sprt.jsonl": [
        r"2,048 of at most 20,000 deals", r"jake is better than stock", r"log-likelihood ratio \+", r"however often one looked", r"again: "
    ],
    "cardshark league hearts random greedy stock jake --seed 1": [r"few are good", r"1 random +│ \+6\.9", r"4 jake +│ -4\.4"],
    "cardshark hands lookahead --against simple --out hands.html": [r"2,000 final hands", r"deadwood", r"% of the melds are sets"],
    "cardshark train hindsight --games 20 --rules dutch:limit=1000 --against jake": [
        r"20 games, 3,526 hands", r"Points a hand", r"cardshark duel"
    ],
    "cardshark train hindsight --games 20 --rules dutch:limit=200 --against jake --seeds 3 --out my.safetensors": [
        r"my-1\.safetensors", r"my-3\.safetensors", r"20 games each"
    ],
    "cardshark duel hearts jake stock --deals 4000 --seed 1 --piece 1/2 --record part1.jsonl": [r"Piece 1/2, deals 1 to 2,000 of 4,000"],
    "cardshark duel hearts jake stock --deals 4000 --seed 1 --piece 2/2 --record part2.jsonl": [
        r"deals 2,001 to 4,000", r"cardshark merge"
    ],
    "cardshark train policy --games 200 --width 32 --critic 32 --tables 64": [r"Against jake on held-out deals", r"policy:brain=runs/"],
    "cardshark train falcon": [r"games, ", r"cardshark duel"],
    "cardshark train evolution --inputs facts --hidden 0 --knock learned --method cma --rules eaai --against simple --games 200000": [
        r"200,000 games", r"cardshark duel gin"
    ],
    "cardshark analyse examples/positions/hearts.txt": [r"hand 1, trick 2, seat 0", r"\d+ imagined deals", r"7D +\d\.\d\d .* \d+ %"],
    "cardshark analyse tests/golden/american.txt --at 1.9": [r"hand 1, trick 9", r"choice +value +95 % interval +best"],
    "cardshark completion bash": [r"_cardshark\(\)", r"duel", r"complete -F _cardshark cardshark"],
    "cardshark export hearts montecarlo:deals=30 --deals 40 --out play.npz": [
        r"2,440 decisions of 40 deals, 1,6\d\d of them with values", r"play\.npz: 0\.2 MB"
    ],
    "cardshark yardstick results/export/expert_hearts.npz jake policy": [r"player", r"policy +\d\.\d+ \(", r"jake +\d\.\d+ \(", r"50"],
    "cardshark cache": [r": [\d,]+ compiled functions, [\d.]+ MB"],
    "cardshark brains": [r"eagle", r"owl", r"shark"],
    "cardshark explain falcon:brain=hawk --top 5": [r"512 categories", r"Leading, most often preferred", r"  5\. "],
    "cardshark duel hearts network:brain=owl jake --rules dutch --deals 1000": [r"1,000 deals", r"difference -"],
    "cardshark duel hearts falcon:brain=eagle jake --rules falcon --matches 200": [r"200 matches", r"1st", r"4th"],
    "cardshark reproduce hearts_pomcp --scale 0.0005": [r"about half the points", r"0\.52", r"report\.html"],
    "cardshark duel hearts ./examples/duck.py:Duck random --deals 20": [
        r"20 deals, 80 hands", r"Duck", r"difference -", r"among strangers", r"--seed \d+ --word [0-9a-f]{64}"
    ],
    'cardshark check hearts "exec:python3 examples/engine.py"': [r"✓ 4 matches of Hearts, [\d,]+ choices", r"(✓ the same.*\s+){2}✓ cards"],
    'cardshark duel hearts "exec:python3 examples/engine.py" random --deals 20 --seed 1 --no-strangers': [
        r"20 deals, 80 hands", r"difference -"
    ],
}  # fmt: skip
ELSEWHERE = {  # tried in test_bench.py, test_browser.py, test_deciding.py, test_mcp.py, test_merging.py, test_terminal.py, test_warm.py
    "cardshark merge part1.jsonl part2.jsonl --out whole.jsonl",
    "cardshark bench",
    "cardshark decide hearts_pomcp mc-halves --folder runs/hearts_pomcp-0.0005-1",
    "cardshark mcp",
    "cardshark warm",
    "cardshark play",
    "cardshark play --terminal",
    "cardshark play gin --terminal",
}


def blocks(text: str, kind: str) -> list[str]:
    """The blocks of a kind on a page."""
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def commands(text: str) -> list[str]:
    """The commands of a page."""
    lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
    return [line.split("#")[0].strip() for line in lines if line.startswith("cardshark ")]


def test_the_readme_is_short_and_starts_with_a_table_and_a_hand():
    assert len(README.encode()) <= LONGEST
    head = README.splitlines()[:24]
    assert "make play" in head
    assert any("match(" in line for line in head)


def test_the_python_of_the_readme_shows_what_stands_below_it(capsys):
    names: dict = {}
    for block in blocks(README, "python"):
        exec(compile(block, "README.md", "exec"), names)
    out, _ = capsys.readouterr()
    assert out.startswith("cardshark hearts 1\nrules american:hands=1\n")
    assert out.endswith(blocks(README, "text")[-1])


def test_the_python_of_the_tour_runs(capsys):
    for block in blocks(TOUR, "python"):  # each runs alone
        exec(compile(block, "tour.md", "exec"), {})
    out, _ = capsys.readouterr()
    assert re.search(r"^\S\S +\d+\.\d\d \(\d+\.\d\d to \d+\.\d\d\) from 200 deals$", out, re.MULTILINE)
    assert re.search(r"^\d+ hands; first points of the learning curve: \[", out, re.MULTILINE)
    assert re.search(r"^\[\d\.\d+ ", out, re.MULTILINE)
    assert re.search(r"^Hearts, hand 1: jake took \d+ points?\nexpected after the deal ", out, re.MULTILINE)
    assert re.search(r"^-\d\.\d\d points a hand \(-\d", out, re.MULTILINE)


@pytest.mark.long
@pytest.mark.parametrize("command", SHOWN)
def test_a_command_shows_what_it_should(command, monkeypatch, capsys, tmp_path):
    for name in ("examples", "results", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)  # some write files
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    main()
    out, place = capsys.readouterr().out, 0
    for pattern in SHOWN[command]:
        found = re.compile(pattern).search(out, place)
        assert found, f"{pattern!r} is not shown, or not in its place:\n{out}"
        place = found.end()


def test_every_command_is_tried():
    assert {*commands(README), *commands(TOUR)} == {*SHOWN} | ELSEWHERE
    shown = {command.split()[1] for command in (*SHOWN, *ELSEWHERE)}
    assert {name for name in app if not name.startswith("-")} == shown  # README says that the tour has all of them


def test_what_the_readme_shows_of_a_duel_is_what_the_duel_shows(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(sys, "argv", shlex.split(commands(README)[0]))
    main()
    assert blocks(README, "text")[0] in capsys.readouterr().out


# ---- figures, links, pictures ----


@pytest.mark.long
def test_every_figure_is_what_the_records_say():
    module = figures()
    found = module.blocks()
    for page in module.PAGES:
        text = page.read_text(encoding="utf-8")
        assert module.filled(text, found) == text, f"{page.name} is out of date: python docs/figures.py"


def test_the_record_holds_what_is_listed_and_nothing_else():
    module = figures()
    assert [*module.read(module.records.LEADERBOARD)["duels"]] == module.strength.COMMANDS


@pytest.mark.long
def test_a_duel_of_the_record_is_played_again_to_the_same_figures():
    module = figures()
    for command in (module.strength.hearts_duel("jake", "stock"), module.strength.gin_duel("minimiser", "simple")):
        (again,) = module.records.answers(command)
        once = module.read(module.records.LEADERBOARD)["duels"][command]
        kept = [name for name in again if not name.startswith(("seconds", "hands_a_second"))]
        assert {name: once.get(name) for name in kept} == {name: again[name] for name in kept}


@pytest.mark.long
def test_the_map_has_every_room_and_every_file_says_what_it_is():
    module = figures()
    assert module.rooms.missing() == []
    whole = module.rooms.whole()
    source = ROOT / "src" / "cardshark"
    files = [path.relative_to(source).as_posix() for path in source.rglob("*.py") if path.name != "__init__.py"]
    assert all(f"- `{name}`: " in whole for name in files)
    assert not re.search(r"^- `\S+`: $", whole, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_pages_name_are_there(page):
    known = [ROOT, ROOT / "src" / "cardshark", page.parent]
    for name in re.findall(r"`([\w./]+\.(?:py|md|toml|json|txt|c))`", page.read_text(encoding="utf-8")):
        if "/" in name and "PAPER" not in name and not name.startswith("./"):
            assert any((folder / name).exists() for folder in known), f"{page.name} names {name}"


def test_the_picture_is_the_hand_that_the_readme_plays():
    module = figures()
    drawn = module.picture()
    assert "cdnjs" not in drawn
    assert module.HAND.read_text(encoding="utf-8") == drawn
    (played,) = re.findall(r"match\(.*seed=\d+\)", blocks(README, "python")[0])
    assert played in (ROOT / "docs" / "figures.py").read_text(encoding="utf-8")


def test_there_is_one_duck():
    pages = [
        README,
        (ROOT / "docs" / "players.md").read_text(encoding="utf-8"),
        (EXAMPLES / "duck.py").read_text(encoding="utf-8"),
    ]
    ducks = [re.search(r"^class Duck.*?(?=^\S)", f"{page}\n.", re.DOTALL | re.MULTILINE)[0].rstrip("`\n") for page in pages]
    assert len(set(ducks)) == 1
