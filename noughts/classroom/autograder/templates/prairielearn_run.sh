#!/usr/bin/env bash
# PrairieLearn runs this for each submission. It always writes a results file.
# A file gets 90 s of CPU time; the timeout below is for a machine that hangs.
root=${GRADE:-/grade}
results=$root/results/results.json
mkdir -p "$root/results"
rm -f "$results"

cd "$root/tests" &&
  timeout -k 5 570 python3 -m noughts.classroom.autograder \
    prairielearn "$root/student" "$results" @OPTIONS@

if [ ! -s "$results" ]; then
  printf '%s\n' @FAILED@ > "$results"
fi
exit 0
