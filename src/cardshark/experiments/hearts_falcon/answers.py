"""Future work that this paper's run answers: the whole hand (27), percepts found (28), TD-FALCON (29), outcomes predicted (30), hands
watched (31), teachers (32), places (33), few rules (34) and categories forgotten (35).
"""

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_falcon.claims import company_claims
from cardshark.experiments.hearts_falcon.measured import FalconRuns
from cardshark.experiments.hearts_falcon.proposals import FEW_RULES, OUTCOMES, PERCEPTS, RULE_COUNTS, STAND_IN, WATCHING
from cardshark.experiments.hearts_falcon.questions import whole_hand
from cardshark.experiments.hearts_falcon.settings import CURRICULA, MULTI, PLACES, PRUNED, TEACHERS, WEIGHT
from cardshark.experiments.hearts_falcon.tables import more
from cardshark.experiments.seeds import over_seeds, paired_over_seeds
from cardshark.players.hearts.falcon.actions import OURS, PAPER
from cardshark.players.hearts.falcon.percepts import PERCEPTS as PERCEPT_LIST
from cardshark.report.figures import with_interval
from cardshark.report.record import Record
from cardshark.report.result import Answer, Claim
from cardshark.report.verdict import in_a_word

ABLATION = "the whole hand, not tricks"  # in the place of feedback after tricks, among the six methods
IN_GAME = "place in the game"
ENOUGH = 0.005  # of a ratio: less does not matter, about half of what table 3 tells apart
LONGEST = 2  # the place of 1,000 hands in the list of hands that are watched


def answers(record: Record) -> list[Answer]:
    """What the record says about them."""
    runs = FalconRuns(record)
    ours = (answer_27, answer_28, answer_29, answer_30, answer_31, answer_32, answer_33, answer_34, answer_35)
    return [answer(runs) for answer in ours]


def lower(found: Interval) -> str:
    """Does it lower the ratio?"""
    return in_a_word(found.low, found.high, "yes", "no", ENOUGH)


def change(ours: np.ndarray, theirs: np.ndarray) -> Interval:
    """A difference of two figures of one proposal, run by run."""
    return over_seeds((ours - theirs).tolist())


def shown(figures: np.ndarray) -> str:
    """The mean of figures over seeds, with its interval."""
    return with_interval(*over_seeds(figures.tolist()))


def answer_27(runs: FalconRuns) -> Answer:
    """Every action is credited with the rest of the hand."""
    found, simple = whole_hand(runs), runs.change("hand_mean", WEIGHT, 0)
    last, ablation = runs.games("rest_mean"), runs.change(ABLATION, WEIGHT)
    text = (
        f"the ratio of rest_mean, which credits every action with what came after it, less that of {WEIGHT}, both after {runs.games():,} "
        f"hands; hand_mean, which credits it with all points of the hand, changes that by {with_interval(*simple)}. After {last:,} hands "
        f"rest_mean has {shown(runs.ratios('rest_mean'))}, hand_mean {shown(runs.ratios('hand_mean'))}. Both explore, and learn means "
        f"instead of by rates. What costs {with_interval(*ablation)} among the six methods is something else: it keeps the rates that were "
        "fitted for tricks, does not explore, and calls all tricks of a hand good, or all bad."
    )
    return Answer(27, "Is the whole hand a better teacher than the trick?", lower(found), *found, runs.count("rest_mean"), text)


def answer_29(runs: FalconRuns) -> Answer:
    """Temporal differences against plain means."""
    found = runs.change("td", "rest_mean")
    text = f"the ratio of td (TD-FALCON) after {runs.games('td'):,} hands, less that of rest_mean, which waits for the end of the hand."
    return Answer(29, "Do temporal differences (TD-FALCON) help?", lower(found), *found, runs.count("td"), text)


def answer_28(runs: FalconRuns) -> Answer:
    """Percepts that a search finds, seed by seed."""
    ours, wider, paper = (runs.proposed(PERCEPTS, name) for name in ("found", "paper, our actions", "paper"))
    found = change(ours, wider)  # both with the same actions
    rows = runs.proposals[PERCEPTS]
    names = [name for row in rows for name in row["percepts"]]
    often = sorted(set(names), key=lambda name: (-names.count(name), name))[:5]
    text = (
        f"the ratio with percepts that a search found, {np.mean([len(row['percepts']) for row in rows]):.0f} on average and a search for "
        f"each seed, less that with the paper's ten and the same wider actions ({shown(wider)}). With the paper's actions these ten have "
        f"{shown(paper)}; the wider actions change that by {with_interval(*change(wider, paper))}, percepts and actions together by "
        f"{with_interval(*change(ours, paper))}. Found most often: {', '.join(often)}. "
        f"The search chooses from our list of {len(PERCEPT_LIST)} facts. Actions stay the paper's {len(PAPER)}, or these and {len(OURS)} "
        "of ours, made by hand. They were not searched: a percept is a yes or no by which hands can be divided, but an action is a rule "
        "that names a card, and we have no list of such rules."
    )
    verdict = f"percepts: {lower(found)}; actions: not searched"
    return Answer(28, "Can percepts and actions be found automatically?", verdict, *found, len(rows), text)


def answer_30(runs: FalconRuns) -> Answer:
    """A network and support vectors in the place of categories."""
    falcon = runs.proposed(OUTCOMES, "falcon")
    found, svr = (change(runs.proposed(OUTCOMES, name), falcon) for name in ("network", "svr"))
    text = (
        f"the ratio of a network that predicts what every action is worth, learned from hands of a FALCON in which one decision was taken "
        f"in every way, less that of the FALCON ({shown(falcon)}); support vectors change it by {with_interval(*svr)}. The network ends at "
        f"{shown(runs.proposed(OUTCOMES, 'network'))}."
    )
    return Answer(30, "Does a prediction of the outcome play better than categories?", lower(found), *found, len(falcon), text)


def answer_31(runs: FalconRuns) -> Answer:
    """A FALCON that watches before it plays."""
    hands = runs.proposals[WATCHING][0]["marks"][LONGEST]
    alone = runs.proposed(WATCHING, "alone", LONGEST)
    found = change(runs.proposed(WATCHING, f"{STAND_IN}, watched", LONGEST), alone)
    later = change(runs.proposed(WATCHING, f"{STAND_IN}, then alone", LONGEST), runs.proposed(WATCHING, "alone, afterwards"))
    strong = change(runs.proposed(WATCHING, "strong, watched", LONGEST), alone)
    text = (
        f"the ratio after watching {hands:,} recorded hands, less that after as many own hands ({shown(alone)}). No hands of people are "
        f"public, so {STAND_IN.capitalize()} stands in for the person (alone: {shown(runs.proposed(WATCHING, 'player'))}). To watch a "
        f"Monte-Carlo player changes the ratio by {with_interval(*strong)}; to have watched the stand-in, after further own hands, by "
        f"{with_interval(*later)}. Any transcripts or saved hands of the table can be watched."
    )
    verdict = {"yes": "yes, a stand-in's"}.get(lower(found), lower(found))
    return Answer(31, "Can a FALCON learn from a person's recorded hands?", verdict, *found, len(alone), text)


def teachers_claim(runs: FalconRuns) -> Claim:
    """The paper's claim about the strength of teachers, as judged on its page."""
    (claim,) = [claim for claim in company_claims(runs) if claim.key == "neither-too-strong"]
    return claim


def answer_32(runs: FalconRuns) -> Answer:
    """Teachers with a dial, and teachers that change."""
    usual = runs.ratios(more(WEIGHT))
    found = {name: runs.change(name, more(WEIGHT)) for name in (*CURRICULA, *TEACHERS)}
    strong, weak = found["a stronger teacher"], found["a teacher who errs 100%"]
    verdict = in_a_word(min(strong.low, weak.low), max(strong.high, weak.high), "both ends teach better", "both ends teach worse")
    better = [f"{name} ({with_interval(*figure)})" for name, figure in found.items() if figure.high < 0]
    best = f"Better than the rule-based agents: {', '.join(better)}." if better else "Nobody is better than the rule-based agents."
    each = "; ".join(f"{name}: {with_interval(*figure)}" for name, figure in found.items())
    text = (
        f"the ratio after lessons by stronger teachers, three Jakes, less that after as many by the rule-based agents ({shown(usual)}); by "
        f"weaker ones who play any card {with_interval(*weak)}. {best} The paper's claim is about other teachers, random "
        f"and Monte-Carlo players, and is {teachers_claim(runs).verdict}. Every teacher, and plans that change them: {each}."
    )
    return Answer(32, "Should teachers be neither too strong nor too weak?", verdict, *strong, len(usual), text)


def answer_33(runs: FalconRuns) -> Answer:
    """Places in big games as the aim."""
    firsts = {name: runs.places(name).shares[:, -1, 0] for name in PLACES}
    usual, *others = PLACES
    by_seed = {name: runs.by_seed(name, shares) for name, shares in firsts.items()}
    found = {name: paired_over_seeds(by_seed[name], by_seed[usual]) for name in others}
    game = found[IN_GAME]
    verdict = in_a_word(game.low, game.high, "no", "yes")
    each = "; ".join(f"{name}: {with_interval(*found[name])}" for name in others if name != IN_GAME)
    text = (
        f"the share of first places in big games of a FALCON that aims at its {IN_GAME}, less that of one that aims at few points in the "
        f"hand ({shown(firsts[usual])}). Other aims, likewise: {each}."
    )
    return Answer(33, "Does an aim at places win more big games?", verdict, *game, len(firsts[usual]), text)


def answer_34(runs: FalconRuns) -> Answer:
    """How many rules in words a player needs."""
    rows = runs.proposals[FEW_RULES]
    whole = runs.proposed(FEW_RULES, "tested", -1)
    costs = {count: change(runs.proposed(FEW_RULES, "tested", place), whole) for place, count in enumerate(RULE_COUNTS[:-1])}
    enough = next((count for count, cost in costs.items() if cost.high < ENOUGH), None)
    fifty = costs[50]
    need = f"{enough:,} rules are" if enough is not None else f"more than {RULE_COUNTS[-2]:,} rules are"
    each = "; ".join(f"{count:,}: {with_interval(*cost)}" for count, cost in costs.items())
    text = (
        f"what a FALCON loses that keeps only its 50 most used rules, of {np.mean([row['rules'] for row in rows]):,.0f} that it can say in "
        f"words. By number of rules kept: {each}. So {need} needed to lose less than {ENOUGH}. The most used: “{rows[0]['sentences'][0]}”"
    )
    verdict = "yes, but in many" if fifty.low > ENOUGH else "yes, in few" if fifty.high < ENOUGH else "undecided"
    return Answer(34, "Can what it knows be printed as rules that people read?", verdict, *fifty, len(rows), text)


def answer_35(runs: FalconRuns) -> Answer:
    """Categories that are forgotten."""
    parts, found = [], {}
    for name in PRUNED:
        agent = more(MULTI if name.startswith(MULTI) else WEIGHT)
        found[name] = runs.change(name, agent)
        kept = np.mean(runs.row(name)["categories"]) / np.mean(runs.row(agent)["categories"])
        parts.append(f"{name}: {with_interval(*found[name])} with {kept:.0%} of the categories")
    first = next(iter(found))
    text = (
        f"what it adds to the ratio of {WEIGHT} to forget categories as public FALCON programs do (below a confidence of 0.01, which fades "
        f"by 0.0005 a trick). All ways: {'; '.join(parts)}."
    )
    value, low, high = found[first]
    verdict = "no" if low > 0 else "yes" if high < ENOUGH else "undecided"
    return Answer(35, "Can categories of low confidence be forgotten without loss?", verdict, value, low, high, runs.count(first), text)
