"""Hands as files: what the list shows, as text or JSON to take away; and JSON to bring in."""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import ValidationError, convert, to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardshark.games import transcript
from cardshark.games.transcript import Transcript
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import house_rules
from cardshark.hands.saved import from_json, to_json
from cardshark.text import UserError
from cardshark.web.hall import Hall
from cardshark.web.ledger.store import HandName, KeptHand
from cardshark.web.me.history import Found, select
from cardshark.web.me.imported import FORMAT, MOST_BYTES, ImportedHand, bring_in
from cardshark.web.messages import Words
from cardshark.web.messages.me import Hands
from cardshark.web.table.dealer import Refused


def routes(server: Any) -> list[Route]:
    """The files. Of the server they need `person(request)` and `hall`."""

    async def export(kind: str, request: Request) -> Response:
        person = server.person(request)
        try:
            wanted = convert(dict(request.query_params), Hands, strict=False)
        except ValidationError:
            return JSONResponse(to_builtins(Words("trouble_not_understood", {"why": "?"})), 400)
        make = MAKERS[kind]
        content = await server.hall.carry(lambda: make(server.hall, person, wanted))
        headers = {"content-disposition": f'attachment; filename="cardshark-hands.{kind}"'}
        return Response(content, media_type=TYPES[kind], headers=headers)

    async def bring(request: Request) -> Response:
        hall, person = server.hall, server.person(request)
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > MOST_BYTES:
                break  # the rest is not read: what follows says that it is too much
        try:
            added, known = await hall.carry(lambda: bring_in(hall.store.database, person, data, hall.clock()))
        except Refused as refused:
            return JSONResponse(to_builtins(refused.words), 400)
        return JSONResponse({"added": added, "known": known})

    files = [Route(f"/hands.{kind}", partial(export, kind)) for kind in MAKERS]
    return [*files, Route("/hands", bring, methods=["POST"])]


def wanted_hands(hall: Hall, person: int, wanted: Hands) -> Iterator[tuple[str, PlayedHand]]:
    """The hands of the list, and when each was played; without those whose rules are no longer known."""
    rows = select(hall, person, wanted)[0]
    own = own_hands(hall, person, rows)
    for found in rows:
        with suppress(Refused, UserError):
            hand = from_json(found.source.played) if isinstance(found.source, ImportedHand) else own.get(found.source.hand)
            if hand:
                yield found.row.when, hand


def own_hands(hall: Hall, person: int, rows: list[Found]) -> dict[HandName, PlayedHand]:
    """The hands that were played here. Each table is played once, however many of its hands are wanted."""
    tables: dict[str, set[int]] = defaultdict(set)
    for found in rows:
        if isinstance(found.source, KeptHand):
            tables[found.source.hand.table].add(found.source.hand.number)
    own = {}
    for name, numbers in tables.items():
        with suppress(Refused, UserError):
            own |= {HandName(name, number): hand for number, hand in hall.hands(person, name, numbers).items()}
    return own


def as_text(hall: Hall, person: int, wanted: Hands) -> str:
    """Transcripts, one after the other; `cardshark` reads each of them."""
    return "\n".join(f"# {when} UTC\n{transcript.write(transcript_of(hand))}" for when, hand in wanted_hands(hall, person, wanted))


def transcript_of(hand: PlayedHand) -> Transcript:
    """A hand as the whole of a transcript."""
    return Transcript(hand.game, house_rules(hand), hand.players, (hand.cards,), hand.number)


def as_json(hall: Hall, person: int, wanted: Hands) -> str:
    """Hands as they are saved, and when each was played. Only finished hands are listed, so no secret of one that goes on can be in it."""
    hands = [{"when": when, "hand": to_json(hand)} for when, hand in wanted_hands(hall, person, wanted)]
    return json.dumps({"cardshark": FORMAT, "hands": hands}, ensure_ascii=False, indent=1)


MAKERS = {"txt": as_text, "json": as_json}
TYPES = {"txt": "text/plain; charset=utf-8", "json": "application/json"}
