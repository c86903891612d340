"""
The bonus: how a file searches, judged by its calls of `result` during one search.

If they do not show whether it is alpha-beta, as in a search that changes a board of its
own, the teacher decides.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from noughts.board import key_of
from noughts.checker.asking import Ask, Stage, UnjudgedError
from noughts.checker.blame import causes_of
from noughts.checker.case import Case, Talk, ask
from noughts.checker.checks import text_of
from noughts.checker.record import ALPHABETA, Check, SearchEvidence
from noughts.notation import parse_board
from noughts.observe import watch
from noughts.observe.own_search import EXTENSION
from noughts.words.said import Said

COUNTS = range(10**12)  # plausible numbers of calls and lines
SECONDS = 10.0  # for the search
RECORDER = EXTENSION.read_text("utf-8")
# Seven empty cells: plain Minimax visits 7,332 positions, alpha-beta 844.
BOARD = "X.. .O. ..."
MARKS = '\nX, O, EMPTY = "X", "O", None\n'  # for a file with others


def judge_bonus(case: Case) -> Talk:
    """Return the verdict on the bonus, and the evidence."""
    absent = Check(ALPHABETA, text_of(ALPHABETA), "absent")
    if "minimax" in case.missing or not case.written("minimax"):
        return absent, None
    (optimal,) = (c for c in case.checks["minimax"] if c.name == "minimax.optimal")
    excused = optimal.status == "excused"
    observation = yield from listen(case, causes_of(case, "minimax") if excused else [])
    search, prints = read_observation(observation)
    if prints:
        case.notes.append(Said("note.prints", n=prints))
    if optimal.status not in ("passed", "excused"):
        prunes = search.kind == "alphabeta"
        return replace(absent, note=Said("note.not_yet") if prunes else Said()), search
    if search.kind == "alphabeta":
        return replace(absent, status="passed"), search
    if search.kind == "unclear":
        return replace(absent, status="unjudged", note=Said("note.unseen")), search
    return absent, search


def listen(case: Case, causes: list[str]) -> Talk:
    """Return the calls of one search, with right functions for the causes."""
    sheet = case.alone.get("minimax", case.sheets.get("minimax"))
    if sheet and sheet.hangs:
        return None
    board = [parse_board(BOARD)]
    with suppress(UnjudgedError):
        asked = case, causes, "listen", [board], SECONDS
        (observation,) = yield from observe(*asked)
        return observation
    return None


def observe(
    case: Case,
    causes: list[str],
    function: str,
    questions: list[list[Any]],
    seconds: float,
    what: Stage = Stage.SEARCH,
) -> Talk:
    """Call a function of the recorder in a new process; None replaces a failure."""
    setup: dict[str, Any] = {**case.setup(causes)} if causes else {}
    setup["extension"] = RECORDER
    source = case.source + MARKS if case.constants else case.source
    asked = Ask(source, setup, function, questions, what, seconds, fresh=True)
    answers = yield from ask(case, asked)
    return [each.value if each and each.said == "v" else None for each in answers]


def read_observation(observation: Any) -> tuple[SearchEvidence, int]:
    """Return the evidence in an untrusted answer, and how many lines were printed."""
    match observation:
        case [str(calls), int(n), int(lines)] if n in COUNTS and lines in COUNTS:
            code, textbook = watch.assess(key_of(parse_board(BOARD)), calls, n)
            seen = Said("seen.unseen", board=BOARD)
            if code != "unclear":
                parts = {"code": code, "calls": n, "textbook": textbook}
                seen = Said("seen.calls", board=BOARD, **parts)
            return SearchEvidence(code, (seen,)), lines
    return SearchEvidence("unclear"), 0
