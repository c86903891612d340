#!/usr/bin/env bash
# Test the core, the sandbox and the checker with the other Pythons from 3.11 on that are
# installed here, without a screen or a browser. `newest` takes the newest version alone,
# `debian` the system's own Python, whose 3.11.2 differs from later releases of 3.11.
# `pygame` tests the windows with pygame in place of pygame-ce.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t rooms < <(ls tests/test_*.py | grep -v test_runner) # that needs pygame
rooms+=(tests/game tests/sandbox tests/texts)
# Without the longest tables, and the recorded lines, which differ in each Python.
checker=(tests/checker --ignore=tests/checker/{own_search,test_check_file.py,test_findings.py,test_hostile.py})
ours=$(.venv/bin/python -c 'import platform; print(platform.python_version())')

# A name on the PATH can be a shim that leads nowhere: print a version only if it runs.
version_of() {
  "$1" -c 'import platform, sys, venv, ensurepip
if sys.version_info >= (3, 11): print(platform.python_version())' 2> /dev/null || true
}

which=${1:-all}
[ $# = 0 ] || shift
if [ "$which" = pygame ]; then
  if python3 -c 'import sys; sys.exit(sys.version_info < (3, 14))'; then
    echo "pygame has no wheels for Python 3.14 and later: the windows are tested with pygame-ce only."
    exit
  fi
  [ -e .venv-pygame/made ] || {
    python3 -m venv .venv-pygame
    .venv-pygame/bin/pip install --quiet --disable-pip-version-check --only-binary pygame pygame pytest pytest-timeout
    touch .venv-pygame/made
  }
  exec .venv-pygame/bin/python -m pytest -q --run-ci tests/test_runner.py tests/play/window "$@"
fi
candidates=(python3.14 python3.13 python3.12 "$HOME"/.pyenv/versions/3.1[2-9].*/bin/python3 /usr/bin/python3)
if [ "$which" = debian ]; then candidates=(/usr/bin/python3) checker=(); fi
for python in "${candidates[@]}"; do
  version=$(version_of "$python")
  if [ -z "$version" ] || [ "$version" = "$ours" ]; then continue; fi
  echo "With Python $version:"
  [ -e ".venv-$version/made" ] || {
    "$python" -m venv ".venv-$version"
    ".venv-$version/bin/pip" install --quiet --disable-pip-version-check \
      --editable '.[check]' 'pytest>=8.3,<10' 'pytest-timeout>=2.3,<3' \
      'pytest-xdist>=3.6,<4'
    touch ".venv-$version/made"
  }
  ".venv-$version/bin/python" -m pytest -q -n auto --dist loadfile \
    -p no:cacheprovider "${rooms[@]}" "${checker[@]}" "$@"
  if [ "$which" = newest ]; then break; fi
done
