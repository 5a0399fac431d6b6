"""Which policy of the lab sits down at a table: the one that learned by its rules, or else the nearest for the same cards and seats."""

from functools import lru_cache
from typing import Any, NamedTuple

from cardshark.games import house
from cardshark.players.brain_file import shipped
from cardshark.players.policy.brain import PolicyBrain, load, sight_of, table_size, table_words
from cardshark.players.policy.net import Net, net_of
from cardshark.text import UserError

POLICIES = {  # by game: the policies of the lab, and the rules that each of them learned
    "hearts": {"american": "american", "dutch": "dutch", "falcon_rules": "falcon"},
    "gin": {"eaai": "eaai", "classic": "classic"},
}


def fitting_name(game: Any, rules: Any) -> str:
    """The name of the policy that fits a table best."""
    known = {name: house.parse(game.PRESETS, text) for name, text in POLICIES.get(game.NAME, {}).items() if name in shipped()}
    fitting = {name: own for name, own in known.items() if table_size(own) == table_size(rules)}
    if not fitting:
        raise UserError(
            f"the lab has no policy for {table_words(rules)} at {game.TITLE}: `cardshark train policy` makes one, "
            "and policy:brain=FILE plays with it"
        )
    return min(fitting, key=lambda name: sum(own != here for own, here in zip(fitting[name], rules, strict=True)))


class Ready(NamedTuple):
    """A policy that can play."""

    brain: PolicyBrain
    net: Net


@lru_cache(4)
def shipped_policy(name: str) -> Ready:
    """A policy of the lab, read and laid out once: all seats that follow it share it."""
    brain = load(name)
    return Ready(brain, net_of(brain))


def fitting_policy(game: Any, rules: Any) -> Ready:
    """The policy of the lab that fits a table best."""
    return shipped_policy(fitting_name(game, rules))


def policy_at(game: Any, rules: Any, brain: str | PolicyBrain = "") -> Ready:
    """The policy that was named, if it can sit down at this table; without a name the one of the lab that fits best."""
    if not brain:
        sight_of(game, rules)
        return fitting_policy(game, rules)
    found = load(brain)
    found.check(game, rules)
    return Ready(found, net_of(found))
