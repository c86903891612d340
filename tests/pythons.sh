#!/usr/bin/env bash
# Test with every other Python from 3.11 on that is installed here: what differs from one
# to the next (syntax trees, tracebacks, deprecations) is met in the core, in the sandbox
# and by the checker, so those rooms are tested, without a screen and without a browser.
# `newest` tests with the newest of them alone.
set -euo pipefail
cd "$(dirname "$0")/.."
rooms=(tests/test_*.py tests/checker tests/sandbox tests/observe tests/library tests/words)
# The judge's longest tables would take as long as all the rest.
left_out=(--ignore=tests/checker/test_{judge,findings,hostile}.py)
ours=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# A name on the PATH can be a shim that leads nowhere: what does not run is not there.
found() {
  local python
  for python in "python$1" "$HOME/.pyenv/versions/$1".*/bin/python3; do
    if "$python" -c "import sys, venv, ensurepip
sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2> /dev/null; then
      echo "$python"
      return
    fi
  done
}

newest=
if [ "${1:-}" = newest ]; then
  newest=1 && shift
  left_out+=(--ignore=tests/checker/test_{misconceptions,verdicts}.py) # they read answers alone
fi
for version in 3.14 3.13 3.12 3.11; do
  python=$(found $version)
  if [ "$version" = "$ours" ] || [ -z "$python" ]; then continue; fi
  echo "With Python $version:"
  [ -e ".venv-$version/made" ] || {
    "$python" -m venv ".venv-$version"
    ".venv-$version/bin/pip" install --quiet --disable-pip-version-check \
      --editable '.[check]' 'pytest>=8.3,<10' 'pytest-timeout>=2.3,<3' \
      'pytest-xdist>=3.6,<4'
    touch ".venv-$version/made"
  }
  ".venv-$version/bin/python" -m pytest -q -n auto --dist loadfile \
    -p no:cacheprovider "${rooms[@]}" "${left_out[@]}" "$@"
  if [ -n "$newest" ]; then break; fi
done
