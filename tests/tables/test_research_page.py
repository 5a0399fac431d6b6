"""The guide for researchers: its code runs from top to bottom and shows what stands below it."""

import re

import pytest

from cardshark.tables import Tables
from helpers.paths import EXAMPLES, ROOT

PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_python_of_the_page_runs_and_shows_what_stands_below_it(capsys):
    names: dict = {}
    for code, shown in re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", PAGE, re.DOTALL | re.MULTILINE):
        exec(compile(code, "research.md", "exec"), names)
        assert capsys.readouterr().out == shown
    assert names["known"].mean() > 0.5 and names["result"].deals == 200 and sum(len(batch[0]) for batch in names["batches"]) > 2000 * 13


def test_the_page_shows_the_example_as_it_is():
    def body(text):
        return re.search(r"^    tables = Tables\(.*?^    return .*?$", text, re.DOTALL | re.MULTILINE)[0]

    assert body(PAGE.split("def collect")[1]) == body((EXAMPLES / "collect.py").read_text(encoding="utf-8"))


def test_the_page_describes_every_attribute_of_a_turn():
    turn = Tables("hearts", count=1).turn()
    public = {name for name in dir(turn) if not name.startswith("_")}
    assert public == set(re.findall(r"`turn\.(\w+)", PAGE.split("## Observations")[0]))
