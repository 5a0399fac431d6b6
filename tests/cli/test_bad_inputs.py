"""Bad command lines, one a line: each gets one sentence that names what is wrong, exit status 2, and leaves nothing behind."""

import io
import json
import os
import shlex
import sys
from pathlib import Path

import pytest
from cyclopts import Token

from cardshark.cli.common import read_value
from cardshark.text import UserError
from helpers.commands import run_quietly
from helpers.paths import GOLDEN, ROOT

# A command line, and a part of the sentence. The files that some of them name are made by `here`.
LONG = "a" * 300
DUEL = "duel hearts random random --on here"
SPRT = "sprt hearts random random --on here"
LEAGUE = "league hearts random greedy --on here"
HANDS = "hands random --on here"
REPRODUCE = "reproduce hearts_pomcp --folder out"
WATCH = "play hearts random --watch --terminal --rules dutch:hands=1"
TRAIN = "train hindsight --games 2 --rules dutch:limit=60 --hidden 16"
EXPORT = "export hearts random --deals 4"
NOT_TEXT, NO_FILE, FOLDER = "it is not text", "No such file or directory", "Is a directory"

COMMANDS_AND_OPTIONS = [
    ("frobnicate", "there is no command 'frobnicate'; there is play, duel,"),
    ("duell", "there is no command 'duell': did you mean duel?"),
    ("-1", "there is no command '-1'"),
    ("duel", "duel needs a game: cardshark duel GAME PLAYER OTHER"),
    ("league", "league needs a game"),
    ("sprt", "sprt needs a game: cardshark sprt GAME OLD NEW"),
    ("sprt hearts", "sprt needs two players: cardshark sprt hearts OLD NEW"),
    ("sprt hearts random", "sprt needs a new player: cardshark sprt hearts random NEW"),
    (f"{SPRT} --deals 500", "Unknown option: --deals"),
    (f"{SPRT} --piece 1/2", "Unknown option: --piece"),
    (f"{SPRT} --most 500 --matches 500", "--most counts single hands and --matches counts whole matches: leave one of them out"),
    (f"{DUEL} --deals 5 --matches 5", "--deals counts single hands and --matches counts whole matches: leave one of them out"),
    (f"{LEAGUE} --deals 5 --matches 5", "--deals counts single hands and --matches counts whole matches: leave one of them out"),
    ("show", "show needs a file"),
    ("duel hearts policy:temperature=-1 jake", "temperature is 0 (the likeliest choice) to 100, not -1.0"),
    ("duel hearts policy:brain=strong jake", "strong is a brain for the player network, and one for policy is wanted here"),
    ("duel hearts montecarlo:playout=policy,others=jake jake", "everybody does: leave out others"),
    ("duel hearts random random more", "more is more than cardshark duel takes (see: cardshark duel --help)"),
    ("games hearts gin", "gin is more than cardshark games takes"),
    ("games --speed 3", "Unknown option: --speed"),
    ("players --nonsense", "Unknown option: --nonsense"),
    ("brains -z", "Unknown option: -z"),
    ("verify x --json", "Unknown option: --json"),
    ("cache --clean", "Unknown option: --clean. Did you mean --clear?"),
    ("warm --tables", "Unknown option: --tables. Did you mean --table?"),
    ("bench --all", "Unknown option: --all"),
    (f"{REPRODUCE} --deals 3", "Unknown option: --deals"),
    (f"{DUEL} --no-json", "Unknown option: --no-json. Did you mean --json?"),
    (f"{DUEL} --json=maybe", 'unable to convert "maybe" into bool'),
    (f"{DUEL} --seed", "--seed needs a value: write --seed VALUE"),
    (f"{DUEL} --piece -1/3 --record p.jsonl", "--piece needs a value: write --piece=-1/3"),
    (f"{DUEL} --piece=-1/3 --record p.jsonl", "from 1/20 to 20/20, not '-1/3'"),
    (f"{DUEL} --piece 1/100000000 --record p.jsonl", "there can be 1 to 999,999 pieces, not 100,000,000"),
    (f"{TRAIN} --speed 3", "Unknown option: --speed"),
    ("train foresight", "train has no command 'foresight'; it has policy, hindsight,"),
]
NUMBERS = [
    (f"{DUEL} --deals 0", "a duel needs at least 2 deals, not 0"),
    (f"{DUEL} --deals=-3", "a duel needs at least 2 deals, not -3"),
    (f"{DUEL} --deals 1.5", "--deals must be a whole number, not '1.5'"),
    (f"{DUEL} --deals nan", "--deals must be a whole number, not 'nan'"),
    (f"{DUEL} --deals inf", "--deals must be a whole number, not 'inf'"),
    (f"{DUEL} --deals ''", "--deals must be a whole number, not ''"),
    (f"{DUEL} --deals 99999999999999999999", "the number of deals is a whole number from 2 to 1,000,000,000, not 99999999999999999999"),
    (f"{DUEL} --deals {'9' * 5000}", "--deals must be a whole number, not '999"),
    (f"{DUEL} --matches 99999999999999999999", "the number of matches is a whole number from 2 to 1,000,000,000"),
    (f"{DUEL} --seed=-1", "a seed is a whole number from 0 up, not -1"),
    (f"{DUEL} --seed {10**39}", f"a seed is a whole number from 0 to {2**128 - 1:,}, not {10**39}"),
    (f"{DUEL} --seed=-1 --record new.jsonl", "a seed is a whole number from 0 up, not -1"),
    (f"{DUEL} --workers 0", "the number of workers is a whole number from 1 up, not 0"),
    (f"{DUEL} --workers 99999999", "the number of workers is a whole number from 1 to 1,024, not 99999999"),
    (f"{DUEL} --until nan", "precise to a number above 0, not until 'nan'"),
    (f"{DUEL} --until=-1", "precise to a number above 0, not until '-1'"),
    (f"{SPRT} --most 99", "a sequential test needs at least 100 deals, not 99"),
    (f"{SPRT} --matches=-1", "a sequential test needs at least 100 matches, not -1"),
    (f"{SPRT} --most 99999999999999999999", "the number of deals is a whole number from 2 to 1,000,000,000"),
    (f"{SPRT} --better nan", "better is a number, not nan"),
    (f"{SPRT} --better much", "--better must be a number, not 'much'"),
    (f"{SPRT} --worse=-inf", "worse is a number, not -inf"),
    (f"{SPRT} --better 0", "the gain that is worth finding (0.0) must be above the gain that is not worth having (0.0)"),
    (f"{SPRT} --alpha 0", "alpha is how often the test may err, a number above 0 and below 0.5, not 0.0"),
    (f"{SPRT} --beta 0.5", "beta is how often the test may err, a number above 0 and below 0.5, not 0.5"),
    (f"{SPRT} --workers 0", "the number of workers is a whole number from 1 up, not 0"),
    (f"{SPRT} --seed=-1 --record new.jsonl", "a seed is a whole number from 0 up, not -1"),
    (f"{LEAGUE} --matches 0", "a league needs at least 2 matches, not 0"),
    (f"{LEAGUE} --deals 99999999999999999999", "the number of deals is a whole number"),
    (f"{LEAGUE} --seed abc", "--seed must be a whole number, not 'abc'"),
    (f"{HANDS} --deals 1e3", "--deals must be a whole number, not '1e3'"),
    (f"{HANDS} --seed=-1", "a seed is a whole number from 0 up, not -1"),
    (f"{REPRODUCE} --scale nan", "a scale is above 0 and at most 100 (1 is what we publish), not nan"),
    (f"{REPRODUCE} --scale 0", "a scale is above 0"),
    (f"{REPRODUCE} --scale abc", "--scale must be a number, not 'abc'"),
    (f"{REPRODUCE} --scale 0.01 --seed=-1", "a seed is a whole number from 0 up, not -1"),
    (f"{REPRODUCE} --scale 0.01 --workers 0", "the number of workers is a whole number from 1 up, not 0"),
    ("explain falcon:brain=eagle --top 0", "top is a number of rules from 1 up, not 0"),
    ("explain falcon:brain=eagle --top 1.5", "--top must be a whole number, not '1.5'"),
    ("warm --workers 0", "the number of workers is a whole number from 1 up, not 0"),
    ("play --port=-1", "a port is a number from 1 to 65535, not -1"),
    ("play --port 99999999999999999999", "a port is a number from 1 to 65535"),
    (f"{WATCH} --seed=-1", "a seed is a whole number from 0 up, not -1"),
    (f"{TRAIN} --seed=-1", "a seed is a whole number from 0 up, not -1"),
    (f"{TRAIN} --keep=-1 --out my.safetensors", "the number of younger selves to keep is a whole number from 0 up, not -1"),
    (f"{TRAIN} --keep 101 --out my.safetensors", "from 0 to 100, not 101"),
    (f"{TRAIN} --save-every nan", "save_every is a number of seconds above 0, not nan"),
    (f"{TRAIN} --save-every soon", "--save-every must be a number, not 'soon'"),
    (f"{TRAIN} --rate inf", "rate is a number from 0 to 10, not inf"),
    (f"{TRAIN} --tests 99999999999999999999", "tests is a number from 1 to 10,000,000"),
    ("train td --games 99999999999999999999", "games is a number from 1 to"),
]
PLAYERS_AND_RULES = [
    ("duel bridge random random", "there is no game 'bridge'"),
    ("duel '' random random", "there is no game ''"),
    ("games ''", "there is no game ''"),
    ("players ''", "there is no player ''"),
    ("players jake --levels", "levels are listed for all players of a game: leave out jake, or --levels"),
    ("players --levels --game bridge", "there is no game 'bridge'"),
    ("brains ''", "there is no brain ''"),
    (f"games {LONG}", "there is no game 'aaa"),
    ("duel hearts '' random", "there is no player ''"),
    ("sprt hearts random ''", "there is no player ''"),
    ("sprt gin jake random", "jake plays Hearts only"),
    ("duel hearts 'jäke☃' random", "there is no player 'jäke☃'"),
    ("duel hearts 'random(' random", "does not end with its parenthesis"),
    ("duel hearts random:=3 random", "is not an option: write option=value"),
    ("duel hearts montecarlo:deals=99999999999999999999 random", "deals to imagine are 1 to 1,000,000"),
    ("duel hearts champion:deals=-1 random", "deals to imagine are 0 (as many as usual) to 100,000, not -1"),
    ("duel hearts champion:seconds=-1 random", "seconds to think are 0 (a fixed number of deals) to 3600, not -1.0"),
    ("duel hearts jake:epsilon=nan random", "epsilon"),
    ("duel hearts exec: random", "exec: must be followed by a command"),
    ("duel hearts exec:/nowhere random", "exec:/nowhere"),
    ("duel hearts 'exec[seconds=nan]:cat' random", "seconds must be a number above 0, not nan"),
    (f"{DUEL} --rules ''", "there is no set of rules ''"),
    (f"{DUEL} --rules american:limit=99999999999999999999", "totals can grow to at most 32000 points"),
    (f"{DUEL} --control ''", "there is no player ''"),
    ("duel hearts bots.py random", "bots.py must be followed by the name of a class: write bots.py:Nothing"),
    ("duel hearts bots.py:Missing random", "there is no player in bots.py 'Missing'"),
    ("duel hearts bots.py:Empty random", "Empty in bots.py is not a player: it needs a method play(self, view)"),
    ("duel hearts bots.py:Alone random", "bots.py:Alone is not a player: it needs a method play(self, view)"),
    ("duel hearts bots.py:Nothing random --deals 2 --on here --no-strangers", "Nothing chose None, which is not a number from 0 to 63"),
    ("duel hearts bots.py:Returns random --deals 2 --on here --no-strangers", "chose nothing: `choose` writes into every row of `choices`"),
    ("duel hearts bots.py:Returns random --deals 2 --on here --no-strangers --record new.jsonl", "chose nothing"),
    ("duel hearts folder.py:Bot random", f"folder.py cannot be read: {FOLDER}"),
    ("duel hearts './my bots:Bot' random", "'./my bots:Bot' does not name a Python file: a player in a file is written ./mybot.py:MyBot"),
    ("duel hearts binary.py:Bot random", "binary.py cannot be loaded"),
]  # fmt: skip
FILES = [
    ("show nothing.txt", f"nothing.txt cannot be read: {NO_FILE}"),
    ("show .", f". cannot be read: {FOLDER}"),
    ("show binary", f"binary cannot be read: {NOT_TEXT}"),
    ("show latin.txt", f"latin.txt cannot be read: {NOT_TEXT}"),
    ("show empty", "line 1, column 1: here should stand a line that starts with 'cardshark'"),
    ("show hand.json", "hand.json, line 1, column 1"),
    (f"show {LONG}", "cannot be read: File name too long"),
    ("verify nothing.json", "there is no file nothing.json"),
    ("verify binary", NOT_TEXT),
    ("verify empty", "empty is empty: what cardshark writes never is, so all of it is gone"),
    ("verify match.txt", "match.txt is a transcript of 4 hands; by the rules its choices lead to its scores, but a transcript has no seal"),
    ("verify deep.json", "this holds no saved hand"),
    ("verify list.json", "list.json holds no saved hand"),
    ("verify bots.py", "bots.py holds no saved hand"),
    ("verify folder.html", "folder.html is a folder: name a file, or the link of a hand"),
    ("play --no-open --link 1x.y", "this link does not hold a hand"),
    ("play --lan --watch", "at a table with --lan people play"),
    ("play --address 192.168.1.23", "add --lan"),
    ("play --lan --away 0", "--away is a number of seconds from 1 to 3600, not 0"),
    ("play --lan --no-open --address 8.8.8.8", "8.8.8.8 can be reached from outside the local network"),
    ("play --lan --no-open --address 192.168.254.253", "192.168.254.253 cannot be used"),
    ("play --lan --no-open --address home", "home is no address of a network"),
    ("verify 'https://example.org/#1x.y'", "this link does not hold a hand"),
    ("explain jake", "only a FALCON can say in rules what it has learned"),
    ("explain falcon:brain=owl", "owl is a brain for the player network"),
    ("explain falcon:brain=nothing.safetensors", f"nothing.safetensors cannot be read: {NO_FILE}"),
    ("brains binary.safetensors", "binary.safetensors is damaged, or not a file of safetensors"),
    ("brains cut.safetensors", "cut.safetensors is damaged"),
    ("brains folder.safetensors", f"folder.safetensors cannot be read: {FOLDER}"),
    ("brains /dev/null", "/dev/null cannot be read"),
    ("brains bots.py", "bots.py is not the file of a brain: its name would end with .safetensors"),
    (f"brains {LONG}", "there is no brain 'aaa"),
    (f"brains {'a' * 5000}", "there is no brain 'aaa"),
    (f"{DUEL} --record .", f". cannot be written: {FOLDER}"),
    (f"{DUEL} --record binary", "binary is not a journal of cardshark"),
    (f"{DUEL} --record match.txt", "match.txt is not a journal of cardshark"),
    (f"{DUEL} --record hand.json", "hand.json records something else: cardshark is 'hand 1' there and 'duel' here"),
    (f"{DUEL} --record line.json", "line.json is not a journal of cardshark"),  # it begins like one, and has no second line
    (f"{DUEL} --record deep.json", "deep.json is not a journal of cardshark"),
    (f"{DUEL} --record /dev/null", "/dev/null is not a file that can be kept"),
    (f"{DUEL} --record match.txt/new.jsonl", "match.txt/new.jsonl cannot be written"),
    (f"{DUEL} --record {LONG}", "cannot be written: File name too long"),
    (f"{SPRT} --record hand.json", "hand.json records something else: cardshark is 'hand 1' there and 'sprt' here"),
    (f"{LEAGUE} --record my.safetensors", "my.safetensors is not a journal of cardshark"),
    (f"{REPRODUCE} --record nothing.json", f"nothing.json cannot be read: {NO_FILE}"),
    (f"{REPRODUCE} --record match.txt", "match.txt is not a record of a paper"),
    (f"{REPRODUCE} --record deep.json", "deep.json is not a record of a paper"),
    (f"{REPRODUCE} --record my.safetensors", NOT_TEXT),
    (f"{REPRODUCE} --record other.json", "other.json is a record of hearts_falcon, not of hearts_pomcp"),
    ("reproduce hearts_pomcp --folder match.txt --scale 0.01", "match.txt is not a folder: name one for the run"),
    (f"{HANDS} --out hands.pdf", "hands.pdf must end in .html for a page or in .svg for a picture alone"),
    (f"{HANDS} --out folder.html", "folder.html cannot be written: it is a folder"),
    (f"{WATCH} --save folder.html", "folder.html cannot be written: name a file"),
    (f"{WATCH} --save my.safetensors", "my.safetensors holds something else than a transcript: name another file"),
    (f"{WATCH} --save /dev/null", "/dev/null cannot be written: name a file"),
    (f"{TRAIN} --out my.txt", "the file of a brain ends with .safetensors"),
    (f"{TRAIN} --out folder.safetensors", f"folder.safetensors cannot be read: {FOLDER}"),
    (f"{TRAIN} --out match.txt/my.safetensors", "cannot be written"),
    (f"{TRAIN} --out my.safetensors", "my.safetensors belongs to a training with"),
    (f"{TRAIN} --start match.txt", "match.txt is not the file of a brain: its name would end with .safetensors"),
    (f"{TRAIN} --start cut.safetensors", "cut.safetensors is damaged"),
    (f"{TRAIN} --against nobody", "there is no brain 'nobody'"),
]  # fmt: skip
OPEN_DOOR = [  # analyse, mcp, export, merge, pieces, seeds, check, completion, programs
    ("analyse nothing.txt", "nothing.txt cannot be read: No such file or directory"),
    ("analyse match.txt", "say which decision is meant, with --at HAND.TRICK (or HAND.TURN)"),
    ("analyse match.txt --at 1", "--at is HAND.TRICK or HAND.TURN, perhaps with a seat and the number of its choice, a"),
    ("analyse match.txt --at 1.99", "hand 1 has no trick 99: it has 0 to 13"),
    ("analyse match.txt --at 99.1", "there is no hand 99"),
    ("analyse match.txt --at x.y", "--at is HAND.TRICK or HAND.TURN, perhaps with a seat and the number of its choice, a"),
    ("analyse match.txt --at 1.1.9", "seat 9 decides nothing in trick 1 of hand 1"),
    ("analyse binary", "binary cannot be read: it is not text"),
    ("analyse latin.txt", "latin.txt cannot be read: it is not text"),
    ("analyse empty", "empty, line 1, column 1: a position begins with the line 'game' and the name of the"),
    ("analyse folder.html", "folder.html cannot be read: Is a directory"),
    ("analyse deep.json", "deep.json, line 1, column 1: a position has at most 200,000 characters, not 500,000"),
    ("analyse list.json", "list.json, line 1, column 1: a position begins with the line 'game' and the name of"),
    ("analyse my.safetensors", "my.safetensors cannot be read: it is not text"),
    ("analyse match.txt --at 1.2 --deals 0", "the number of deals is a whole number from 1 up, not 0"),
    ("analyse match.txt --at 1.2 --deals 99999999999999999999", "the number of deals is a whole number from 1 to 1,000,000, not"),
    ("analyse match.txt --at 1.2 --seed -1", "a seed is a whole number from 0 up, not -1"),
    ("analyse match.txt --at 1.2 --player nobody", "there is no player 'nobody'"),
    ("analyse match.txt --at 1.2 --player random", "random has no values to show: ask the coach, montecarlo or another player who thinks"),
    ("analyse match.txt --at 1.2 --player falcon", "falcon has no values to show: ask the coach, montecarlo or another player who thinks"),
    ("analyse", "there is nothing on standard input: pipe a position in, or name a file"),
    ("mcp more", "more is more than cardshark mcp takes (see: cardshark mcp --help)"),
    ("mcp --table 3", "Unknown option: --table."),
    ("export", "export needs a game: cardshark export GAME PLAYER --out FILE"),
    ("export hearts", "export needs a player: cardshark export hearts PLAYER --out FILE"),
    ("export chess random --out a.npz", "there is no game 'chess'"),
    (f"{EXPORT}", "export needs a file: cardshark export hearts random --out FILE.parquet (or FILE.npz)"),
    (f"{EXPORT} --out a.csv", "a.csv must end in .parquet or in .npz"),
    (f"{EXPORT} --out a", "a must end in .parquet or in .npz"),
    (f"{EXPORT} --out match.txt", "match.txt must end in .parquet or in .npz"),
    (f"{EXPORT} --out folder.html", "folder.html must end in .parquet or in .npz"),
    (f"{EXPORT} --out nowhere/a.npz", "nowhere/a.npz cannot be written: there is no folder nowhere"),
    (f"{EXPORT} --out a.npz --rules amercan", "there is no set of rules 'amercan': did you mean american? (there is american, dutch"),
    (f"{EXPORT} --out a.npz --seed x", "--seed must be a whole number, not 'x'"),
    (f"{EXPORT} --out a.npz --piece 3/2", "a piece is its number and how many there are, from 1/20 to 20/20, not '3/2'"),
    (f"{EXPORT} --out a.npz --piece 0/2", "a piece is its number and how many there are, from 1/20 to 20/20, not '0/2'"),
    (f"{EXPORT} --out a.npz --piece a/b", "a piece is its number and how many there are, from 1/20 to 20/20, not 'a/b'"),
    (f"{EXPORT} --out a.npz --piece 1", "a piece is its number and how many there are, from 1/20 to 20/20, not '1'"),
    (f"{EXPORT} --out a.npz --workers 0", "the number of workers is a whole number from 1 up, not 0"),
    (f"{EXPORT} --out a.npz --on moon", "there is no place to work 'moon'"),
    (f"{EXPORT} --by jake --out a.npz", "jake has no values to write down: judge by policy, by a network or by a player who thinks ahead"),
    (f"{EXPORT} --by nobody --out a.npz", "there is no player 'nobody'"),
    ("export hearts random --deals 0 --out a.npz", "an export has 1 to 10,000,000 deals, not 0"),
    ("export hearts random --deals 99999999999999999999 --out a.npz", "an export has 1 to 10,000,000 deals, not 99999999999999999999"),
    ("export hearts random jake --deals 2 --out a.npz", "4 seats need one player for all or 4 players, not 2"),
    ("export hearts nobody --deals 2 --out a.npz", "there is no player 'nobody'"),
    ("export gin jake --deals 2 --out a.npz", "jake plays Hearts only"),
    ("merge", "merge needs a file for the whole: cardshark merge PIECE ... --out WHOLE"),
    ("merge match.txt", "merge needs a file for the whole: cardshark merge PIECE ... --out WHOLE"),
    ("merge match.txt match.txt --out b.jsonl", "match.txt is damaged, or not a journal of cardshark: line 1 is not one of its lines"),
    ("merge nothing.jsonl --out b.jsonl", "nothing.jsonl cannot be read: No such file or directory"),
    ("merge empty --out b.jsonl", "empty is not whole: run the command that writes it again, which goes on where it end"),
    ("merge binary --out b.jsonl", "binary is damaged, or not a journal of cardshark: line 1 is not one of its lines"),
    ("merge folder.html --out b", "folder.html cannot be read: Is a directory"),
    ("merge hand.json --out b.jsonl", "hand.json is not a piece: one is written by --piece 3/20 --record FILE"),
    ("merge other.json --out b.jsonl", "other.json is damaged, or not a journal of cardshark: line 1 is not one of its lines"),
    ("merge a.npz --out b.npz", "there is no file a.npz"),
    ("merge a.npz b.jsonl --out c.npz", "a.npz is a piece of an export, and b.jsonl is not: name the pieces of one thing"),
    ("merge my.safetensors --out b.jsonl", "my.safetensors is damaged, or not a journal of cardshark: line 1 is not one of its l"),
    (f"{DUEL} --piece 1/2", "a piece is kept in a file, because it has no result of its own: add --record part1.j"),
    (f"{DUEL} --piece 3/2 --record p.jsonl", "a piece is its number and how many there are, from 1/20 to 20/20, not '3/2'"),
    (f"{DUEL} --piece 0/2 --record p.jsonl", "a piece is its number and how many there are, from 1/20 to 20/20, not '0/2'"),
    (f"{DUEL} --piece 1/0 --record p.jsonl", "a piece is its number and how many there are, from 1/20 to 20/20, not '1/0'"),
    (f"{DUEL} --piece x --record p.jsonl", "a piece is its number and how many there are, from 1/20 to 20/20, not 'x'"),
    (f"{DUEL} --piece 1/2 --record p.jsonl --until decided", "nobody can look at all deals while pieces are played apart:"),
    (f"{LEAGUE} --piece 2 --record p.jsonl", "a piece is its number and how many there are, from 1/20 to 20/20, not '2'"),
    (f"{REPRODUCE} --piece 5/4", "a piece is its number and how many there are, from 1/20 to 20/20, not '5/4'"),
    (f"{TRAIN} --seeds 0", "seeds is how many brains to train, 1 to 10,000, not 0"),
    (f"{TRAIN} --seeds x", "--seeds must be a whole number, not 'x'"),
    (f"{TRAIN} --seeds 2 --seed 1,2", "--seed must be a whole number, not '1,2'"),
    ("check", "check needs a game: cardshark check GAME PLAYER"),
    ("check hearts", "check needs a player: cardshark check hearts PLAYER"),
    ("check chess random", "there is no game 'chess'"),
    ("check hearts nobody", "there is no player 'nobody'"),
    ("check hearts random --seed x", "--seed must be a whole number, not 'x'"),
    ("check hearts bots.py:Empty", "Empty in bots.py is not a player: it needs a method play(self, view) or choose(self,"),
    ("duel hearts exec[sekonds=3]:./x random", "exec has no option 'sekonds': did you mean seconds? (it has seconds, trace, folder,"),
    ("duel hearts exec[seconds=0]:./x random", "seconds must be a number above 0, not 0.0"),
    ("duel hearts exec[folder=nowhere]:./x random", "exec[folder=nowhere]:./x cannot be started: there is no folder nowhere"),
    ("duel hearts exec[errors=hide]:true random", "exec:true ended with exit status 0"),
    ("duel hearts exec[trace=folder.html]:true random", "the trace folder.html cannot be written: Is a directory; nam"),
    ("completion", "completion needs a shell: cardshark completion bash"),
    ("completion tcsh", "there is no shell 'tcsh'"),
    ("completion bash zsh", "zsh is more than cardshark completion takes (see: cardshark completion --help)"),
]  # fmt: skip

BOTS = """
class Nothing:
    def play(self, view):
        return None

class Empty:
    pass

class Alone:
    def play(self):
        return 3

class Returns:
    def choose(self, views, choices):
        return [0] * len(views)
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """A folder with files of every kind."""
    folder = tmp_path_factory.mktemp("bad")
    brain = (ROOT / "src" / "cardshark" / "players" / "brains" / "owl.safetensors").read_bytes()
    contents = {
        "empty": b"", "binary": bytes(range(256)), "binary.py": bytes(range(256)), "binary.safetensors": bytes(range(256)),
        "latin.txt": "cardshark hearts 1 # é".encode("latin-1"), "deep.json": b'{"a":' * 100_000, "list.json": b"[]",
        "line.json": b'{"cardshark": "hand 1"}',
        "match.txt": (GOLDEN / "american.txt").read_bytes(), "hand.json": (GOLDEN / "hand.json").read_bytes(),
        "my.safetensors": brain, "cut.safetensors": brain[: len(brain) // 2], "bots.py": BOTS.encode(),
        "other.json": (ROOT / "results" / "hearts_falcon" / "record.json").read_bytes(),
    }  # fmt: skip
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    for name in ("folder.py", "folder.html", "folder.safetensors"):
        (folder / name).mkdir()
    return folder


def contents(folder: Path) -> dict[str, object]:
    """What lies in a folder, with the sizes of files and when they were changed."""
    return {path.name: (path.stat().st_size, path.stat().st_mtime_ns) if path.is_file() else 0 for path in folder.iterdir()}


def refused(capsys, monkeypatch, *words: str) -> str:
    """The one sentence that a command line gets, and nothing else."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    status, out, err = run_quietly(capsys, monkeypatch, *words)
    assert (status, out, len(err.splitlines())) == (2, "", 1), err
    assert err.startswith("cardshark: ") and len(err) < 800
    return err


LINES = [*COMMANDS_AND_OPTIONS, *NUMBERS, *PLAYERS_AND_RULES, *FILES, *OPEN_DOOR]


@pytest.mark.parametrize(("line", "part"), LINES, ids=[line[:70] for line, _ in LINES])
def test_a_bad_command_line_gets_one_sentence_and_leaves_nothing(here, capsys, monkeypatch, line, part):
    monkeypatch.chdir(here)
    before = contents(here)
    assert part in refused(capsys, monkeypatch, *shlex.split(line))
    assert contents(here) == before


def test_there_are_many_of_them():
    assert len({line for line, _ in LINES}) == len(LINES) >= 120


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_that_may_not_be_read_or_written(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("secret.txt").touch(mode=0)
    Path("closed").mkdir(mode=0o555)
    assert "secret.txt cannot be read: Permission denied" in refused(capsys, monkeypatch, "show", "secret.txt")
    for flags in ("--record closed/new.jsonl", "--record secret.txt"):
        assert "cannot be written: Permission denied" in refused(capsys, monkeypatch, *shlex.split(f"{DUEL} {flags}"))
    assert "Permission denied" in refused(capsys, monkeypatch, *shlex.split(f"{TRAIN} --out closed/my.safetensors"))


def test_names_that_are_no_text(tmp_path, capsys, monkeypatch):
    """Bytes that are not UTF-8 reach Python as halves of letters, which cannot be printed as they are."""
    monkeypatch.chdir(tmp_path)
    odd = b"\xff\xfe".decode(errors="surrogateescape")
    for words in (["show", odd], ["brains", odd], ["verify", odd], ["duel", "hearts", odd, "random"], ["games", odd], [odd]):
        assert "udcff" in refused(capsys, monkeypatch, *words)


@pytest.mark.parametrize("place", ["number", "totals", "dealt", "choices", "leader", "scores", "luck", "secret", "players", "rules"])
@pytest.mark.parametrize("value", [None, -1, 10**30, "☃", [], [[]], {}])
def test_a_saved_hand_with_something_else_in_it(place, value, tmp_path, capsys, monkeypatch):
    """It is no saved hand (2), or one that was not played like that (1)."""
    hand = json.loads((GOLDEN / "hand.json").read_text(encoding="utf-8"))
    (tmp_path / "hand.json").write_text(json.dumps({**hand, place: value}), encoding="utf-8")
    status, out, err = run_quietly(capsys, monkeypatch, "verify", str(tmp_path / "hand.json"))
    assert (status, len(out.splitlines()), len(err.splitlines())) in ((2, 0, 1), (1, 1, 0))


def test_numbers_are_read_as_they_are_typed():
    def read(kind, *words):
        return read_value(kind, [Token(keyword="--count", value=word) for word in words])

    assert [read(int, "12"), read(int | None, "-3"), read(float, "1e3"), read(list[int], "1", "2")] == [12, -3, 1000.0, [1, 2]]
    for kind in (int, int | None):
        with pytest.raises(UserError, match="--count must be a whole number"):
            read(kind, "1.0")


def test_a_file_that_never_ends(capsys, monkeypatch):
    monkeypatch.setattr("cardshark.files.MOST_BYTES", 1 << 20)
    assert "/dev/zero cannot be read: it has more than 1 MB" in refused(capsys, monkeypatch, "show", "/dev/zero")
