"""Leagues and levels: what is played for the leaderboard and for the ladders of levels, and how the records are shown.

`python docs/figures.py league` and `python docs/figures.py levels` play what the records lack.
"""

from typing import Any

from cardshark.games import game_named, house
from cardshark.players.brain_file import load_any
from cardshark.players.levels import LADDERS
from cardshark.players.policy.shipped import fitting_name

PLAYED = {"deal": "deals", "match": "matches"}


def gain_sign(found: dict[str, Any]) -> int:
    """Which way a difference is good: few points are at Hearts, many at gin, and many matches won everywhere."""
    return -1 if found["unit"] == "deal" and game_named(found["game"]).LOWEST_WINS else 1


def brain_of(command: str) -> str | None:
    """The digest of the policy that plays in a command; None where nobody follows one. A row that was played by another is out of date."""
    _, _, game, *words = command.split()
    rules = house.parse(game_named(game).PRESETS, words[words.index("--rules") + 1]) if "--rules" in words else None
    follows = any(word.split(":")[0] in ("policy", "champion") for word in words)
    return load_any(fitting_name(game_named(game), rules)).about["sha256"] if follows else None


# ---- leagues ----

SEARCH = "montecarlo:playout=jake,passing=search"
DUTCH_SEARCH = "montecarlo:deals=100,playout=jake"
POOLS = {  # by game and rules: everybody who plays there, the weakest first
    "hearts american": [
        "random", "greedy", "stock", "jake", "falcon:brain=eagle", "ismcts", "uct", "pomcp", "montecarlo", SEARCH,
        f"{SEARCH},sampler=product", "policy", "champion:deals=32",
    ],
    "hearts dutch": [
        "random", "greedy", "stock", "jake", "network:brain=experiment2", "network:brain=owl", DUTCH_SEARCH, "rollouts:brain=owl", "policy",
        "champion:deals=32",
    ],
    "gin eaai": [  # those who answer at once: what the champion wins at gin, the claims say
        "random", "lowcards", "minimiser", "simple", "holdout", "keeper", "lookahead", "rummy:brain=shark", "policy",
    ],
}  # fmt: skip
AMOUNTS = {"hearts american": "--deals 48", "hearts dutch": "--deals 96", "gin eaai": "--matches 400"}
LEAGUE_SEED = 5101


def league_command(pool: str) -> str:
    """The league of a pool; names and numbers say everything."""
    game, rules = pool.split()
    return f"cardshark league {game} {' '.join(POOLS[pool])} --rules {rules} {AMOUNTS[pool]} --seed {LEAGUE_SEED}"


LEAGUES = {pool: league_command(pool) for pool in POOLS}


def standings(found: dict[str, Any]) -> list[tuple[str, float, float]]:
    """The players of a league with their gains on all others and how far the intervals reach, the best first. A gain is good."""
    rated = [(player, gain_sign(found) * value, (high - low) / 2) for player, (value, low, high) in found["ratings"].items()]
    return sorted(rated, key=lambda row: -row[1])


def league_rows(found: dict[str, Any], most: int | None = None) -> list[list[str]]:
    """The best of a league as rows: place, player, gain with its interval, and how often it won its pairs beyond doubt."""
    won = dict.fromkeys(found["players"], 0)
    for pair in found["pairs"]:
        if pair["decided"]:
            won[pair["a"] if gain_sign(found) * pair["difference"][0] > 0 else pair["b"]] += 1
    gain = "{:+.1%} ± {:.1%}" if found["unit"] == "match" else "{:+.2f} ± {:.2f}"
    others = len(found["players"]) - 1
    return [
        [str(place), f"`{player}`", gain.format(value, reach).replace("-", "−"), f"{won[player]} of {others}"]
        for place, (player, value, reach) in enumerate(standings(found)[:most], 1)
    ]


def league_note(pool: str, found: dict[str, Any]) -> str:
    """Under the table: what was played."""
    units = f"{found['deals']:,} {PLAYED[found['unit']]}"
    counted = "share of matches won beyond the other's" if found["unit"] == "match" else "points a hand gained on the other"
    return (
        f"Everybody against everybody, {pool}: {counted}, mean over all others with its 95 % interval; then how many of the others it "
        f"beats beyond doubt, all pairs taken together. {units} for each pair, in every seating, seed {found['seed']}, {found['date']}, "
        f"{found['processor']}."
    )


def best_rows(found: list[dict[str, Any]], most: int) -> list[list[str]]:
    """The best of several leagues side by side."""
    columns = [[[f"{row[0]}. {row[1]}", row[2]] for row in league_rows(each, most)] for each in found]
    return [[cell for cells in row for cell in cells] for row in zip(*columns, strict=True)]


# ---- levels ----

RIVALS = {"hearts": "jake", "gin": "lookahead"}
SHOWN = {"hearts": "{:+.2f}", "gin": "{:.1%}"}
UNITS = {"hearts": "points a hand gained on each of three jake", "gin": "of the matches won against lookahead"}
CHAMPION = "champion"
LEVEL_SEED = 5201
CLAIM_SEED = 5301
THINKING = {"hearts": f"--deals 200 --seed {LEVEL_SEED}", "gin": f"--matches 300 --seed {CLAIM_SEED}"}  # at gin a claim says it already
QUICK = {"hearts": f"--deals 2000 --seed {LEVEL_SEED}", "gin": f"--matches 2000 --seed {LEVEL_SEED}"}


def level_command(game: str, rules: str, player: str) -> str:
    """The duel that measures a level."""
    amount = (THINKING if player == CHAMPION else QUICK)[game]
    return f"cardshark duel {game} {player} {RIVALS[game]} --rules {rules} {amount}"


LEVELS = [level_command(game, rules, player) for game in LADDERS for rules, ladder in LADDERS[game].items() for player in ladder.values()]


def strength(found: dict[str, Any]) -> list[float]:
    """The strength that a duel showed, with its interval. A gain is good."""
    if found["unit"] == "match":
        return [round(found[name], 4) for name in ("wins_a", "wins_low", "wins_high")]
    value, *ends = (gain_sign(found) * found[name] for name in ("difference", "low", "high"))
    return [round(number, 3) + 0.0 for number in (value, *sorted(ends))]  # + 0.0: no minus before a nought


def strengths(duels: dict[str, Any]) -> dict[str, Any]:
    """All levels by game and rules, as `players/levels.json` holds them."""
    return {
        game: {
            rules: {
                "unit": UNITS[game],
                "shown": SHOWN[game],
                "strengths": {name: strength(duels[level_command(game, rules, player)]) for name, player in ladder.items()},
            }
            for rules, ladder in ladders.items()
        }
        for game, ladders in LADDERS.items()
    }


def level_rows(duels: dict[str, Any], game: str, rules: str) -> list[list[str]]:
    """A ladder as rows: level, player, strength with its interval."""
    played = {name: (player, duels[level_command(game, rules, player)]) for name, player in LADDERS[game][rules].items()}
    rows = []
    for name, (player, found) in played.items():
        figures = f"{SHOWN[game]} ({SHOWN[game]} to {SHOWN[game]})".format(*strength(found)).replace("-", "−")
        rows.append([name, f"`{player}`", figures, f"{found['deals']:,} {PLAYED[found['unit']]}"])
    return rows
