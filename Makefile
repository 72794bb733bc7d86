# The two commands: `make run` and `make test`. Both set up everything they need in .venv. `make oldest` tests with the
# oldest versions of everything that pyproject.toml allows, in .venv-oldest.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

OLDEST := .venv-oldest/bin

.PHONY: run test oldest bench lint samples pictures training clean

run: .venv/ready
	$(BIN)/draufsicht serve --demo

test: .venv/ready-dev
	$(BIN)/python -m pytest -n auto --dist loadscope

# What each of them is used for, not everything: a server, pages, pictures in and out, paper, files.
oldest: .venv-oldest/ready
	$(OLDEST)/python tests/lower_bounds.py --check
	$(OLDEST)/python -m pytest -n auto -q tests/web/door/test_connections.py tests/web/door/test_sharing.py \
		tests/web/door/test_guests.py tests/web/games/test_score_sheet.py tests/vision/test_photograph.py tests/vision/test_frames.py \
		tests/calibration/test_sheet.py tests/calibration/test_profiles.py tests/calibration/test_charuco.py

bench: .venv/ready-dev
	$(BIN)/python -m benchmarks

training: .venv/ready-dev
	$(INSTALL) --editable '.[training]'
	$(BIN)/python -m training

samples: .venv/ready
	$(BIN)/python -m simulator.tactori.samples
	$(BIN)/python -m simulator.flat.samples

pictures: .venv/ready
	$(BIN)/python -m docs.tools.stages sample_images/closed_rectangle.jpg --game taktori -o docs/pictures
	$(BIN)/python -m docs.tools.thresholds docs/vision.md
	$(BIN)/python -m docs.tools.house docs/pictures/house.svg

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

.venv-oldest/ready: pyproject.toml constraints.txt tests/lower_bounds.py
	$(PYTHON) -m venv .venv-oldest
	$(OLDEST)/python tests/lower_bounds.py > .venv-oldest/constraints.txt
	$(OLDEST)/python -m pip install --quiet --disable-pip-version-check --constraint .venv-oldest/constraints.txt \
		--editable . hypothesis pytest pytest-xdist
	@touch $@

clean:
	rm -rf .venv .venv-oldest build *.egg-info
