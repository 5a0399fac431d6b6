"""What the page of the POMCP report says, on made-up figures: every sentence that depends on what came out."""

from cardshark.experiments.hearts_pomcp.page import moons_matrix
from cardshark.experiments.hearts_pomcp.tables import MOONS
from cardshark.report.verdict import Level
from helpers.pomcp import made_tables

# ---- tables ----


def test_moons_of_one_reading_are_ranked_with_nothing():
    """A table counts for the cards at the top: its cells for the level, but no order where each column has a single cell."""
    shown = moons_matrix("Moons", "as programmed", made_tables({}, moons=[2 * moons for moons in MOONS], deals=500))
    assert [cell.ours for cell in shown.entries] == list(MOONS)
    assert shown.levels() == [Level.INSIDE] * len(MOONS)
    assert shown.ordering().tau is None
