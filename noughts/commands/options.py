"""Options that several commands share."""

import argparse
import math

SECONDS = 60.0  # a student's first move, all 549,946 positions, takes 5 to 40


def add_time(parser: argparse.ArgumentParser) -> None:
    """Add `--time`, the limit for an engine that comes from a file."""
    parser.add_argument(
        "--time",
        metavar="SECONDS",
        type=seconds,
        default=SECONDS,
        help="how long an engine may think about a move (default: 60)",
    )


def seconds(text: str) -> float:
    """Return a time as a number, if it is one that can pass."""
    try:
        time = float(text)
    except ValueError:
        time = 0
    if not 0 < time < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return time
