"""The house rules of gin rummy in words, for the card of rules beside the table."""

from typing import Any

from cardshark.games.gin.rules import LayOff, StockOut
from cardshark.web.messages import Words


def rule_lines(rules: Any, number: int | None = None) -> list[Words]:
    """The rules of a table, a sentence each; they are the same in every hand."""
    lines = [Words("rule_knock", {"limit": rules.knock_limit})]
    if rules.upcard_limit:
        lines.append(Words("rule_upcard_limit"))
    if rules.spades_double:
        lines.append(Words("rule_spades_double"))
    lines.append(Words("rule_gin", {"points": rules.gin_bonus}))
    if rules.big_gin:
        lines.append(Words("rule_big_gin", {"points": rules.big_gin}))
    lines.append(Words("rule_undercut", {"points": rules.undercut_bonus}))
    lines.append(Words(f"rule_lay_off_{LayOff(rules.lay_off).name.lower()}"))
    lines.append(Words(f"rule_stock_{StockOut(rules.stock_out).name.lower()}", {"left": rules.stock_left}))
    if rules.target and rules.hands != 1:
        lines.append(Words("rule_target", {"target": rules.target}))
    if rules.hands:
        lines.append(Words("rule_hands", {"hands": rules.hands}))
    return lines
