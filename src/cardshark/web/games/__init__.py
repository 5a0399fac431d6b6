"""House rules in words, for the card of rules beside the table."""

from typing import Any

from cardshark.games.gin.rules import LayOff, StockOut
from cardshark.games.hearts.rules import Breaking, FirstLead, Moon, Passing
from cardshark.web.messages import Words


def rule_lines(game: str, rules: Any) -> list[Words]:
    """The rules of a table, a sentence each."""
    return hearts_lines(rules) if game == "hearts" else gin_lines(rules)


def hearts_lines(rules: Any) -> list[Words]:
    """Hearts."""
    deck, hand_size = int(rules.derived()["deck"]), int(rules.derived()["hand_size"])
    said = [Words("rule_deck", {"players": rules.players, "cards": deck.bit_count(), "each": hand_size})]
    prices = rules.costs()
    said.append(Words("rule_heart", {"points": rules.heart}))
    for name, points in (("QS", rules.queen_of_spades), ("JC", rules.jack_of_clubs)):
        if name in prices:
            said.append(Words("rule_card", {"card": name, "points": points}))
    if rules.jack_of_diamonds:
        said.append(Words("rule_jack", {"card": "JD", "points": rules.jack_of_diamonds}))
    said += passing_and_play(rules)
    said.append(Words(f"rule_moon_{Moon(rules.moon).name.lower()}", {"points": rules.derived()["total"]}))
    if rules.limit:
        said.append(Words("rule_above" if rules.above_limit else "rule_limit", {"limit": rules.limit}))
    if rules.hands:
        said.append(Words("rule_hands", {"hands": rules.hands}))
    if rules.win_back:
        said.append(Words("rule_win_back"))
    return said


def passing_and_play(rules: Any) -> list[Words]:
    """Who passes to whom, who leads, and what may be played when."""
    passes = rules.pass_count and rules.passing
    said = [Words(f"rule_pass_{Passing(rules.passing if passes else 0).name.lower()}", {"count": rules.pass_count})]
    said.append(Words(f"rule_lead_{FirstLead(rules.first_lead).name.lower()}"))
    if rules.hearts_breaking:
        said.append(Words(f"rule_break_{Breaking(rules.hearts_breaking).name.lower()}"))
    if not rules.first_trick_points:
        said.append(Words("rule_first_trick"))
    return said


def gin_lines(rules: Any) -> list[Words]:
    """Gin rummy."""
    said = [Words("rule_knock", {"limit": rules.knock_limit})]
    if rules.upcard_limit:
        said.append(Words("rule_upcard_limit"))
    if rules.spades_double:
        said.append(Words("rule_spades_double"))
    said.append(Words("rule_gin", {"points": rules.gin_bonus}))
    if rules.big_gin:
        said.append(Words("rule_big_gin", {"points": rules.big_gin}))
    said.append(Words("rule_undercut", {"points": rules.undercut_bonus}))
    said.append(Words(f"rule_lay_off_{LayOff(rules.lay_off).name.lower()}"))
    said.append(Words(f"rule_stock_{StockOut(rules.stock_out).name.lower()}", {"left": rules.stock_left}))
    if rules.target:
        said.append(Words("rule_target", {"target": rules.target}))
    if rules.hands:
        said.append(Words("rule_hands", {"hands": rules.hands}))
    return said
