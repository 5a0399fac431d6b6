"""The older name of `cardshark.games.match`; it goes with the release after this one."""

import warnings

from cardshark.games.match import Single

__all__ = ["Single"]

warnings.warn("cardshark.games.single has moved: import Single from cardshark.games.match", DeprecationWarning, stacklevel=2)
