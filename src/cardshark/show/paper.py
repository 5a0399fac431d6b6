"""What became of a paper's claims, for people and for programs."""

import json
from collections.abc import Sequence
from pathlib import Path

from cardshark.arena.parts import Share
from cardshark.report.figures import printed, with_interval
from cardshark.report.provenance import one_stamp
from cardshark.report.result import Result, claims_json
from cardshark.report.verdict import MARKS


def show_claims(result: Result, files: Sequence[Path], as_json: bool) -> None:
    """One claim a row, or one JSON object a line."""
    if as_json:
        for claim in claims_json(result):
            print(json.dumps(claim))
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
