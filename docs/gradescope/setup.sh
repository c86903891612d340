#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image. The wheel lies beside it.
set -euo pipefail
apt-get update
apt-get install -y python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install /autograder/source/noughts-*.whl 'ruff>=0.6,<1'
