"""What CONTRIBUTING says about adding a paper is what the papers do."""

import inspect
import re
from dataclasses import fields
from importlib import import_module

import pytest

from cardshark.cli.papers import reproduce as reproduce_command
from cardshark.experiments import reproduce
from cardshark.experiments.frozen import DIRECTIONS, FrozenClaim
from cardshark.experiments.workshop import Workshop
from helpers.paths import ROOT

SECTION = re.search(r"## Add a paper\n(.*?)\n## ", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)[1]
ITEMS = re.findall(r"^- `([^`]+)`:", SECTION, re.MULTILINE)
NAMES, MODULES = ITEMS[:5], ITEMS[5:]


def test_the_section_lists_names_and_modules():
    assert NAMES[0] == "PAPER" and NAMES[-1] == "result(record)"
    assert MODULES[0] == "page" and MODULES[-1] == "tables"


@pytest.mark.parametrize("paper", reproduce.PAPERS)
def test_every_page_has_the_names_that_the_section_lists(paper):
    page = reproduce.page(paper)
    for item in NAMES:
        name, arguments = re.fullmatch(r"(\w+)(?:\((.*)\))?", item).groups()
        found = getattr(page, name)
        if arguments is not None:
            assert list(inspect.signature(found).parameters) == arguments.split(", ")


@pytest.mark.parametrize("paper", reproduce.PAPERS)
def test_every_folder_has_the_modules_that_the_section_lists(paper):
    for module in MODULES:
        assert import_module(f"cardshark.experiments.{paper}.{module}").__doc__


def test_the_workshop_takes_what_the_section_says():
    calls = re.findall(r"`workshop\.(\w+)\(([^`]*)\)`", SECTION)
    assert {name for name, _ in calls} == {"play", "do", "amount", "seeds"}
    for name, arguments in calls:
        wanted = arguments.split(", ")
        assert list(inspect.signature(getattr(Workshop, name)).parameters)[1 : 1 + len(wanted)] == wanted


def test_files_and_flags_of_the_section_exist():
    for path in re.findall(r"`((?:experiments|arena|report)/[^`]*)`", SECTION):
        assert (ROOT / "src" / "cardshark" / path).exists(), path
    for paper in reproduce.PAPERS:
        assert (ROOT / "results" / paper / "record.json").exists() and (ROOT / "docs" / "papers" / f"{paper}.md").exists()
    flags = {flag for command in re.findall(r"`cardshark reproduce ([^`]*)`", SECTION) for flag in re.findall(r"--(\w+)", command)}
    assert flags == {"scale", "record", "folder"}
    assert flags <= inspect.signature(reproduce_command).parameters.keys()


def test_a_claim_has_the_entries_that_the_section_names():
    named = set(re.findall(r"`(\w+)`", SECTION.partition("**Claims come before runs.**")[2].partition("From these come")[0]))
    assert {field.name for field in fields(FrozenClaim)} <= named
    for direction in DIRECTIONS:
        assert direction in SECTION


def test_contracts_name_every_paper():
    contracts = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for paper in reproduce.PAPERS:
        assert f'"cardshark.experiments.{paper}"' in contracts
