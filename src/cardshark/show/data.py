"""What an export has written: for the terminal and for programs."""

import json
from collections.abc import Sequence

from cardshark.data.export import Exported
from cardshark.data.opinions import NOTHING
from cardshark.data.yardstick import EXPERT, Regret
from cardshark.show import printer


def publish_export(found: Exported, as_json: bool) -> None:
    """Print for a program or for a person."""
    megabytes = found.path.stat().st_size / 1e6
    if as_json:
        counts = {"file": str(found.path), "bytes": found.path.stat().st_size, "played": found.played, "seconds": found.seconds}
        print(json.dumps({**counts, **found.about}))
        return
    about, out = found.about, printer()
    units = {"deal": "deals", "match": "matches"}[about["unit"]]
    out.print(f"{found.rows:,} decisions of {about['end'] - about['start']:,} {units}, {found.valued:,} of them with values")
    for player in sorted({name for name, unit in zip(about["players"], about["values"], strict=True) if unit == NOTHING}):
        out.print(f"{player} says nothing about its choices: its rows have a choice and an outcome, and no values", soft_wrap=True)
    done = f"{found.seconds:.1f} s" if found.played else "it was there already"
    out.print(f"{found.path}: {megabytes:.1f} MB, {done}", soft_wrap=True)


def show_regrets(found: Sequence[Regret], as_json: bool) -> None:
    """What players lose a decision, the best first."""
    if as_json:
        print(json.dumps([{"player": each.player, "best": each.best, **each.rate._asdict()} for each in found]))
        return
    out, width = printer(), max(len(each.player) for each in found)
    out.print(f"{'player':{width}}  points lost a decision (95 %, over deals)  best choice  decisions  deals", soft_wrap=True)
    for each in sorted(found, key=lambda each: each.rate.mean):
        mean, low, high, decisions, deals = each.rate
        out.print(f"{each.player:{width}}  {mean:6.3f} ({low:.3f} to {high:.3f}){each.best:31.1%}{decisions:11,}{deals:7,}", soft_wrap=True)
    itself = "" if EXPERT in [each.player for each in found] else ", which the command shows without players"
    out.print(f"values are estimates, so nobody loses 0: compare with what the expert itself loses{itself}", style="dim", soft_wrap=True)
