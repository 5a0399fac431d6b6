"""Where the rollout thesis is silent: every point, how we read it, and how much that matters."""

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate
from cardshark.experiments.hearts_rollouts_questions import change, gains, told
from cardshark.experiments.hearts_rollouts_tables import PLAYOUTS
from cardshark.experiments.result import Reading
from cardshark.experiments.verdict import Effect

MATTERS = 0.25  # points a hand: so much changes the level


def readings(played: dict[str, Standing]) -> list[Reading]:
    """Every point that the thesis leaves open, and how much it matters."""
    usual = gains(played, "middle")[0]

    def brain(name: str) -> Estimate:
        return change(played[f"brain {name}"], 0)

    def reading(point: str, choice: str, alternatives: dict[str, Estimate], base: Estimate, level: str) -> Reading:
        notes = [f"{words} {told(each)}" for words, each in alternatives.items()]
        effect = Effect.LEVEL if any(abs(each.value - base.value) > MATTERS for each in alternatives.values()) else Effect.SMALL
        note = f"What rollouts gain with the {level} brain: {told(base)} as we read it; {'; '.join(notes)}."
        return Reading(point, choice, "; ".join(alternatives), effect, note)

    strong = gains(played, "strong")[0]
    playouts = played["playouts"]
    return [
        reading(
            "the last input, “penalty points the agent has in its hand”", "points of the cards it holds",
            {"taken by it": brain("taken_by_me"), "taken by all": brain("taken_by_all")}, usual, "decently trained",
        ),
        reading(
            "scores of each player as inputs", "points of the hand",
            {"of the game, as a part of the limit": brain("of_the_game")}, usual, "decently trained",
        ),
        reading("ReLU", "leaky, as in the thesis before", {"plain": brain("plain_relu")}, usual, "decently trained"),
        reading(
            "against whom the brains were trained", "themselves (discussion)",
            {"three of the training opponent": brain("against_opponent")}, usual, "decently trained",
        ),
        reading(
            "epsilon in the comparisons (“does not decrease”)", "0, as it was after training",
            {"networks play any card one time in ten": change(played["loose networks"], 0)}, strong, "well-trained",
        ),
        reading(
            "how hidden cards are divided", "every possible deal alike",
            {"card after card": change(playouts, list(PLAYOUTS).index("sequential deals"))}, strong, "well-trained",
        ),
        Reading(
            "how far a playout goes", "to the end of the hand (“the end of a set”)", "to the end of the trick (“the outcome of a round”)",
            Effect.LEVEL, "Decides the main claim; see the first question.",
        ),
        Reading("who leads to the first trick", "everybody in turn", "not said", Effect.UNTESTED),
    ]  # fmt: skip
