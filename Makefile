# The front door. Nothing is needed but Python 3.11 or newer, with venv, and make:
# each target makes the environment that it needs, in .venv, and uses it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL := $(BIN)/python -m pip install --quiet --retries 1 --disable-pip-version-check
# A file of tests stays on one core: what it shares is made once.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile

# Each of many processes would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help python play explore test test-ci test-slow coverage test-pygame test-pythons test-check50 lint format build bench sample-run mistakes pictures test-window test-page site mutants release-check clean test-js lint-js

help: ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

play: python ## play: in a window, or in this terminal where there is no screen
	@$(MAKE) --silent $(VENV)/.window 2> /dev/null || true
	@if [ -e $(VENV)/.window ]; then python=$(BIN)/python; else python=$(PYTHON); fi; \
	$$python -m noughts window --or-play $(ARGS)

explore: $(VENV)/.explore ## a page that shows Minimax thinking
	@$(BIN)/python -m noughts explore $(ARGS)

test: $(VENV)/.dev ## the tests, but for those that take long: a minute and a half
	@echo "Testing every room, on all cores: a minute and a half on two. The rest: make test-ci, make test-slow."
	@$(PYTEST) $(ARGS)
	@if command -v node > /dev/null; then $(MAKE) --silent test-js; else \
	  echo "There is no node here: the page's own modules are tested in the browser alone."; fi

test-js: ## the tests of the page's pure modules; needs Node 20 or newer
	node --test --test-reporter=dot tests/page/web/

lint-js: ## the style and the names of the page's modules; installs prettier and eslint, once
	@[ -d node_modules/eslint ] || npm install --silent --no-audit --no-fund --no-package-lock
	npx prettier --check 'noughts/page/web/**/*.js' 'tests/page/web/*.js'
	npx eslint noughts/page/web

test-ci: $(VENV)/.dev ## real processes, browsers and longer tables too, as in CI: some minutes
	@$(PYTEST) --run-ci $(ARGS)

test-slow: $(VENV)/.dev ## all tests: up to an hour
	@$(PYTEST) --run-slow $(ARGS)

coverage: $(VENV)/.dev ## the tests as in CI, and which lines and branches none has run
	@$(PYTEST) --run-ci --cov --cov-report=term-missing:skip-covered $(ARGS)

test-pygame: $(VENV)/made ## the window's tests, with pygame in place of pygame-ce
	@if $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 14))'; then \
	  echo "pygame has no wheels past Python 3.13: the window is tested with pygame-ce alone."; \
	else \
	  $(PYTHON) -m venv $(VENV)-pygame && \
	  $(VENV)-pygame/bin/python -m pip install --disable-pip-version-check \
	    --only-binary pygame pygame pytest pytest-timeout && \
	  $(VENV)-pygame/bin/python -m pytest --run-ci tests/test_runner.py tests/window $(ARGS); \
	fi

test-check50: $(VENV)/.dev ## the check50 pack, with the real check50
	@[ -x $(VENV)-check50/bin/check50 ] || { $(PYTHON) -m venv $(VENV)-check50 && \
	  $(VENV)-check50/bin/pip install --disable-pip-version-check 'check50>=3.3,<4'; }
	$(BIN)/python -m pytest --run-slow -k check50 tests/autograder $(ARGS)

test-pythons: $(VENV)/.dev ## the core, the sandbox and the checker, with each other Python installed here
	@tests/pythons.sh $(ARGS)

lint: $(VENV)/.dev ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.dev ## fix what the formatter and the linter can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

build: $(VENV)/.dev ## the wheel and the source archive, in dist
	rm -rf dist
	$(BIN)/python -m build

bench: $(VENV)/.dev $(VENV)-others/made ## measure, beside the others: results.json, docs/benchmarks.md, the READMEs
	$(BIN)/python benchmarks/run.py $(VENV)-others/bin/python

pictures: $(VENV)/.dev ## the pictures of window, page and reports, in docs/pictures
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_page_pictures.py
	$(BIN)/python docs/make_class_pictures.py

mistakes: $(VENV)/.dev ## the pages about mistakes, from the catalogue
	$(BIN)/python docs/make_mistakes.py

sample-run: ## play the game of docs/sample-run.txt, and write it there
	printf '%s\n' 5 3 6 q | $(PYTHON) -m noughts play --plain --as O > docs/sample-run.txt

test-window: $(VENV)/.dev ## the window's tests alone
	$(PYTEST) --run-ci tests/test_runner.py tests/window $(ARGS)

BROWSER ?= chromium
test-page: $(VENV)/.dev ## the tests of the page and of the reports, in BROWSER: chromium, firefox, webkit
	@[ $(BROWSER) = chromium ] || $(BIN)/playwright install --with-deps $(BROWSER)
	NOUGHTS_REQUIRE_BROWSER=1 NOUGHTS_BROWSER=$(BROWSER) $(PYTEST) --run-ci tests/page tests/classroom/test_report_browser.py $(ARGS)

site: $(VENV)/.site ## the whole site, with the documentation, in site
	$(BIN)/python docs/make_site.py

MODULE ?= noughts/notation.py
TESTS ?= tests/test_notation.py
mutants: $(VENV)/.dev ## mutation testing of MODULE by TESTS
	@$(BIN)/pip install -q --disable-pip-version-check 'cosmic-ray>=8.3,<9'
	@sed 's|^module-path.*|module-path = "$(MODULE)"|; s|tests/test_notation.py"|$(TESTS)"|' pyproject.toml > .mutants.toml
	@PATH="$(BIN):$$PATH"; cosmic-ray init .mutants.toml .mutants.sqlite --force && \
	  cosmic-ray exec .mutants.toml .mutants.sqlite && cr-report --surviving-only --show-diff .mutants.sqlite

release-check: $(VENV)/.dev ## whether version, changelog and citation agree with TAG
	@$(BIN)/python docs/release_check.py $(TAG)

clean: ## remove what the other targets made
	rm -rf $(VENV) $(VENV)-* dist build .coverage .coverage.* .mutants.* node_modules site .mypy_cache .pytest_cache .ruff_cache

python:
	@command -v $(PYTHON) > /dev/null || \
	  { echo "There is no $(PYTHON) here. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "noughts needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }

$(VENV)/made: | python
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "This Python has no venv module (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@echo "Making an environment in $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.window: $(VENV)/made requirements.txt
	@echo "Installing what the window needs (once) ..."
	@$(INSTALL) -r requirements.txt 2> /dev/null
	@touch $@

$(VENV)/.explore: $(VENV)/made pyproject.toml
	@echo "Installing what the page needs (once) ..."
	@$(INSTALL) --editable '.[explore]' 2> /dev/null || { echo "Flask, which the page needs, could not be installed: is there a network?" >&2; exit 1; }
	@touch $@

$(VENV)/.dev: $(VENV)/made pyproject.toml
	@echo "Installing what the tests need (once, some minutes on a slow line) ..."
	@$(INSTALL) --editable '.[window,explore,check,cluster,dev]' 2> /dev/null || { echo "pytest and what else the tests need (see pyproject.toml) could not be installed: is there a network?" >&2; exit 1; }
	@touch $@

$(VENV)/.site: $(VENV)/.dev
	@echo "Installing what the site needs (once) ..."
	@$(BIN)/python -m pip install --disable-pip-version-check --editable '.[docs]'
	@touch $@

$(VENV)-others/made: benchmarks/requirements.txt
	@echo "Installing what others have made, to measure it beside ours (once) ..."
	@$(PYTHON) -m venv $(VENV)-others
	@$(VENV)-others/bin/pip install --disable-pip-version-check -r $< || true
	@$(VENV)-others/bin/pip install --disable-pip-version-check --no-deps \
	  'aima3==1.0.11' 'tictactoe-policy>=1,<2' 'PyYAML>=6,<7' || true
	@touch $@
