"""A function that was written on the page, judged in the place of ours."""

import tempfile
from pathlib import Path

from noughts.checker.driver import OnProgress
from noughts.checker.judge import check_file
from noughts.checker.relay import in_place_of_ours, report, verdicts_on
from noughts.explorer.page_data import Json


def checked(source: bytes, progress: OnProgress) -> Json:
    """Return what is right and wrong with a file, and the report of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tictactoe.py"
        path.write_bytes(source)
        return report(check_file(path, progress=progress))


def written(function: str, text: str, progress: OnProgress) -> Json:
    """Return whether a function is right, with all the others ours, or how it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tictactoe.py"
        path.write_bytes(in_place_of_ours(function, text))
        record = check_file(path, functions=[function], progress=progress)
    return verdicts_on(record, function)
