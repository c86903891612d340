"""A file's own search in the format of our recorded searches, and in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts.board import board_of, replies, turn
from noughts.notation import board_text
from noughts.observe.calls import Call, UnreadableError
from noughts.observe.first_wrong import sign
from noughts.observe.own_search import FirstWrong, first_wrong, in_sandbox
from noughts.observe.wrong_line import text_at
from noughts.oracle import table
from noughts.sandbox import Limits, Sandbox
from noughts.search.recording import LETTERS, changed_square
from noughts.words import Words

OUTCOMES = {1: "own.x_wins", 0: "own.draw", -1: "own.o_wins"}


@dataclass(eq=False)
class Visit:
    """A visited position and the nested calls about it."""

    key: str
    calls: list[Call]  # outermost first
    children: dict[int, "Visit"] = field(default_factory=dict)  # by square, in order
    value: float | None = None  # from X's point of view
    wrong: bool = False


def _visit(call: Call, found: FirstWrong) -> Visit:
    judge, run = found.judge, found.run
    visit = Visit(call.key, [call])
    visit.wrong = judge.wrong(run, call) is not None
    if (scale := judge.scales.get(call.function)) and call.gave.number is not None:
        visit.value = sign(call.gave.number) * scale.to_x(call.key, run.root.board)
    after = replies(call.key).values()
    for made in judge.valued(call):
        if made.key == call.key:  # another function about the same position
            inner = _visit(made, found)
            visit.calls += inner.calls
            visit.children |= inner.children
            visit.wrong |= inner.wrong
        elif made.key in after:
            square = changed_square(call.key, made.key)
            if square not in visit.children:
                visit.children[square] = _visit(made, found)
    if call.gave.kind == "action" and call.gave.value in visit.children:
        visit.value = visit.children[call.gave.value].value
    return visit


def recording(found: FirstWrong) -> dict[str, Any]:
    """
    Return the search in the format of ours (see `Node.letters`), with more columns.

    Each event also has the returned value as text, the line, the function and whether
    the value is wrong. `wrong_at` is the index of the first wrong event.
    """
    rows = list[tuple[str, str, int, str, bool]]()
    place, root = found.place.call, _visit(found.run.root, found)
    wrong_at = 0

    def add(visit: Visit, square: int) -> None:
        nonlocal wrong_at
        outer, inner = visit.calls[0], visit.calls[-1]
        name, side = outer.name, 1 if turn(visit.key) == "X" else -1
        begin = outer.made_at or outer.first_line
        rows.append((f"E{square}<>", "", begin, name, False))
        best: float | None = None
        for n, child in visit.children.items():
            add(child, n)
            if child.value is not None and (best is None or side * child.value > best):
                best, call = side * child.value, child.calls[0]
                letters = f"B{n}{LETTERS[child.value]}="
                rows.append((letters, str(call.gave), call.made_at, name, False))
        letter = "?" if visit.value is None else LETTERS[visit.value]
        if not outer.is_over and 0 < len(visit.children) < visit.key.count("."):
            rows.append((f"C{letter}{letter}>", "", outer.line, name, False))
        is_leaf = outer.is_over and not visit.children
        ends = f"L{letter}  " if is_leaf else f"V{letter}= "
        rows.append((ends, str(outer.gave), inner.line, inner.name, visit.wrong))
        if _contains(visit, place, found):
            wrong_at = wrong_at or len(rows) - 1

    add(root, 0)
    letters, texts, lines, names, wrong = map(list, zip(*rows, strict=True))
    kinds, *parts = map("".join, zip(*letters, strict=True))
    return {
        "board": found.run.root.board,
        "method": "own",
        "value": sign(root.value or 0),
        "positions": kinds.count("E"),
        "kind": kinds,
        **dict(zip("abc", parts, strict=True)),
        "texts": texts,
        "lines": lines,
        "names": names,
        "wrong": [*map(int, wrong)],
        "wrong_at": wrong_at,
        "line": found.line,
    }


def _contains(visit: Visit, place: Call, found: FirstWrong) -> bool:
    """Return whether a call belongs to a visit."""
    own = {call.n for call in visit.calls}
    searching = {*found.judge.scales, found.run.root.function}
    while place.n not in own and place.above >= 0 and place.function not in searching:
        place = found.run.calls[place.above]
    return place.n in own


def sentences(found: FirstWrong, say: Words, here: str = "") -> Iterator[str]:
    """
    Yield sentences about the first wrong call.

    `here` is the key suffix `_here` if the reader sees the position.
    """
    place, call = found.place, found.place.call
    key, parts = place.why.key, place.why.parts
    board = board_text(board_of(call.key))
    truth = table().get(call.key)
    names = {"name": call.name, "board": board, "made": place.made and place.made.name}
    if found.place.way[1:]:
        yield say("own.right")
    if truth and key in ("value", "choice", "no-action", "no-number", "square", *MADE):
        name = "own.turn" if truth.turn else "own.over"
        yield say(name + here, board=board, turn=truth.turn)
    if key in ("value", "choice", "no-action", "no-number"):
        yield _looked(found, say)
    shown = {
        name: say.listed([str(each) for each in part]) if type(part) is list else part
        for name, part in parts.items()
    }
    names["outcome"] = say(OUTCOMES[truth.value]) if truth else ""
    yield say(f"own.{key}", **names | shown, n=len(parts.get("best", "1")))
    if found.line:
        text = text_at(found.source, found.line)
        parts = found.what.parts | {"line": found.line, "text": text}
        yield say(f"own.line.{found.what.key}", **parts)


MADE = ("again", "flag", "named")


def _looked(found: FirstWrong, say: Words) -> str:
    """Return a sentence about the squares that a call tried and its answer."""
    call = found.place.call
    tried = {}
    for each in found.judge.valued(call):
        if each.is_reply_to(call):
            square = changed_square(call.key, each.key)
            tried[square] = say("own.tried", square=square, value=str(each.gave))
    parts = {"name": call.name, "gave": gave_text(call, say)}
    if not tried:
        return say("own.looked_at_nothing", **parts)
    parts["tried"] = say.listed([*tried.values()])
    if not (squares := found.judge.untried(found.run, call)):
        return say("own.looked", **parts)
    missing = say.listed([str(n) for n in squares])
    return say("own.missed", **parts, missing=missing, n=len(squares))


def gave_text(call: Call, say: Words) -> str:
    """Return the answer of a call as text; an action as its square."""
    if call.gave.kind == "action":
        return say("own.square_text", square=call.gave.value)
    return str(call.gave)


def first_wrong_lines(
    path: str | Path, key: str, limits: Limits, say: Words
) -> Iterator[str]:
    """Yield sentences about the first wrong call of a file's search."""
    file = Sandbox(path, limits, started=False)
    try:
        found = first_wrong(in_sandbox(file), key, file.source)
    except UnreadableError as error:
        yield say.message(error)
        return
    if found:
        yield say("own.title")
        yield " ".join(sentences(found, say))
