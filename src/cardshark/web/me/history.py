"""Every hand of somebody: listed, searched and filtered. Hands from elsewhere stand among them, marked."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from cardshark.coach.sentences import all_texts
from cardshark.games import game_named
from cardshark.hands.hand import StandIn
from cardshark.hands.link import encode
from cardshark.hands.saved import from_json
from cardshark.text import UserError
from cardshark.web.hall import Hall
from cardshark.web.ledger.entry import WRONG
from cardshark.web.ledger.store import KeptDecision, KeptHand, decisions_of, hands_of
from cardshark.web.me.figures import rules_without_length
from cardshark.web.me.imported import ImportedHand, imported_hands
from cardshark.web.me.periods import period
from cardshark.web.messages.me import HandRow, Hands, MyHands, Sitting
from cardshark.web.table.cast import member_of
from cardshark.web.table.people import AGAIN, again, kind_of
from cardshark.web.table.table import YOU

MOST_SHOWN = 500


class Found(NamedTuple):
    """A row of the list, where it comes from, and the words by which it can be found."""

    row: HandRow
    source: KeptHand | ImportedHand
    words: str
    kinds: frozenset[str] = frozenset()


def all_hands(hall: Hall, person: int) -> list[Found]:
    """Every finished hand, the last first."""
    file = hall.store.database
    wrong: dict[object, list[KeptDecision]] = {}
    for each in decisions_of(file, person):
        if each.decision.verdict in WRONG:
            wrong.setdefault(each.hand, []).append(each)
    own = [own_hand(kept, wrong.get(kept.hand, [])) for kept in hands_of(file, person)]
    foreign = [foreign_hand(each) for each in imported_hands(file, person)]
    return sorted([*own, *foreign], key=lambda found: found.row.when, reverse=True)


def own_hand(kept: KeptHand, wrong: list[KeptDecision]) -> Found:
    """A hand that was played here."""
    settings, verdicts = kept.settings, Counter(each.decision.verdict for each in wrong)
    own = settings.seats.index(YOU) if YOU in settings.seats else None
    players = at_table(settings.game, settings.rules, settings.seats, own, kept.stood_in)
    cost = kept.deal + kept.luck + kept.play if kept.deal is not None and kept.luck is not None and kept.play is not None else None
    row = HandRow(
        str(kept.hand), "", settings.game, settings.rules, kept.ended, players, signed(kept, cost), settings.mode, kept.counts, False,
        kept.deal, kept.luck, kept.play, verdicts["mistake"], verdicts["slip"],
    )  # fmt: skip
    return Found(row, kept, words_of(row, kept.tags), frozenset(each.decision.kind for each in wrong))


def signed(kept: KeptHand, cost: float | None) -> float:
    """What a hand cost: as its review says, or before that as the game counts it."""
    return round(cost) if cost is not None else kept.points if game_named(kept.settings.game).LOWEST_WINS else -kept.points


def foreign_hand(found: ImportedHand) -> Found:
    """A hand that came from elsewhere."""
    game, rules, texts = found.played["game"], found.played["rules"], found.played["players"]
    own = texts.index(YOU) if YOU in texts else 0
    players = at_table(game, rules, texts, own, [StandIn(*each) for each in found.played.get("stood_in", [])])
    row = HandRow("", "", game, rules, found.ended, players, found.points, "play", False, True)
    return Found(row, found, words_of(row, []))


def at_table(game: str, rules: str, seats: list[str], own: int | None, stood_in: Iterable[StandIn] = ()) -> list[Sitting]:
    """The others at a table; a second Jake is called as he is there, and who chose for somebody stands behind that name."""
    found, met = [], Counter[str]()
    instead = {each.seat: f" ({sitting(game, rules, each.player).name})" for each in stood_in}
    for place, player in enumerate(seats):
        if place != own:
            each = sitting(game, rules, player)
            found.append(Sitting(each.who, again(each.name, met[each.name]) + instead.get(place, "")))
            met[each.name] += 1
    return found


def sitting(game: str, rules: str, player: str) -> Sitting:
    """Somebody at the table: a person of the cast, or a player by its own name."""
    try:
        member = member_of(game, rules, player)
    except UserError:
        member = None  # the rules are no longer known
    return Sitting(member.who, member.name) if member else Sitting("", kind_of(player))


def words_of(row: HandRow, tags: list[str]) -> str:
    """Everything by which a hand can be found, in every language."""
    found = [each.name for each in row.players] + [row.rules, row.when[:10]]
    for texts in all_texts().values():
        found += [texts[f"game_{row.game}"], f"{abs(row.points):g} {texts['me_points_word']}", texts[f"mode_{row.mode}"]]
        found += [texts["me_imported"]] if row.imported else []
        found += [tag_words(tag, texts) for tag in tags]
        found += [texts["me_mistake_word"]] if row.mistakes else []
    return " ".join(found).lower()


def tag_words(tag: str, texts: dict[str, str]) -> str:
    """A costly card by its name, or how the hand ended."""
    if len(tag) == 2:
        rank, suit = texts[f"rank_{tag[0]}"], texts[f"suit_{tag[1]}"]
        text = texts["card_high" if tag[0] in "JQKA" else "card"]
        return text.replace("{rank}", rank).replace("{of}", suit).replace("\N{NON-BREAKING HYPHEN}", "-")
    return texts.get(tag, "")


def tokens_of(text: str) -> list[str]:
    """What a hand must have. A number and the word for points belong together, or a day would do for the number."""
    points = [texts["me_points_word"] for texts in all_texts().values()]
    tokens: list[str] = []
    for word in text.lower().split()[:20]:
        if tokens and tokens[-1].isdecimal() and any(each.startswith(word) for each in points):
            tokens[-1] = f" {tokens[-1]} {word}"
        else:
            tokens.append(word)
    return tokens


def select(hall: Hall, person: int, wanted: Hands) -> tuple[list[Found], list[Found]]:
    """The hands that have everything that is wanted, and all hands."""
    hands = all_hands(hall, person)
    over, tokens = period(wanted.since, hall.clock()), tokens_of(wanted.text)

    def fits(found: Found) -> bool:
        row = found.row
        return (
            (not wanted.game or row.game == wanted.game)
            and (not wanted.opponent or any(each.name == wanted.opponent for each in row.players))
            and (wanted.since == "all" or over.holds(row.when))
            and (not wanted.wrong or row.mistakes + row.slips > 0)
            and (not wanted.kind or wanted.kind in found.kinds)
            and (not wanted.group or wanted.group == f"{row.game} {rules_without_length(row.game, row.rules)}")
            and all(token in found.words for token in tokens)
        )

    return [found for found in hands if fits(found)], hands


def list_hands(hall: Hall, person: int, wanted: Hands) -> MyHands:
    """The list for the page."""
    found, hands = select(hall, person, wanted)
    return MyHands(
        rows=[with_link(each) for each in found[: min(wanted.most, MOST_SHOWN)]],
        count=len(found),
        of=len(hands),
        imported=sum(each.row.imported for each in hands),
        games=sorted({each.row.game for each in hands}),
        opponents=sorted({player.name for each in hands for player in each.row.players if not player.name.endswith(AGAIN[1:])}),
    )


def with_link(found: Found) -> HandRow:
    """A row with the link by which a hand from elsewhere is opened; only the rows that are shown need one."""
    if isinstance(found.source, ImportedHand):
        found.row.link = encode(from_json(found.source.played))
    return found.row
