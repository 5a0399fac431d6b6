"""What is claimed of the policies and of the champion: the duels that show it, and how the record is shown.

`python docs/figures.py claims` plays what the record lacks. No training saw these deals, and nothing was chosen by them.
"""

from typing import Any

from cardshark.players.brain_file import load_any
from cardshark.players.policy.shipped import POLICIES

SEED = 5301
SEARCH = "montecarlo:deals=100,playout=jake,passing=search,sampler=product"
SHARK = "rummy:brain=shark"
QUICK, THINKING = "champion:seconds=0.01", "champion:seconds=0.1"


def hearts(one: str, other: str, deals: int, seats: str = "1v3", rules: str = "american") -> str:
    """A duel of Hearts."""
    return f"cardshark duel hearts {one} {other} --rules {rules} --deals {deals} --seats {seats} --seed {SEED}"


def gin(one: str, other: str, matches: int, rules: str = "eaai") -> str:
    """A duel of gin."""
    return f"cardshark duel gin {one} {other} --rules {rules} --matches {matches} --seed {SEED}"


POLICY = [
    *(hearts("policy", "jake", 4000, seats) for seats in ("1v3", "2v2", "3v1")),
    *(hearts("policy", SEARCH, deals, seats) for seats, deals in (("1v3", 600), ("2v2", 150), ("3v1", 150))),
    *(hearts("policy", "network:brain=owl", 4000, seats, "dutch") for seats in ("1v3", "2v2", "3v1")),
    hearts("policy", "jake", 4000, "1v3", "falcon"),
]
CHAMPION = [
    hearts("champion", "policy", 300),
    hearts(QUICK, "policy", 600),
    *(hearts(THINKING, "policy", deals, seats) for seats, deals in (("1v3", 400), ("2v2", 100), ("3v1", 60))),
    hearts("champion:seconds=1", "policy", 40),
    hearts(THINKING, "jake", 100),
    hearts(THINKING, SEARCH, 100),
]
GIN = [
    *(gin("policy", other, 3000) for other in ("lookahead", SHARK)),
    *(gin("policy", other, 3000, "classic") for other in ("lookahead", SHARK)),
    gin("champion", "lookahead", 300),
    gin("champion", SHARK, 177),  # as many as there was time for
    gin("champion", "policy", 100),
    *(gin(THINKING, other, 100) for other in ("lookahead", SHARK)),
]
HEARTS = [*POLICY, *CHAMPION]
CLAIMS = [*HEARTS, *GIN]


def signed(number: float) -> str:
    """A number with its sign, and a minus that can be seen."""
    return f"{number:+.2f}".replace("-", "−")


def hearts_rows(duels: dict[str, Any], commands: list[str]) -> list[list[str]]:
    """Duels of Hearts as rows: who, how many, points, difference, moons, time."""
    rows = []
    for found in (duels[command] for command in commands if command in duels):
        interval = f"{signed(found['difference'])} ({signed(found['low'])} to {signed(found['high'])})"
        moons = f"{found['moons_a'] / found['hands']:.1%}, {found['moons_b'] / found['hands']:.1%}"
        points = f"{found['points_a']:.2f}, {found['points_b']:.2f}"
        rows.append([f"`{found['a']}`", f"`{found['b']}`", found["rules"], found["seats"], f"{found['deals']:,}", points, interval, moons])
    return rows


def gin_rows(duels: dict[str, Any], commands: list[str]) -> list[list[str]]:
    """Duels of gin as rows: who, how many, matches won, time."""
    rows = []
    for found in (duels[command] for command in commands if command in duels):
        wins = f"{found['wins_a']:.1%} ({found['wins_low']:.1%} to {found['wins_high']:.1%})"
        rows.append([f"`{found['a']}`", f"`{found['b']}`", found["rules"], f"{found['deals']:,}", wins, milliseconds(found["seconds_a"])])
    return rows


def milliseconds(seconds: float) -> str:
    """How long a choice takes."""
    return f"{1000 * seconds:.2g} ms"


HEARTS_HEADS = ["one", "other", "rules", "seats", "deals", "points a hand", "difference (95 %)", "moons"]
GIN_HEADS = ["one", "other", "rules", "decks", "matches won (95 %)", "time a choice"]


# ---- for the README ----

SHORT = [POLICY[0], CHAMPION[2], GIN[0], GIN[4]]
SHORT_HEADS = ["one", "against", "difference in points a hand, or matches won (95 %)", "time a choice"]


def short_rows(duels: dict[str, Any]) -> list[list[str]]:
    """The most important claims as rows."""
    rows = []
    for found in (duels[command] for command in SHORT if command in duels):
        matches = found["unit"] == "match"
        figures = [found[name] for name in (("wins_a", "wins_low", "wins_high") if matches else ("difference", "low", "high"))]
        shown = [f"{number:.1%}" if matches else signed(number) for number in figures]
        others = f"`{found['b']}`" if matches else f"three `{found['b']}`"
        rows.append([f"`{found['a']}`", others, "{} ({} to {})".format(*shown), milliseconds(found["seconds_a"])])
    return rows


# ---- the parts of the search ----

PARTS_HEADS = ["search", "deals", "difference from `policy` (95 %)", "paired (95 %)", "time a move"]


def part_rows(parts: list[dict[str, Any]]) -> list[list[str]]:
    """The parts of the search as rows."""
    rows = []
    for part in parts:
        difference, paired = ("{} ({} to {})".format(*map(signed, part[name])) if part[name] else "" for name in ("difference", "paired"))
        rows.append([part["what"], f"{part['deals']:,}", difference, paired, milliseconds(part["seconds"])])
    return rows


# ---- the brains ----

POLICIES_HEADS = ["brain", "game", "rules", "hands", "of these before", "last test (95 %)"]


def hands_before(lineage: list[dict[str, Any]]) -> int:
    """The hands that all the brains have played from which this one went on."""
    return sum(each["hands"] + hands_before(each["lineage"]) for each in lineage if each["role"] == "start" and "hands" in each)


def policy_rows() -> list[list[str]]:
    """The shipped policies as rows."""
    rows = []
    for game, names in POLICIES.items():
        for name, rules in names.items():
            about = load_any(name).about
            before = hands_before(about["lineage"])
            last = about["tests"][-1]
            test = f"{signed(last['mean'])} ({signed(last['low'])} to {signed(last['high'])}) against `{last['against']}`"
            rows.append([f"`{name}`", game, rules, f"{about['hands'] + before:,}", f"{before:,}" if before else "", test])
    return rows
