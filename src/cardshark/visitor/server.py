"""The tools of `cardshark mcp`, by the official package `mcp`. A mistake in a call is answered with one sentence."""

import json
from collections.abc import Callable
from functools import wraps
from inspect import getdoc, signature
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from cardshark import __version__
from cardshark.games import game_names, house
from cardshark.players.player import IllegalChoice
from cardshark.text import UserError, brief, choice
from cardshark.visitor.tables import Tables, VisitorTable

INSTRUCTIONS = """Play Hearts or gin rummy at a table of cardshark. Sit down, then look and play until the match is over.
You see only what your seat may know. A card is its rank (2-9, T, J, Q, K, A) and its suit (C, D, H, S); seats count from 0, which is yours.
A position is lines of a keyword and words; its last line lists the choices that are legal."""


TOOLS = ("sit_down", "look", "play", "hint", "review", "leave")  # methods of `Tools`
ARGUMENTS = {  # what each of them is, for the sentence that refuses something else
    "game": f"the name of a game ({', '.join(game_names())})",
    "rules": "a text, as american:hands=1",
    "opponents": 'a list of names, as ["random"]',
    "seed": "a whole number",
    "table": "the number of a table",
    "choice": "one word of the line legal, as a text",
    "as_json": "true or false",
}


class Server(MCPServer):
    """A server whose answers to bad calls are one sentence."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool by its name."""
        try:
            self.check_arguments(name, arguments)
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            mistakes: Any = getattr(error.__cause__, "errors", None)  # of arguments that do not fit
            said = first_mistake(name, mistakes()[0]) if mistakes else str(error)
            raise ToolError(" ".join(said.removeprefix(f"Error executing tool {name}: ").split())) from None

    def check_arguments(self, name: str, arguments: dict[str, Any]) -> None:
        """Refuse an unknown tool or argument, which the package would ignore, and true for a number, which it would take for 1."""
        try:
            known = signature(getattr(Tools, choice("tool", name, TOOLS))).parameters
            for argument, value in arguments.items():
                choice("argument", argument, [each for each in known if each != "self"], name)
                if isinstance(value, bool) and known[argument].annotation is not bool:
                    raise UserError(wrong_argument(name, argument, value))
        except UserError as error:
            raise ToolError(str(error)) from None


def first_mistake(tool: str, first: dict[str, Any]) -> str:
    """What is wrong with the arguments of a call, in one sentence; `first` is what the package says of it."""
    argument = str(first["loc"][0])
    if first["type"] == "missing":
        return f"{tool} needs the argument {argument}: {ARGUMENTS[argument]}"
    return wrong_argument(tool, argument, first["input"])


def wrong_argument(tool: str, argument: str, value: Any) -> str:
    """The sentence for a value that an argument cannot have."""
    return f"the argument {argument} of {tool} is {ARGUMENTS[argument]}, not {brief(value)}"


def in_one_sentence(tool: Callable[..., str]) -> Callable[..., str]:
    """The tool, with what a user did wrong as an error that the client is shown."""

    @wraps(tool)
    def call(**arguments: Any) -> str:
        try:
            return tool(**arguments)
        except (UserError, IllegalChoice) as error:
            raise ToolError(str(error)) from None

    return call


def build() -> MCPServer:
    """The server and its tools, with no table yet."""
    server = Server("cardshark", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR")
    tools = Tools()
    for name in TOOLS:
        tool = getattr(tools, name)
        server.add_tool(in_one_sentence(tool), description=getdoc(tool), structured_output=False)
    return server


class Tools:
    """What a client can call. The docstrings are what it reads."""

    def __init__(self) -> None:
        self.tables = Tables()

    def sit_down(self, game: str = "hearts", rules: str = "", opponents: list[str] | None = None, seed: int | None = None) -> str:
        """Start a match on seat 0 of a new table, and see the first position.

        game: hearts or gin. rules: a preset, perhaps with changes, like american:hands=1 or eaai:hands=1 for one hand; usual ones without.
        opponents: names of players, like jake or montecarlo (Hearts), lookahead or rummy (gin); the last one sits on all seats that remain.
        seed: deals the same cards again, but whoever knows it could work out the hidden cards; without it the cards are secret.
        """
        number, table = self.tables.sit_down(game, rules, opponents or [], seed)
        chance = "The cards are secret." if seed is None else f"With seed {seed} the cards are no secret: anybody can deal them again."
        spelled = house.spell(table.match.game.PRESETS, table.match.rules)
        others = ", ".join(f"seat {place}: {name}" for place, name in enumerate(table.names, 1))
        head = f"# Table {number}: {table.match.game.TITLE}, {spelled}. You are seat 0; {others}. {chance}"
        return f"{head}\n{table.as_text()}"

    def look(self, table: int = 0, as_json: bool = False) -> str:
        """See what your seat may know, what happened since you looked last (lines with #), and the legal choices.

        table: its number; 0 for the newest. as_json: as one JSON object.
        """
        with self.tables.at(table) as found:
            return shown(found, as_json)

    def play(self, choice: str, table: int = 0, as_json: bool = False) -> str:
        """Make one of the legal choices. The others then play on, until it is your turn again.

        choice: one word of the line `legal`. table: its number; 0 for the newest. as_json: answer with one JSON object.
        """
        with self.tables.at(table) as found:
            found.play(choice)
            return shown(found, as_json)

    def hint(self, table: int = 0) -> str:
        """Ask the coach what every legal choice is expected to cost, with intervals, the chance to be best, and why.

        table: its number; 0 for the newest.
        """
        with self.tables.at(table) as found:
            return found.hint()

    def review(self, table: int = 0) -> str:
        """After a hand: what each of your choices in it cost beside the best one, by what you could know then.

        table: its number; 0 for the newest.
        """
        with self.tables.at(table) as found:
            return found.review()

    def leave(self, table: int = 0) -> str:
        """Get up from a table, and forget it.

        table: its number; 0 for the newest.
        """
        self.tables.leave(table)
        return f"You have left the table. Games to sit down at: {', '.join(game_names())}."


def shown(table: VisitorTable, as_json: bool) -> str:
    """A table as text or as JSON."""
    return json.dumps(table.as_json()) if as_json else table.as_text()


def serve() -> None:
    """Answer on standard input and output until the client goes."""
    build().run("stdio")
