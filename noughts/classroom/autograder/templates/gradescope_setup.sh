#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image. It installs Python 3.11 if the
# image has no newer one.
set -uo pipefail
root=${AUTOGRADER:-/autograder}

find_python() {
  for each in python3.14 python3.13 python3.12 python3.11 python3; do
    if "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$each"
      return 0
    fi
  done
  return 1
}

if ! find_python > /dev/null; then
  export DEBIAN_FRONTEND=noninteractive # no prompt for the time zone
  apt-get update
  # Ubuntu 22.04, the default, has Python 3.11 as a package; older versions need an archive.
  apt-get install -y python3.11 || {
    apt-get install -y software-properties-common
    add-apt-repository -y ppa:deadsnakes/ppa
    apt-get update
    apt-get install -y python3.11
  }
fi

python=$(find_python) || {
  echo "No Python 3.11 or newer could be installed." >&2
  exit 1
}
echo "$python" > "$root/python"

# Without this version of ruff, style is in neither the points nor the maximum.
"$python" -m pip install --target "$root/ruff" @RUFF@ ||
  python3 -m pip install --target "$root/ruff" @RUFF@ ||
  echo "ruff could not be installed: style will not be judged." >&2
exit 0
