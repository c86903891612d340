"""Entry points: `python -m noughts` and the installed commands."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - for those who run it all the same
    sys.exit(
        "noughts needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info)
    )


def main(*first: str) -> int:
    """Run a command; exit quietly on Ctrl-C, even during start-up."""
    try:
        from noughts import cli

        return cli.main([*first, *sys.argv[1:]])
    except KeyboardInterrupt:
        return 130


def open_window() -> int:
    """Entry point of `noughts-window`, started without a terminal."""
    return main("window")


if __name__ == "__main__":
    # Import nothing from the current folder, which may hold a student's files: drop
    # the entry that `-m` added, and put our own folder last.
    if not sys.flags.safe_path:
        del sys.path[0]
    sys.path.append(__file__.rpartition("noughts")[0] or ".")
    sys.exit(main())
