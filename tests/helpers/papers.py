"""The published records of papers."""

from pathlib import Path

import pytest

from cardshark.report.record import Record, read


def second_reading(path: Path) -> Record:
    """A published record; whoever needs one of the second reading waits where it is not measured yet."""
    record = read(path)
    if record.claims is None:
        pytest.xfail("measured at the first reading of the papers: its page stays as it was until the second reading is measured")
    return record
