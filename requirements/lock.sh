#!/usr/bin/env bash
# Re-locks every set with hashes, naming no package index. Run `make lock` after changing
# dependencies in pyproject.toml; needs pip-tools in the environment that PYTHON names.
set -euo pipefail
cd "$(dirname "$0")/.."
lock() {
  local out=$1; shift
  "${PYTHON:-python3}" -m piptools compile --quiet --generate-hashes --strip-extras --no-header \
    --no-annotate --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --upgrade \
    "$@" --output-file "requirements/$out.lock" pyproject.toml requirements/build.in
}
lock base
lock demo --extra radio --extra speech --extra voices --extra service
lock dev --extra radio --extra speech --extra voices --extra service --extra editor --extra dev
