# The habits of the house; `make` alone lists them. Needs Python 3.11 or later and make, nothing else.
# Everything is installed into .venv, once, and again when pyproject.toml or constraints.txt has changed: what a player needs, and for
# tests and checks all the rest. A file in .venv says that an installation is complete; one that was interrupted is done again.

PYTHON ?= python3
PLAYER := .venv/player
DEVELOPER := .venv/developer
NEW_ENOUGH := $(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("cardshark needs Python 3.11 or later: make PYTHON=python3.12")'
PIP := .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTEST := .venv/bin/python -m pytest -q
RULES := tests/games/hearts/test_hearts.py tests/games/gin/test_gin.py
SEARCH := tests/players/hearts/search
STYLES := tests/players/hearts/styles tests/players/gin/styles tests/players/gin/search $(SEARCH)/test_imagine.py $(SEARCH)/test_beliefs.py
NETWORK := tests/players/hearts/network
LEARNING := tests/test_lanes.py tests/players/policy/test_products.py $(NETWORK)/test_features.py $(NETWORK)/test_network.py tests/learning/hearts
RUMMY := tests/players/gin/rummy tests/learning/gin
FALCON := tests/players/hearts/falcon tests/learning/falcon/test_feedback.py tests/learning/falcon/test_percept_search.py \
	$(SEARCH)/test_uct_actions.py
THINKING := $(SEARCH)/test_search.py $(SEARCH)/test_hearts_montecarlo.py $(SEARCH)/test_trees.py \
	$(NETWORK)/test_rollouts.py $(NETWORK)/test_models.py $(NETWORK)/test_winning.py \
	tests/coach/test_statistics.py tests/coach/hearts tests/coach/gin
TABLES := $(addprefix tests/tables/test_, observing.py credit.py starting_positions.py tables.py)
# Browsers and other processes keep tests waiting a fifth of the time: one worker more than there are cores.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# Hands of each game that the slow tests compare with the book; a core compares 100 to 250 a second. More: make test HANDS=100000
HANDS ?= 4000

# The Pythons that `make wheel` builds for, as far as they are on this machine. Others: make wheel PYTHONS=python3.14
PYTHONS ?= python3.11 python3.12 python3.13

# Inputs of all seven kinds together, and the time for them. Findings come with the command that makes them again.
INPUTS ?= 100000
SECONDS ?= 60
SEED ?= 1

.PHONY: help play test check mutants bench fuzz writes wheel clean

help:
	@echo "make play    sit down at a table in the browser"
	@echo "make test    every test, the slow ones too (plain pytest runs the quick ones)"
	@echo "make check   format, lint, types, and that imports flow one way"
	@echo "make mutants break the rules in one place at a time, and see whether the tests notice (an hour of one core; goes on where it was)"
	@echo "make writes  full disks and kills at every change of a file, for each command that writes (half an hour)"
	@echo "make bench   hands per second on this machine"
	@echo "make fuzz    valid files, links and messages, changed at random: only a sentence or success is allowed (a minute)"
	@echo "make wheel   packages with compiled kernels inside, for each Python that is here, tried in a clean environment"
	@echo "make clean   throw away .venv and everything that was made"

play: $(PLAYER)
	@.venv/bin/cardshark play

# Everything is compiled first, on all cores: two tests that need the same kernel would wait for each other.
# Compiled code does not notice an index out of range. So all kernels then run in two other ways that do: as plain Python, which is
# also what a debugger shows, or compiled with checks where that would take too long; the rules in both, on fewer hands. The main run
# comes last, so that its closing line is the last one.
test: $(DEVELOPER)
	@.venv/bin/cardshark warm
	@echo "As plain Python:"
	@NUMBA_DISABLE_JIT=1 CARDSHARK_HANDS=500 $(PYTEST) -m slow $(RULES)
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow" --durations=8 $(STYLES) $(LEARNING) $(RUMMY) $(FALCON)
	@echo "Compiled, with every index checked:"
	@NUMBA_BOUNDSCHECK=1 CARDSHARK_HANDS=3000 $(PYTEST) -m slow $(RULES)
	@NUMBA_BOUNDSCHECK=1 $(PYTEST) -m "not slow" --durations=8 $(THINKING) $(TABLES)
	@echo "Everything:"
	@CARDSHARK_HANDS=$(HANDS) $(PYTEST) -m "slow or not slow" -n $(WORKERS) --durations=20

check: $(DEVELOPER)
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/pyright --pythonpath .venv/bin/python
	@.venv/bin/lint-imports --no-logo

# Compilation is off. What survives without a reason in tests/helpers/mutants/survivors.json is listed. Fewer: make mutants MUTANTS=chain.py
mutants: $(DEVELOPER)
	@PYTHONPATH=tests .venv/bin/python -m helpers.mutants $(MUTANTS)

bench: $(PLAYER)
	@.venv/bin/cardshark bench

fuzz: $(DEVELOPER)
	@PYTHONPATH=tests .venv/bin/python -m fuzz --seed $(SEED) \
		$(if $(AGAIN),--again $(AGAIN),--inputs $(INPUTS) --seconds $(SECONDS) $(if $(KINDS),--kinds $(KINDS)) $(if $(OUT),--out $(OUT)))

# Another choice of jobs, or a sample: make writes WRITES='duel --sample 7'
writes: $(DEVELOPER)
	@PYTHONPATH=tests .venv/bin/python -m helpers.writes $(WRITES)

wheel: $(PLAYER)
	@.venv/bin/python packaging/wheels.py $$(for each in $(PYTHONS); do command -v $$each; done)

clean:
	rm -rf .venv dist build .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .mutants
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# Python compiles what it imports. To compile everything at once would take longer and a seventh more room.
$(PLAYER): pyproject.toml constraints.txt
	@$(NEW_ENOUGH)
	@echo "Installing what a player needs into .venv, once (300 MB, about half a minute) …"
	@$(PYTHON) -m venv .venv
	@$(PIP) --no-compile -e .
	@touch $@

$(DEVELOPER): pyproject.toml constraints.txt
	@$(NEW_ENOUGH)
	@echo "Installing what tests and checks need into .venv, once (2.4 GB, a minute or two) …"
	@$(PYTHON) -m venv .venv
	@$(PIP) -e '.[dev]'
	@touch $(PLAYER) $@
