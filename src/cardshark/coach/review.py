"""A hand looked back at, decision by decision: what each choice cost, what was luck, and what others made of the same cards.

    review(hand, seat)                what the page shows and a file keeps, as plain JSON
    again(hand, decision, fresh)      the hand cut before a decision, to be played on: with the same hidden cards, or with others that fit

Every decision is judged by what the seat could know then (`Judge`), with a number of deals that is fixed beforehand. The points of the
hand are what could be expected after the deal, and luck, and play: play is what the choices cost beyond the best ones, luck is
everything else that changed what could be expected. They add up, to the last digit that a computer has.

`points` are what the hand cost, so fewer are better, always: what was won at gin, or won back in Hearts, stands there with a minus.
`scores` are those of the game.
"""

import secrets
from collections.abc import Callable
from itertools import pairwise
from math import isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import ALL, add, listed, name
from cardshark.chance import decks, draw
from cardshark.coach.bots import STAND_IN, UNKNOWN, bots, own_player
from cardshark.games import game as game_named
from cardshark.games import gin, hearts
from cardshark.games.match import Single
from cardshark.hands.link import encode
from cardshark.hands.played import PlayedHand, end, house_rules, named, names_of, phase_name, plain, played, scores, sign, steps
from cardshark.players.hearts.search.imagine import imagine
from cardshark.text import UserError

DEALS = 1000  # imagined for each decision
MISTAKE = 0.4  # points that a mistake costs at least; what surely costs less is a slip
DOUBT = 0.1  # a choice that seems to cost as much, but not surely, is unclear
ROUNDING = 1e-12  # what adding up in another order may change
PATIENCE = 1000  # other cards that are tried to find some that fit
AFTER_DISCARD = (gin.MAY_KNOCK, gin.SPREAD, gin.LAY_OFF)  # these belong to the turn that has just been counted

Progress = Callable[[int, int], None]


class Moment(NamedTuple):
    """A decision before it is judged: copies, because the match goes on."""

    number: int  # of the choice among all of the hand, from 0
    view: Any
    games: np.ndarray
    phase: str
    chosen: int


def review(hand: PlayedHand, seat: int, progress: Progress | None = None, judge: Any = None) -> dict[str, Any]:
    """What a seat decided in a finished hand, and what it cost; `progress(done, of)` hears how far the thinking is."""
    rules, module = house_rules(hand), game_named(hand.game)
    result = scores(hand)
    if not result:
        raise UserError("only a hand that was played to its end can be reviewed")
    if not 0 <= seat < len(result):
        raise UserError(f"seats are numbered from 0 to {len(result) - 1}: there is no seat {seat}")
    judge = judge or usual_judge(module, rules)
    own = own_player(hand, seat)
    moments = moments_of(hand, seat)
    tricks = tricks_of(hand) if hand.game == "hearts" else []
    decisions = []
    for done, moment in enumerate(moments):
        if progress:
            progress(done, len(moments))
        decisions.append(judged(hand, moment, seat, judge, rules, tricks, own))
    if progress:
        progress(len(moments), len(moments))
    points = float(sign(hand) * result[seat])
    return {
        "hand": "", "game": hand.game, "rules": hand.rules, "number": hand.number, "seat": seat, "judge": judge.name, "deals": judge.deals,
        "players": [{"name": name, "player": text, "kind": text} for name, text in zip(hand.names, hand.players, strict=True)],
        **account(decisions, points),
        "bots": bots(hand, seat, points),
        "dealt": [names_of(listed(cards)) for cards in hand.cards.hands],
        "passed": passes(hand), "tricks": tricks, "scores": result, "seal": hand.seal, "secret": hand.secret.hex(), "link": encode(hand),
        "played": plain(hand),
    }  # fmt: skip


def usual_judge(module: Any, rules: Any) -> Any:
    """Who judges, if nobody else is asked."""
    from cardshark.coach.hearts.judge import Judge  # SciPy and kernels: only when somebody wants a review

    return Judge(module, rules, DEALS)


# ---- what happened ----


def moments_of(hand: PlayedHand, seat: int) -> list[Moment]:
    """The decisions of a seat, as they came."""
    return [
        Moment(number, match.view().copy(), match.games.copy(), phase_name(match), choice)
        for number, (match, choice) in enumerate(steps(hand))
        if match.state.table.turn == seat
    ]


def tricks_of(hand: PlayedHand) -> list[dict[str, Any]]:
    """The tricks of a hand of Hearts."""
    rules, found = house_rules(hand), []
    costs = {**rules.costs(), "JD": -rules.jack_of_diamonds}
    leader, trick = 0, []
    for match, choice in steps(hand):
        if match.state.table.phase != hearts.PLAY:
            continue
        if not trick:
            leader = int(match.state.table.turn)
        trick.append({"seat": int(match.state.table.turn), "card": name(choice)})
        if len(trick) == rules.players:
            winner = max((card for card in trick if card["card"][1] == trick[0]["card"][1]), key=rank)["seat"]
            points = sum(costs.get(card["card"], 0) for card in trick)
            found.append({"leader": leader, "cards": trick, "winner": winner, "points": points})
            trick = []
    return found


def rank(played: dict[str, Any]) -> int:
    """How high a card is."""
    return "23456789TJQKA".index(played["card"][0])


def passes(hand: PlayedHand) -> list[list[str]]:
    """What every seat passed on, if anything was."""
    given: list[list[str]] = [[] for _ in hand.players]
    for match, choice in steps(hand):
        if hand.game == "hearts" and match.state.table.phase == hearts.PASS:
            given[int(match.state.table.turn)].append(name(choice))
    return given if any(given) else []


def trick_number(hand: PlayedHand, moment: Moment) -> int:
    """The trick, from 1, or 0 while cards are passed; in gin the seat's turn."""
    table = moment.games[0].table
    if hand.game == "hearts":
        return int(table.trick) + 1 if table.phase == hearts.PLAY else 0
    return (int(table.turns) - (table.phase in AFTER_DISCARD)) // 2 + 1


# ---- what it was worth ----


def judged(hand: PlayedHand, moment: Moment, seat: int, judge: Any, rules: Any, tricks: list[dict[str, Any]], own: Any) -> dict[str, Any]:
    """One decision: what every choice was worth, by what the seat knew and by all cards."""
    module, table = game_named(hand.game), moment.games[0].table
    thinking = judge.think(moment.view)
    values = {value.choice: value for value in thinking.values}
    least, forced = values[thinking.best].mean, len(values) == 1
    cost, low, high = (0.0, 0.0, 0.0) if moment.chosen == thinking.best else thinking.difference(moment.chosen, thinking.best)
    cost = cost if cost > ROUNDING else 0.0
    best = thinking.best if cost else moment.chosen  # what comes to the same is as good
    truth = {value.choice: value.mean for value in judge.open_values(moment.games)}
    number = trick_number(hand, moment)
    trick = tricks[number - 1] if tricks and number else None

    def called(choice: int) -> str:
        return named(module, int(table.phase), choice)

    return {
        "number": moment.number, "trick": number, "phase": moment.phase, "cards": trick["cards"] if trick else [],
        "took": trick["points"] if trick and trick["winner"] == seat else 0,
        "chosen": called(moment.chosen), "best": called(best), "forced": forced,
        "values": [
            {"choice": called(value.choice), **numbers(mean=value.mean, low=value.low, high=value.high, best=value.best)}
            for value in sorted(thinking.values, key=lambda value: value.mean)
        ],
        "cost": cost, "low": finite(low), "high": finite(high),
        "open": [{"choice": called(choice), "mean": finite(mean)} for choice, mean in sorted(truth.items(), key=lambda pair: pair[1])],
        "open_cost": finite(truth[moment.chosen] - min(truth.values())),
        "verdict": verdict(cost, low, forced),
        "why": reasons(module, rules, moment, thinking),
        "beliefs": [{name(card): round(chance, 4) for card, chance in enumerate(row.tolist()) if chance > 0} for row in thinking.beliefs],
        "hands": [names_of(listed(int(cards))) for cards in moment.games[0].hands[: len(hand.players)]],
        "expected": least + cost,
        "effective": finite(thinking.effective),
        "own": opinions(own, moment, called),
    }  # fmt: skip


def verdict(cost: float, low: float, forced: bool) -> str:
    """One word for a choice that costs so much more than the best one, and surely at least `low`."""
    if forced:
        return "forced"
    if cost == 0.0:
        return "best"
    if low > 0.0:
        return "mistake" if cost >= MISTAKE else "slip"
    return "unclear" if cost >= DOUBT else "fine"


def reasons(module: Any, rules: Any, moment: Moment, thinking: Any) -> list[dict[str, Any]]:
    """Why the best choice is better than the one that was made."""
    if len(thinking.values) == 1:
        return []
    from cardshark.coach.hearts.words import why  # type: ignore[import-not-found]

    return why(module, rules, moment.view, thinking, chosen=moment.chosen)


def opinions(own: Any, moment: Moment, called: Callable[[int], str]) -> list[dict[str, Any]] | None:
    """What the seat's own player says to the same position, if it is one that can say what it thinks."""
    if own is None:
        return None
    return [
        {"choice": called(opinion.choice), **numbers(mean=opinion.mean, low=opinion.low, high=opinion.high)}
        for opinion in own.opinions(moment.view)
    ]


def account(decisions: list[dict[str, Any]], points: float) -> dict[str, Any]:
    """The points of a hand as expectation at the deal, luck and play; the luck between two decisions is written into the first."""
    deal = decisions[0]["expected"] - decisions[0]["cost"] if decisions else points
    play = sum(decision["cost"] for decision in decisions)
    reach = sqrt(sum(((decision["high"] or 0.0) - (decision["low"] or 0.0)) ** 2 for decision in decisions)) / 2
    for decision, after in pairwise(decisions):
        decision["luck"] = after["expected"] - after["cost"] - decision["expected"]
    if decisions:
        decisions[-1]["luck"] = points - decisions[-1]["expected"]
    curve = [{"trick": decision["trick"], "expected": decision["expected"]} for decision in decisions]
    return {
        "points": points, "deal": deal, "luck": points - deal - play, "play": play, "low": play - reach, "high": play + reach,
        "decisions": decisions, "curve": [*curve, {"trick": curve[-1]["trick"] + 1 if curve else 1, "expected": points}],
    }  # fmt: skip


def numbers(**values: float) -> dict[str, float | None]:
    """Numbers for JSON."""
    return {name: finite(value) for name, value in values.items()}


def finite(value: float) -> float | None:
    """A number for JSON, which knows neither infinity nor what is no number."""
    return float(value) if isfinite(value) else None


# ---- trying again ----


def again(hand: PlayedHand, decision: int, fresh: bool = False, word: int | None = None) -> PlayedHand:
    """The hand as it stood before a choice (by its number), to be played on from there.

    Fresh, the cards that the seat in turn could not know lie elsewhere: any deal that agrees with all it had seen is as likely as any
    other. `word` is 64 random bits that decide which; the same bits make the same cards.
    """
    if not 0 <= decision < len(hand.choices):
        raise UserError(f"choices are numbered from 0 to {len(hand.choices) - 1}: there is no choice {decision}")
    players = tuple(STAND_IN[hand.game] if player == UNKNOWN else player for player in hand.players)
    cut = played(hand._replace(players=players), hand.choices[:decision])
    if not fresh:
        return cut
    word = secrets.randbits(64) if word is None else word
    match = end(cut)
    for attempt in range(PATIENCE):
        luck = int(draw(np.uint64(word), attempt))
        try:
            return moved(cut._replace(luck=luck, secret=b""), moves(hand, match, luck))
        except UserError:
            continue  # somebody could have knocked on the way, and was not asked
    raise UserError("no other cards were found that fit what was known at this decision")


def moves(hand: PlayedHand, match: Single, word: int) -> dict[int, int]:
    """For each card that is hidden from the seat in turn, the card that takes its place."""
    if hand.game == "gin":
        cards = hidden_at_gin(match)
        return dict(zip(cards, decks(np.array([word], np.uint64), add(cards))[0].tolist(), strict=True)) if cards else {}
    found = {}
    for before, after in zip(match.state.hands, imagine(match.view(), match.rules, 1, word)[0], strict=True):
        leaves, comes = int(before & ~after), int(after & ~before)
        found.update(zip(listed(leaves), listed(comes), strict=True))
    return found


def hidden_at_gin(match: Single) -> list[int]:
    """Cards that the seat in turn has never seen; what lay on the pile and was shuffled into a new stock stays where it is."""
    table, seat = match.state.table, int(match.state.table.turn)
    seen = int(match.state.hands[seat]) | int(table.piled) | int(table.known[1 - seat]) | int(table.laid_off) | 1 << int(table.upcard)
    seen |= add(card for card in table.discards.tolist() if card >= 0)
    return listed(int(ALL) & ~seen)


def moved(hand: PlayedHand, moves: dict[int, int]) -> PlayedHand:
    """The hand with cards in the place of others, everywhere, as far as the rules allow it."""
    cards = hand.cards
    cards = cards._replace(hands=tuple(add(moves.get(card, card) for card in listed(held)) for held in cards.hands))
    if hand.game == "gin":
        return played(hand._replace(cards=cards._replace(stock=tuple(moves.get(card, card) for card in cards.stock))), hand.choices)
    return played(hand._replace(cards=cards), [moves.get(card, card) for card in hand.choices])
