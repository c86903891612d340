"""`python -m noughts`: the command line."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - for those who run it all the same
    sys.exit(
        "noughts needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info)
    )

# Nothing is to be found through the current folder, where a student's files may lie:
# what Python put first for `-m` goes, and where this package lies comes last.
if not sys.flags.safe_path:
    del sys.path[0]
sys.path.append(__file__.rpartition("noughts")[0] or ".")

if __name__ == "__main__":
    try:
        from noughts.cli import main

        code = main()
    except KeyboardInterrupt:  # before the command line could see to it
        code = 130
    sys.exit(code)
