"""Transcripts and saved hands, positions, links: texts that anybody may hand in."""

import json
import zlib
from datetime import UTC, datetime
from itertools import islice

from cardshark.games import transcript
from cardshark.games.positions import read_position, write_position
from cardshark.hands import link
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import play_hand
from cardshark.hands.saved import to_json
from cardshark.hands.verify import HAND_TAG, verify
from cardshark.hands.verify import read as read_hand
from cardshark.web.me import imported
from fuzz.kind import Door, Kind, short_or_long
from fuzz.mutate import Luck, as_json, changed_often, mangled
from helpers.paths import GOLDEN
from helpers.played import ROOMS, pack_text, random_hand
from helpers.positions import gin_positions, hearts_positions

NOW = datetime(2026, 11, 18, tzinfo=UTC)
BEGINNING = 12  # choices of a hand that was only begun
SEEDS = 3  # of hands by each set of rules
MANY = 40  # hands of a file; a thousand are allowed, and take a quarter of a minute


def text_of(data: bytes) -> str:
    """Bytes as a command line or a program would hand them in: what is no UTF-8 comes as halves of letters."""
    return data.decode("utf-8", "surrogateescape")


def hands() -> tuple[list[PlayedHand], list[PlayedHand]]:
    """Hands by every set of rules that were only begun, which are quick to read, and whole ones."""
    whole = [random_hand(game, rules, seed, seed) for game, rules in ROOMS for seed in range(SEEDS)]
    return [play_hand(hand, hand.choices[:BEGINNING]) for hand in whole], whole


# ---- transcripts ----


def transcripts() -> Kind:
    """Transcripts, saved hands (JSON or a page), and hands that are brought in."""
    begun, whole = ([to_json(hand) for hand in each] for each in hands())
    long = [path.read_bytes() for path in sorted(GOLDEN.glob("*.txt")) if path.read_bytes().startswith(transcript.TITLE)]
    short = [b"\n".join(each.split(b"\n")[:count]) for each in long for count in (6, 9)]

    def match(luck: Luck) -> bytes:
        return mangled(short_or_long(short, long, luck), short, luck)

    def hand(luck: Luck) -> bytes:
        text = as_json(changed_often(short_or_long(begun, whole, luck), luck))
        text = mangled(text, [text], luck) if luck.random() < 0.3 else text
        return f"<html>{HAND_TAG}".encode() + text + b"</script>" if luck.random() < 0.2 else text

    def brought(luck: Luck) -> bytes:
        one = {"when": "2026-01-02 03:04:05", "hand": short_or_long(begun, whole, luck)}
        made = changed_often({"cardshark": "hands 1", "hands": [one]}, luck)
        if isinstance(made, dict) and isinstance(made.get("hands"), list):
            made["hands"] = made["hands"][:MANY]
        return as_json(made)

    return Kind({
        "transcript": Door(match, read_transcript),
        "saved hand": Door(hand, lambda data: verify(read_hand(text_of(data)))),
        "hands brought in": Door(brought, lambda data: imported.read(data, NOW)),
    })  # fmt: skip


def read_transcript(data: bytes) -> None:
    """Read a transcript; one that can be read can be written again, also for programs."""
    found = transcript.read(text_of(data))
    transcript.write(found)
    json.dumps(transcript.transcript_as_json(found))


# ---- positions ----


def positions() -> Kind:
    """Positions as lines and as JSON."""
    found = [each for seed in range(6) for made in (hearts_positions, gin_positions) for each in islice(made(seed), 12)]
    lines = [write_position(each).encode() for each in found]
    fields = [json.loads(each.to_json()) for each in found]

    def line(luck: Luck) -> bytes:
        return mangled(luck.choice(lines), lines, luck)

    def field(luck: Luck) -> bytes:
        text = as_json(changed_often(luck.choice(fields), luck))
        return mangled(text, [text], luck) if luck.random() < 0.3 else text

    return Kind({"lines": Door(line, read_one_position), "JSON": Door(field, read_one_position)})


def read_one_position(data: bytes) -> None:
    """Read a position; one that can be read can be written again."""
    found = read_position(text_of(data))
    write_position(found)
    found.to_json()


# ---- links ----


def links() -> Kind:
    """Links of hands, changed as letters and behind their packing."""
    codes, whole = ([link.encode(hand).encode() for hand in each] for each in hands())
    parts, whole_parts = ([(unpacked(code), code.partition(b".")[2]) for code in each] for each in (codes, whole))

    def letters(luck: Luck) -> bytes:
        code = mangled(short_or_long(codes, whole, luck), codes, luck)
        return b"http://127.0.0.1:1/review#" + code if luck.random() < 0.2 else code

    def inside(luck: Luck) -> bytes:
        text, digits = short_or_long(parts, whole_parts, luck)
        made = as_json(changed_often(json.loads(text), luck)) if luck.random() < 0.7 else mangled(text, [text], luck)
        return pack_text(made).encode() + luck.choice((digits, digits, digits[:-3], luck.choice(parts)[1], b"", b"_" * 400))

    return Kind({"letters": Door(letters, read_link), "inside": Door(inside, read_link)})


def read_link(data: bytes) -> None:
    """Read a link; one that can be read can be written again."""
    link.encode(link.decode(text_of(data)))


def unpacked(code: bytes) -> bytes:
    """The text part of a link."""
    return zlib.decompressobj(-15, link.USUAL).decompress(link.bytes_of(code[1:].partition(b".")[0].decode()))
