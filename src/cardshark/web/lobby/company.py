"""Who is next for a person, and why: the first of the cast whom one has not beaten yet, with the two below as company."""

from collections.abc import Sequence

from cardshark.web.lobby.results import Results, Tally
from cardshark.web.messages import Words
from cardshark.web.messages.lobby import Company
from cardshark.web.table.cast import Member

ENOUGH = 5  # hands with somebody before they say anything
FIRST = 2  # the level of the first evening's company: not the weakest


def company_of(game: str, people: Sequence[Member], results: Results, others: int) -> Company | None:
    """The table to recommend, for a person with these results; `others` sit there beside the person."""
    if not people:
        return None
    place, reason = next_place(game, people, results)
    last = place + 1 if place + 1 >= others else min(others, len(people))
    below = [people[number] for number in range(last - 1, max(last - others, 0) - 1, -1) if number != place]
    below += [people[place]] * (others - 1 - len(below))  # where the cast is too small
    table = [*below[1:], people[place], *below[:1]] if others > 1 else [people[place]]
    return Company([member.player for member in table], people[place].who, reason)


def next_place(game: str, people: Sequence[Member], results: Results) -> tuple[int, Words]:
    """Who is next, as a place among the people, and the reason in a sentence."""
    tallies = [results.against.get(member.who, Tally(0, 0.0, 0)) for member in people]
    beaten = [place for place, tally in enumerate(tallies) if tally.hands >= ENOUGH and tally.gain > 0]
    lost = [place for place, tally in enumerate(tallies) if tally.hands >= ENOUGH and tally.gain <= 0]
    if beaten:
        place = min(beaten[-1] + 1, len(people) - 1)
        if place in lost:
            return place, told(game, "again", people[place], tallies[place])
        if place in beaten:
            return place, told(game, "best", people[place], tallies[place])
        return place, told(game, "beaten", people[beaten[-1]], tallies[beaten[-1]], next=people[place].name)
    if lost and lost[0]:
        return lost[0] - 1, told(game, "lost", people[lost[0]], tallies[lost[0]], next=people[lost[0] - 1].name)
    if lost:
        return 0, told(game, "again", people[0], tallies[0])
    place = min(FIRST - 1, len(people) - 1)
    met = results.against.get(people[place].who)
    if met:
        return place, Words("next_few", {"name": people[place].name, "n": met.hands})
    return place, Words("next_first", {"name": people[place].name})


def told(game: str, what: str, member: Member, tally: Tally, **more: str) -> Words:
    """A reason with its figures."""
    args = {"name": member.name, "n": tally.hands, "gain": round(abs(tally.gain), 1), "won": tally.won}
    return Words(f"next_{what}_{game}", {**args, **more})
