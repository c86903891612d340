"""
How a file searches: whether it is alpha-beta, and where a wrong search goes wrong.

The bonus depends on what one search asks the rules. If that does not show whether it is
alpha-beta, perhaps because the search keeps a board of its own, the teacher decides.
"""

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from noughts.checker.asking import UnjudgedError
from noughts.checker.case import Case, Talk
from noughts.checker.checks import sentence_of
from noughts.checker.own_search import watch, wrong_board
from noughts.checker.own_search.calls import UnreadableError
from noughts.checker.own_search.wrong_line import text_at
from noughts.checker.record import ALPHABETA, NOTHING, Check, SearchEvidence
from noughts.game.board import board_of, key_of
from noughts.game.notation import board_text, parse_board
from noughts.game.oracle import table
from noughts.texts.said import Said

MOST_LINES = 10**12  # printed by one search; a larger number is not believed
MANY_LINES = 20  # printed by one search: fewer slow down nothing
LISTENING, TRACING = 10.0, 2.0  # seconds for one search
# A line that says nothing but that the function ends.
ONLY_RETURN = re.compile(r"return( [\w.]+(\[\w+\])?(, [\w.]+)*)?")
# Seven empty cells: plain Minimax visits 7,332 positions, alpha-beta 844.
BOARD = "X.. .O. ..."


def observe(
    case: Case,
    causes: list[str],
    function: str,
    questions: list[list[Any]],
    seconds: float,
) -> Talk[list[Any]]:
    """Call a function of the recorder in a new process; None means that it failed."""
    setup = case.setup(causes) | {"extension": wrong_board.RECORDER}
    asked = function, questions, setup
    answers = yield from case.ask(*asked, seconds=seconds, fresh=True)
    return [each.value if each and each.what == "data" else None for each in answers]


# --- The bonus --------------------------------------------------------------


def judge_bonus(case: Case) -> Talk[tuple[Check, SearchEvidence | None]]:
    """Return the verdict on the bonus, and the evidence."""
    absent = Check(ALPHABETA, sentence_of(ALPHABETA), "absent")
    if not case.written("minimax"):
        return absent, None
    (optimal,) = (c for c in case.checks["minimax"] if c.name == "minimax.optimal")
    causes = case.causes_of("minimax") if optimal.causes else []
    observation = yield from listen(case, causes)
    search, may_prune, skips, prints = read_observation(observation)
    if prints >= MANY_LINES:
        case.notes.append(Said("note.prints", n=prints))
    if optimal.status == "unjudged" and may_prune:
        return replace(absent, status="unjudged", note=optimal.note), search
    if optimal.status not in ("passed", "excused"):
        prunes = search.kind == "alphabeta"
        return replace(absent, note=Said("note.not_yet") if prunes else Said()), search
    if skips:
        search = unclear()
    if search.kind == "alphabeta":
        return replace(absent, status="passed"), search
    if search.kind == "unclear" and may_prune:
        return replace(absent, status="unjudged", note=Said("note.unseen")), search
    return absent, search


def listen(case: Case, causes: list[str]) -> Talk[Any]:
    """Return the calls of one search, with right functions for the causes."""
    sheet = case.sheets.get("minimax")
    if sheet and sheet.hangs:
        return None
    with suppress(UnjudgedError):
        asked = case, causes, "listen", [[parse_board(BOARD)]]
        (observation,) = yield from observe(*asked, LISTENING)
        return observation
    return None


class Observed(NamedTuple):
    """What was observed of one search."""

    search: SearchEvidence
    may_prune: bool = True  # whether a cut was seen, or the search could not be
    skips: bool = False  # whether moves are left out where no bound can cut them
    prints: int = 0  # lines


def read_observation(observation: Any) -> Observed:
    """Return what an untrusted answer shows."""
    match observation:
        case [str(notes), int(n), int(lines)] if lines in range(MOST_LINES):
            found = watch.assess(key_of(parse_board(BOARD)), notes, n)
            search = unclear()
            if found.code != "unclear":
                key = "seen.asks" if found.asked else "seen.calls"
                parts = {"calls": found.positions, "textbook": found.textbook}
                seen = Said(key, board=BOARD, code=found.code, **parts)
                search = SearchEvidence(found.code, (seen,))
            return Observed(search, found.may_prune, found.skips, lines)
    return Observed(SearchEvidence("unclear"))


def unclear() -> SearchEvidence:
    """Return the evidence of a search that was observed in vain."""
    return SearchEvidence("unclear", (Said("seen.unseen", board=BOARD),))


# --- The first wrong value --------------------------------------------------


def find_wrong_place(case: Case) -> Talk[wrong_board.FirstWrong | None]:
    """Return the first wrong call on the smallest wrong board, if it can be read."""
    wrong = [
        question.key
        for question, answer in case.to_explain()["minimax"].wrongs()
        if table()[question.key].turn and not answer.no_answer
    ]
    if not wrong or case.time_up:
        return None
    key = min(wrong, key=lambda each: (each.count("."), each))
    asked = case, case.causes_of("minimax"), "trace", wrong_board.searches_for(key)
    with suppress(UnreadableError, UnjudgedError):
        recorded = yield from observe(*asked, TRACING)
        source = case.source.encode("latin-1")
        if found := wrong_board.find_first_wrong(recorded, source):
            return found
        case.note_unsteady("minimax")
    return None


def describe_place(found: wrong_board.FirstWrong) -> Said:
    """Return the note that names the function and the line, or NOTHING."""
    name, lines = found.place.call.name, [found.line] if found.line else []
    if lines and ONLY_RETURN.fullmatch(text_at(found.source, found.line)):
        return NOTHING  # the line explains nothing
    key = "note.wrong_line" if lines else "note.wrong_function"
    board = board_text(board_of(found.root.board))
    return Said(key, function=name, lines=lines, board=board)
