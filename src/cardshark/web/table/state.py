"""The whole state of a table as one person may see it: what both games share."""

from functools import lru_cache
from typing import Any

from cardshark.cards import listed
from cardshark.games import game as game_named
from cardshark.games import house
from cardshark.web import messages as m
from cardshark.web.games import hearts as of_hearts
from cardshark.web.games import rule_lines
from cardshark.web.table.people import kind_of, names_at
from cardshark.web.table.table import YOU, Table


def choice_name(table: Table, view: Any, choice: int) -> str:
    """A choice as the page calls it."""
    if table.settings.game == "hearts":
        return of_hearts.choice_name(view, choice)
    from cardshark.web.games import gin as gin_state

    return gin_state.choice_name(view, choice)


def choice_number(table: Table, view: Any, text: str) -> int:
    """The choice that a page names; one sentence if there is no such choice."""
    if table.settings.game == "hearts":
        return of_hearts.choice_number(view, text)
    from cardshark.web.games import gin as gin_state

    return gin_state.choice_number(view, text)


def state_of(table: Table, name: str, seq: int, coach: str, watch: dict[str, Any] | None = None) -> m.State:
    """What the person at this table may see. Nothing here looks at a hand that is not open to this person."""
    you = table.you
    state = m.State(
        table=name, seq=seq, game=table.settings.game, mode=table.settings.mode, coach=coach, you=you,
        rules=rules_of(table.settings.game, table.rules),
        seats=seats_of(table), hand_number=table.hand_number + 1, turn=table.turn, seal=table.seal, undone=table.hands[-1].undone,
        watch=watch,
    )  # fmt: skip
    state.phase = "over" if table.over else "ended" if table.ended else phase_of(table)
    state.thinking = table.turn if table.turn != you else None
    open_hands = table.settings.mode == "watch" and bool((watch or {}).get("open"))
    show_game(table, state, open_hands)
    if you is not None:
        state.hand = of_hearts.named(table.match.state.hands[you]) if not table.ended else []
        state.undo = table.settings.mode == "practice" and any(step.seat == you for step in table.story)
        if table.turn == you and not state.legal:
            view = table.match.view()
            state.legal = [choice_name(table, view, choice) for choice in listed(int(view.legal))]
    if open_hands and not table.ended:
        for number, seat in enumerate(state.seats):
            seat.hand = of_hearts.named(table.match.state.hands[number])
    if table.ended:
        state.result = result_of(table, name)
    if table.settings.challenge:
        from cardshark.terminal.challenge import GAMES

        state.challenge = {"opponent": table.settings.challenge, "number": table.settings.number + 1, "of": GAMES}
    return state


def show_game(table: Table, state: m.State, open_hands: bool) -> None:
    """What each game has of its own."""
    you = table.you
    if table.settings.game == "hearts":
        state.hearts = of_hearts.hearts_state(table, you)
        of_hearts.hearts_seats(table, state.seats)
        if you is not None:
            state.refusals = of_hearts.refusals(table, you)
        return
    from cardshark.web.games import gin as gin_state

    match, played = table.final(), [(step.game, step.choice) for step in table.story]
    state.gin = gin_state.gin_state(match, you, played, open_hands)
    known = gin_state.gin_known(match, played)
    if you is not None and table.turn == you:
        view = table.match.view()
        state.legal, state.refusals = gin_state.gin_choices(view), gin_state.gin_refusals(view)
    for number, seat in enumerate(state.seats):
        seat.cards, seat.known = int(table.match.state.hands[number]).bit_count(), known[number]


def phase_of(table: Table) -> str:
    """The phase by name."""
    if table.settings.game == "hearts":
        return of_hearts.phase(table)
    from cardshark.web.games import gin as gin_state

    return gin_state.gin_phase(table.match, table.you)


@lru_cache(64)
def rules_of(game: str, rules: Any) -> m.Rules:
    """The rules, as text and in words."""
    text = house.spell(game_named(game).PRESETS, rules)
    return m.Rules(text, text.partition(":")[0], rule_lines(game, rules))


def seats_of(table: Table) -> list[m.Seat]:
    """Who sits where."""
    before = table.match.state.table.totals
    names = names_at(table.settings.seats)
    return [
        m.Seat(name=name, player=player, kind="" if player == YOU else kind_of(player), total=int(before[seat]))
        for seat, (name, player) in enumerate(zip(names, table.settings.seats, strict=True))
    ]


def result_of(table: Table, name: str) -> m.Result:
    """How the hand ended; now all cards may be shown."""
    hands = of_hearts.dealt_hands(table.story[0], table.count)
    said = of_hearts.ending(table) if table.settings.game == "hearts" else gin_ending(table)
    totals = table.totals
    best = min(totals) if table.settings.game == "hearts" else max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best] if table.over else []
    secret = "" if table.settings.challenge else table.hands[-1].secret.hex()
    return m.Result(f"{name}-{len(table.hands) - 1}", table.points, totals, hands, secret, said, winners)


def gin_ending(table: Table) -> list[m.Words]:
    """Gin, an undercut, a void hand."""
    from cardshark.web.games import gin as gin_state

    return gin_state.gin_words(table.final(), [(step.game, step.choice) for step in table.story])
