"""What the rollout thesis recommends to try next, answered: lines for the summary page."""

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_rollouts.claims import unseen_in_hands
from cardshark.experiments.hearts_rollouts.contests import HORIZONS, PLAYOUTS, TOPS, UNGUIDED
from cardshark.experiments.hearts_rollouts.measured import Played, change, played_in, slowdown, wins
from cardshark.experiments.hearts_rollouts.tasks import APPRENTICE, BEGINNINGS, ROUNDS
from cardshark.report.figures import number, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Answer
from cardshark.report.verdict import in_a_word


def answers(record: Record) -> list[Answer]:
    """Items 11 to 18 of the list."""
    played = played_in(record)
    ways = (expert_iteration, match_scores, random_playouts, more_time, inference, known_brains, early_stop, dropped_cards)
    return [way(played) for way in ways]


def helps(played: Played, ours: Interval) -> str:
    """Whether a change of points a hand helps: fewer are better. What the thesis could not have seen does not matter."""
    return in_a_word(ours.low, ours.high, "yes", "no", unseen_in_hands(played))


def expert_iteration(played: Played) -> Answer:
    """Item 11."""
    trained, fresh = (f"{APPRENTICE} {begin}" for begin in BEGINNINGS)
    ours = played.over(trained, change(ROUNDS, 0))
    return Answer(
        11, "Does a rollout agent play better with a brain that its own rollouts trained?", helps(played, ours), *ours,
        played.seeds(trained),
        f"Points a hand of its rollouts after {ROUNDS} rounds, less those of the rollouts of the well-trained brain it began with; "
        f"begun with nothing: {with_interval(*played.over(fresh, change(ROUNDS, 0)))}.",
    )  # fmt: skip


def match_scores(played: Played) -> Answer:
    """Item 12."""
    ours = played.over("aim", lambda sums: sums.share(1, 0) - sums.share(0, 0))
    return Answer(
        12, "Should rollouts look at the scores of the match?", in_a_word(ours.low, ours.high, "no", "yes"), *ours,
        played.seeds("aim"),
        "Share of games that they win if they play for the match, less the share if they play for points "
        f"({played.text('aim', wins(0, 0))}).",
    )  # fmt: skip


def random_playouts(played: Played) -> Answer:
    """Item 13."""
    guided, several, worst, one = (
        list(UNGUIDED).index(name) for name in ("guided, n = 100", "random, n = 400", "random, n = 100, o = 4, worst", "random, n = 100")
    )
    ours = played.over("unguided", change(several, guided))
    return Answer(
        13, "Do random playouts do as well, and what if the worst of several counts?",
        in_a_word(ours.low, ours.high, "better", "no", unseen_in_hands(played)), *ours, played.seeds("unguided"),
        f"Points a hand with 400 deals played out at random, less those with 100 guided by the network, in "
        f"{number(played.over('unguided', slowdown(several, guided)).value, 1)} times the time. With 100 deals, the worst of four playouts "
        f"instead of a single one: {played.text('unguided', change(worst, one))}.",
    )  # fmt: skip


def more_time(played: Played) -> Answer:
    """Item 14."""
    few, many = (list(UNGUIDED).index(f"guided, n = {count}") for count in (25, 100))
    ours = played.over("unguided", change(many, few))
    all_cards, two = TOPS.index(8), TOPS.index(2)
    return Answer(
        14, "Is more time worth it: more deals, more cards?", helps(played, ours), *ours, played.seeds("unguided"),
        f"Points a hand with 100 deals, less those with 25, in {number(played.over('unguided', slowdown(many, few)).value, 1)} times the "
        f"time; from 200 to 400 see the claims. With eight cards instead of two: {played.text('top', change(all_cards, two))}.",
    )  # fmt: skip


def known_brains(played: Played) -> Answer:
    """Item 16."""
    ours = played.over("other brains", change(1, 0))
    return Answer(
        16, "Does it help to know that the others have another brain?", helps(played, ours), *ours, played.seeds("other brains"),
        "Points a hand among three decently trained networks if their brain is known, less those if they are thought to have the "
        "well-trained one of the rollouts.",
    )  # fmt: skip


def early_stop(played: Played) -> Answer:
    """Item 17."""
    soon, whole = (list(HORIZONS).index(name) for name in ("1 trick, then the network's estimate", "the whole hand"))
    ours = played.over("strong horizon", change(soon, whole))
    word = in_a_word(ours.low, ours.high, "yes, and it gains", "at a cost", unseen_in_hands(played))
    return Answer(
        17, "Can a playout stop early, with the network's estimate for the rest?", word, *ours, played.seeds("strong horizon"),
        f"Points a hand if playouts stop after one trick, less those if they go to the end, in "
        f"{number(played.over('strong horizon', slowdown(soon, whole)).value, 2)} of the time.",
    )  # fmt: skip


def dropped_cards(played: Played) -> Answer:
    """Item 18."""
    halving, base = (list(PLAYOUTS).index(name) for name in ("halving", "as in the thesis"))
    ours = played.over("playouts", change(halving, base))
    return Answer(
        18, "Should bad cards be dropped on the way, instead of equal thought for all?", helps(played, ours), *ours,
        played.seeds("playouts"),
        "Points a hand if the worse half of the cards is dropped again and again, less those if every card gets as many deals, in "
        f"{number(played.over('playouts', slowdown(halving, base)).value, 1)} times the time.",
    )  # fmt: skip


def inference(played: Played) -> Answer:
    """Item 15."""
    names = list(PLAYOUTS)
    base, weighted, product = (names.index(name) for name in ("as in the thesis", "weighted deals", "weighted card by card"))
    ours = played.over("playouts", change(weighted, base))
    times = played.over("playouts", slowdown(weighted, base))
    return Answer(
        15, "Do rollouts gain by deals that explain what the others have played?", helps(played, ours), *ours, played.seeds("playouts"),
        f"Points a hand with weighted deals, less those with uniform ones ({played.deals('playouts'):,} deals, well-trained brain); "
        f"weighted card by card: {with_interval(*played.over('playouts', change(product, base)))}. "
        f"Weighting takes {number(times.value, 1)} times as long.",
    )  # fmt: skip
