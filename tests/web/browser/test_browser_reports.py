"""The papers' reports as they are kept, in a real browser: nothing is wrong for who cannot see or point, and nothing is cut off."""

import pytest

from helpers.paths import ROOT
from helpers.web.browser import DESK, PHONE, scrolls_sideways, violations

pytestmark = pytest.mark.slow

REPORTS = sorted((ROOT / "results").glob("*/report.html"))
PAGES = [*REPORTS, ROOT / "results" / "summary.html"]
CUT_OFF = """() => {
    const room = document.documentElement.clientWidth;
    return [...document.querySelectorAll('svg text')]
        .filter(each => each.getClientRects().length && !each.closest('.scroll'))
        .filter(each => each.getBoundingClientRect().right > room || each.getBoundingClientRect().left < 0)
        .map(each => each.textContent);
}"""


def test_there_is_a_report_of_every_paper():
    assert len(REPORTS) == 5


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_everybody_can_read_it(browser, path, theme):
    context = browser.new_context(viewport=DESK, color_scheme=theme)
    page = context.new_page()
    page.goto(path.as_uri())
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert violations(page) == []
    for width in (360, 390, 600, 768, 980, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert not scrolls_sideways(page), width
        assert page.evaluate(CUT_OFF) == [], width
    context.close()
