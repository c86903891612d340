"""Evidence about the search of a file: what it seems to do, not what it answers."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from noughts.checker.checks import told_of
from noughts.checker.record import ALPHABETA, Check, SearchEvidence, Status
from noughts.checker.slips.experiment import Place, changed, shown_place
from noughts.checker.slips.syntax import SOUGHT, searching
from noughts.contract import CONSTANTS
from noughts.notation import parse_board
from noughts.observe import watch
from noughts.observe.rewriting import Change
from noughts.observe.source import (
    EarlyStop,
    disarming,
    is_stored,
    stops_in,
)
from noughts.search.cached_rules import our_rules
from noughts.words.said import Said

SENTENCE = told_of(ALPHABETA)
SECONDS = 10.0  # for one search that is watched
EXTENSION = watch.EXTENSION.read_text("utf-8")
FunctionCall = tuple[str, list[Any]]

# Seven cells free: plain Minimax visits some 8,000 positions, alpha-beta a tenth.
BOARD = "X.. .O. ..."

MARKS = '\nX, O, EMPTY = "X", "O", None\n'

# Where every position was seen, and no bound is needed to explain what was left out.
EXPLAINED = ("minimax", "stops-at-win", "own-cuts")


def absent() -> Check:
    """Return the verdict where there is nothing to look at."""
    return Check(ALPHABETA, SENTENCE, "absent")


def looks(
    source: str, tree: ast.Module, own_marks: bool = False, healed: str = ""
) -> Iterator[tuple[str, str, FunctionCall]]:
    """
    Yield what to look at: what it is called, the source to run, the call to make.

    Where the source has bounds, its calls are counted as it is and with nothing cut; if
    there is a board on which it is `healed`, it is heard there, too. A file with marks
    of its own is given ours: these are charged elsewhere.
    """
    ending, board = MARKS if own_marks else "", parse_board(BOARD)
    marks = our_marks(tree) if own_marks else {}
    source = changed(tree, marks) if marks else source
    yield "heard", source + ending, ("heard", [board])
    if stops := _stops(tree):
        if healed:
            yield "healed", source + ending, ("heard", [parse_board(healed)])
        names = sorted({stop.function for stop in stops})
        counted = {"cut": source, "whole": changed(tree, {**marks, **disarming(tree)})}
        if found := loose_bound(tree):
            counted["tight"] = changed(tree, {**marks, **found.change})
        for what, text in counted.items():
            yield what, text + ending, ("count", [names, board])


def our_marks(tree: ast.Module) -> Change:
    """Return the change that gives a file our marks before its tables are made."""
    return {
        node: [node, *ast.parse(MARKS).body]
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and assigns_mark(node)
    }


def assigns_mark(node: ast.stmt) -> bool:
    """Return whether a statement gives X, O or EMPTY a value."""
    return any(is_stored(n) and n.id in CONSTANTS for n in ast.walk(node))


def verdict(
    tree: ast.Module,
    told: Mapping[str, Any],
    status: Status,
    healed: Sequence[str] = (),
    board: str = BOARD,
    time_up: bool = False,
) -> tuple[Check, SearchEvidence]:
    """
    Return the verdict on the bonus, and what was seen of the search.

    It needs both: bounds in the source that minimax leads to, and that they cut; more
    than a search leaves out that stops at a win, if its calls can be told.
    `status` is that of the moves: where they are excused, what the search visits is the
    work of the functions that are wrong, and nothing is said of it; its calls are told
    and counted with right ones in the place of those that are `healed`; or they are
    told on a `board` where no fault shows. `time_up` is whether the time was up then.
    """
    excused, stops, cuts = status == "excused", _stops(tree), _cuts(told)
    heard = (told.get("healed"), board) if excused else (told.get("heard"),)
    seen = _seen(*heard)
    right_moves = status in ("passed", "excused")
    code = seen.code if seen else "unclear"
    facts = list[Said]()
    if seen and not excused:
        facts += _visited(seen, status, bool(stops) or not tree.body)
        code = facts[0].parts.get("code", "unclear")
        if facts[0].key in (
            "seen.knows",
            "seen.too_few",
        ):  # what was left out tells nothing then
            seen = None
    facts += _bounds(tree, stops, told, healed)
    explained = seen is not None and seen.code in EXPLAINED
    proved = bool(stops) and cuts and not explained
    kind = "alphabeta" if proved else code
    search = SearchEvidence(kind, tuple(facts))
    doubt = ""
    if stops and right_moves:
        unseen = "too_late" if time_up and told.get("whole") is None else "unseen"
        doubt = "unbound" if cuts else unseen
    elif right_moves and not tree.body:
        doubt = "unreadable"
    elif seen and seen.bound_cuts and status == "passed":
        doubt = "unread"
    if proved and right_moves:
        return Check(ALPHABETA, SENTENCE, "passed"), search
    if proved:
        return replace(absent(), note=Said("note.not_yet")), search
    if doubt:
        return Check(
            ALPHABETA, SENTENCE, "unjudged", note=Said(f"note.{doubt}")
        ), search
    return absent(), search


def _cuts(told: Mapping[str, Any]) -> bool:
    """Return whether fewer calls were counted than with nothing cut."""
    cut, whole = told.get("cut"), told.get("whole")
    return type(cut) is type(whole) is int and 0 < cut < whole


def _bounds(
    tree: ast.Module,
    stops: Sequence[EarlyStop],
    told: Mapping[str, Any],
    healed: Sequence[str],
) -> Iterator[Said]:
    """Yield what is said of the bounds in the source, and of what they cut."""
    for first in stops[:1]:
        yield Said("seen.stop", **first._asdict() | {"bounds": list(first.bounds)})
    if _cuts(told):
        counts = {"cut": told["cut"], "whole": told["whole"]}
        more = {"causes": [*healed]} if healed else {}
        yield Said(
            "seen.counted_healed" if healed else "seen.counted", **counts, **more
        )
    calls, tight = told.get("cut"), told.get("tight")
    counted = type(calls) is type(tight) is int and 0 < tight < calls
    if counted and (place := loose_bound(tree)):  # it never narrows the window
        line, text = shown_place(place.node)
        yield Said("seen.loose", text=text, line=line, tight=tight)


def _visited(seen: watch.Evidence, status: Status, bounds: bool) -> Iterator[Said]:
    """
    Yield what the calls show, where they are those of the search itself.

    `bounds` is whether the source has any, or was not read.
    """
    least = seen.textbook["alpha-beta"]
    like = seen.code in ("alphabeta", "some-cuts")
    code = "unbound-cuts" if like and not bounds else seen.code
    if code in ("invisible", "unclear"):
        yield Said("seen.unseen", board=BOARD, code=code)
    elif status == "passed" and code in ("hardly", "shallow"):
        yield Said("seen.knows", board=BOARD, calls=seen.calls)
    elif status != "passed" and seen.positions < least and code != "unbound-cuts":
        few = {"positions": seen.positions, "least": least}
        yield Said("seen.too_few", board=BOARD, **few)
    else:
        counts = {"positions": seen.positions, "textbook": seen.textbook}
        yield Said("seen.visited", board=BOARD, code=code, **counts)
        if seen.calls > watch.SLACK * seen.positions:
            yield Said("seen.again", calls=seen.calls)


def loose_bound(tree: ast.Module) -> Place | None:
    """Return where a bound moves another way than the best value of the same loop."""
    for function in searching(tree):
        bounds = {argument.arg for argument in function.args.args[1:]}
        for loop in (node for node in ast.walk(function) if isinstance(node, ast.For)):
            moved, ways = list[tuple[ast.Assign, ast.Call]](), set[str]()
            for node in ast.walk(loop):
                match node:
                    case ast.Assign(
                        targets=[ast.Name(id=name)],
                        value=ast.Call(func=ast.Name(id="max" | "min" as way)) as call,
                    ):
                        if name in bounds:
                            moved.append((node, call))
                        else:
                            ways.add(way)
                    case ast.If(
                        test=ast.Compare(ops=[op]), body=[ast.Assign(), *_]
                    ) if type(op) in SOUGHT:
                        ways.add(SOUGHT[type(op)])
            for bound, call in moved:
                if len(ways) == 1 and ast.unparse(call.func) not in ways:
                    other = ast.Call(ast.Name(min(ways)), call.args, call.keywords)
                    return Place(bound, {call: other})
    return None


def printed(told: Any) -> int:
    """Return how often the file printed during one search, as its process tells."""
    match told:
        case [str(), int(), int(lines)] if lines in watch.COUNTS:
            return lines
    return 0


def searches_deep(told: Any) -> bool:
    """Return whether the calls of a search show that it looks beyond the next move."""
    seen = _seen(told)
    return seen is not None and seen.code not in ("hardly", "invisible", "unclear")


def _stops(tree: ast.Module) -> list[EarlyStop]:
    try:
        return stops_in(tree)
    except RecursionError:
        return []


def _seen(told: Any, board: str = BOARD) -> watch.Evidence | None:
    """Return what the calls show, or None if they did not come, or are forged."""
    match told:
        case [str(calls), int(total), int()] if total in watch.COUNTS:
            return watch.assess(our_rules(), parse_board(board), calls, total)
    return None
