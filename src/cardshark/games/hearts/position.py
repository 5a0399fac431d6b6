"""What a seat of Hearts may know, as lines of text. A program in another language gets a position this way (docs/players.md).

Every line is a keyword and words. Cards have the same names as in transcripts. The lines are made from a view alone, so they
cannot hold anything that the seat may not know.
"""

from typing import Any

from cardshark.cards import SUITS, Card, card, is_card, name, names, trick_winner
from cardshark.games.hearts.rules import FirstLead
from cardshark.games.hearts.state import PASS, PHASES
from cardshark.games.lines import line, set_lines


def position(view: Any, rules: Any) -> list[str]:
    """A position of Hearts: the match, the own cards, the tricks so far, and what follows from them."""
    players = rules.players
    found = [f"hand {view.hand_number + 1}", f"seat {view.turn}", f"phase {PHASES[view.phase]}"]
    found += [line("totals", view.totals[:players])]
    found += ["stage 2"] if view.second_stage else []
    found += [f"passing {view.across}"] if view.across else []
    found += [f"leader {view.leader}"] if view.phase == PASS and rules.first_lead == FirstLead.RANDOM else []
    found += set_lines(cards=view.hand, given=view.given, received=view.received)
    found += [f"trick {leader} {names(trick)}" for leader, trick in tricks(view, players)]
    found += [line("points", view.points[:players])]
    for seat, voids in enumerate(view.voids[:players]):
        found += [line(f"void {seat}", (SUITS[suit] for suit in range(4) if voids >> suit & 1))] if voids else []
    return found


def tricks(view: Any, players: int) -> list[tuple[int, bytes]]:
    """Who led to each trick, and its cards; the last one may be unfinished. The leaders are found backwards from the last."""
    leader, found = view.leader, [(view.leader, view.history[view.start : view.played])] if view.played > view.start else []
    for start in range(view.start - players, -1, -players):
        trick = view.history[start : start + players]
        leader = (leader - trick_winner(trick)) % players
        found.append((leader, trick))
    return found[::-1]


def words(view: Any) -> dict[str, Card]:
    """The legal choices by name: all of them are cards."""
    return {name(card): card for card in view.choices}


def in_a_row(view: Any, rules: Any) -> int:
    """How many choices the seat makes before anybody else does: the cards that it still has to pass."""
    return rules.pass_count - view.given.bit_count() if view.phase == PASS else 1


def choice_name(phase: int, choice: int) -> str:
    """The name of a choice, in transcripts and everywhere else: the name of a card."""
    return name(choice) if is_card(choice) else str(choice)


def choice_number(phase: int, word: str) -> Card:
    """The card with this name."""
    return card(word)
