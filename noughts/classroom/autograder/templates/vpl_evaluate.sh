#!/bin/bash
# Moodle's Virtual Programming Lab runs this for each evaluation. It writes the script
# that judges the file. noughts itself is in noughts.b64. Python 3.11 or newer is needed.
if [ -r vpl_environment.sh ]; then . ./vpl_environment.sh; fi
printf '#!/bin/bash\nmaximum=%s\n' "${VPL_GRADEMAX:-100}" > vpl_execution
cat >> vpl_execution <<'END'
submission=$PWD
place=$(mktemp -d)
cd "$place" || exit 1 # never start Python in the student's folder
base64 -d "$submission/noughts.b64" > noughts.zip
python3 -m zipfile -e noughts.zip noughts
# Without this version of ruff, style is in neither the points nor the maximum.
timeout 30 python3 -m pip install --quiet --target ruff "@RUFF@" > /dev/null 2>&1
cd noughts &&
  PYTHONPATH="$place/ruff" python3 -m noughts.classroom.autograder vpl \
    "$submission" "$place/results.txt" --out-of "$maximum" @OPTIONS@ > /dev/null 2>&1
if [ -s "$place/results.txt" ]; then
  cat "$place/results.txt"
else
  printf '%s\n' @FAILED@
fi
rm -rf "$place"
END
chmod +x vpl_execution
