"""The older name of `cardshark.games.gin.melds`; it goes with the release after this one."""

import warnings
from typing import Any

from cardshark.games.gin import melds

warnings.warn("cardshark.games.melds has moved: from cardshark.games.gin import melds", DeprecationWarning, stacklevel=2)


def __getattr__(name: str) -> Any:
    """Everything is in `cardshark.games.gin.melds` now."""
    return getattr(melds, name)
