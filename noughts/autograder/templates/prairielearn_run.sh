#!/usr/bin/env bash
# PrairieLearn runs this for each submission. Whatever happens, there is a results file.
root=${GRADE:-/grade}
results=$root/results/results.json
mkdir -p "$root/results"
rm -f "$results"

cd "$root/tests" &&
  timeout 110 python3 -m noughts.autograder \
    prairielearn "$root/student" "$results" @OPTIONS@

if [ ! -s "$results" ]; then
  echo '{"gradable": false, "format_errors": ["The autograder itself failed, and your file was not judged. This is not your fault: please tell your teacher."]}' > "$results"
fi
exit 0
