"""What only one game knows stands in that game's own rooms: every page answers all that is asked, and nobody asks which game it is."""

import re
from pathlib import Path

import pytest

from cardshark import web
from cardshark.coach.sentences import all_texts
from cardshark.games import game_named
from cardshark.text import UserError
from cardshark.web.games import PAGES, page_of
from cardshark.web.games.page import GamePage

WEB = Path(web.__file__).parent
STATIC = WEB / "static"
ROOMS = (
    WEB / "games", STATIC / "hearts", STATIC / "gin", STATIC / "vendor",
    WEB / "daily", WEB / "teach", STATIC / "teach",  # the daily eight and the first hand are of Hearts, whatever else is played
)  # fmt: skip
NAMED = {  # where a game may be named: the registries, the forms of messages, and defaults
    STATIC / "games.mjs", WEB / "messages" / "__init__.py", WEB / "messages" / "table.py", WEB / "messages" / "hearts.py",
    WEB / "messages" / "gin.py",
}  # fmt: skip
DEFAULTS = {
    WEB / "messages" / "commands.py": 'game: str = "hearts"',
    WEB / "table" / "table.py": 'CHALLENGE_GAME = "hearts"',
    WEB / "duplicate.py": 'GAME = "hearts"',
    WEB / "messages" / "family.py": 'game: str = "hearts"',
}


@pytest.mark.parametrize("game", PAGES)
def test_every_game_answers_everything(game):
    asked = {name for name in vars(GamePage) if not name.startswith("_")} | set(GamePage.__annotations__)
    assert len(asked) > 15 and [name for name in asked if not hasattr(PAGES[game], name)] == []
    assert page_of(game) is PAGES[game] and game == game_named(game).NAME


def test_another_game_gets_a_sentence():
    with pytest.raises(UserError, match="'chess' has no table in the browser: hearts and gin have one"):
        page_of("chess")


@pytest.mark.parametrize("suffix", [".py", ".mjs"])
def test_nobody_else_asks_which_game_it_is(suffix):
    asks = re.compile(r"""["'`](hearts|gin)["'`]|\.(hearts|gin)\b|\bis (hearts|gin)\b|\b(hearts|gin) [?&|]""")
    files = [path for path in WEB.rglob(f"*{suffix}") if path not in NAMED and not any(room in path.parents for room in ROOMS)]
    found = []
    for path in files:
        text = path.read_text(encoding="utf-8").replace(DEFAULTS.get(path, "\0"), "")
        code = re.sub(r"^(from|import) .*$", "", text, flags=re.MULTILINE)
        found += [f"{path.relative_to(WEB)}: {each[0]}" for each in asks.finditer(code)]
    assert len(files) > 7 and found == []


def test_page_and_server_have_tables_for_the_same_games():
    games = re.search(r"export const GAMES = \{(.*)\};", (STATIC / "games.mjs").read_text(encoding="utf-8"))
    assert games and games[1].split(", ") == list(PAGES)
    for texts in all_texts().values():
        assert {f"game_{game}" for game in PAGES} <= texts.keys()
