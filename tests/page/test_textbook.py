"""The textbook code next to a search: run, and compared with what the page shows."""

import json
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from noughts.game import contract
from noughts.game.board import board_of
from noughts.page.searches import METHODS, search
from noughts.search.minimax import by_rows
from noughts.search.strong_first import strong_first

PAGE = Path(__file__).parents[2] / "noughts" / "page" / "web"
STARTS = ("O.X.XOO.X", "X.O.O.X..", "XO..X....")  # O is to move in the last
SHOWN = Path(__file__).with_name("textbook.mjs")


def shown(searches):
    """Return the textbook code, and what the page shows at each step."""
    command = ["node", SHOWN, PAGE.as_uri()]
    given = json.dumps(searches)
    said = subprocess.run(command, input=given, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    answer = json.loads(said.stdout)
    return answer["CODE"], [
        [
            (line, {name: text and float(text) for name, text in variables})
            for line, variables in steps
        ]
        for steps in answer["shown"]
    ]


def run(lines, board):
    """Run the code on a board; return each step's line and the variables after it."""
    rules, steps = contract.default(), []
    room = {
        **{name: getattr(rules, name) for name in ("X", "player", "result")},
        **{name: getattr(rules, name) for name in ("terminal", "utility")},
        "actions": lambda board: by_rows(rules, board),
        "centre_first": lambda board: strong_first(rules, board),
        "inf": inf,
    }
    exec(compile("\n".join(text for text, *_ in lines), "textbook", "exec"), room)
    names = ("best", "v", "alpha", "beta")[: 2 + 2 * ("alpha" in lines[0][0])]
    tried = {}  # by frame: the number of moves tried

    def enter(frame, *_):
        if frame.f_code is not room["value"].__code__:
            return None
        tried[frame.f_back] = tried.get(frame.f_back, 0) + 1
        line, best = 0, None

        def leave_line(*_):
            nonlocal line, best
            note(frame, line, best)
            line, best = frame.f_lineno - 1, frame.f_locals.get("best")
            return leave_line

        return leave_line

    def note(frame, line, before):
        """Record a line if the page has a step for it."""
        here = frame.f_locals
        kind = lines[line][1] if lines[line][1:] else ""
        is_all = tried.get(frame) == len(rules.actions(here["board"]))
        if (
            not kind
            or (kind == "better" and here["best"] == before)
            or (kind == "cut" and is_all)
        ):
            return
        steps.append((line, {name: here.get(name) for name in names}))

    sys.settrace(enter)
    try:
        room["value"](board, *(-inf, inf)[: len(names) - 2])
    finally:
        sys.settrace(None)
    return steps


@pytest.mark.ci
@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_the_shown_variables_are_those_of_the_running_code():
    wanted = [(method, board_of(key)) for method in METHODS for key in STARTS]
    searches = [search(*each) for each in wanted]
    code, pages = shown(searches)
    for (method, board), page in zip(wanted, pages, strict=True):
        assert page == run(code[method], board), (method, board)
