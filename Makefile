# make run   start storewise with the sample handbook, no key needed
# make test  everything that must hold before a change lands

PYTHON ?= python3
export PYTHON
BIN := .venv/bin

.PHONY: run test test-postgres check long coverage fuzz audit lock e2e e2e-teams e2e-mcp e2e-web e2e-clients e2e-model lint-deploy read-formats drawings bench bench-retrieval \
	bench-peers bench-scale bench-slack bench-teams bench-steps bench-privacy chaos chaos-scale load clean

run: .venv/run.ready
	@$(BIN)/storewise serve

# On two cores, a file's tests on one, the slow ones of tests/flow before the quick ones of tests/unit.
# Tests are compiled once, and numpy takes one core, as in `storewise`.
TEST := PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

test: check
	$(TEST)

# More of the kinds that `make test` has one of: servers and assistants in processes of their own, kills, replicas, attacks,
# roles; and an upgrade, a whole run beside questions, the questions about a selected text.
long: .venv/dev.ready
	$(TEST) -m long

# What needs a real PostgreSQL; installs Debian's where there is none, which needs root.
test-postgres: .venv/dev.ready
	.ci/postgresql
	$(BIN)/pytest -m postgres --postgres=required

# Which lines and branches the tests reach, at least 90 %. Counting them takes a third longer; the lists of questions reach
# a dozen that the others do not.
coverage: .venv/dev.ready
	$(TEST) --cov --cov-report=term:skip-covered --ignore=tests/quality

check: .venv/dev.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy --num-workers 2

# What the OpenAPI document allows and forbids, far more of it than `make test` sends; five minutes.
fuzz: .venv/dev.ready
	FUZZ_EXAMPLES=100 $(BIN)/pytest -m "long or not long" tests/flow/api/test_openapi.py

# The locked packages among the known vulnerabilities; passes with a word where those are out of reach.
audit:
	@$(PYTHON) .ci/audit

# Against a third-party Slack emulator; needs npm.
e2e: .venv/dev.ready
	.ci/e2e

# Against Microsoft's test tool for Teams; needs npm.
e2e-teams: .venv/dev.ready
	.ci/e2e-teams

# Against the MCP Inspector's command line; needs npm.
e2e-mcp: .venv/dev.ready
	.ci/e2e-mcp

# The playground in Chromium; needs npm and Debian's chromium.
e2e-web: .venv/dev.ready
	.ci/e2e-web

# Generated clients of the API, in TypeScript and Python; needs npm.
e2e-clients: .venv/dev.ready
	.ci/e2e-clients

# A real language model on this machine: llama.cpp's server and a small model. A quarter of an hour.
e2e-model: .venv/dev.ready
	.ci/e2e-model

# Every kind of reply as both chats show it on a phone, in drawings.html; BEFORE=FILE draws those of another time beside
# them, kept by KEEP=FILE.
drawings: .venv/dev.ready
	$(BIN)/python -m benchmarks.drawings --html drawings.html $(if $(KEEP),--json $(KEEP)) $(if $(BEFORE),--before $(BEFORE))

# The Dockerfile, carried out line by line without Docker, and the Helm chart; needs npm and root, two minutes.
lint-deploy: .venv/dev.ready
	.ci/deploy/run

# Documents in every format, made by other programs and compared with what is read; needs Debian's libreoffice.
read-formats: .venv/dev.ready
	.ci/formats/run

bench: .venv/dev.ready
	$(BIN)/python -m benchmarks.ask

# Other sets: make bench-retrieval SETS="GOLDEN:CORPUS GOLDEN:CORPUS"; the same for bench-peers.
SETS ?= tests/quality/golden.jsonl:knowledge/sample

bench-retrieval: .venv/dev.ready
	$(BIN)/python -m benchmarks.retrieval $(SETS)

# Against LangChain and LlamaIndex, in .venv-peers; the first time installs about 60 packages.
bench-peers:
	benchmarks/peers/run.sh $(SETS) tests/quality/golden.jsonl:knowledge/sample+10000

# Makes 100,000 passages: half an hour. With DATA=FOLDER they are kept for the next time.
bench-scale: .venv/dev.ready
	$(BIN)/python -m benchmarks.scale $(if $(DATA),--data $(DATA))

# Our adapter beside a bare Bolt app.
bench-slack: .venv/dev.ready
	$(BIN)/python -m benchmarks.slack

# Our adapter beside the SDK's own.
bench-teams: .venv/dev.ready
	$(BIN)/python -m benchmarks.teams

# What the redaction finds, what it touches by mistake, how long it takes.
bench-privacy: .venv/dev.ready
	$(BIN)/python -m benchmarks.privacy $(SETS)

# The same passages: with the same DATA=FOLDER they are made once.
bench-steps: .venv/dev.ready
	$(BIN)/python -m benchmarks.steps $(if $(DATA),--data $(DATA))

# A server that is killed at random moments while people ask; 20 minutes. The same again: make chaos SEED=7
SEED ?= 1

chaos: .venv/dev.ready
	$(BIN)/python -m benchmarks.chaos --seed $(SEED)

# The same with replicas, and with the PostgreSQL and the Chroma that they share; 25 minutes.
chaos-scale: .venv/dev.ready
	$(BIN)/python -m benchmarks.chaos_scale --seed $(SEED)

# 1 to 500 questions in flight, then ten minutes of 16; a quarter of an hour.
load: .venv/dev.ready
	$(BIN)/python -m benchmarks.load --soak 600

# Renews the exact versions and hashes for Python 3.11, 3.12 and 3.13.
lock: .venv/dev.ready
	.ci/relock

clean:
	rm -rf .venv .venv-peers .venv-audit

.venv/%.ready: .ci/lock/%.txt pyproject.toml
	@.ci/setup $*
