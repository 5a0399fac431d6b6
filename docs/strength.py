"""Who is strong, in the docs: the duels that show it, and the tables of duels, levels, leagues and champions."""

from typing import Any

import champions
import ladder
from shown import best_in_bold, duration, half_width, signed, table, when

# ---- what is played ----

THINKERS = ["ismcts", "uct", "pomcp", "montecarlo", "montecarlo:playout=jake", "montecarlo:playout=jake,passing=search"]
SAMPLER = "montecarlo:playout=jake,passing=search,sampler=product"
HEARTS = ["random", "greedy", "stock", "jake", *THINKERS, SAMPLER]
FALCONS = ["stock", "falcon:brain=falcon", "falcon:brain=hawk", "falcon:brain=eagle"]
OWL = {"jake": 4000, "network:brain=experiment2": 4000, "montecarlo:deals=100,playout=jake": 300}
GIN_SEARCH = "montecarlo:deals=100,sampler=weighted,pool=20,slip_chance=0.02"
GIN = ["rummy:brain=shark", GIN_SEARCH, "lookahead", "holdout", "minimiser"]
GIN_RIVALS = ["simple", "holdout", "minimiser", "lookahead"]


def hearts_duel(one: str, others: str) -> str:
    return f"cardshark duel hearts {one} {others} --deals 2000 --seed 2"


def falcon_duel(one: str, others: str) -> str:
    return f"cardshark duel hearts {one} {others} --rules falcon --deals 5000 --seed 1"


def owl_duel(others: str) -> str:
    return f"cardshark duel hearts network:brain=owl {others} --rules dutch --deals {OWL[others]} --seed 991"


def gin_duel(one: str, other: str) -> str:
    return f"cardshark duel gin {one} {other} --matches {400 if one == GIN_SEARCH else 3000} --seed 5"


COMMANDS = [
    *(hearts_duel(one, others) for one in HEARTS for others in ("greedy", "stock", "jake")),
    *(falcon_duel(one, others) for one in FALCONS for others in ("stock", "jake")),
    *map(owl_duel, OWL),
    *(gin_duel(one, other) for one in GIN for other in GIN_RIVALS if one != other),
]


# ---- how it is shown ----


def hearts(duels: dict[str, Any], names: list[str], rivals: list[str]) -> str:
    """One player against three of another kind."""
    columns = [[duels[hearts_duel(one, others)]["points_a"] for one in names] for others in rivals]
    rows = [[f"`{one}`", *(f"{column[place]:.2f}" for column in columns)] for place, one in enumerate(names)]
    best_in_bold(columns, rows)
    for row, one in zip(rows, names, strict=True):
        row.append(duration(duels[hearts_duel(one, "jake")]["seconds_a"]))
    commands = [hearts_duel(one, others) for one in names for others in rivals if one != others]
    return (
        table(["one", *(f"against three `{others}`" for others in rivals), "time a move"], rows)
        + "\nPoints a hand, `american` rules; few are good. 2,000 deals in all four seats; the 95 % interval of a difference from the "
        f"three others is {half_width(duels, commands)} points. `{hearts_duel('ONE', 'OTHER')}`, {when(duels, commands)}.\n"
    )


def falcons(duels: dict[str, Any]) -> str:
    """Shares of the points."""
    columns = [[duels[falcon_duel(one, others)]["share_a"] for one in FALCONS] for others in ("stock", "jake")]
    rows = [[f"`{one}`", *(f"{column[place]:.3f}" for column in columns)] for place, one in enumerate(FALCONS)]
    best_in_bold(columns, rows)
    commands = [falcon_duel(one, others) for one in FALCONS for others in ("stock", "jake")]
    width = max((duels[command]["share_high"] - duels[command]["share_low"]) / 2 for command in commands)
    return (
        table(["one", "against three `stock`", "three `jake`"], rows)
        + f"\nShare of the points, `falcon` rules; 0.25 is fair, few are good. 5,000 deals in all four seats, 95 % at most ± {width:.4f}. "
        f"`{falcon_duel('ONE', 'OTHER')}`, {when(duels, commands)}.\n"
    )


def owl(duels: dict[str, Any]) -> str:
    """The lab's own network."""
    rows = []
    for others in OWL:
        found = duels[owl_duel(others)]
        interval = f"{signed(found['difference'])} ({signed(found['low'])} to {signed(found['high'])})"
        rows.append([f"`{others}`", f"{found['deals']:,}", f"{found['points_a']:.2f}", f"{found['points_b']:.2f}", interval])
    return (
        table(["against three", "deals", "it takes", "each of them", "difference (95 %)"], rows)
        + f"\nPoints a hand, `dutch` rules; few are good. `{owl_duel('jake')}`, {when(duels, list(map(owl_duel, OWL)))}.\n"
    )


def gin(duels: dict[str, Any], names: list[str] = GIN, rivals: list[str] = GIN_RIVALS) -> str:
    """Shares of matches won."""
    rows = []
    for one in names:
        found = [duels.get(gin_duel(one, other)) for other in rivals]
        shares = [f"{each['wins_a']:.1%} ({each['wins_low']:.1%} to {each['wins_high']:.1%})" if each else "–" for each in found]
        rows.append([f"`{one}`", *shares, duration(next(each for each in found[::-1] if each)["seconds_a"])])
    commands = [gin_duel(one, other) for one in names for other in rivals if one != other]
    return (
        table(["", *(f"against `{other}`" for other in rivals), "time a choice"], rows)
        + "\nMatches of gin to 100 that are won, `eaai` rules, 95 % intervals. 3,000 decks, each played twice with the seats swapped; 400 "
        f"where `montecarlo` plays. `{gin_duel('ONE', 'OTHER')}`, {when(duels, commands)}.\n"
    )


def league(record: dict[str, Any], pool: str, most: int | None = None) -> str:
    """Everybody against everybody, the best first."""
    found = record["leagues"][ladder.LEAGUES[pool]]
    return f"{table(['', 'player', 'gain', 'beats'], ladder.league_rows(found, most))}\n{ladder.league_note(pool, found)}\n"


def leaders(record: dict[str, Any], most: int = 3) -> str:
    """The best of the leagues of Hearts and gin, for the README."""
    found = [record["leagues"][ladder.LEAGUES[pool]] for pool in ("hearts american", "gin eaai")]
    return table(["Hearts", "points a hand", "gin", "share of matches"], ladder.best_rows(found, most))


def levels(duels: dict[str, Any]) -> str:
    """Every ladder, the weakest first."""
    found = ""
    for game, ladders in ladder.LADDERS.items():
        for rules in ladders:
            heads = [f"{game} {rules}", "player", ladder.UNITS[game], "measured in"]
            found += f"{table(heads, ladder.level_rows(duels, game, rules))}\n"
    return f"{found}95 % intervals. `{ladder.level_command('hearts', 'american', 'PLAYER')}` and so on, {when(duels, ladder.LEVELS)}.\n"


def champion_tables(duels: dict[str, Any], parts: dict[str, Any]) -> dict[str, str]:
    """What is claimed of policies and champion, what the parts of the search were worth, and how the brains learned."""
    hearts_commands = [command for command in champions.HEARTS if command in duels]
    gin_commands = [command for command in champions.GIN if command in duels]
    return {
        "champions_short": table(champions.SHORT_HEADS, champions.short_rows(duels)),
        "champions_hearts": f"{table(champions.HEARTS_HEADS, champions.hearts_rows(duels, hearts_commands))}\n"
        "Points of a seat of the first, then of the other; moons: how often one side shot in a hand, then the other. "
        f"`{hearts_commands[0]}` and so on, {when(duels, hearts_commands)}.\n",
        "champions_gin": f"{table(champions.GIN_HEADS, champions.gin_rows(duels, gin_commands))}\n"
        f"Each deck is played twice with the seats swapped. `{gin_commands[0]}` and so on, {when(duels, gin_commands)}.\n",
        "champion_parts": f"{table(champions.PARTS_HEADS, champions.part_rows(parts['parts']))}\n"
        f"{parts['about'][0].upper()}{parts['about'][1:]}, {parts['date']}, {parts['processor']}.\n",
        "policies": table(champions.POLICIES_HEADS, champions.policy_rows()),
    }
