"""Duels, sequential tests and leagues as people read them, and as spreadsheets do."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from cardshark.arena.dealing.secret import Strangers
from cardshark.arena.dealing.words import LOST
from cardshark.arena.league import League, LeaguePair
from cardshark.arena.placing import is_stranger
from cardshark.arena.records import PlayedShare
from cardshark.arena.sprt import BETTER, NOT_BETTER, Sprt
from cardshark.arena.verdict import Duel
from cardshark.games import game_named
from cardshark.show import printer

TWO_PLAYERS = "1v1"
PLACES = ("1st", "2nd", "3rd", "4th")


def csv_of(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as CSV under a line of names; a cell without a value is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def split_intervals(row: dict[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """A row in which each interval of these columns becomes three columns: the value, `_low` and `_high`."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name in columns:
            found |= dict(zip((name, f"{name}_low", f"{name}_high"), value or (None, None, None), strict=True))
        else:
            found[name] = value
    return found


def publish_duel(result: Duel, as_json: bool, as_csv: bool) -> None:
    """Print a duel for a program, a spreadsheet or a person."""
    row = asdict(result)
    if not print_for_programs(row, [place_by_place(row)], as_json, as_csv):
        show_duel(result, printer())


def place_by_place(row: dict[str, Any]) -> dict[str, Any]:
    """A row in which each place has columns of its own: `places_a_1st`, its `_low` and its `_high`."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name in ("places_a", "places_b") and value is not None:
            columns = {f"{name}_{place}": interval for place, interval in zip(PLACES, value, strict=False)}
            found |= split_intervals(columns, tuple(columns))
        elif name == "strangers":
            found |= {"word": value and value["word"]}
        else:
            found[name] = value
    return found


def publish_league(result: League, as_json: bool, as_csv: bool) -> None:
    """Print a league for a program, a spreadsheet (one row a pair) or a person. Intervals are `[value, low, high]` in JSON."""
    which = {"game": result.game, "rules": result.rules, "seed": result.seed, "unit": result.unit, "deals": result.deals}
    rows = [which | split_intervals(asdict(pair), ("difference", "left_a", "left_b")) for pair in result.pairs]
    if not print_for_programs(asdict(result), rows, as_json, as_csv):
        show_league(result, printer())


def publish_share(share: PlayedShare, as_json: bool, as_csv: bool) -> None:
    """Say which part was played, and what comes next."""
    if print_for_programs(share.to_json(), [share.to_json()], as_json, as_csv):
        return
    out, last = printer(), share.first + share.deals
    which = f"{share.units} {share.first + 1:,} to {last:,}" if share.deals else f"none of the {share.units}"
    out.print(f"Piece {share.piece}, {which} of {share.of_deals:,}, is in {share.record}.", soft_wrap=True)
    when = f"When all {share.piece.of:,} are done" if share.piece.of > 1 else "There are no others"
    out.print(f"{when}: cardshark merge RECORD ... --out WHOLE.jsonl", soft_wrap=True)


def print_for_programs(result: dict[str, Any], rows: Sequence[dict[str, Any]], as_json: bool, as_csv: bool) -> bool:
    """Print a result as one JSON object or as CSV, if that was asked for; whether it was."""
    if as_json:
        print(json.dumps(result))
    elif as_csv:
        print(csv_of(rows), end="")
    return as_json or as_csv


def span(low: float | None, high: float | None, sign: str = "+", digits: int = 3) -> str:
    """An interval."""
    return f"(95 %: {low:{sign}.{digits}f} to {high:{sign}.{digits}f})"


def share_of(value: float, low: float | None, high: float | None) -> str:
    """A share of wins or points with its interval, neither below 0 nor above 1, as no share is."""
    value, low, high = (min(max(number, 0.0), 1.0) for number in (value, low or 0.0, high or 0.0))
    return f"{value:.4f} {span(low, high, '', 4)}"


def thinking(seconds: float | None) -> str:
    """How long a choice takes; nothing where none was timed."""
    if seconds is None:
        return ""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def good_points(game: str) -> str:
    """Which points are good in a game."""
    return f"{'few' if game_named(game).LOWEST_WINS else 'many'} are good"


def name_wins(result: Duel) -> str:
    """What a win is called: between two players a hand is won, among more a first place is taken or shared."""
    if result.unit == "match":
        return "matches won"
    return "hands won" if result.seats == TWO_PLAYERS else "first places of hands"


# ---- duels ----


def who_is_ahead(result: Duel) -> str:
    """The difference in words: who has fewer points, and whether that is good."""
    if result.low <= 0 <= result.high:
        return "not decided"
    fewer = "fewer" if result.difference < 0 else "more"
    return f"{result.a} has {fewer} points a hand than {result.b}, and {good_points(result.game)}"


def show_duel(result: Duel, out: Console) -> None:
    """A duel as a small table."""
    units = "matches" if result.unit == "match" else "deals"
    out.print(f"{result.game} {result.rules}, {result.seats}, seed {result.seed}: {result.deals:,} {units}, {result.hands:,} hands")
    table = Table("player")
    for column in ("points a hand", *(game_named(result.game).COUNTED[:1] if result.moons else []), "a choice takes"):
        table.add_column(column, justify="right")
    for name, points, moons, seconds in (
        (result.a, result.points_a, result.moons_a, result.seconds_a),
        (result.b, result.points_b, result.moons_b, result.seconds_b),
    ):
        table.add_row(name, f"{points:.3f}", *([f"{moons:,}"] if result.moons else []), thinking(seconds))
    out.print(table)
    out.print(f"difference {result.difference:+.3f} {span(result.low, result.high)}: {who_is_ahead(result)}")
    if result.share_a is not None:
        low, high, beyond = result.share_low, result.share_high, not 0 <= result.share_a <= 1  # possible where points are taken off
        share = f"{result.share_a:.4f} {span(low, high, '', 4)}" if beyond else share_of(result.share_a, low, high)
        out.print(f"share of points, a seat of {result.a}: {share}")
    won, nobody = name_wins(result), "; what nobody wins counts half" if result.seats == TWO_PLAYERS else ""
    out.print(f"{won}, a seat of {result.a}: {share_of(result.wins_a, result.wins_low, result.wins_high)}{nobody}")
    show_places(result, out)
    if result.adjusted is not None:
        low, high = result.adjusted_low, result.adjusted_high
        what = "difference" if result.unit == "deal" else won
        left = f"{result.adjusted:+.3f} {span(low, high)}" if result.unit == "deal" else share_of(result.adjusted, low, high)
        out.print(
            f"{what} without the luck that {result.control} had: {left}"
            + (f", variance x {result.variance_ratio:.3f}" if result.variance_ratio is not None else "")
        )
    if result.stopped:
        out.print(f"{result.stopped} after {result.deals:,} {units}; intervals hold however often one looked")
    for line in word_lines(result.strangers, (result.a, result.b), result.seed, result.unit):
        out.print(line, soft_wrap=True)
    if result.hands_a_second:
        out.print(f"{result.hands_a_second:,.0f} hands a second", style="dim")


def word_lines(strangers: Strangers | None, players: Sequence[str], seed: int, unit: str) -> list[str]:
    """Among strangers: what was promised, from which words the deals follow, and how anybody can deal the same cards again."""
    if strangers is None:
        return []
    if strangers.given:
        lines = ["among strangers, but the word was known before: players may have known these deals"]
    elif any(is_stranger(each) for each in players):
        lines = ["among strangers: a fresh process for each seat of each match, and no deal in two placements"]
    else:
        lines = ["dealt as among strangers, no deal in two placements; nobody here is one, so no player needs a process of its own"]
    _, *later = strangers.word.split(",")
    if later:
        starts = ", ".join(f"{int(each.partition(':')[0]) + 1:,}" for each in later)
        lines.append(f"played in {1 + len(later)} sittings, each with a word of its own: another one from {unit} {starts} on")
    if LOST in strangers.word:
        lines.append("the word of some deals was lost when a run was killed: nobody can deal them again")
    else:
        lines.append(f"the same deals again: --strangers --seed {seed} --word {strangers.word}")
    return lines


def show_places(result: Duel, out: Console) -> None:
    """How often matches ended in each place. Not for two players: whoever has not won is second."""
    if not result.places_a or not result.places_b or len(result.places_a) == 2:
        return
    table = Table("places, 95 %")
    for place in PLACES[: len(result.places_a)]:
        table.add_column(place, justify="right", no_wrap=True)
    for name, places in ((result.a, result.places_a), (result.b, result.places_b)):
        radii = [max(share.high - share.value, share.value - share.low) for share in places]  # an interval ends at 0 and 1
        table.add_row(name, *(f"{share.value:.3f} ± {radius:.3f}" for share, radius in zip(places, radii, strict=True)))
    out.print(table)


# ---- sequential tests ----


def publish_sprt(result: Sprt, as_json: bool) -> None:
    """Print a sequential test for a program or a person, each with the command that repeats it."""
    row = {**asdict(result), "command": result.command()}
    if not print_for_programs(row, [row], as_json, False):
        for line in sprt_lines(result):
            printer().print(line, soft_wrap=True)


def sprt_lines(result: Sprt) -> list[str]:
    """A sequential test in words: the verdict first, then what it rests on."""
    units, what = ("matches", "of the matches") if result.unit == "match" else ("deals", "points a hand")
    sure = {BETTER: f"{result.new} is better than {result.old}", NOT_BETTER: f"{result.new} is not better than {result.old}"}
    verdict = sure.get(result.verdict, f"undecided whether {result.new} is better than {result.old}")
    return [
        f"{result.game} {result.rules}, {result.seats}, seed {result.seed}: {result.deals:,} of at most {result.most:,} {units}, "
        f"{result.hands:,} hands",
        verdict,
        f"asked: a gain of {result.better:g} {what}, or only {result.worse:g}? Error rates {result.alpha:g} and {result.beta:g}",
        f"log-likelihood ratio {result.log_ratio:+.2f}, bounds {result.lower:+.2f} and {result.upper:+.2f}",
        f"gain {result.gain:+.3f} {what} {span(result.low, result.high)}; the interval holds however often one looked",
        f"points a hand: new {result.points_new:.3f}, old {result.points_old:.3f} ({good_points(result.game)})",
        f"again: {result.command()}",
    ]


# ---- leagues ----


def show_league(result: League, out: Console) -> None:
    """A league: ratings with the cross-table, then what is not decided, then the effects of seats and neighbours."""
    of_matches = result.unit == "match"
    units, figure = ("matches", "share of matches won") if of_matches else ("deals", "points a hand")
    heading = figure if of_matches else f"{figure} ({good_points(result.game)})"
    out.print(f"{result.game} {result.rules}, seed {result.seed}: {result.deals:,} {units}, {result.hands:,} hands")
    out.print(f"{heading}, row minus column, with 95 % intervals; * is decided, all pairs taken together")
    table = Table("player")
    table.add_column("against all", justify="right")
    for number in range(1, len(result.players) + 1):
        table.add_column(str(number), justify="right")
    cells = {key: text for pair in result.pairs for key, text in cells_of(pair).items()}
    for number, name in enumerate(result.players, 1):
        rating = result.ratings[name]
        row = [cells.get((name, other), "–") for other in result.players]
        table.add_row(f"{number} {name}", f"{rating.value:+.3f} ± {rating.high - rating.value:.3f}", *row)
    out.print(table)
    for pair in result.pairs:
        if not pair.decided:
            needed = (
                f"about {pair.deals_to_decide:,} {units} would decide, if the difference is as it seems"
                if pair.deals_to_decide
                else "no difference"
            )
            out.print(f"{pair.a} against {pair.b} is not decided: {needed}")
    seats = ", ".join(f"{seat} {effect.value:+.3f} ± {effect.high - effect.value:.3f}" for seat, effect in enumerate(result.seats))
    out.print(f"seats, {figure} from the mean: {seats}")
    show_neighbours(result, out)
    for line in word_lines(result.strangers, result.players, result.seed, result.unit):
        out.print(line, soft_wrap=True)
    if result.hands_a_second:
        out.print(f"{result.hands_a_second:,.0f} hands a second", style="dim")


def cells_of(pair: LeaguePair) -> dict[tuple[str, str], str]:
    """A pair's two cells of the cross-table."""
    value, radius, mark = pair.difference.value, pair.difference.high - pair.difference.value, "*" if pair.decided else " "
    return {(pair.a, pair.b): f"{value:+.3f} ± {radius:.3f}{mark}", (pair.b, pair.a): f"{-value:+.3f} ± {radius:.3f}{mark}"}


def show_neighbours(result: League, out: Console) -> None:
    """What it costs to have the other kind on the left: over all pairs, and for each player for whom it is decided.

    Decided means by Holm's correction, because a league asks this twice of every pair.
    """
    if result.left is None:
        return
    out.print(f"the other kind on the left, and not one's own: {result.left.value:+.3f} {span(result.left.low, result.left.high)}")
    if len(result.seats) == 4:
        out.print(
            "  (one's own kind on the left also means the other kind on the right and opposite: left is not told from right)", style="dim"
        )
    for pair in result.pairs:
        for name, other, effect, decided in (
            (pair.a, pair.b, pair.left_a, pair.left_a_decided),
            (pair.b, pair.a, pair.left_b, pair.left_b_decided),
        ):
            if effect and decided:
                out.print(f"  {name} with {other} there: {effect.value:+.3f} {span(effect.low, effect.high)}")
