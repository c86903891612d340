"""Where a wrong search first goes wrong: found by `observe`, asked by the judge."""

from typing import Any

from noughts.board import board_of
from noughts.checker.asking import Stage, UnjudgedError
from noughts.checker.blame import causes_of
from noughts.checker.bonus import observe
from noughts.checker.case import Case, Talk
from noughts.notation import board_text
from noughts.observe.calls import UnreadableError
from noughts.observe.own_search import FirstWrong, find_first_wrong
from noughts.oracle import table
from noughts.words.said import Said

SECONDS = 2.0  # for one search


def find_wrong_place(case: Case) -> Talk:
    """Return the first wrong call on the smallest wrong board, if it can be read."""
    wrong = [
        question.key
        for question, answer in case.sheets["minimax"].wrongs()
        if table()[question.key].turn and not answer.absent
    ]
    if not wrong or case.time_up:
        return None
    key = min(wrong, key=lambda each: (each.count("."), each))
    finding = find_first_wrong(key, case.source.encode("latin-1"))
    answer: Any = None
    try:
        while True:
            asked = case, causes_of(case, "minimax"), "trace"
            wanted = finding.send(answer)
            answer = yield from observe(*asked, wanted, SECONDS, Stage.CAUSE)
    except StopIteration as end:
        return end.value
    except (UnreadableError, UnjudgedError):
        return None


def describe_place(found: FirstWrong) -> Said:
    """Return the note that names the function and the line."""
    name, lines = found.place.call.name, [found.line] if found.line else []
    key = "note.wrong_line" if lines else "note.wrong_function"
    board = board_text(board_of(found.run.root.board))
    return Said(key, function=name, lines=lines, board=board)
