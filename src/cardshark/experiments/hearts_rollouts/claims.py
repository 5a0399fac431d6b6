"""The claims of the rollout thesis, judged."""

from math import hypot

from cardshark.arena.contest import Standing
from cardshark.arena.stats import around
from cardshark.experiments.hearts_rollouts.measured import difference_between_contests, mean_final_gap, spread_error
from cardshark.experiments.hearts_rollouts.tables import CALLED, DIFFERENCES, FEW_NS, LEVELS, MATTERS, NS, ROLLOUTS, TOPS
from cardshark.report.figures import printed
from cardshark.report.result import Claim
from cardshark.report.verdict import between, less, more


def claims(played: dict[str, Standing], matches: dict[str, Standing]) -> list[Claim]:
    """All of them, the main one first."""
    return [*level_claims(matches), *number_claims(played, matches), *card_claims(played["top"]), *spread_claims(matches)]


def level_claims(matches: dict[str, Standing]) -> list[Claim]:
    """Do rollouts help?"""
    found = []
    words = {
        "strong": "Rollouts hurt a well-trained brain.", "weak": "Rollouts help a poorly trained brain.",
        "middle": "Rollouts help a decently trained brain.",
    }  # fmt: skip
    for level, text in words.items():
        ours, (low, high) = mean_final_gap(matches[level]).interval(), DIFFERENCES[level]
        verdict = (more if level == "strong" else less)(ours.low, ours.high)
        because = f"final score of the rollout agent less that of a network, all n; printed {printed(low)} to {printed(high)} (table 4.7)"
        found.append(Claim(text, verdict, round((low + high) / 2, 2), *ours, because=because))
    ours = difference_between_contests(mean_final_gap(matches["strong"]), mean_final_gap(matches["weak"]))
    paper = (sum(DIFFERENCES["strong"]) - sum(DIFFERENCES["weak"])) / 2
    found.append(Claim(
        "The better the brain, the less it gains by rollouts.", more(ours.low, ours.high), round(paper, 2), *ours,
        because="the same difference with the well-trained brain, less that with the poorly trained one; above 0 the well-trained brain "
        "gains less",
    ))  # fmt: skip
    return found


def number_claims(played: dict[str, Standing], matches: dict[str, Standing]) -> list[Claim]:
    """Does n matter?"""
    found = []
    for level in LEVELS:
        standing = played[f"{level} n"]
        here, there = (standing.points(FEW_NS.index(n), 0) for n in (400, 200))
        ours, hands = (here - there).interval(), matches[level].hands(NS.index(200))
        paper = round((ROLLOUTS[level, 400].mean - ROLLOUTS[level, 200].mean) / hands, 3)
        found.append(Claim(
            f"With {CALLED[level]}, n hardly matters: 400 deals do as well as 200.", between(ours.low, ours.high, -MATTERS, MATTERS),
            paper, *ours,
            because=f"points a hand with 400 deals less those with 200, on the same deals; less than {MATTERS} counts as hardly. The "
            f"printed difference is one of final scores, here divided by the {hands:.1f} hands of a game",
        ))  # fmt: skip
    return found


def card_claims(standing: Standing) -> list[Claim]:
    """Does m matter, the number of cards that are tried?"""
    found = []
    for m in TOPS[1:-1]:
        ours = (standing.points(TOPS.index(m), 0) - standing.points(TOPS.index(8), 0)).interval()
        found.append(Claim(
            f"The number of cards that are tried hardly matters: {m} do as well as all.", between(ours.low, ours.high, -MATTERS, MATTERS),
            "expected", *ours,
            because=f"points a hand less those with all cards, well-trained brain; less than {MATTERS} counts as hardly",
        ))  # fmt: skip
    return found


def spread_claims(matches: dict[str, Standing]) -> list[Claim]:
    """What becomes of the spread of the scores?"""
    found = []
    pairs = [[matches[level].spread(table, 0) for table in range(len(NS))] for level in ("strong", "weak")]
    errors = [spread_error(matches[level], table) for level in ("strong", "weak") for table in range(len(NS))]
    ours = around((sum(pairs[0]) - sum(pairs[1])) / len(NS), hypot(*errors) / len(NS))
    paper = sum(ROLLOUTS["strong", n].sd - ROLLOUTS["weak", n].sd for n in NS) / len(NS)
    found.append(Claim(
        "The better the brain, the smaller the spread of the rollout agent's scores.", less(ours.low, ours.high), round(paper, 2), *ours,
        because="standard deviation with the well-trained brain less that with the poorly trained one, mean over n",
    ))  # fmt: skip
    wider = [matches[level].spread(NS.index(400), 0) - matches[level].spread(NS.index(200), 0) for level in LEVELS]
    errors = [spread_error(matches[level], NS.index(n)) for level in LEVELS for n in (200, 400)]
    ours = around(sum(wider) / len(LEVELS), hypot(*errors) / len(LEVELS))
    paper = sum(ROLLOUTS[level, 400].sd - ROLLOUTS[level, 200].sd for level in LEVELS) / len(LEVELS)
    found.append(Claim(
        "More deals do not make the scores less spread.", between(ours.low, ours.high, -2, 2), round(paper, 2), *ours,
        because="standard deviation with n = 400 less that with n = 200, mean over brains; 2 would matter",
    ))  # fmt: skip
    return found
