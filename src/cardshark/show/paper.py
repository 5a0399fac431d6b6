"""What became of a paper's claims, for people and for programs."""

import json
from collections.abc import Sequence
from pathlib import Path

from cardshark.arena.parts import Share
from cardshark.experiments.costs import ClaimCost
from cardshark.experiments.provenance import one_stamp
from cardshark.journal import json_value
from cardshark.report.figures import duration, printed, with_interval
from cardshark.report.result import Claim, Result, claims_json
from cardshark.report.verdict import MARKS, Verdict


def show_claims(result: Result, files: Sequence[Path], as_json: bool) -> None:
    """One claim a row, or one JSON object a line."""
    if as_json:
        for claim in claims_json(result):
            print(json.dumps({"of": result.paper.name, **claim}))
        return
    from rich.table import Table

    from cardshark.show import printer

    table = Table("", "claim", "paper", "ours", "verdict", title=result.paper.question, title_justify="left")
    for claim in result.claims:
        ours = with_interval(claim.ours, claim.low, claim.high)
        table.add_row(MARKS[claim.verdict], claim.text, printed(claim.paper), ours, str(claim.verdict))
    out = printer()
    out.print(table)
    for sentence in (*(result.provenance or [one_stamp(result.run)]), *result.claims_since):
        out.print(sentence, soft_wrap=True)
    out.print(f"The report: {files[0]}", soft_wrap=True)


def show_costs(costs: Sequence[ClaimCost]) -> None:
    """What each claim rests on has taken, one row a claim."""
    known = [each for each in costs if each.seconds is not None]
    if not known:
        return
    from rich.table import Table

    from cardshark.show import printer

    table = Table("paper", "claim", "verdict", "core time", title="What each claim rests on has taken", title_justify="left")
    for each in known:
        table.add_row(each.paper, each.claim, each.verdict, duration(each.seconds or 0.0))
    out = printer()
    out.print(table)
    out.print("Claims that rest on the same work share it.", soft_wrap=True)


def show_decided(claim: Claim, report: Path | None, as_json: bool) -> None:
    """What became of a claim; without a report nothing was run, because it was decided."""
    ours = with_interval(claim.ours, claim.low, claim.high)
    if as_json:
        found = {"key": claim.key, "verdict": str(claim.verdict), "ours": claim.ours, "low": claim.low, "high": claim.high}
        print(json.dumps({**json_value(found), "run": report is not None}))
        return
    from cardshark.show import printer

    out = printer()
    still = claim.verdict == Verdict.UNDECIDED
    if report is None and claim.verdict == Verdict.UNMEASURED:
        out.print(f"{claim.key} was not measured, so more of the same would not decide it: nothing was run.", soft_wrap=True)
    elif report is None:
        out.print(f"{claim.key} is decided: {claim.verdict}, ours {ours}. Nothing was run.", soft_wrap=True)
    else:
        more = f" {claim.would_decide} would decide." if still and claim.would_decide else ""
        out.print(f"{claim.key} is {'still ' if still else ''}{claim.verdict}: ours {ours}.{more}", soft_wrap=True)
        out.print(f"The report: {report}", soft_wrap=True)


def show_piece(share: Share, folder: Path, missing: str, as_json: bool) -> None:
    """What one part of a paper's work has come to, and what is to be done next."""
    if as_json:
        print(json.dumps({"piece": str(share), "folder": str(folder), "missing": missing or None}))
        return
    from cardshark.show import printer

    out = printer()
    if missing:
        out.print(f"Piece {share} has done its part; {missing} from the other pieces.", soft_wrap=True)
        out.print("When they are done, the same command goes on.", soft_wrap=True)
    else:
        out.print(f"All {share.of} pieces are done. Put them together:", soft_wrap=True)
        out.print(f"  cardshark merge {folder}/journal-*-of-{share.of}.jsonl --out {folder}", soft_wrap=True)
