"""The cards at the top of a report: ordering, main claim, level, what stays open."""

from cardshark.report.figures import count_words, number, printed, with_interval
from cardshark.report.result import Headline, Result, counted
from cardshark.report.verdict import Level, Ordering, Verdict, known

MOST_NAMED = 5  # claims on a card; of more it says how many
MOST_NEEDS = 2  # what would decide them; more stand beside the claims


def headlines_of(result: Result) -> list[Headline]:
    """The cards of a result, which follow from its tables and claims."""
    found = [ordering_card(result), main_claim_card(result), level_card(result), open_card(result)]
    return [card for card in found if card]


def ordering_card(result: Result) -> Headline | None:
    """Do the figures rank as in the paper?"""
    every = sum((table.ordering() for table in result.tables), Ordering())
    clear = sum((table.ordering(clear_only=True) for table in result.tables), Ordering())
    if every.tau is None:
        return None
    small = f"all {every.pairs}: {every.alike} alike, Kendall τ = {number(every.tau, 2)}"
    if not clear.pairs:
        return Headline(Verdict.UNDECIDED, "Ordering undecided", "no two figures can be told apart", small)
    line = f"{clear.alike} of {clear.pairs} clear pairs rank alike"
    if clear.alike == clear.pairs:
        return Headline(Verdict.REPRODUCED, "Same ordering", line, small)
    if is_most(clear.alike, clear.pairs):
        return Headline(Verdict.NEAR, "Mostly the same ordering", line, small)
    return Headline(Verdict.CONTRADICTED, "Another ordering", line, small)


def is_most(count: int, every: int) -> bool:
    """Whether that is more than half: what "mostly" means on a card, which has the counts as well."""
    return 2 * count > every


def main_claim_card(result: Result) -> Headline | None:
    """What became of the first claim?"""
    if not result.claims:
        return None
    main = result.claims[0]
    ends = {Verdict.REPRODUCED: "holds", Verdict.NEAR: "nearly holds", Verdict.UNMEASURED: "was not measured"}
    figures = f"ours {with_interval(main.ours, main.low, main.high)}" if known(main.ours) else main.text
    beside = f", paper {printed(main.paper)}" if known(main.ours) and main.paper is not None else ""
    return Headline(
        main.verdict, f"Main claim {ends.get(main.verdict, f'is {main.verdict}')}", figures + beside,
        f"of {count_words(len(result.claims), 'claim')}: {', '.join(counted(result.claims))}",
    )  # fmt: skip


def level_card(result: Result) -> Headline | None:
    """Are the figures themselves those of the paper?"""
    rows = [(table, row, table.level(row)) for table in result.tables for row in table.entries]
    rows = [each for each in rows if each[2] != Level.UNMEASURED]
    if not rows:
        return None
    outside = [(table, row, found) for table, row, found in rows if found != Level.INSIDE]
    line = f"{len(rows) - len(outside)} of {len(rows)} agree within both errors"
    if not outside:
        return Headline(Verdict.REPRODUCED, "Same level", line, "")
    off = sum(found == Level.OFF for _, _, found in outside)
    gaps = [
        (abs((row.ours if row.ours is not None else row.paper) - row.paper), table) for table, row, _ in outside if row.paper is not None
    ]
    widest, table = max(gaps, key=lambda each: each[0])
    small = (
        f"the others off by {number(widest, table.places())} or less"
        if len(result.tables) == 1
        else f"{len(outside) - off} near, {off} off"
    )
    if not off:
        return Headline(Verdict.NEAR, "Level close, not equal", line, small)
    if is_most(len(rows) - len(outside), len(rows)):
        return Headline(Verdict.NEAR, "Mostly the same level", line, small)
    return Headline(Verdict.CONTRADICTED, "Level differs", line, small)


def open_card(result: Result) -> Headline | None:
    """Is a claim contradicted, or still undecided?"""
    if not result.claims:
        return None
    for verdict in (Verdict.CONTRADICTED, Verdict.UNDECIDED):
        found = [claim for claim in result.claims if claim.verdict == verdict]
        if found:
            title = f"{count_words(len(found), 'claim').capitalize()} {verdict}"
            named, others = found[:MOST_NAMED], len(found) - MOST_NAMED
            line = " ".join(claim.text for claim in named) + (f" And {count_words(others, 'other')}." if others > 0 else "")
            needs = list(dict.fromkeys(claim.would_decide for claim in found if claim.would_decide))
            return Headline(verdict, title, line, f"{' and '.join(needs)} would decide" if 0 < len(needs) <= MOST_NEEDS else "")
    missing = sum(claim.verdict == Verdict.UNMEASURED for claim in result.claims)
    line = f"{count_words(missing, 'claim')} not measured" if missing else "and no claim undecided"
    return Headline(Verdict.UNMEASURED if missing else Verdict.REPRODUCED, "Nothing contradicted", line)
