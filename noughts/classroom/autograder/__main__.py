"""What the autograders run: `-m noughts.classroom.autograder FORM FOLDER RESULTS`."""

import argparse
import sys
from pathlib import Path

from noughts.classroom.autograder.grading import FORMS, grade
from noughts.texts import ENGLISH, LANGUAGES


def main(argv: list[str] | None = None) -> int:
    """Judge the file in a folder and write its results."""
    parser = argparse.ArgumentParser(prog="python -m noughts.classroom.autograder")
    parser.add_argument("form", choices=FORMS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--rubric", type=Path)
    parser.add_argument("--language", choices=LANGUAGES, default=ENGLISH)
    parser.add_argument("--outputs", type=Path)
    parser.add_argument("--out-of", type=float, default=100.0)
    given = parser.parse_args(argv)
    return grade(**vars(given))


if __name__ == "__main__":
    sys.exit(main())
