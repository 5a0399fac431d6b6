#!/usr/bin/env python3
"""A program that plays by cardshark's line protocol, and imports nothing of cardshark: exec:python3 examples/engine.py

At Hearts it stays under the trick if it can; at gin it keeps what fits together. docs/players.md explains the lines.
"""

import sys

RANKS = "23456789TJQKA"
UPWARDS = "A23456789TJQK"  # at gin the ace is low


def danger(card):
    """How much I want to be rid of a card at Hearts."""
    return 13 if card == "QS" else RANKS.index(card[0]) + (card[1] == "H") / 2


def hearts(position, choices, count):
    """Pass the worst cards, all at once; otherwise play the highest card that stays under the trick, or else the lowest."""
    trick = position.get("trick", [[]])[-1][1:]
    if position["phase"] == [["pass"]]:
        return " ".join(sorted(choices, key=danger, reverse=True)[:count])
    if len(trick) % int(rules["players"]) == 0:  # I lead
        return min(choices, key=danger)
    if choices[0][1] != trick[0][1]:  # I cannot follow
        return max(choices, key=danger)
    best = max(danger(card) for card in trick if card[1] == trick[0][1])
    return max((card for card in choices if danger(card) < best), key=danger, default=min(choices, key=danger))


def gin(position, choices, count):
    """Draw from the stock, discard the highest card without company, and knock as soon as that is allowed."""
    if position["phase"] != [["discard"]] or "big-gin" in choices:
        return next((word for word in ("stock", "pass", "knock", "big-gin") if word in choices), choices[0])
    hand = position["cards"][0]
    return min(choices, key=lambda card: (company(card, hand), -UPWARDS.index(card[0])))


def company(card, hand):
    """How many cards of a hand could be in one meld with this one: of its rank, or next to it in its suit."""
    near = [other for other in hand if other[1] == card[1] and abs(UPWARDS.index(other[0]) - UPWARDS.index(card[0])) < 2]
    return len(near) + sum(other[0] == card[0] for other in hand)


rules, game, position = {}, "", {}
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "cardshark":
        print("engine 2 Example in Python", flush=True)
    elif keyword == "game":
        game = words[0]
    elif keyword == "rules":
        rules = dict(word.split("=") for word in words)
    elif keyword == "begin":
        print("ready pass-at-once", flush=True)
    elif keyword in ("choose", "choose_cards"):  # the lines before it were the position
        count = int(words.pop(0)) if keyword == "choose_cards" else 1
        luck, *choices = words  # 64 random bits, and what is legal
        print({"hearts": hearts, "gin": gin}[game](position, choices, count), flush=True)
        position = {}
    elif keyword == "quit":
        break
    else:
        position.setdefault(keyword, []).append(words)
