"""The tables of docs/beyond.md, from the records in results/beyond and from nothing else."""

from pathlib import Path

from cardshark.experiments.beyond import beliefs, endgame, expert, second_stage
from cardshark.experiments.provenance import provenance
from cardshark.experiments.studies import answers_of
from cardshark.report.record import Record, read

RECORDS = Path(__file__).parents[1] / "results" / "beyond"
NOT_YET = "Not measured yet.\n"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def signed(interval: tuple[float, float, float], digits: int = 2) -> str:
    """A figure with its interval, signs and a minus that can be seen."""
    value, low, high = (f"{number:+.{digits}f}".replace("-", "−") for number in interval)
    return f"{value} ({low} to {high})"


def made(record: Record, command: str) -> str:
    """How a record was made: the command, and who made the pieces at what cost."""
    scale = record.run.scale
    look = f" --scale {scale:g}" if scale != 1 else ""
    first = " A first look: it decides nothing." if scale < 1 else ""
    return f"\n`python docs/beyond.py {command}{look}`.{first} {' '.join(provenance(record))}\n"


def answers() -> str:
    """What the studies answer."""
    rows = [
        [str(each.item), each.question, each.verdict, signed((each.ours or 0, each.low or 0, each.high or 0)), each.text]
        for each in answers_of(RECORDS)
    ]
    return table(["", "question", "answer", "figure (95 %)", "what it is"], rows)


def solving(record: Record) -> str:
    """Thinkers that solve the last tricks."""
    rows = [[*row.contest.split(", "), row.what, f"{row.deals:,}", signed(row.gain), f"{row.time:.2f}"] for row in endgame.rows(record)]
    heads = ["thinker", "three", "what is solved", "deals", "points a hand more than without (95 %)", "time"]
    return table(heads, rows) + made(record, "endgame")


def believing(record: Record) -> str:
    """What samplers know, and what play gains by them."""
    played, rows = beliefs.gains(record), []
    for (player, sampler), found in beliefs.losses(record).items():
        loss, low, high = found.loss
        gain = signed(found.gain, 3) if sampler != beliefs.UNIFORM else ""
        play = signed(played[sampler].interval()) if sampler in played and player == beliefs.TESTED[0] else ""
        rows.append([player, sampler, f"{found.hands}", f"{loss:.3f} ({low:.3f} to {high:.3f})", gain, play])
    heads = ["hands of", "deals by", "hands", "loss, nats a card (95 %)", "less than any deal (95 %)", "points a hand more in play (95 %)"]
    return table(heads, rows) + made(record, "beliefs")


def winning_back(record: Record) -> str:
    """Who wins the second stage."""
    shares, back = second_stage.shares(record), second_stage.points_back(record)
    rows = [
        [name, f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})", f"{back[name][0]:.2f}", f"{back[name][1]:.2f}"]
        for name, share in shares.items()
    ]
    plain, trained = second_stage.match_wins(record)
    share = f"{trained.value:.1%} ({trained.low:.1%} to {trained.high:.1%})"
    rows.append(["whole matches: a trained second stage among three without", share, "", ""])
    rows.append(["whole matches: nobody trained for the second stage", f"{plain:.1%}", "", ""])
    heads = ["one among three", "wins (95 %)", "points a hand won back", "by each of the three"]
    return table(heads, rows) + made(record, "second_stage")


def lost(record: Record) -> str:
    """What players lose a decision."""
    shares = {(row["game"], row["player"]): row["best"] for row in record.rows("regret")}
    rows = [
        [game, f"`{player}`" if player != expert.EXPERT else player, f"{rate.mean:.3f} ({rate.low:.3f} to {rate.high:.3f})",
         f"{shares[game, player]:.1%}", f"{rate.decisions:,}", f"{rate.hands:,}"]
        for (game, player), rate in sorted(expert.rates(record).items(), key=lambda each: (each[0][0] != "hearts", each[1].mean))
    ]  # fmt: skip
    return table(["game", "player", "points lost a decision (95 %)", "best choice", "decisions", "deals"], rows) + made(record, "expert")


def blocks() -> dict[str, str]:
    """Every table whose record is there, by the name of its block."""
    makers = {"endgame": solving, "beliefs": believing, "second_stage": winning_back, "expert": lost}
    paths = {name: RECORDS / f"{name}.json" for name in makers}
    found = {f"beyond_{name}": make(read(paths[name])) if paths[name].exists() else NOT_YET for name, make in makers.items()}
    return {**found, "beyond_answers": answers()}
