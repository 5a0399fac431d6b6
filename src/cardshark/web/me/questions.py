"""What the page asks for: the figures of a period, and every hand."""

from cardshark.web.hall import Hall
from cardshark.web.ledger.store import count_missing, decisions_of
from cardshark.web.me.figures import bots, course, group_of, groups
from cardshark.web.me.history import list_hands
from cardshark.web.me.imported import remove_imported
from cardshark.web.me.kinds import kinds
from cardshark.web.me.periods import period
from cardshark.web.messages.me import Figures, Hands, MyFigures, MyHands, RemoveImported
from cardshark.web.question import Question


def figures(hall: Hall, person: int, command: Figures) -> MyFigures:
    """How somebody plays, over a period."""
    file = hall.store.database
    everything = decisions_of(file, person)
    over = period(command.since, hall.clock(), everything[0].ended if everything else "")
    decisions = [each for each in everything if over.holds(each.ended)]
    found = groups(decisions)
    shown = next((group for group in found if group.name == command.group), found[0] if found else None)
    here = [each for each in decisions if shown and group_of(each) == (shown.game, shown.rules)]
    message = MyFigures(
        since=command.since, begin=over.begin.date().isoformat(), end=over.end.date().isoformat(), groups=found,
        kinds=kinds(here, over), waiting=count_missing(file, person),
        hands=len({each.hand for each in everything}),
    )  # fmt: skip
    if shown:
        message.group = shown.name
        message.course = course(here, over)
        message.bots = bots(shown.game, shown.rules)
    return message


def without_imported(hall: Hall, person: int, command: RemoveImported) -> MyHands:
    """Every hand that was played here, after those from elsewhere are taken away."""
    remove_imported(hall.store.database, person)
    return list_hands(hall, person, command)


PATHS = ["/me"]
QUESTIONS = [Question(Figures, figures), Question(Hands, list_hands), Question(RemoveImported, without_imported)]
