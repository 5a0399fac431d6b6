"""What the page of the daily eight is told, and the way to the table of the next deal."""

from datetime import date, datetime
from statistics import fmean
from typing import cast

from cardshark.distributions import mean_reach
from cardshark.web.daily.bots import USUAL, count_behind, crowd, levels, mind, missing, paid_on, totals_on
from cardshark.web.daily.days import DEALS, boards, opponents, streak
from cardshark.web.daily.store import KeptDay, KeptDeal, Paid, kept_days, kept_deals, kept_paid, table_of
from cardshark.web.duplicate import PASSING, table_settings
from cardshark.web.hall import Hall
from cardshark.web.messages import HeartsState
from cardshark.web.messages import lobby as lobby_messages
from cardshark.web.messages.daily import Daily, DailyDeal, DailyLevel, DailyPage, PlayDaily, PlayedDay
from cardshark.web.table.dealer import Refused
from cardshark.web.table.state import state_of
from cardshark.web.table.table import TableMatch


def show_daily(hall: Hall, person: int, command: Daily) -> DailyPage:
    """A day as far as this person has played it. Its bots begin to play, if they have not."""
    now, days = hall.clock().date(), kept_days(hall.store.database, person)
    day = read_day(command.day, now, days)
    kept = kept_deals(hall.store.database, person, day)
    went_on = hall.errands.goes_on("daily", day.isoformat())  # asked before: bots that end meanwhile may have played more than is read here
    paid = kept_paid(hall.store.database, day, mind())
    if (kept or day == now) and missing(paid):
        hall.errands.run("daily", day.isoformat())
    shown = DailyPage(day=day.isoformat(), today=now.isoformat(), opponents=[member.name for member in opponents(day)])
    shown.deals = [deal_row(hall, kept.get(number), number, paid) for number in range(DEALS)]
    done = [number for number in range(DEALS) if shown.deals[number].points is not None]
    shown.now = next_deal(day, now, kept)
    shown.levels = level_rows(paid, done, sum(kept[number].points or 0 for number in done))
    shown.usual = [level.who for level in shown.levels].index(USUAL)
    shown.playing = went_on or hall.errands.goes_on("daily", day.isoformat())
    add_calendar(shown, days, now)
    return shown


def play_daily(hall: Hall, person: int, command: PlayDaily) -> str:
    """The table of the first deal of a day that is not finished."""
    now, database = hall.clock().date(), hall.store.database
    day = read_day(command.day, now, kept_days(database, person))
    deal = next_deal(day, now, kept_deals(database, person, day))
    if deal is None:
        raise Refused("trouble_daily_done")
    others = [member.player for member in opponents(day)]
    return table_of(database, person, day, deal, table_settings(others, deal, f"/daily/{day}"), boards(day)[deal].secret)


def lobby_part(hall: Hall, person: int, lobby: lobby_messages.Lobby) -> None:
    """Today in the lobby: the deals that are done, how far ahead of which level, and how many days in a row."""
    now, database = hall.clock().date(), hall.store.database
    kept, days = kept_deals(database, person, now), kept_days(database, person)
    done = {number: deal.points for number, deal in sorted(kept.items()) if deal.points is not None}
    usual = next(member for member in levels() if member.who == USUAL)
    totals = totals_on(kept_paid(database, now, mind()), usual.player, list(done))
    ahead = count_behind(totals, sum(done.values())) if totals else None
    deal, row = next_deal(now, now, kept), streak({each.day for each in days if each.deals == DEALS}, last_day(days, now))
    begun = deal + 1 if kept and deal is not None else 0
    lobby.daily = lobby_messages.Daily(list(done.values()), begun, row.days, ahead, len(totals), usual.level)


def read_day(text: str, now: date, days: list[KeptDay]) -> date:
    """The day that a page asks for: today, one that is over, or one that was begun before the clock was moved."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").date() if text else now
    except ValueError:
        raise Refused("trouble_daily_day", day=text[:20]) from None
    if day > now and day not in {each.day for each in days}:
        raise Refused("trouble_daily_later")
    return day


def next_deal(day: date, now: date, kept: dict[int, KeptDeal]) -> int | None:
    """The first deal that is not finished. A day can be begun only while it lasts, but whoever began it may go on later."""
    if day != now and not kept:
        return None
    return next((number for number in range(DEALS) if number not in kept or kept[number].points is None), None)


def deal_row(hall: Hall, kept: KeptDeal | None, number: int, paid: Paid) -> DailyDeal:
    """One deal; how bots fared on it is told only when the person has finished it."""
    row = DailyDeal(PASSING[number % len(PASSING)])
    if kept is None:
        return row
    if kept.points is None:
        show_progress(hall, kept.table, row)
        return row
    row.points, row.hand = kept.points, f"{kept.table}-0"
    points = paid_on(paid, next(member.player for member in levels() if member.who == USUAL), number)
    if points:
        row.behind, row.of = count_behind(points, kept.points), len(points)
        row.worth, row.error = fmean(points), mean_reach(points)
    return row


def show_progress(hall: Hall, name: str, row: DailyDeal) -> None:
    """How far a deal has come, from what the person may see at its table."""
    kept = hall.store.table(name)
    if kept is None:  # it is damaged, and stands aside
        return
    table = TableMatch(kept.settings, kept.hands)
    state = state_of(table, name, 0, "off")
    assert state.you is not None
    part = cast(HeartsState, state.hearts)
    mine = state.turn == state.you
    row.begun, row.cards, row.so_far = True, state.hand, state.seats[state.you].points
    row.trick = len(part.tricks) + 1
    row.phase = "pass" if state.phase == "pass" else "wait" if not mine else "follow" if part.trick else "lead"


def level_rows(paid: Paid, done: list[int], own: int) -> list[DailyLevel]:
    """The bots of each level on the deals that the person has finished."""
    rows = []
    for member in levels():
        row = DailyLevel(member.who, member.name, member.level, crowd(member.player).bots)
        row.totals = sorted(totals_on(paid, member.player, done))
        if row.totals:
            row.mean, row.error, row.behind = fmean(row.totals), mean_reach(row.totals), count_behind(row.totals, own)
        rows.append(row)
    return rows


def add_calendar(shown: DailyPage, days: list[KeptDay], now: date) -> None:
    """Every day that was played, and how many in a row. If the clock was moved back, days count to the last one played."""
    shown.days = [PlayedDay(each.day.isoformat(), each.deals, each.points) for each in days]
    last = last_day(days, now)
    row = streak({each.day for each in days if each.deals == DEALS}, last)
    shown.streak, shown.best = row.days, row.best
    shown.forgiven = [day.isoformat() for day in row.forgiven]
    shown.later = last.isoformat() if last > now else ""


def last_day(days: list[KeptDay], now: date) -> date:
    """Today, or the last day that was begun if the clock was moved back since."""
    return max([now, *(each.day for each in days)])
