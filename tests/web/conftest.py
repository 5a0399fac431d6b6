"""Who comes to the server in the tests of this folder, beside its owner."""

import pytest

from helpers.web.pages import Page, base, let_in


@pytest.fixture
def guest(server):
    """The page of somebody who was let in by the owner."""
    address = f"{base(server)}/?key={server.hall.new_key(None)}"
    with Page(server.port, let_in(address)) as found:
        yield found
