# The two commands: `make run` and `make test`. Both set up everything they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run test bench lint samples pictures training clean

run: .venv/ready
	$(BIN)/draufsicht serve --demo

test: .venv/ready-dev
	$(BIN)/python -m pytest -n auto --dist loadscope

bench: .venv/ready-dev
	$(BIN)/python -m benchmarks

training: .venv/ready-dev
	$(INSTALL) --editable '.[training]'
	$(BIN)/python -m training

samples: .venv/ready
	$(BIN)/python -m simulator.samples

pictures: .venv/ready
	$(BIN)/python -m vision.stages sample_images/closed_rectangle.jpg --game taktori -o docs/pictures
	$(BIN)/python -m vision.thresholds docs/vision.md

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
