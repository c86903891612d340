"""A file's own search in the format of our recorded searches, and in sentences."""

from collections.abc import Iterator
from typing import Any

from noughts.checker.own_search.calls import Call
from noughts.checker.own_search.first_wrong import Judge
from noughts.checker.own_search.wrong_board import FirstWrong
from noughts.checker.own_search.wrong_line import text_at
from noughts.game.board import board_of, replies, turn
from noughts.game.notation import board_text
from noughts.search.recording import LETTERS, changed_square
from noughts.texts import Words

OUTCOMES = {1: "own.x_wins", 0: "own.draw", -1: "own.o_wins"}
ANSWERS = ("value", "choice", "no-action", "no-number")
# Reasons for which the reader needs to know whose turn it is.
OF_A_PLAYER = (*ANSWERS, "again", "flag", "named")


def recording(found: FirstWrong) -> dict[str, Any]:
    """
    Return the search in the format of ours (see `Node.letters`), with more columns.

    Each event also has the returned value as text, the line, the function and whether
    the value is wrong. `wrong_at` is the index of the first wrong event.
    """
    rows = list[tuple[str, str, int, str, bool]]()
    judge, place = found.judge, found.place.call
    ends = dict[Call, int]()  # the index of the event that ends a call

    def add(call: Call, square: int) -> int | None:
        """Add the events of a visit; return its value for X, if it is known."""
        same = [*_about_same_board(judge, call)]
        inner, name, values = same[-1], call.name, dict[int, int | None]()
        side, best = (1 if turn(call.key) == "X" else -1), -2
        begin = call.made_at or call.first_line
        rows.append((f"E{square}<>", "", begin, name, False))
        for n, child in _children(judge, same).items():
            values[n] = value = add(child, n)
            if value is not None and side * value > best:
                best, letters = side * value, f"B{n}{LETTERS[value]}="
                rows.append((letters, str(child.gave), child.made_at, name, False))
        scale, value = judge.scales.get(call.function), None
        if scale and call.gave.number is not None:
            value = scale.for_x(call)
        elif call.gave.is_action:
            value = values.get(call.gave.square or 0)
        letter = "?" if value is None else LETTERS[value]
        if not call.is_over and 0 < len(values) < call.key.count("."):
            rows.append((f"C{letter}{letter}>", "", call.line, name, False))
        end = f"L{letter}  " if call.is_over and not values else f"V{letter}= "
        wrong = any(judge.wrong(each) for each in same)
        ends.update(dict.fromkeys(same, len(rows)))
        rows.append((end, str(call.gave), inner.line, inner.name, wrong))
        return value

    value = add(found.root, 0)
    letters, texts, lines, names, wrong = map(list, zip(*rows, strict=True))
    kinds, *parts = map("".join, zip(*letters, strict=True))
    return {
        "board": found.root.board,
        "method": "own",
        "value": value or 0,
        "positions": kinds.count("E"),
        "kind": kinds,
        **dict(zip("abc", parts, strict=True)),
        "texts": texts,
        "lines": lines,
        "names": names,
        "wrong": [*map(int, wrong)],
        "wrong_at": next(ends[c] for c in (place, *place.callers()) if c in ends),
        "line": found.line,
    }


def _about_same_board(judge: Judge, call: Call) -> Iterator[Call]:
    """Yield a call, and the calls in it that value the same position."""
    yield call
    for made in judge.valued(call):
        if made.key == call.key:
            yield from _about_same_board(judge, made)


def _children(judge: Judge, same: list[Call]) -> dict[int, Call]:
    """Return the first call about each move from a position, by square, in order."""
    key, children = same[0].key, dict[int, Call]()
    after = replies(key).values()
    for call in same:
        for made in judge.valued(call):
            if made.key in after:
                children.setdefault(changed_square(key, made.key), made)
    return children


def sentences(found: FirstWrong, say: Words, here: str = "") -> Iterator[str]:
    """
    Yield sentences about the first wrong call.

    `here` is the key suffix `_here` if the reader sees the position.
    """
    place, call, truth = found.place, found.place.call, found.place.call.truth
    kind, parts = place.why.kind, place.why.parts
    board = board_text(board_of(call.key))
    if len(place.way) > 1:
        yield say("own.right")
    if truth and kind in OF_A_PLAYER:
        name = "own.turn" if truth.turn else "own.over"
        yield say(name + here, board=board, turn=truth.turn)
    if kind in ANSWERS:
        yield _looked(found, say)
    best = [str(square) for square in parts.get("best", ())]
    shown = {
        **{"name": call.name, "board": board, "made": place.made and place.made.name},
        **parts,
        "best": say.listed(best),
        "outcome": say(OUTCOMES[truth.value]) if truth else "",
    }
    yield say(f"own.{kind}", **shown, n=len(best) or 1)
    if found.line:
        line = {"line": found.line, "text": text_at(found.source, found.line)}
        yield say(f"own.line.{found.what.kind}", **found.what.parts, **line)


def _looked(found: FirstWrong, say: Words) -> str:
    """Return a sentence about the squares that a call tried and its answer."""
    call = found.place.call
    tried = {}
    for each in found.judge.valued(call):
        if each.is_reply_to(call):
            square = changed_square(call.key, each.key)
            tried[square] = say("own.tried", square=square, value=str(each.gave))
    gave = str(call.gave)
    if call.gave.is_action:
        gave = say("own.square_text", square=call.gave.square)
    parts = {"name": call.name, "gave": gave}
    if not tried:
        return say("own.looked_at_nothing", **parts)
    parts["tried"] = say.listed([*tried.values()])
    if not (squares := found.judge.untried(call)):
        return say("own.looked", **parts)
    missing = say.listed([str(n) for n in squares])
    return say("own.missed", **parts, missing=missing, n=len(squares))
