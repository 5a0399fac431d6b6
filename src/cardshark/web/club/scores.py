"""The sheet of an evening: what everybody paid, ranks, and how much better somebody was than the others on the same cards."""

from statistics import fmean

from cardshark.distributions import mean_reach
from cardshark.web.club.evening import EveningSettings, Turn
from cardshark.web.club.store import KeptBoard
from cardshark.web.messages.club import ClubCell, ClubRow

ENOUGH_BOARDS = 4  # for an interval; with fewer it would be wider than any difference


def complete_boards(settings: EveningSettings, played: dict[Turn, KeptBoard]) -> list[int]:
    """The boards that everybody has played."""
    everybody = range(len(settings.entrants))
    return [number for number in range(settings.boards) if all(has_paid(played, Turn(number, entrant)) for entrant in everybody)]


def has_paid(played: dict[Turn, KeptBoard], turn: Turn) -> bool:
    """Has somebody finished a board?"""
    return turn in played and played[turn].points is not None


def sheet(settings: EveningSettings, played: dict[Turn, KeptBoard]) -> list[ClubRow]:
    """A row for everybody, the best first. Points stand there only of boards that everybody has played."""
    done = complete_boards(settings, played)
    paid = [[played[Turn(number, entrant)].points or 0 for number in done] for entrant in range(len(settings.entrants))]
    rows = []
    for entrant, own in enumerate(paid):
        cells = [cell(played, Turn(number, entrant), number in done) for number in range(settings.boards)]
        row = ClubRow(settings.entrants[entrant], entrant, cells, total=sum(own))
        compare(row, own, [points for other, points in enumerate(paid) if other != entrant])
        rows.append(row)
    for row in rows:
        row.rank = 1 + sum(other.total < row.total for other in rows) if done else 0
    return sorted(rows, key=lambda row: row.total)


def cell(played: dict[Turn, KeptBoard], turn: Turn, told: bool) -> ClubCell:
    """What somebody paid on a board, if it may be told."""
    if not told:
        return ClubCell(done=has_paid(played, turn))
    table, points = played[turn]
    return ClubCell(points, f"{table}-0" if table else "", True)


def compare(row: ClubRow, own: list[int], others: list[list[int]]) -> None:
    """How many points a board somebody paid less than the others on the same cards; boards are the unit of the interval."""
    fewer = [fmean(points[number] for points in others) - paid for number, paid in enumerate(own)]
    if fewer:
        row.better = fmean(fewer)
    if len(fewer) >= ENOUGH_BOARDS:
        row.error = mean_reach(fewer)
