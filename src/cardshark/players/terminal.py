from dataclasses import dataclass
from cardshark.players.table import Bot
@dataclass(frozen=True)
class Terminal(Bot):
    pass
