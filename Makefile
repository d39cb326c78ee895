# make run   start storewise with the sample handbook, no key needed
# make test  everything that must hold before a change lands

PYTHON ?= python3
export PYTHON
BIN := .venv/bin

.PHONY: run test check lock e2e bench clean

run: .venv/run.ready
	@$(BIN)/storewise serve

test: check
	$(BIN)/pytest --cov --cov-report=term:skip-covered

check: .venv/dev.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy

# Against a third-party Slack emulator; needs npm.
e2e: .venv/dev.ready
	.ci/e2e

bench: .venv/dev.ready
	$(BIN)/python -m benchmarks.ask

# Renews the exact versions and hashes for Python 3.11, 3.12 and 3.13.
lock: .venv/dev.ready
	.ci/relock

clean:
	rm -rf .venv

.venv/%.ready: .ci/lock/%.txt pyproject.toml
	@.ci/setup $*
