"""
The bonus: how a file searches, judged by its calls of `result` during one search.

They are compared with what plain Minimax, a search that stops at a win, and alpha-beta
would visit in the same order. If nothing can be observed, as in a search that changes
a board of its own, the teacher decides.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from noughts.checker.asking import Ask, Stage, UnjudgedError
from noughts.checker.blame import causes_of
from noughts.checker.case import Case, Talk, ask
from noughts.checker.checks import text_of
from noughts.checker.record import ALPHABETA, Check, SearchEvidence
from noughts.notation import parse_board
from noughts.observe import watch
from noughts.search.cached_rules import our_rules
from noughts.words.said import Said

SECONDS = 10.0  # for the search
EXTENSION = watch.EXTENSION.read_text("utf-8")
# Seven empty cells: plain Minimax visits 7,332 positions, alpha-beta 844.
BOARD = "X.. .O. ..."
MARKS = '\nX, O, EMPTY = "X", "O", None\n'  # for a file with others
UNSEEN = ("invisible", "unclear", "hardly", "shallow")


def judge_bonus(case: Case) -> Talk:
    """Return the verdict on the bonus, and the evidence."""
    absent = Check(ALPHABETA, text_of(ALPHABETA), "absent")
    if "minimax" in case.missing or not case.written("minimax"):
        return absent, None
    (optimal,) = (c for c in case.checks["minimax"] if c.name == "minimax.optimal")
    excused = optimal.status == "excused"
    observation = yield from listen(case, causes_of(case, "minimax") if excused else [])
    seen = seen_in(observation)
    if n := prints(observation):
        case.notes.append(Said("note.prints", n=n))
    code = seen.code if seen else "unclear"
    search = SearchEvidence(code, described(seen) if seen else ())
    if optimal.status not in ("passed", "excused"):
        prunes = code == "alphabeta"
        return replace(absent, note=Said("note.not_yet") if prunes else Said()), search
    if code == "alphabeta":
        return replace(absent, status="passed"), search
    if code == "some-cuts" or code in UNSEEN:
        note = Said("note.unseen" if code in UNSEEN else "note.some_cuts")
        return replace(absent, status="unjudged", note=note), search
    return absent, search


def listen(case: Case, causes: list[str]) -> Talk:
    """Return the calls of one search, with right functions for the causes."""
    sheet = case.alone.get("minimax", case.sheets.get("minimax"))
    if sheet and sheet.hangs:
        return None
    board = [parse_board(BOARD)]
    with suppress(UnjudgedError):
        asked = case, causes, EXTENSION, "heard", [board], SECONDS
        (observation,) = yield from observe(*asked)
        return observation
    return None


def observe(
    case: Case,
    causes: list[str],
    extension: str,
    function: str,
    questions: list[list[Any]],
    seconds: float,
    what: Stage = Stage.SEARCH,
) -> Talk:
    """Call an extension's function in a new process; None replaces a failure."""
    setup: dict[str, Any] = {**case.setup(causes)} if causes else {}
    setup["extension"] = extension
    source = case.source + MARKS if case.constants else case.source
    asked = Ask(source, setup, function, questions, what, seconds, fresh=True)
    answers = yield from ask(case, asked)
    return [each.value if each and each.said == "v" else None for each in answers]


def described(seen: watch.Evidence) -> tuple[Said, ...]:
    """Return the sentences about the evidence."""
    code = seen.code
    if code in ("invisible", "unclear"):
        return (Said("seen.unseen", board=BOARD, code=code),)
    if code in ("hardly", "shallow"):
        return (Said("seen.knows", board=BOARD, calls=seen.calls),)
    counts = {"positions": seen.positions, "textbook": seen.textbook}
    visited = Said("seen.visited", board=BOARD, code=code, **counts)
    if seen.calls > watch.SLACK * seen.positions:
        return visited, Said("seen.again", calls=seen.calls)
    return (visited,)


def prints(observation: Any) -> int:
    """Return how many lines the file printed during the search."""
    match observation:
        case [str(), int(), int(lines)] if lines in watch.COUNTS:
            return lines
    return 0


def seen_in(observation: Any) -> watch.Evidence | None:
    """Return the evidence, or None if there is none or it is forged."""
    match observation:
        case [str(calls), int(total), int()] if total in watch.COUNTS:
            return watch.assess(our_rules(), parse_board(BOARD), calls, total)
    return None
