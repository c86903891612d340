#!/usr/bin/env bash
# Gradescope runs this for each submission. It always writes a results file.
root=${AUTOGRADER:-/autograder}
results=$root/results/results.json
mkdir -p "$root/results"
rm -f "$results"
python=$(cat "$root/python" 2>/dev/null || echo python3)

cd "$root/source" &&
  PYTHONPATH="$root/ruff" timeout -k 10 300 "$python" -m noughts.classroom.autograder \
    gradescope "$root/submission" "$results" @OPTIONS@

if [ ! -s "$results" ]; then
  printf '%s\n' @FAILED@ > "$results"
fi
exit 0
