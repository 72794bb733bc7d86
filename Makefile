# The two commands: `make run` and `make test`. Both set up everything they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run test bench lint samples clean

run: .venv/ready
	$(BIN)/draufsicht replay docs/examples/taktori.txt

test: .venv/ready-dev
	$(BIN)/python -m pytest

bench: .venv/ready-dev
	$(BIN)/python -m benchmarks

samples: .venv/ready
	$(BIN)/python -m simulator.samples

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv .venv
	$(INSTALL) --editable .
	@touch $@

.venv/ready-dev: .venv/ready
	$(INSTALL) --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv build *.egg-info
