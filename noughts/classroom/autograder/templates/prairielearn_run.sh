#!/usr/bin/env bash
# PrairieLearn runs this for each submission. It always writes a results file.
# A file gets 90 s of CPU time; the timeout below is for a machine that hangs.
root=${GRADE:-/grade}
results=$root/results/results.json
mkdir -p "$root/results"
rm -f "$results"

# Without this version of ruff, style is in neither the points nor the maximum.
ruff=$(mktemp -d)
(cd "$ruff" && timeout 60 python3 -m pip install --quiet --target "$ruff" "@RUFF@")

cd "$root/tests" &&
  PYTHONPATH="$ruff" timeout -k 5 500 python3 -m noughts.classroom.autograder \
    prairielearn "$root/student" "$results" @OPTIONS@

if [ ! -s "$results" ]; then
  printf '%s\n' @FAILED@ > "$results"
fi
exit 0
