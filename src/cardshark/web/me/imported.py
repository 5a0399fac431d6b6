"""Hands from elsewhere: checked by the rules before anything is written, marked, and never counted."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import score_sign, scores
from cardshark.hands.saved import FORMAT as ONE_HAND
from cardshark.hands.saved import from_json, to_json
from cardshark.text import UserError
from cardshark.web.hall import own_seat
from cardshark.web.table.database import Database
from cardshark.web.table.dealer import Refused

FORMAT = "hands 1"  # the version of an export
MOST_BYTES = 20_000_000
MOST_HANDS = 5_000
TIME = "%Y-%m-%d %H:%M:%S"


class ImportedHand(NamedTuple):
    """A hand from elsewhere as it is kept."""

    played: dict[str, Any]  # the hand as a file has it
    ended: str
    points: int  # what it cost


def imported_hands(file: Database, person: int) -> list[ImportedHand]:
    """What somebody has brought in."""
    found = file.rows("select played, ended, points from imported where person = ?", person)
    return [ImportedHand(json.loads(played), ended, points) for played, ended, points in found]


def read(data: bytes, now: datetime) -> list[tuple[str, PlayedHand, str]]:
    """The hands of a file, each checked by the rules: its mark, the hand, and when it was played. One bad hand, and nothing is taken."""
    if len(data) > MOST_BYTES:
        raise Refused("trouble_import_large", most=MOST_BYTES // 1_000_000)
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Refused("trouble_import_damaged") from None
    if isinstance(content, dict) and content.get("cardshark") == ONE_HAND:
        content = {"cardshark": FORMAT, "hands": [{"hand": content}]}
    form = content.get("cardshark") if isinstance(content, dict) else None
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


def checked(number: int, found: Any, now: datetime) -> tuple[str, PlayedHand, str]:
    """One hand of a file."""
    try:
        hand = from_json(found["hand"])
        if not scores(hand):
            raise UserError("it was not played to its end")
        return mark_of(hand), hand, time_of(found.get("when"), now)
    except UserError as error:
        raise Refused("trouble_import_hand", n=number, why=" ".join(str(error).split())[:200]) from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError):
        raise Refused("trouble_import_hand", n=number, why="") from None


def mark_of(hand: PlayedHand) -> str:
    """By which the same hand is known again."""
    return sha256(json.dumps(to_json(hand), sort_keys=True).encode()).hexdigest()


def time_of(text: Any, now: datetime) -> str:
    """When a hand was played; now if the file does not say so, or says nonsense."""
    try:
        return min(datetime.strptime(text, TIME).strftime(TIME), utc(now))
    except (ValueError, TypeError):
        return utc(now)


def utc(now: datetime) -> str:
    """The time as it is written to the file."""
    return now.astimezone(UTC).strftime(TIME)


def bring_in(file: Database, person: int, data: bytes, now: datetime) -> tuple[int, int]:
    """Keep the hands of a file: how many were new, and how many were there already."""
    hands = read(data, now)
    own = {secret for (secret,) in file.rows("select h.secret from hands h join tables t on t.id = h.name where t.person = ?", person)}
    fresh = {mark: (hand, when) for mark, hand, when in hands if not (hand.secret and hand.secret in own)}
    with file.writing() as writing:
        before = writing.total_changes
        rows = [(mark, person, json.dumps(to_json(hand)), when, cost_of(hand)) for mark, (hand, when) in fresh.items()]
        writing.executemany("insert or ignore into imported values (?, ?, ?, ?, ?)", rows)
        added = writing.total_changes - before
    return added, len(hands) - added


def cost_of(hand: PlayedHand) -> int:
    """What the hand cost whoever exported it."""
    return score_sign(hand) * scores(hand)[own_seat(hand)]
