"""A sample of every kind of input, as `make fuzz` makes them: nothing but sentences, and every input can be made again."""

import os
import time
from typing import get_args

import pytest

from cardshark.web import visit
from cardshark.web.family import visit as family_visit
from fuzz import campaign, web
from fuzz.campaign import MOST_MEMORY, Found, input_of, megabytes, report, run_apart, run_here
from fuzz.kind import Door, Kind
from fuzz.kinds import KINDS

SEED = 3
SAMPLE = {"transcripts": 300, "positions": 300, "links": 300, "brains": 200, "records": 300, "messages": 500, "answers": 500}


def check(found: Found, count: int) -> None:
    """Everything was tried, most of it refused, and nothing found."""
    assert (found.inputs, found.findings) == (count, 0), report(found)
    assert found.sentences > found.accepted > 0


@pytest.mark.long
@pytest.mark.parametrize("name", SAMPLE)
def test_only_sentences(name):
    check(run_apart(name, SEED, SAMPLE[name], 600.0), SAMPLE[name])


@pytest.mark.long
@pytest.mark.parametrize("name", ["transcripts", "links"])
def test_an_input_can_be_made_again_by_its_number(name):
    kind, again = KINDS[name](), KINDS[name]()
    assert input_of(kind, name, SEED, 77) == input_of(again, name, SEED, 77) != input_of(kind, name, SEED, 78)


@pytest.mark.long
def test_the_memory_of_a_process_is_its_own():
    ballast = bytearray(600 << 20)  # as much as tests that came before may have left
    ballast[:: 1 << 12] = b"x" * (600 << 8)
    assert megabytes() > 600
    assert run_apart("links", SEED, 3, 600.0).megabytes < MOST_MEMORY


@pytest.mark.parametrize(("seeds", "decoder"), [(web.seeds(["x"]), visit.decoder), (web.NETWORK, family_visit.decoder)])
def test_every_command_of_a_page_is_among_the_seeds(seeds, decoder):
    known = {kind.__struct_config__.tag for kind in get_args(decoder.type)}
    assert {each["do"] for each in seeds} == known


# ---- the campaign itself can find something ----


def kind_of(read) -> Kind:
    """A kind whose inputs are single bytes."""
    return Kind({"door": Door(lambda luck: bytes([luck.randrange(4)]), read)})


def sleeps(data: bytes) -> None:
    end = time.process_time() + 0.2
    while data == b"\0" and time.process_time() < end:
        pass


def speaks_too_long(data: bytes) -> None:
    from cardshark.text import UserError

    error = UserError("x")
    error.args = ("word " * 1_000,)
    raise error


@pytest.mark.parametrize(
    ("read", "what"),
    [(lambda data: [1, 2, 3][data[0]], "IndexError"), (sleeps, "it took"), (speaks_too_long, "a sentence has 1 to")],
)
def test_findings_are_counted_and_told(monkeypatch, read, what):
    monkeypatch.setattr(campaign, "LONGEST", 0.1)
    monkeypatch.setattr(campaign, "MOST_MEMORY", 1 << 20)  # other tests of this process may have taken much
    found = run_here("toy", kind_of(read), SEED, range(20), 600.0)
    assert found.inputs == 20 and 0 < found.findings == sum(each["times"] for each in found.described)
    assert what in report(found) and f"make fuzz AGAIN=toy:{found.described[0]['input']}" in report(found)


@pytest.mark.long
def test_a_process_that_dies_is_a_finding_and_another_goes_on(monkeypatch):
    monkeypatch.setattr(campaign, "child", dies_once)
    found = run_apart("links", SEED, 5, 600.0)
    assert (found.inputs, found.findings) == (5, 1)
    assert "the process ended with status 7" in report(found)


def dies_once(name, seed, numbers, seconds, at, results):
    """A child that ends at its third input."""
    at.value = 2
    if numbers.start == 0:
        os._exit(7)
    results.put(Found(name, inputs=len(numbers)))
