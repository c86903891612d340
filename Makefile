# The front door. Python 3.11 or newer (with venv) and make are all you need: each target
# installs what it needs into .venv.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL := $(BIN)/python -m pip install --quiet --retries 1 --disable-pip-version-check
# All tests of a file run on one core, so that what they share is made once. Files run in
# their order, because those with few tests, which would come last, take longest.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

# Otherwise each of many processes would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play explore check test test-ci lint format build bench docs site mutants clean

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

play: ## play in a window, or in this terminal if there is no screen
	@$(need_python)
	@$(MAKE) --silent $(VENV)/.window 2> /dev/null || true
	@if [ -e $(VENV)/.window ]; then python=$(BIN)/python; else python=$(PYTHON); fi; \
	$$python -m noughts window --or-play $(ARGS)

explore: $(VENV)/.explore ## open the page that shows Minimax thinking
	@$(BIN)/python -m noughts explore $(ARGS)

FILE ?= tictactoe.py
check: ## check FILE on every position, with nothing installed
	@$(need_python)
	@$(PYTHON) -m noughts check $(FILE) $(ARGS)

test: $(VENV)/.dev ## run the quick tests: about two minutes on two cores
	@$(PYTEST) $(ARGS)
	@if command -v node > /dev/null; then node --test --test-reporter=dot tests/page/web/; else \
	  echo "Node is not installed, so the page's modules were tested in the browser only."; fi

test-ci: $(VENV)/.dev ## run also the tests with real processes, browsers and long tables
	@$(PYTEST) --run-ci $(ARGS)

SCRIPTS := eslint.config.js 'noughts/page/{web,workers}/**/*.{js,mjs,ts,css}' 'docs/essay/*.{js,css}' 'tests/page/**/*.{js,mjs}'
lint: $(VENV)/.dev ## check style and types; with npm, the page's modules too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm > /dev/null; then \
	  { [ -d node_modules/typescript ] || npm install --silent --no-audit --no-fund --no-package-lock; } && \
	  npx prettier --check $(SCRIPTS) && npx eslint noughts/page docs/essay && npx tsc; \
	else echo "npm is not installed, so the page's modules were not checked."; fi

format: $(VENV)/.dev ## fix what the linter and the formatter can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@if [ -d node_modules/prettier ]; then npx prettier --write $(SCRIPTS); fi

build: $(VENV)/.dev ## build the wheel and the source archive, in dist
	rm -rf dist
	$(BIN)/python -m build

bench: $(VENV)/.dev $(VENV)-others/made ## measure noughts beside other packages; update docs/benchmarks.md
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/.dev ## update what the docs show: the pictures and the sample runs
	printf '%s\n' 5 3 6 q | $(PYTHON) -m noughts play --plain --as O > docs/sample-run.txt
	printf '%s\n' 5 3 4 8 q | $(PYTHON) -m noughts play --plain --as O > docs/sample-run-tie.txt
	printf '%s\n' 1 2 6 q | $(PYTHON) -m noughts play --plain --as X > docs/sample-run-second.txt
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_tree_pictures.py
	$(BIN)/python docs/make_page_pictures.py
	$(BIN)/python docs/make_class_pictures.py

site: $(VENV)/.site ## build the website with the documentation, in site
	$(BIN)/python docs/make_site.py

mutants: $(VENV)/.dev ## mutation testing: how many of 150 random mutants are detected; takes an hour
	@$(INSTALL) 'cosmic-ray>=8.3,<9'
	@$(BIN)/python benchmarks/mutants.py $(ARGS)

clean: ## remove what the other targets made
	rm -rf $(VENV) $(VENV)-* dist build .coverage .coverage.* node_modules site .mypy_cache .pytest_cache .ruff_cache

define need_python
command -v $(PYTHON) > /dev/null || \
  { echo "There is no $(PYTHON) here. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
  { echo "noughts needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
endef

$(VENV)/made:
	@$(need_python)
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
	@touch $@
