"""Oh Hell: rules as values (`rules`), what a game is made of (`state`), the rule book (`game`) and its kernels
(`batch`), imagined deals (`imagine`), and hands as text (`position`, `text`).

Below are the names that every game of cardshark has (`cardshark.games.plug` explains them), and `imagine_all`, with which
Monte Carlo can play this game. The entry point of the group `cardshark.games` names this module.
"""

from cardshark_ohhell import text
from cardshark_ohhell.about import COUNTED, CYCLE, LOWEST_WINS, NAME, TITLE, begin_at, hand_points, hands_played, is_public, seats
from cardshark_ohhell.batch import choose_all, look_all, start_all, step_all
from cardshark_ohhell.imagine import imagine_all
from cardshark_ohhell.rules import PRESETS
from cardshark_ohhell.state import GAME, OVER, PHASES, VIEW

__all__ = [
    "COUNTED", "CYCLE", "GAME", "LOWEST_WINS", "NAME", "OVER", "PHASES", "PRESETS", "TITLE", "VIEW", "begin_at", "choose_all",
    "hand_points", "hands_played", "imagine_all", "is_public", "look_all", "seats", "start_all", "step_all", "text",
]  # fmt: skip
