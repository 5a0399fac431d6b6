"""A campaign: many inputs of a kind in a process of its own, each on a short leash of time and memory, and what came of them."""

import faulthandler
import json
import multiprocessing
import re
import resource
import signal
import sys
import time
import traceback
from dataclasses import asdict, dataclass, field
from functools import cache
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from queue import Empty
from typing import Any

from fuzz.kind import Input, Kind
from fuzz.mutate import Luck

LONGEST = 2.0  # seconds of a processor that an input may take
WAITING = 30.0  # seconds by the clock; others may need the processors, too
STUCK = 90.0  # seconds after which a process is ended that does not even listen to its alarm
MOST_MEMORY = 400  # MB of a process, all that it has imported included
SUDDEN = 2_000  # MB: more is refused by the system, so that a greedy reader does not take the machine down
MOST_FINDINGS = 20  # of a kind that are described
NOT_BEGUN = -1  # the number of the input while a kind is prepared
LAST_LINES = 6  # of a traceback


class TooLong(BaseException):
    """An input took too long. Not an Exception: no reader shall take it for its own."""


@dataclass
class Found:
    """What came of some inputs of a kind."""

    kind: str
    inputs: int = 0
    accepted: int = 0
    sentences: int = 0
    findings: int = 0
    seconds: float = 0.0  # by the clock
    slowest: float = 0.0  # seconds of a processor
    slowest_input: int = -1
    megabytes: int = 0  # the most that the process had
    described: list[dict[str, Any]] = field(default_factory=list)

    def add(self, number: int, what: str) -> None:
        """A finding. What was found before in the same place is only counted."""
        self.findings += 1
        place = where(what)
        for each in self.described:
            if where(each["what"]) == place:
                each["times"] += 1
                return
        if len(self.described) < MOST_FINDINGS:
            self.described.append({"input": number, "times": 1, "what": what})

    def to_json(self) -> dict[str, Any]:
        """For a record."""
        rate = round(self.inputs / self.seconds) if self.seconds else None
        rounded = {"seconds": round(self.seconds, 1), "slowest": round(self.slowest, 3), "a_second": rate}
        return {**asdict(self), **rounded}


def where(what: str) -> str:
    """Where a finding was made: the last place of its traceback, or what it says without numbers."""
    places = re.findall(r'File ".*?src/(\S+)", line (\d+)', what)
    return "".join(places[-1]) if places else re.sub(r"\d+", "", what)[:80]


# ---- one input ----


def luck_of(seed: int, kind: str, number: int) -> Luck:
    """All the chance in an input."""
    return Luck(f"{seed} {kind} {number}")


def input_of(kind: Kind, name: str, seed: int, number: int) -> Input:
    """An input by its number."""
    return kind.make(luck_of(seed, name, number))


class Watch:
    """An alarm for inputs that take too long."""

    def __init__(self) -> None:
        self.former = signal.signal(signal.SIGALRM, self.rings)

    def begin(self) -> None:
        """An input begins."""
        self.began, self.clock = time.process_time(), time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, LONGEST, LONGEST)

    def end(self) -> float:
        """An input has ended: how many seconds of a processor it took."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        return time.process_time() - self.began

    def close(self) -> None:
        """No more inputs come."""
        signal.signal(signal.SIGALRM, self.former)

    def rings(self, *_: object) -> None:
        """The alarm: raised where the reader is, unless others had the processors."""
        if time.process_time() - self.began >= LONGEST or time.monotonic() - self.clock >= WAITING:
            raise TooLong


def megabytes() -> int:
    """The most memory that this process had so far. (What `getrusage` tells on Linux includes its parent's, before its program began.)"""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1]) >> 10  # type: ignore[index]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)


def trial(kind: Kind, given: Input, watch: Watch, found: Found, number: int) -> None:
    """Feed one input, and count what came of it."""
    what = ""
    watch.begin()
    try:
        accepted = kind.read(given)
        found.accepted, found.sentences = found.accepted + accepted, found.sentences + (not accepted)
    except TooLong:
        what = f"it took more than {LONGEST:g} seconds"
    except Exception as error:
        what = "".join(traceback.format_exception(error)[-LAST_LINES:])
    took = watch.end()
    found.inputs += 1
    if took > found.slowest:
        found.slowest, found.slowest_input = took, number
    what = what or (f"it took {took:.1f} seconds" if took > LONGEST else "")
    before, found.megabytes = found.megabytes, megabytes()
    if found.megabytes > MOST_MEMORY >= before:
        what = what or f"the process has {found.megabytes} MB now"
    if what:
        found.add(number, f"{given.door}: {what}")


# ---- many inputs ----


def run_here(name: str, kind: Kind, seed: int, numbers: range, seconds: float, at: "Synchronized[int] | None" = None) -> Found:
    """These inputs in this process, as many as the time allows."""
    found, watch, began = Found(name), Watch(), time.monotonic()
    number = numbers.start - numbers.start % kind.block  # a state begins where its block begins
    while number < numbers.stop and time.monotonic() - began < seconds:
        if at is not None:
            at.value = number
        if number % kind.block == 0:
            kind.begin(luck_of(seed, f"{name} from", number))
        trial(kind, input_of(kind, name, seed, number), watch, found, number)
        number += 1
    watch.close()
    found.seconds = time.monotonic() - began
    return found


def child(name: str, seed: int, numbers: range, seconds: float, at: "Synchronized[int]", results: Any) -> None:
    """The process of a kind."""
    from cardshark import games, players
    from fuzz.kinds import KINDS

    games.offered_games = cache(games.offered_games)  # to look at all packages takes 30 milliseconds
    players.offered_players = cache(players.offered_players)
    resource.setrlimit(resource.RLIMIT_DATA, (SUDDEN << 20, SUDDEN << 20))
    faulthandler.enable()
    kind = KINDS[name]()
    results.put(run_here(name, kind, seed, numbers, seconds, at))
    kind.close()


def run_apart(name: str, seed: int, count: int, seconds: float) -> Found:
    """Inputs of a kind in a process of its own; one that dies or hangs is a finding, and another goes on behind that input."""
    context, total, began = multiprocessing.get_context("spawn"), Found(name), time.monotonic()
    following = 0
    while following < count and time.monotonic() - began < seconds:
        at, results = context.Value("q", NOT_BEGUN), context.Queue()
        left = seconds - (time.monotonic() - began)
        process = context.Process(target=child, args=(name, seed, range(following, count), left, at, results))
        process.start()
        found = wait_for(process, at, results)
        if found:
            return joined(total, found)
        if at.value == NOT_BEGUN:
            raise RuntimeError(f"{name} cannot be prepared: see above")
        total.add(at.value, f"the process ended with status {process.exitcode}")
        total.inputs, following = at.value + 1, at.value + 1
    return total


def wait_for(process: Any, at: "Synchronized[int]", results: Any) -> Found | None:
    """What a process found; None if it died, or had to be ended."""
    last, since = at.value, time.monotonic()
    while True:
        try:
            found = results.get(timeout=1.0)
        except Empty:
            if not process.is_alive() and results.empty():
                return None
            if at.value != last:
                last, since = at.value, time.monotonic()
            elif time.monotonic() - since > STUCK:
                process.kill()
                process.join()
                return None
        else:
            process.join()
            return found


def joined(first: Found, last: Found) -> Found:
    """What two processes found, one after the other."""
    last.inputs, last.findings = first.inputs + last.inputs, first.findings + last.findings
    last.described = [*first.described, *last.described][:MOST_FINDINGS]
    return last


def report(found: Found) -> str:
    """What came of a kind, in a line, and every finding with how to make it again."""
    row = found.to_json()
    lines = [
        f"{found.kind:<12}{found.inputs:>9,} inputs{row['a_second'] or 0:>7,} a second"
        f"{found.accepted:>9,} accepted{found.sentences:>9,} sentences{found.findings:>5,} findings"
        f"  slowest {found.slowest:.2f} s  {found.megabytes} MB"
    ]
    for each in found.described:
        lines += [
            f"  {each['times']:,} times, first in: make fuzz AGAIN={found.kind}:{each['input']}",
            *(f"    {line}" for line in each["what"].splitlines()),
        ]
    return "\n".join(lines)


def record(rows: list[dict[str, Any]]) -> str:
    """A campaign as a record, one kind a line."""
    head = {name: sum(row[name] for row in rows) for name in ("inputs", "findings")}
    kinds = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    return "{\n" + "".join(f" {json.dumps(key)}: {value},\n" for key, value in head.items()) + f' "kinds": [\n{kinds}\n ]\n}}\n'
