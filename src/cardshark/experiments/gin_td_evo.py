"""stub"""

from cardshark.experiments.gin_td_evo_runs import measure, size
from cardshark.experiments.result import Paper

PAPER = Paper("gin_td_evo", "t", "a", "q")
UNITS = "games"
