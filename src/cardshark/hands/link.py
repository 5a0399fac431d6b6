"""A whole hand as the end of an address: short enough to send to a friend, and complete without any server.

A code is `1` (the version of the format), players and rules as packed text, a full stop, and one large number. The number holds the
deal and every choice, in mixed radix: a value out of `base` possible ones is a digit of base `base`, the first digit lowest.

    the deal         which of the (52 choose 13) hands seat 0 has, and so on: 96 bits for four hands of 13 cards
                     or, where it was sealed, the secret and the words from which the cards follow, so that a link can be verified
    every choice     its place among the legal ones; a forced one costs nothing

Nothing in a code is trusted. What is not a hand by the rules is refused in one sentence. A player that would start a program, read a
file or think for ever is replaced by `UNKNOWN`.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple, TypeVar

import msgspec

from cardshark.cards import listed
from cardshark.hands.chained import end_link
from cardshark.hands.digits import Digits, Reader, join_digits
from cardshark.hands.games import hands_of
from cardshark.hands.hand import PlayedHand, StandIn
from cardshark.hands.harmless import UNKNOWN, is_harmless
from cardshark.hands.played import MOST_CHOICES, check_hand, check_place, check_stand_ins, end, ended, house_rules, start
from cardshark.hands.seal import SECRET_BYTES, SILENT, WORD_BYTES, Sealing, check_sealing, deal_sealed, promise_of
from cardshark.text import UserError, brief, check_text

VERSION = "1"
CHAINED = "2"  # the version of a hand whose people were asked for words
MOST_LETTERS = 16_000  # of a code; a hand of Hearts takes some 150
MOST_TEXT = 4_000  # bytes of the packed text
FORM = re.compile(r"([12])([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]*)")
YOU = "you"
BROKEN = "this link does not hold a hand: copy the whole of it"

Text = TypeVar("Text")

# The usual words of a link: zlib packs a text by pointing back to them. A change here needs a new VERSION.
USUAL = (
    b'"passleft""falcon""paper""straight""oklahoma""tournament""classic"true,ismcts pomcp rummy:brain=shark falcon:brain=eagle '
    b"holdout minimiser lowcards keeper simple random greedy stock montecarlo:deals=100,sampler=weighted,pool=20,loose=0.02"
    b"rollouts:brain=champion network:brain=champion uct montecarlo:deals=100,playout=jake,passing=search"
    b'["gin","eaai",0,0,false,[0,0],[0,0],["you","lookahead"],["You","Nora"],1,"",true,-1]'
    b'["hearts","dutch",0,0,false,[0,0,0,0],[],["you","jake","jake","jake"],["You","Wilma","Nora","Emil"],0,"",true,-1]'
    b'["hearts","american",'
)


class LinkText(NamedTuple):
    """The text part of a code; as JSON it is a list in this order."""

    game: str
    rules: str
    number: int
    first: int
    back: bool
    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    players: tuple[str, ...]
    names: tuple[str, ...]
    dealer: int
    luck: str  # in hexadecimal digits; empty where it follows from the secret
    sealed: bool
    choices: int  # how many; -1 where the hand was played to its end
    stood_in: tuple[StandIn, ...] = ()  # left out where nobody chose for another


class ChainedText(NamedTuple):
    """The text part of a code whose people were asked for words."""

    text: LinkText  # which is shorter where nobody chose for another
    given: tuple[int | str, ...]  # by seat: one of `GIVEN`, or a promise that was not kept
    undone: bool
    end: str  # how the last link of its chain begins: a code in which something was changed is refused


NOT_ASKED, SILENT_SEAT, SAID = GIVEN = (0, 1, 2)  # a bot; somebody who promised nothing; somebody whose word stands in the number
END_DIGITS = 16


# ---- writing ----


def encode(hand: PlayedHand) -> str:
    """The code of a hand."""
    if not isinstance(hand, PlayedHand):
        raise UserError(f"a link holds a PlayedHand, not {brief(hand)}")
    kind, rules, sealed = hands_of(hand.game), house_rules(hand), bool(hand.secret)
    dealer = kind.dealer_of(hand.cards)
    if sealed and deal_sealed(hand.game, rules, hand.secret, hand.number, dealer, hand.words) != kind.without_choices(hand.cards):
        raise UserError("these are not the cards that were sealed")
    luck = "" if sealed and hand.chances.luck == hand.luck else f"{hand.luck:x}"
    count = -1 if ended(hand, end(hand)) else len(hand.choices)
    text = LinkText(
        hand.game, hand.rules, hand.number, hand.first, hand.back, hand.totals, hand.boxes, hand.players, hand.names, dealer, luck,
        sealed, count, hand.stood_in,
    )  # fmt: skip
    written: Any = text if hand.stood_in else text[:-1]
    digits: Digits = [(int.from_bytes(hand.secret, "big"), 1 << 8 * SECRET_BYTES)] if sealed else kind.deal_digits(hand.cards, rules)
    digits += [(int(word, 16), 1 << 8 * WORD_BYTES) for word in hand.words if word]
    number = join_digits(digits + choice_digits(hand))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, USUAL)
    whole = written if hand.sealing is None else ChainedText(written, given_of(hand.sealing), hand.undone, end_link(hand)[:END_DIGITS])
    packed = packer.compress(msgspec.json.encode(whole)) + packer.flush()
    version = VERSION if hand.sealing is None else CHAINED
    return f"{version}{letters(packed)}.{letters(number.to_bytes((number.bit_length() + 7) // 8, 'big'))}"


def given_of(sealing: Sealing) -> tuple[int | str, ...]:
    """What each seat gave to the deal; a promise that was kept follows from its word."""
    kinds = {"": NOT_ASKED, SILENT: SILENT_SEAT}
    return tuple(SAID if word else kinds.get(promise, promise) for promise, word in zip(*sealing, strict=True))


def letters(data: bytes) -> str:
    """Bytes as letters that an address may hold."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def choice_digits(hand: PlayedHand) -> Digits:
    """Digits for every choice, its place among the legal ones, and for what chance decided (unless it follows from the secret)."""
    kind = hands_of(hand.game)
    digits: Digits = []
    match, cards = start(hand), kind.without_choices(hand.cards)
    for choice in hand.choices:
        legal = listed(int(match.view().legal))
        digits.append((legal.index(choice), len(legal)))
        before, cards = cards, match.game.text.choose(match, cards, choice, hand.cards)._replace(choices=())
        if not hand.secret:
            digits += kind.chance_digits(before, cards)
    return digits


# ---- reading ----


def looks_like_link(text: str) -> bool:
    """Is this the form of a code, or an address that may end with one? Whether it holds a hand, only `decode` can tell."""
    return "#" in text or bool(FORM.fullmatch(text.strip()))


def decode(code: str, as_written: bool = False) -> PlayedHand:
    """The hand that a code (or an address that ends with one) holds; `as_written` with the players of the code, whoever they are."""
    try:
        hand = read(check_text("a link", code).strip().rpartition("#")[2])
    except UserError:
        raise
    except (ValueError, IndexError, OverflowError, zlib.error):
        raise UserError(BROKEN) from None
    return hand if as_written else with_harmless(hand)


def with_harmless(hand: PlayedHand) -> PlayedHand:
    """The hand with none but harmless players, and `UNKNOWN` ones."""

    def checked(player: str) -> str:
        return player if player == YOU or is_harmless(player, hand.game) else UNKNOWN

    others = tuple(each._replace(player=checked(each.player)) for each in hand.stood_in)
    return hand._replace(players=tuple(map(checked, hand.players)), stood_in=others)


def read(code: str) -> PlayedHand:
    """The hand that a code holds, with any players; errors of any kind may come from a broken one."""
    if len(code) > MOST_LETTERS:
        raise UserError(f"a link has at most {MOST_LETTERS} letters, not {len(code)}")
    form = FORM.fullmatch(code)
    if not form:
        raise UserError(BROKEN)
    chained = read_text(bytes_of(form[2]), ChainedText) if form[1] == CHAINED else None
    text = chained.text if chained else read_text(bytes_of(form[2]), LinkText)
    reader = Reader(int.from_bytes(bytes_of(form[3]), "big"))
    hand = PlayedHand(
        text.game, text.rules, text.players, text.names, None, text.number, text.totals, text.first, text.back, text.boxes,
        int(text.luck or "0", 16), reader.take(1 << 8 * SECRET_BYTES).to_bytes(SECRET_BYTES, "big") if text.sealed else b"",
        stood_in=text.stood_in,
    )  # fmt: skip
    if text.dealer not in (0, 1) or not -1 <= text.choices <= MOST_CHOICES:
        raise UserError(BROKEN)
    check_place(hand)
    if chained:
        hand = hand._replace(sealing=read_sealing(hand, chained, reader), undone=chained.undone)
    if text.sealed and not text.luck:
        hand = hand._replace(luck=hand.chances.luck)
    hand = hand._replace(cards=read_deal(hand, text.dealer, reader))
    check_hand(hand)
    hand = read_choices(hand, text.choices, reader)
    check_stand_ins(hand)
    if reader.number:
        raise UserError(BROKEN)
    if chained and end_link(hand)[:END_DIGITS] != chained.end:
        raise UserError("this link is not as it was made: a letter of it was changed")
    return hand


def read_sealing(hand: PlayedHand, chained: ChainedText, reader: Reader) -> Sealing:
    """What people gave to the deal."""
    if not hand.secret:
        raise UserError(BROKEN)
    words = tuple(f"{reader.take(1 << 8 * WORD_BYTES):0{2 * WORD_BYTES}x}" if given == SAID else "" for given in chained.given)
    promises = [promise_of(word) if word else given for word, given in zip(words, chained.given, strict=True)]
    kinds: dict[int | str, str] = {NOT_ASKED: "", SILENT_SEAT: SILENT}
    sealing = Sealing(tuple(kinds.get(promise, str(promise)) for promise in promises), words)
    check_sealing(sealing, len(hand.players))
    return sealing


def bytes_of(letters: str) -> bytes:
    """The bytes that letters stand for."""
    return urlsafe_b64decode(letters + "=" * (-len(letters) % 4))


def read_text(packed: bytes, form: type[Text]) -> Text:
    """Unpack the text part of a code."""
    unpacker = zlib.decompressobj(-15, USUAL)
    text = unpacker.decompress(packed, MOST_TEXT)
    if not unpacker.eof or unpacker.unused_data:
        raise UserError(BROKEN)
    return msgspec.json.decode(text, type=form)


def read_deal(hand: PlayedHand, dealer: int, reader: Reader) -> Any:
    """The cards as they were dealt."""
    rules = house_rules(hand)
    if hand.secret:
        return deal_sealed(hand.game, rules, hand.secret, hand.number, dealer, hand.words)
    return hands_of(hand.game).read_deal(reader, rules, dealer)


def read_choices(hand: PlayedHand, count: int, reader: Reader) -> PlayedHand:
    """Play the hand on, choice after choice, to its end or as far as it was played."""
    kind, match, cards, made = hands_of(hand.game), start(hand), hand.cards, []
    while len(made) != count and not ended(hand, match):
        if len(made) >= MOST_CHOICES:
            raise UserError(BROKEN)
        legal = listed(int(match.view().legal))
        made.append(legal[reader.take(len(legal))])
        before, cards = cards, match.game.text.choose(match, cards, made[-1])._replace(choices=())
        if not hand.secret:
            cards = kind.read_chance(reader, match, before, cards)
    if count not in (-1, len(made)):
        raise UserError(BROKEN)
    return hand._replace(cards=cards._replace(choices=tuple(made)))
