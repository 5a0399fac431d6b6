"""Who comes to the server in the tests of this folder, beside its owner."""

import pytest

from helpers.web.pages import Page, new_guest


@pytest.fixture
def guest(server):
    """The page of somebody who was let in by the owner."""
    with Page(server.port, new_guest(server)) as found:
        yield found
