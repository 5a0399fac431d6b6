"""Every way to learn, by its name."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

from cardshark.learning.falcon.course import FalconCourse, FalconLesson
from cardshark.learning.gin.course import TdCourse, TdLesson
from cardshark.learning.gin.evolution import Evolution, EvolutionCourse
from cardshark.learning.hearts.apprentice import ApprenticeCourse, Apprenticeship
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.policy.lesson import PolicyLesson
from cardshark.players.gin.rummy.brain import RummyDesign
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.network.brain import Design
from cardshark.players.policy.brain import PolicyDesign
from cardshark.text import UserError, brief


class Learner(NamedTuple):
    """A way to learn: its settings, and the course that carries it out."""

    design: type
    lesson: type
    course: Callable[[Any, Any, int], Any]  # a `Course`


def policy_course(design: Any, lesson: PolicyLesson, seed: int) -> Any:
    """The course of a policy. It needs PyTorch, which is large, so nothing else imports it."""
    if not find_spec("torch"):
        raise UserError("a policy learns with PyTorch, which is not installed: pip install 'cardshark[torch]'")
    from cardshark.learning.policy.course import PolicyCourse

    return PolicyCourse(design, lesson, seed)


LEARNERS = {
    "policy": Learner(PolicyDesign, PolicyLesson, policy_course),  # both games: choices that turned out well become likelier
    "hindsight": Learner(Design, Lesson, HindsightCourse),  # each card played is worth what came of it
    "apprentice": Learner(Design, Apprenticeship, ApprenticeCourse),  # each card looked at is worth what rollouts say
    "falcon": Learner(FalconDesign, FalconLesson, FalconCourse),  # actions that went well grow stronger
    "td": Learner(RummyDesign, TdLesson, TdCourse),  # gin: each hand is worth what the next one is
    "evolution": Learner(RummyDesign, Evolution, EvolutionCourse),  # gin: what wins is kept
}


def learner_of(lesson: Any) -> str:
    """The name of the learner whose lesson this is."""
    found = [name for name, each in LEARNERS.items() if isinstance(lesson, each.lesson)]
    if not found:
        raise UserError(f"a lesson is a {', '.join(each.lesson.__name__ for each in LEARNERS.values())}, not {brief(lesson)}")
    return found[0]
