"""Players that get better: what a player does stands in `players`, how it came to do so stands here.

`trainer` trains by any learner, from the first game to a file, and `growth` follows a learner's strength. `course` is what every
course has; the learners stand in `hearts` (networks), `falcon` (categories) and `gin`, which know nothing of each other. Whoever stands
above this room may use the names below.
"""

from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.trainer import LEARNERS, Training, train
from cardshark.players.brain_file import save
from cardshark.players.hearts.network.brain import Brain, Design, load

Course = HindsightCourse  # the name that it had before there were others

__all__ = ["LEARNERS", "Brain", "Course", "Design", "HindsightCourse", "Lesson", "Training", "load", "save", "train"]
