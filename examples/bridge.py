#!/usr/bin/env python3
"""A bridge: it makes an engine with a memory (foreign.py) a player of cardshark. exec:python3 examples/bridge.py

cardshark sends whole positions, of many tables in turn. The engine wants to be told every card once, as it falls. docs/bridges.md explains
how one becomes the other.
"""

import sys

from foreign import Engine

NUMBERS = {rank + suit: 13 * s + r for s, suit in enumerate("CDSH") for r, rank in enumerate("23456789TJQKA")}
NAMES = {number: name for name, number in NUMBERS.items()}


def numbers(names):
    """Cards as the engine writes them, lowest first."""
    return sorted(NUMBERS[name] for name in names)


# ---- from positions to events ----


def events(position, players):
    """All that has happened in this hand, as this seat saw it: what the engine must be told, in this order."""
    seat, playing = int(position["seat"][0][0]), position["phase"] == [["play"]]
    played = [((int(leader) + k) % players, card) for leader, *cards in position.get("trick", []) for k, card in enumerate(cards)]
    own = [card for player, card in played if player == seat]
    cards, given, received = ({*position.get(key, [[]])[0]} for key in ("cards", "given", "received"))
    dealt = (cards | {*own}) - received | given
    found = [("new_hand", seat, numbers(dealt))]
    if playing and given:
        found.append(("cards_passed", numbers(given), numbers(received)))
    return found + [("card_played", player, NUMBERS[card]) for player, card in played]


def engine_at(table, seat, happened, players):
    """The engine of this seat at this table, which knows all that has happened. If it was told something else, another one begins."""
    engine, told = memories.setdefault(table, {}).get(seat, (None, []))
    if engine is None or told != happened[: len(told)]:
        engine, told = Engine(players), []
    for call, *values in happened[len(told) :]:
        getattr(engine, call)(*values)
    memories[table][seat] = engine, happened
    return engine


def check(engine, position):
    """Stop at once if the engine's idea of the hand is not the position: otherwise it would play nonsense, and nobody would know why."""
    trick, voids = position.get("trick", [["0"]])[-1][1:], {seat: suits for seat, *suits in position.get("void", [])}
    for what, known, true in [
        ("hand", engine.hand, {*numbers(position["cards"][0])}),
        ("trick", [NAMES[card] for _, card in engine.trick], trick),
        ("turn", engine.turn, int(position["seat"][0][0]) if trick else None),
        ("void", engine.out, {seat: {"CDSH".index(suit) for suit in voids.get(str(seat), [])} for seat in engine.out}),
    ]:
        if known != true:
            sys.exit(f"at table {position['table'][0][0]} the engine has another {what} than the position")


# ---- the conversation ----


def answer(position, count, choices):
    """What the engine chooses: a card to play, or all cards to pass."""
    (table,), (seat,), players = position["table"][0], position["seat"][0], int(rules["players"])
    engine = engine_at(table, seat, events(position, players), players)
    check(engine, position)
    if position["phase"] == [["play"]]:
        return NAMES[engine.choose(numbers(choices))]
    given = position.get("given", [[]])[0]  # where somebody took back a part of the pass
    cards = [NAMES[card] for card in engine.choose_pass(count + len(given))]
    return " ".join([card for card in cards if card not in given][:count])


rules, position, memories = {}, {}, {}  # what the engines remember, by table and seat: (engine, what it was told)
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == "cardshark":
        print("engine 2 A bridge", flush=True)
    elif keyword == "game" and words != ["hearts"]:
        sys.exit("this engine plays Hearts only")
    elif keyword == "rules":
        rules = dict(word.split("=") for word in words)
    elif keyword == "begin":
        position = {}
        memories.clear()
        print("ready pass-at-once", flush=True)
    elif keyword == "new_match":
        memories.pop(words[0], None)
    elif keyword == "choose":  # one card of these; first 64 random bits
        print(answer(position, 1, words[1:]), flush=True)
        position = {}
    elif keyword == "choose_cards":  # several cards at once
        print(answer(position, int(words[0]), words[2:]), flush=True)
        position = {}
    elif keyword == "quit":
        break
    else:
        position.setdefault(keyword, []).append(words)
