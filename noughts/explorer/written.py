"""A function that was written on the page, judged in the place of ours."""

import tempfile
from pathlib import Path

from noughts.checker.judge import check_file
from noughts.contract import hand_in
from noughts.explorer.answers import Answer


def written(function: str, text: str) -> Answer:
    """Return whether a function is right, with all the others ours, or how it fails."""
    ours = hand_in("tictactoe.py").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tictactoe.py"
        path.write_text(f"{ours}\n\n{text}\n", "utf-8")
        record = check_file(path, functions=[function])
    if record.refusal:
        return {"error": record.refusal}
    checks = [check for check in record.checks if check.function == function]
    failed = [check for check in checks if check.status != "passed"]
    answer: Answer = {
        "passed": not failed,
        "asked": max((check.asked for check in checks), default=0),
        "failing": max((check.failing for check in failed), default=0),
    }
    if failed and failed[0].failures:
        first = failed[0].failures[0]
        answer["failure"] = {
            "call": first.call,
            "board": first.board,
            "expected": first.expected,
            "got": first.got,
            "hint": first.hint,
        }
    elif failed:
        answer["error"] = failed[0].note or failed[0].sentence
    return answer
