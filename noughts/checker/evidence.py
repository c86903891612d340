"""Evidence about the search of a file: what it seems to do, not what it answers."""

import ast
import copy
from collections.abc import Iterator, Mapping
from typing import Any

from noughts import contract
from noughts.checker.record import Check, SearchEvidence
from noughts.checker.rounds import Call
from noughts.notation import parse_board
from noughts.observe import watch
from noughts.observe.source import EarlyStop, disarmed, stops_in

ALPHABETA = "search.alphabeta"
SENTENCE = "The search leaves out what cannot matter: alpha-beta pruning."
SECONDS = 10.0  # for one search that is watched
EXTENSION = watch.EXTENSION.read_text("utf-8")

# Seven cells free: plain Minimax visits some 8,000 positions, alpha-beta a tenth.
BOARD = "X.. .O. ..."

TEACHER = "For the teacher to decide: "
UNSEEN = "the source has bounds, but it could not be seen that they cut anything."
UNREAD = "moves are left out that only bounds explain, but the source shows no bounds."
TOO_FEW = (
    f"on {BOARD} it looks at {{seen:,}} positions, where alpha-beta in the same order "
    "needs {least:,}: something that matters is left out."
)
NOT_YET = "It prunes, but its moves are not right yet: the bonus is for those that are."


def absent() -> Check:
    """Return the verdict where there is nothing to look at."""
    return Check(ALPHABETA, SENTENCE, "absent")


def looks(source: str, tree: ast.Module) -> Iterator[tuple[str, str, Call]]:
    """
    Yield what to look at: what it is called, the source to run, the call to make.

    Where the source has bounds, its calls are counted as it is and with nothing cut.
    """
    board = parse_board(BOARD)
    yield "heard", source, Call("heard", [board])
    if stops := _stops(tree):
        names = sorted({stop.function for stop in stops})
        yield "cut", source, Call("count", [names, board])
        whole = disarmed(copy.deepcopy(tree)).encode("utf-8").decode("latin-1")
        yield "whole", whole, Call("count", [names, board])


def verdict(
    tree: ast.Module, told: Mapping[str, Any], right_moves: bool
) -> tuple[Check, SearchEvidence]:
    """
    Return the verdict on the bonus, and what was seen of the search.

    It needs both: bounds in the source that minimax leads to, and that they cut.
    """
    seen, stops = _seen(told.get("heard")), _stops(tree)
    words = f"on {BOARD} it {seen}." if seen else "it could not be watched."
    cut, whole = told.get("cut"), told.get("whole")
    cuts = type(cut) is type(whole) is int and 0 < cut < whole
    if seen and not right_moves and seen.positions < seen.textbook["alpha-beta"]:
        words = TOO_FEW.format(seen=seen.positions, least=seen.textbook["alpha-beta"])
    if stops:
        words += f" In the source {stops[0]}."
    if cuts:
        words += f" With bounds {cut:,} calls, without them {whole:,}."
    code = seen.code if seen else "unclear"
    search = SearchEvidence("alphabeta" if stops and cuts else code, words)
    if stops and cuts:
        if right_moves:
            return Check(ALPHABETA, SENTENCE, "passed"), search
        return Check(ALPHABETA, SENTENCE, "absent", note=NOT_YET), search
    if stops:
        return Check(ALPHABETA, SENTENCE, "unjudged", note=TEACHER + UNSEEN), search
    if seen and seen.bound_cuts and right_moves:
        return Check(ALPHABETA, SENTENCE, "unjudged", note=TEACHER + UNREAD), search
    return absent(), search


def _stops(tree: ast.Module) -> list[EarlyStop]:
    try:
        return stops_in(tree)
    except RecursionError:
        return []


def _seen(told: Any) -> watch.Evidence | None:
    """Return what the calls show, or None if they did not come, or are forged."""
    match told:
        case [str(calls), int(total)] if 0 <= total < watch.MOST_CALLS:
            rules = contract.default()
            return watch.assess(rules, parse_board(BOARD), calls, total)
    return None
