"""How players learn. What a player does stands in `players`; how it learned to do so stands here.

    teach     trains by settings with names, as `cardshark train` does
    seeds     several trainings side by side
    trainer   trains by any learner, from the first game to a file
    growth    learning curves, and younger selves
    stopping  Ctrl-C as a question
    policy    the learner for policies of both games, with PyTorch
    hearts    learners for networks of Hearts
    falcon    the learner for FALCON
    gin       learners for rummy brains of gin
    course    what every course has

The rooms `policy`, `hearts`, `falcon` and `gin` do not use each other. All rooms above this one may use the names below.
"""

from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.learners import LEARNERS
from cardshark.learning.trainer import Training, train
from cardshark.players.brain_file import save
from cardshark.players.hearts.network.brain import Brain, Design, load

Course = HindsightCourse  # the name that it had before there were others

__all__ = ["LEARNERS", "Brain", "Course", "Design", "HindsightCourse", "Lesson", "Training", "load", "save", "train"]
