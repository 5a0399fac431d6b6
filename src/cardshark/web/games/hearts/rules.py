"""The house rules of Hearts in words, for the card of rules beside the table."""

from typing import Any

from cardshark.games.hearts.rules import Breaking, FirstLead, Moon, Passing
from cardshark.web.messages import Words


def rule_lines(rules: Any, number: int | None = None) -> list[Words]:
    """The rules of a table, a sentence each. Of a single hand with this number only its own way of passing is named."""
    deck, hand_size = int(rules.derived()["deck"]), int(rules.derived()["hand_size"])
    lines = [Words("rule_deck", {"players": rules.players, "cards": deck.bit_count(), "each": hand_size})]
    prices = rules.costs()
    lines.append(Words("rule_heart", {"points": rules.heart}))
    for name, points in (("QS", rules.queen_of_spades), ("JC", rules.jack_of_clubs)):
        if name in prices:
            lines.append(Words("rule_card", {"card": name, "points": points}))
    if rules.jack_of_diamonds:
        lines.append(Words("rule_jack", {"card": "JD", "points": rules.jack_of_diamonds}))
    lines += passing_and_play(rules, number if rules.hands == 1 else None)
    lines.append(Words(f"rule_moon_{Moon(rules.moon).name.lower()}", {"points": rules.derived()["all_penalties"]}))
    if rules.limit and rules.hands != 1:
        lines.append(Words("rule_above" if rules.above_limit else "rule_limit", {"limit": rules.limit}))
    if rules.hands:
        lines.append(Words("rule_hands", {"hands": rules.hands}))
    if rules.win_back:
        lines.append(Words("rule_win_back"))
    return lines


def passing(rules: Any, number: int | None) -> str:
    """To whom cards are passed: in the hand with this number, or else in all of them."""
    way, nobody_across = Passing(rules.passing if rules.pass_count else 0).name.lower(), rules.players % 2
    if way != "cycle":
        return way
    if number is None:
        return "cycle_odd" if nobody_across else "cycle"
    ways = ["left", "right", "none"] if nobody_across else ["left", "right", "across", "none"]
    return ways[number % len(ways)]


def passing_and_play(rules: Any, number: int | None) -> list[Words]:
    """Who passes to whom, who leads, and what may be played when."""
    lines = [Words(f"rule_pass_{passing(rules, number)}", {"count": rules.pass_count})]
    lines.append(Words(f"rule_lead_{FirstLead(rules.first_lead).name.lower()}"))
    if rules.hearts_breaking:
        lines.append(Words(f"rule_break_{Breaking(rules.hearts_breaking).name.lower()}"))
    if not rules.first_trick_points:
        lines.append(Words("rule_first_trick"))
    return lines
