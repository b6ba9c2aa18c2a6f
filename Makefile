# `make demo` and `make test` are all a newcomer needs; each creates the environment it runs in.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test check lint types contracts windows bench fuzz lock clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    two simulated pilots are talked down onto Batumi by voice"
	@echo "make test    the whole test suite"
	@echo "make check   linter, types, import contracts, profiles, scenarios, lock files"
	@echo "make bench   the figures in the documentation"
	@echo "make lock    lock the dependencies again"

# A stamp holds which lock file an environment was made from, so that a second run starts at once.
$(VENV)/.demo: requirements/demo.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what the demo needs (about a minute) ..."
	@test -e $(VENV)/.dev || $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/demo.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what the tests need (about a minute) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(VENV)/.demo
	@$(BIN)/marshall demo $(ARGS)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile $(ARGS)

check: $(VENV)/.dev lint types contracts windows
	$(BIN)/marshall validate profiles
	$(BIN)/marshall test profiles --coverage

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

contracts: $(VENV)/.dev
	$(BIN)/lint-imports

# A designer's set must resolve for Windows from wheels alone: no compiler at his desk.
windows: $(VENV)/.dev
	@$(BIN)/python -m pip install -q --disable-pip-version-check --dry-run --ignore-installed \
	  --require-hashes --only-binary=:all: --platform win_amd64 --python-version 3.11 \
	  --target build/windows -r requirements/base.lock
	@echo "The base set resolves for Windows from wheels alone."

bench: $(VENV)/.dev
	@for script in $(filter-out benchmarks/fuzz_profiles.py benchmarks/__init__.py,$(wildcard benchmarks/*.py)); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

# A hundred thousand broken profiles: each ends in diagnostics within 2 s and 300 MB.
fuzz: $(VENV)/.dev
	$(BIN)/python benchmarks/fuzz_profiles.py $(or $(COUNT),100000)

lock:
	PYTHON=$(PYTHON) requirements/lock.sh

clean:
	rm -rf $(VENV) build dist
