"""What became of a paper's claims, for people and for programs."""

import json
from collections.abc import Sequence
from pathlib import Path

from cardshark.report.figures import printed, with_interval
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
    out.print(f"The report: {files[0]}", soft_wrap=True)
