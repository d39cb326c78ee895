#!/bin/sh
# Compares storewise with LangChain and LlamaIndex: `benchmarks/peers/run.sh GOLDEN:CORPUS ...`.
# Makes .venv-peers with storewise's locked packages and the frameworks; .venv stays as it is.
set -eu
cd "$(dirname "$0")/../.."

if [ ! .venv-peers/ready -nt benchmarks/peers/requirements.txt ] ||
  [ ! .venv-peers/ready -nt .ci/lock/run.txt ]; then
  echo "Making .venv-peers; about three minutes the first time ..." >&2
  "${PYTHON:-python3}" -m venv .venv-peers
  .venv-peers/bin/pip install --quiet --disable-pip-version-check \
    --no-deps --require-hashes -r .ci/lock/run.txt
  .venv-peers/bin/pip install --quiet --disable-pip-version-check \
    --no-deps --no-build-isolation --editable .
  .venv-peers/bin/pip install --quiet --disable-pip-version-check \
    -r benchmarks/peers/requirements.txt
  .venv-peers/bin/pip check
  touch .venv-peers/ready
fi

# One thread for the model, whatever `threads` says.
export OPENBLAS_NUM_THREADS=1
# Nothing leaves the machine: no usage figures, no traces.
export ANONYMIZED_TELEMETRY=False ORT_DISABLE_TELEMETRY=1 DO_NOT_TRACK=1
export LANGSMITH_TRACING=false LANGCHAIN_TRACING_V2=false
exec .venv-peers/bin/python -W ignore::DeprecationWarning -m benchmarks.peers "$@"
