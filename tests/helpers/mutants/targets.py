"""What is mutated, and which tests must notice. All tests are asked that reach a place, whatever file they stand in."""

TARGETS = {
    "journal": ("chain.py", "journal.py"),
    "score": ("games/hearts/score.py", "games/gin/score.py", "games/gin/showdown.py"),
    "rules": (
        "games/hearts/rules.py",
        "games/hearts/state.py",
        "games/hearts/game.py",
        "games/hearts/batch.py",
        "games/gin/rules.py",
        "games/gin/state.py",
        "games/gin/game.py",
        "games/gin/batch.py",
    ),
    "melds": ("games/gin/melds.py",),
    "barrier": ("games/views.py",),  # and `look` in the `game.py` of each game
    "stats": ("arena/stats.py", "distributions.py"),
    "imagine": (
        "players/hearts/search/hidden.py",
        "players/hearts/search/imagine.py",
        "players/hearts/search/whole.py",
        "players/gin/search/whole.py",
        "players/gin/search/worlds.py",
    ),
}
FILES = [path for paths in TARGETS.values() for path in paths]
TESTS = [
    "tests/test_journal.py",
    "tests/test_journal_files.py",
    "tests/test_journal_gone.py",
    "tests/test_distributions.py",
    "tests/test_distributions_digits.py",
    "tests/arena/test_stats.py",
    "tests/arena/test_stats_by_others.py",
    "tests/arena/test_stats_of_runs.py",
    "tests/arena/test_stats_edges.py",
    "tests/games/test_house.py",
    "tests/games/test_plug.py",
    "tests/games/test_views.py",
    "tests/games/test_luck.py",
    "tests/games/test_batches.py",
    "tests/games/test_rule_limits.py",
    "tests/games/test_named_rules.py",
    "tests/games/hearts/test_hearts.py",
    "tests/games/hearts/test_hearts_rules.py",
    "tests/games/hearts/test_hearts_ends.py",
    "tests/games/gin/test_gin.py",
    "tests/games/gin/test_gin_rules.py",
    "tests/games/gin/test_gin_ends.py",
    "tests/games/gin/test_gin_begins.py",
    "tests/games/gin/test_melds.py",
    "tests/tables/test_observing.py",
    "tests/players/hearts/search/test_imagine.py",
    "tests/players/hearts/search/test_imagine_steps.py",
    "tests/players/hearts/search/test_imagined_for_ever.py",
    "tests/players/test_whole_games.py",
    "tests/players/gin/search/test_gin_worlds.py",
    "tests/players/gin/search/test_gin_past.py",
    "tests/players/gin/search/test_gin_walks.py",
    "tests/players/gin/search/test_gin_plausible.py",
]
MOST_SECONDS = 3.0  # of the processor that a single test may take without a mutant: longer ones are left out
BUDGET = 2.0  # seconds of tests that a mutant must survive; what survives them counts as a survivor
