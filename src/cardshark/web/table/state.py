"""The whole state of a table as one person may see it: what all games share, with the game's own part from its page."""

from functools import lru_cache
from typing import Any

from cardshark.cards import listed
from cardshark.games import game_named, house
from cardshark.hands.chained import close_chain, links
from cardshark.hands.games import hands_of
from cardshark.terminal.challenge import GAMES
from cardshark.web import messages as m
from cardshark.web.games import page_of
from cardshark.web.games.page import names_in_hand
from cardshark.web.table.people import names_at, sitter_of, sitters
from cardshark.web.table.table import CLUB, TableMatch


def state_of(table: TableMatch, name: str, seq: int, coach: str, watch: dict[str, Any] | None = None) -> m.State:
    """What the person at this table may see. Nothing here looks at a hand that is not open to this person."""
    you, hushed = table.you, table.settings.mode == CLUB
    state = m.State(
        table=name, seq=seq, game=table.settings.game, mode="play" if hushed else table.settings.mode, coach=coach, you=you,
        rules=rules_of(table.settings.game, table.rules, table.settings.first),
        seats=seats_of(table), hand_number=table.hand_number + 1, turn=table.turn, seal=table.seal, undone=table.hands[-1].undone,
        watch=watch, home=table.settings.home, hushed=hushed, link=link_of(table) if you is not None and table.turn == you else "",
    )  # fmt: skip
    state.phase = "over" if table.over else "ended" if table.ended else table.page.phase(table)
    state.thinking = table.turn if table.turn != you else None
    open_hands = table.settings.mode == "watch" and bool((watch or {}).get("open"))
    table.page.show(table, state, open_hands)
    if you is not None:
        state.hand = names_in_hand(table.match.state.hands[you]) if not table.ended else []
        state.undo = table.settings.mode == "practice" and any(step.seat == you for step in table.story)
        if table.turn == you and not state.legal:
            view = table.match.view()
            state.legal = [table.page.choice_name(view, choice) for choice in listed(int(view.legal))]
    if open_hands and not table.ended:
        for number, seat in enumerate(state.seats):
            seat.hand = names_in_hand(table.match.state.hands[number])
    if table.ended:
        state.result = result_of(table, name)
    if table.settings.challenge:
        state.challenge = {"opponent": table.settings.challenge, "number": table.settings.number + 1, "of": GAMES}
    return state


@lru_cache(64)
def rules_of(game: str, rules: Any, number: int | None = None) -> m.RulesInWords:
    """The rules, as text and in words."""
    text = house.spell(game_named(game).PRESETS, rules)
    return m.RulesInWords(text, text.partition(":")[0], page_of(game).rule_lines(rules, number))


def seats_of(table: TableMatch) -> list[m.SeatState]:
    """Who sits where."""
    before = table.match.state.table.totals
    game, rules, players = table.settings.game, table.settings.rules, table.settings.seats
    instead = {seat: sitter_of(game, rules, player).name for seat, player in table.instead.items()}
    return [
        m.SeatState(sitter.name, player, sitter.kind, instead.get(seat, ""), sitter.who, int(before[seat]))
        for seat, (sitter, player) in enumerate(zip(sitters(game, rules, players), players, strict=True))
    ]


def result_of(table: TableMatch, name: str) -> m.HandResult:
    """How the hand ended; now all cards may be shown."""
    hands = [names_in_hand(hand) for hand in table.story[0].game.hands[: table.count]]
    totals = table.totals
    best = min(totals) if table.game.LOWEST_WINS else max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best] if table.over else []
    hand = f"{name}-{len(table.hands) - 1}"
    found = m.HandResult(hand, table.points, totals, hands, table.secret.hex(), table.page.ending(table), winners)
    if table.hands[-1].joined:
        found.promises, found.said, found.end = table.hands[-1].joined.promises, table.hands[-1].joined.words, link_of(table)
    return found


def link_of(table: TableMatch) -> str:
    """The link of the chain over all that has happened in the hand on the table; empty if people were not asked for words."""
    if not table.hands[-1].joined:
        return ""
    kind, settings = hands_of(table.settings.game), table.settings
    hand = table.record(names_at(settings.game, settings.rules, settings.seats))
    *_, last = links(hand, (kind.choice_name(step.phase, step.choice) for step in table.story))
    return last if table.after is None else close_chain(hand, last, table.after["scores"][0][: table.count].tolist(), table.totals)
