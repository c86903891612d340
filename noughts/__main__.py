"""`python -m noughts`, and the programs that are installed: the command line."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - for those who run it all the same
    sys.exit(
        "noughts needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info)
    )


def main(*first: str) -> int:
    """Run a command; Ctrl-C is no error, even before the command line is there."""
    try:
        from noughts import cli

        return cli.main([*first, *sys.argv[1:]])
    except KeyboardInterrupt:
        return 130


def open_window() -> int:
    """Be `noughts-window`, which systems start without a terminal: `noughts window`."""
    return main("window")


if __name__ == "__main__":
    # Nothing is to be found through the current folder, where a student's files may
    # lie: what Python put first for `-m` goes; where this package lies comes last.
    if not sys.flags.safe_path:
        del sys.path[0]
    sys.path.append(__file__.rpartition("noughts")[0] or ".")
    sys.exit(main())
