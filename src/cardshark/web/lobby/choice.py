"""Rules in words, and who can sit down by them: a player that refuses is not shown."""

import os
from pathlib import Path
from shutil import which

from cardshark.games import game_named, house
from cardshark.players import is_file, is_program
from cardshark.players.external.player import program
from cardshark.players.load import contents
from cardshark.text import UserError, brief
from cardshark.web import messages as m
from cardshark.web.games import PAGES, page_of
from cardshark.web.hall import Hall
from cardshark.web.lobby.company import company_of
from cardshark.web.lobby.players import Kind, of_ones_own, of_the_lab
from cardshark.web.lobby.results import results_of
from cardshark.web.messages import Words
from cardshark.web.messages.lobby import Chosen, Offer, Rules
from cardshark.web.table.cast import Member, can_play, cast, read_rules, try_player
from cardshark.web.table.dealer import Refused
from cardshark.web.table.making import check_player
from cardshark.web.table.people import player_at, short_name, sitter_of


def chosen(hall: Hall, person: int, command: Rules) -> Chosen:
    """The answer to what was chosen in the lobby."""
    if max(len(command.game), len(command.rules), len(command.player)) > m.MOST_NAME:
        raise Refused("trouble_long_name", most=m.MOST_NAME)
    command.game = command.game or next(iter(PAGES))
    page = page_of(command.game)
    answer = Chosen(game=command.game, rules=command.rules, asked=command.player)
    module = game_named(command.game)
    try:
        rules = read_rules(command.game, command.rules)
    except UserError as error:
        answer.trouble = said(error)
        return answer
    answer.text, answer.lines, answer.seats = house.spell(module.PRESETS, rules), page.rule_lines(rules), module.seats(rules)
    people, results = cast(command.game, answer.text), results_of(hall.store, person, command.game)
    answer.people = [offer(member) for member in people]
    if person == hall.store.owner():  # a guest may not ask for files
        answer.people += brains(answer)
    if command.more:
        answer.others = [Offer(kind.player, kind.title) for kind in fitting(answer, of_the_lab())]
    answer.company = company_of(command.game, people, results, answer.seats - 1)
    mean = results.mean()
    if mean:
        gain, reach = mean
        answer.yours = Words(f"yours_{command.game}", {"gain": round(gain, 2), "reach": round(reach, 2), "n": len(results.gains)})
    if command.player:
        try_typed(hall, person, answer, command.player)
    return answer


def offer(member: Member) -> Offer:
    """Somebody of the cast."""
    found = Offer(member.player, member.name, member.who, member.number, Words(member.about))
    if member.measured:
        found.strength, found.reach = member.measured.strength, (member.measured.high - member.measured.low) / 2
    return found


def brains(answer: Chosen) -> list[Offer]:
    """Brains of one's own that can play by these rules."""
    found = []
    for kind in fitting(answer, of_ones_own()):
        about = Words("yours_learned" if kind.learned else "yours_found", {"n": kind.learned, "folder": kind.folder})
        found.append(Offer(kind.player, short_name(kind.player), about=about, yours=True, ages=list(kind.ages)))
    return found


def fitting(answer: Chosen, kinds: list[Kind]) -> list[Kind]:
    """Those who play the game that was chosen, by the rules that were chosen. Players of packages are tried when cards are dealt."""
    kinds = [kind for kind in kinds if answer.game in kind.games]
    return [kind for kind in kinds if not kind.ours or can_play(answer.game, answer.text, kind.player, kind.stamp)]


def try_typed(hall: Hall, person: int, answer: Chosen, text: str) -> None:
    """Somebody whom an expert typed: let them sit down, or say why they cannot. Files and programs are looked for; nothing runs yet."""
    player = player_at(answer.game, answer.text, text.strip())
    try:
        hall.check_guest(person, answer.game, player)
        if is_file(player) or is_program(player):
            look_for(player)
        else:
            check_player(answer.game, player)
            try_player(answer.game, answer.text, player)
    except Refused as refused:
        answer.refused = refused.words
    except UserError as error:
        answer.refused = said(error)
    else:
        sitter = sitter_of(answer.game, answer.text, player)
        answer.typed = Offer(player, sitter.name, sitter.who)


def look_for(player: str) -> None:
    """Refuse a file that cannot be read, or a program that is not there. Nothing of it is run before cards are dealt."""
    if is_file(player):
        file, _, name = player.partition(":")
        contents(file.strip())
        if not name.strip():
            raise UserError(f"{file} must be followed by the name of a class: write {file}:MyBot")
        return
    found = program(player)
    first = found.words[0]
    if not which(Path(found.folder).expanduser() / first if found.folder and os.sep in first else first):
        raise UserError(f"there is no program {brief(first)}: name one that can be run, with its path")


def said(error: UserError) -> Words:
    """An error as a sentence."""
    return Words("trouble_said", {"text": " ".join(str(error).split())[:500]})
