#!/usr/bin/env bash
# Gradescope runs this for each submission. Whatever happens, there is a results file.
root=${AUTOGRADER:-/autograder}
results=$root/results/results.json
mkdir -p "$root/results"
rm -f "$results"
python=$(cat "$root/python" 2>/dev/null || echo python3)

cd "$root/source" &&
  PYTHONPATH="$root/ruff" timeout 300 "$python" -m noughts.autograder \
    gradescope "$root/submission" "$results" @OPTIONS@

if [ ! -s "$results" ]; then
  echo '{"score": 0, "output": "The autograder itself failed, and your file was not judged. This is not your fault: please tell your teacher, who can run it again."}' > "$results"
fi
exit 0
