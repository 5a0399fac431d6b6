#!/usr/bin/env python3
"""A program of version 1: the example of the manual as it was before version 2. It must go on working as it stands here."""

import sys

RANKS = "23456789TJQKA"
UPWARDS = "A23456789TJQK"  # at gin the ace is low


def danger(card):
    """How much I want to be rid of a card at Hearts."""
    return 13 if card == "QS" else RANKS.index(card[0]) + (card[1] == "H") / 2


def hearts(position, choices):
    """Pass and discard the worst card; otherwise play the highest card that stays under the trick, or else the lowest."""
    trick = position.get("trick", [[]])[-1][1:]
    if position["phase"] == [["pass"]]:
        return max(choices, key=danger)
    if len(trick) % int(rules["players"]) == 0:  # I lead
        return min(choices, key=danger)
    if choices[0][1] != trick[0][1]:  # I cannot follow
        return max(choices, key=danger)
    best = max(danger(card) for card in trick if card[1] == trick[0][1])
    return max((card for card in choices if danger(card) < best), key=danger, default=min(choices, key=danger))


def gin(position, choices):
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
        print("engine 1 Example in Python", flush=True)
    elif keyword == "game":
        game = words[0]
    elif keyword == "rules":
        rules = dict(word.split("=") for word in words)
    elif keyword == "begin":
        print("ready", flush=True)
    elif keyword == "choose":  # 64 random bits, then what is legal; the lines before it were the position
        print({"hearts": hearts, "gin": gin}[game](position, words[1:]), flush=True)
        position = {}
    elif keyword == "quit":
        break
    else:
        position.setdefault(keyword, []).append(words)
