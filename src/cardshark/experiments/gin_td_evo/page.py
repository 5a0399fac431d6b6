"""The rummy paper: does a network learn gin rummy better from temporal differences, or by evolution?

One network values hands, a fixed policy plays by it, and only the way its weights are found differs: TD(lambda) with self-play, or
a hill climber whose champion moves towards challengers who win. Eight such players and a network of random weights play everybody
against everybody, every deck twice with the seats swapped; all of it from ten seeds.
"""

import numpy as np

from cardshark.experiments.amounts import amounts_of
from cardshark.experiments.gin_td_evo.changes import gains_table
from cardshark.experiments.gin_td_evo.claims import claims, uneven
from cardshark.experiments.gin_td_evo.matrices import evenness_matrix, figure_1, scores_matrix, turns_matrix, wins_matrix
from cardshark.experiments.gin_td_evo.measured import Met, RummyData, seeds_of
from cardshark.experiments.gin_td_evo.questions import learning_curves, questions, regime_lines
from cardshark.experiments.gin_td_evo.readings import forest, readings
from cardshark.experiments.gin_td_evo.runs import measure, size, tasks
from cardshark.experiments.gin_td_evo.tables import EQUAL, EVOS, TDS, Plan
from cardshark.experiments.seeds import variance_split
from cardshark.report.figures import duration, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Claim, Paper, Protocol, Result
from cardshark.report.verdict import Verdict

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="gin_td_evo",
    title="The significance of temporal-difference learning in self-play training: TD-rummy versus EVO-rummy",
    authors="Clifford Kotnik and Jugal Kalita (2003)",
    question="Is gin rummy learned better from temporal differences, or by evolution?",
    source="figures 1 to 6",
    known="A first reading, with other trainings, had been published before the criteria were written.",
)
UNITS = "games"


def result(record: Record) -> Result:
    """The report."""
    data = RummyData(record)
    complete(data, record)
    judged = claims(data)
    return Result(
        PAPER, record.run,
        tables=[wins_matrix(data)],
        claims=judged, sentences=sentences(data, judged), protocol=protocol(data, record.run.seed), forest=forest(data),
        questions=questions(data), readings=readings(data),
        appendix=[
            figure_1(data), learning_curves(data), scores_matrix(data), turns_matrix(data), regime_lines(data), evenness_matrix(data),
            gains_table(data),
        ],
        lede="a lead is the share of games won less that lost · figures are means over seeds; “above” or “below” means the whole interval",
    )  # fmt: skip


def complete(data: RummyData, record: Record) -> None:
    """Refuse a record in which a brain that was to be trained is missing, even one that no figure needs."""
    for task in tasks(Plan(amounts_of(record)), record.run.seed):
        if task.run not in data.brains[task.group, task.player]["runs"]:
            raise KeyError(task.name)


def sentences(data: RummyData, judged: list[Claim]) -> list[str]:
    """What the paper claims, what we find, why it differs, how sure."""
    same, climbing = seeds_of(data.equal_leads(EQUAL[-1])), seeds_of(data.climber_leads(EQUAL[-1]))
    soon = seeds_of(data.table(Met.turns_won, "tournament", EVOS, TDS))
    at_the_end = [with_interval(*seeds_of(leads)) for leads in (data.final_leads(), data.climber_leads())]
    words = {Verdict.REPRODUCED: "ahead", Verdict.CONTRADICTED: "behind"}
    suits = next(claim.verdict for claim in judged if claim.key == "td-collects-a-suit")
    by_cards = with_interval(*uneven(data, TDS, mean_hand=False))
    collect = {Verdict.REPRODUCED: "do", Verdict.CONTRADICTED: "do not"}.get(suits, "may")
    return [
        "Networks that learn gin rummy by co-evolution play better than others that learn by temporal differences. They lead by 0.64 "
        "(our count from figure 3). The others merely collect one suit.",
        f"After {data.games(EQUAL[-1]):,} games of both, evolution is {words.get(judged[0].verdict, 'neither clearly ahead nor behind')}: "
        f"its lead is {with_interval(*same)} by the paper's words. With the challenger of Pollack and Blair, whom it follows, it is "
        f"{with_interval(*climbing)}. Trained as long as in the paper: {at_the_end[0]} and {at_the_end[1]}.",
        "We do not know. In most figures the printed temporal-difference players resemble a network of zeros, to which all hands are "
        f"equal; why is not found. They collect a suit. Ours {collect} by the test of mean hands, and {by_cards} of them do by that of all "
        f"cards. Printed evolved players keep low cards and win in 23 turns, ours in {with_interval(*soon)}.",
        f"{len(data.runs)} trainings of every player, and intervals over them. {describe_luck(data.final_leads())}",
    ]


def describe_luck(leads: np.ndarray) -> str:
    """Where the variance of a lead [seed, pair] comes from. The two players of a pair were trained with luck of their own."""
    split = variance_split(leads.reshape(-1, len(EVOS), len(TDS)), ("seed", "evolved", "other"))
    if not split.total:
        return "Nothing varies from seed to seed."
    luck = {
        "is due to which two meet": ("evolved", "other", "evolved × other"),
        "to the luck of the evolved player's training": ("seed × evolved",),
        "to that of the other's": ("seed × other",),
        "to the decks of a seed": ("seed",),
        "to the games": ("seed × evolved × other",),
    }
    parts = ", ".join(f"{100 * sum(map(split.share, names)):.0f} % {words}" for words, names in luck.items())
    return f"Of the variance of leads, {parts}. Single deals are not told apart."


def protocol(data: RummyData, seed: int) -> list[Protocol]:
    """How it was measured, beside the paper."""
    games = {kind: data.games_between(kind) for kind in ("tournament", "equal", "climbers")}
    return [
        Protocol("trainings of each player", "1", f"{len(data.runs)} seeds"),
        Protocol("training games", "1,800 to 41,154", f"{data.games_of('TD6'):,} to {data.games_of('EVO4'):,}"),
        Protocol(
            "challenger",
            "its own weights and noise",
            "the same; for EVO2c to EVO4c (climbers) the champion and noise, as with Pollack and Blair",
        ),
        Protocol(
            "games of every two players",
            "10",
            f"in each seed {games['tournament']}; after equal games {games['equal']}, of climbers {games['climbers']}",
        ),
        Protocol("time", "three weeks on five machines of two processors", f"{duration(data.seconds)} of one core"),
        Protocol("a drawn card", "replaces one of the ten", "the same"),
        Protocol(
            "seeds that chose anything",
            "not said",
            f"sizes and readings were looked at with seed 7, the test of suits with other brains; the figures are of seed {seed}",
        ),
    ]
