"""Players that get better: what a player does stands in `players`, how it came to do so stands here."""

from cardshark.learning.hearts.hindsight import Course, Lesson
from cardshark.learning.trainer import LEARNERS, Training, train
from cardshark.players.brain_file import load, save
from cardshark.players.hearts.network.brain import Brain, Design

__all__ = ["LEARNERS", "Brain", "Course", "Design", "Lesson", "Training", "load", "save", "train"]
