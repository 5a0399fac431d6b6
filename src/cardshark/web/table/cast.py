"""The cast: seven people whom one meets at every table, from the first evening to the champion, and who plays for each of them.

A person keeps name and face in every game. Behind each stands a level of the measured ladders (`cardshark.players.levels`). Hearts
has eight levels and seven people: its `master` is left out, because only a fraction of a point lies between it and the champion.
By rules without a ladder of their own the same players sit down where they can, or somebody instead; they have no figure there.
Which level each of them has, and who plays instead, says the page of the game (`RUNGS` and `INSTEAD`).
"""

from functools import lru_cache
from typing import Any, NamedTuple

from cardshark.games import game_named, house
from cardshark.players import seat
from cardshark.players.levels import LADDERS, Level, levels
from cardshark.web.games import page_of
from cardshark.web.read_once import Stamp


class Person(NamedTuple):
    """Somebody of the cast, whatever the game."""

    who: str  # the name of the face
    name: str
    level: str  # the end of the key of its text: level_...


PEOPLE = (
    Person("pim", "Pim", "first_evening"),
    Person("lotte", "Lotte", "beginner"),
    Person("wilma", "Wilma", "casual"),
    Person("jake", "Jake", "regular"),
    Person("emil", "Emil", "strong"),
    Person("nora", "Nora", "very_strong"),
    Person("vera", "Vera", "champion"),
)


class Member(NamedTuple):
    """Somebody of the cast at one game by some rules."""

    who: str
    name: str
    level: str
    number: int  # of the level: 1 is the first evening, 7 the champion
    player: str  # the text that names the player
    about: str  # the key of the sentence that tells how they play
    measured: Level | None  # how strong it is at these rules; None where nobody measured that

    @property
    def shown(self) -> str:
        """The strength as people read it; empty where it is not measured."""
        return self.measured.shown if self.measured else ""

    @property
    def interval(self) -> str:
        """Its interval, likewise."""
        return self.measured.interval if self.measured else ""

    @property
    def unit(self) -> str:
        """What the strength counts, likewise."""
        return self.measured.unit if self.measured else ""


def cast(game: str, rules: str = "") -> list[Member]:
    """Everybody of the cast who can play by these rules, the weakest first; nobody at a game that has no ladder."""
    return list(members(game, rules))


def member_of(game: str, rules: str, player: str) -> Member | None:
    """Who of the cast this player is, at this game by these rules."""
    return next((member for member in members(game, rules) if member.player == player.strip()), None)


@lru_cache(256)
def members(game: str, rules: str) -> tuple[Member, ...]:
    """The same as `cast`."""
    if game not in LADDERS:
        return ()
    page = page_of(game)
    ladder = ladder_of(game, rules)
    rungs = {level.name: level for level in levels(game, ladder or nearest(game, rules))}
    found = []
    for number, (person, name) in enumerate(zip(PEOPLE, page.RUNGS, strict=True), start=1):
        level, instead = rungs[name], page.INSTEAD.get(person.who, "")
        about = f"cast_{game}_{person.who}"
        if can_play(game, rules, level.player):
            found.append(Member(*person, number, level.player, about, level if ladder else None))
        elif instead and can_play(game, rules, instead):
            found.append(Member(*person, number, instead, f"{about}_instead", None))
    return tuple(found)


def ladder_of(game: str, rules: str) -> str:
    """The ladder that was measured by these rules; empty if there is none. How long a match is may not matter to what was measured."""
    presets, wanted = game_named(game).PRESETS, read_rules(game, rules)
    for name in LADDERS[game]:
        ladder = presets[name]
        same_length = {rule: getattr(ladder, rule) for rule in page_of(game).NOT_MEASURED}
        if wanted._replace(**same_length) == ladder:
            return name
    return ""


def nearest(game: str, rules: str) -> str:
    """The ladder whose players sit down by rules that have none: that of the same preset, or the usual one."""
    preset = house.spell(game_named(game).PRESETS, read_rules(game, rules)).partition(":")[0]
    return preset if preset in LADDERS[game] else next(iter(LADDERS[game]))


def read_rules(game: str, rules: str) -> Any:
    """Rules from their text; the usual ones where there is none."""
    presets = game_named(game).PRESETS
    return house.parse(presets, rules or next(iter(presets)))


@lru_cache(4096)
def can_play(game: str, rules: str, player: str, _stamp: Stamp | None = None) -> bool:
    """Can a player sit down by these rules? It is tried; where its brain comes from a file, again for every stamp of the file."""
    try:
        try_player(game, rules, player)
    except Exception:  # whatever a brain from a file does, everybody else is shown
        return False
    return True


def try_player(game: str, rules: str, player: str) -> None:
    """Let a player sit down by these rules; a UserError says why it cannot."""
    seat(player, game).sit(game_named(game), read_rules(game, rules))
