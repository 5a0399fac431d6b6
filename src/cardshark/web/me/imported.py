"""Hands from elsewhere: checked by the rules before anything is written, marked, and never counted."""

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import score_sign
from cardshark.hands.saved import FORMS, from_json, to_json
from cardshark.text import UserError
from cardshark.web.hall import own_seat
from cardshark.web.table.database import Database
from cardshark.web.table.dealer import Refused

FORMAT = "hands 1"  # the version of an export
MOST_BYTES = 5_000_000
MOST_HANDS = 1_000  # of one file: checking them takes a quarter of a minute
FIRST_YEAR = 1970  # nobody has played a hand of cardshark before


class ImportedHand(NamedTuple):
    """A hand from elsewhere as it is kept."""

    played: dict[str, Any]  # the hand as a file has it
    ended: str
    points: int  # what it cost


class Checked(NamedTuple):
    """A hand of a file that follows the rules."""

    hand: PlayedHand
    saved: dict[str, Any]  # as it is kept
    when: str

    @property
    def mark(self) -> str:
        """By which the same hand is known again."""
        return sha256(json.dumps(self.saved, sort_keys=True).encode()).hexdigest()

    @property
    def cost(self) -> int:
        """What the hand cost whoever exported it."""
        return score_sign(self.hand) * self.saved["scores"][own_seat(self.hand)]


def imported_hands(file: Database, person: int) -> list[ImportedHand]:
    """What somebody has brought in."""
    found = file.rows("select played, ended, points from imported where person = ?", person)
    return [ImportedHand(json.loads(played), ended, points) for played, ended, points in found]


def read(data: bytes, now: datetime) -> list[Checked]:
    """The hands of a file, each checked by the rules. One bad hand, and nothing is taken."""
    if len(data) > MOST_BYTES:
        raise Refused("trouble_import_large", most=MOST_BYTES // 1_000_000)
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Refused("trouble_import_damaged") from None
    form = content.get("cardshark") if isinstance(content, dict) else None
    if isinstance(form, str) and form in FORMS:
        form, content = FORMAT, {"hands": [{"hand": content}]}
    if not isinstance(form, str) or not form.startswith("hands "):
        raise Refused("trouble_import_foreign")
    if form != FORMAT:
        raise Refused("trouble_import_newer", form=form[:20])
    hands = content.get("hands")
    if not isinstance(hands, list):
        raise Refused("trouble_import_damaged")
    if len(hands) > MOST_HANDS:
        raise Refused("trouble_import_many", most=MOST_HANDS)
    return [checked(number, each, now) for number, each in enumerate(hands, 1)]


def checked(number: int, found: Any, now: datetime) -> Checked:
    """One hand of a file."""
    try:
        when = time_of(found.get("when"), now)
        if when is None:
            raise Refused("trouble_import_time", n=number, first=FIRST_YEAR)
        hand = from_json(found["hand"])
        saved = to_json(hand)
        if not saved["scores"]:
            raise UserError("it was not played to its end")
        return Checked(hand, saved, when)
    except UserError as error:
        raise Refused("trouble_import_hand", n=number, why=" ".join(str(error).split())[:200]) from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError):
        raise Refused("trouble_import_hand", n=number, why="") from None


def time_of(text: Any, now: datetime) -> str | None:
    """When a hand was played; now if the file does not say so. None if that is no time, or one at which nobody can have played it."""
    if text is None:
        return utc(now)
    try:
        when = datetime.fromisoformat(text)
        when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
        return utc(min(when, now)) if when.year >= FIRST_YEAR and when <= now + timedelta(days=1) else None
    except (ValueError, TypeError, OverflowError):
        return None


def utc(time: datetime) -> str:
    """A time as it is written to the file."""
    return time.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "seconds")


def bring_in(file: Database, person: int, data: bytes, now: datetime) -> tuple[int, int]:
    """Keep the hands of a file: how many were new, and how many were there already."""
    hands = read(data, now)
    own = {secret for (secret,) in file.rows("select h.secret from hands h join tables t on t.id = h.name where t.person = ?", person)}
    fresh = [each for each in hands if not (each.hand.secret and each.hand.secret in own)]
    rows = [(each.mark, person, json.dumps(each.saved), each.when, each.cost) for each in fresh]
    with file.writing() as writing:
        before = writing.total_changes
        writing.executemany("insert or ignore into imported values (?, ?, ?, ?, ?)", rows)
        added = writing.total_changes - before
    return added, len(hands) - added


def remove_imported(file: Database, person: int) -> None:
    """Take away everything that somebody has brought in; hands that were played here stay."""
    with file.writing() as writing:
        writing.execute("delete from imported where person = ?", (person,))
