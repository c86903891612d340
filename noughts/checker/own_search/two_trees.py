"""The first wrong value of a search beside the true one, as two small trees."""

from dataclasses import replace
from typing import NamedTuple

from noughts.checker.own_search.calls import Call, Gave, number_text
from noughts.checker.own_search.wrong_board import FirstWrong
from noughts.game.board import replies
from noughts.game.oracle import table
from noughts.search.recording import changed_square
from noughts.texts import Words
from noughts.theme.tree_picture import DrawnNode

SEARCHES = ("value", "choice")
LONGEST = 6  # characters of an answer that is neither a number nor an action
COLOURS = {1: "x", 0: "ink", -1: "o"}  # of the player whom a value favours
NEUTRAL = "ink"


class TwoTrees(NamedTuple):
    """A position and its moves, as the file values them and as they are."""

    name: str  # of the function
    own: DrawnNode
    true: DrawnNode


def two_trees(found: FirstWrong, say: Words) -> TwoTrees | None:
    """Return both trees; None if no call on the way to the place values a position."""
    roles = found.judge.roles
    searching = [
        call
        for call in found.place.way
        if (call is found.root or roles.get(call.function) in SEARCHES) and call.truth
    ]
    if not searching:
        return None
    call = searching[-1]
    tried = dict[int, Call]()
    for each in found.judge.valued(call):
        if each.is_reply_to(call):
            tried[changed_square(call.key, each.key)] = each
    own = replace(
        _own(found, call, say),
        is_wrong=found.judge.wrong(call) is not None,
        children=tuple(
            _own(found, each, say, square) for square, each in sorted(tried.items())
        ),
    )
    return TwoTrees(call.name, own, _true(call.key))


def told(root: DrawnNode, say: Words) -> str:
    """Return a tree in words: the value of the position, and of its moves."""
    parts = [
        say("own.tried", square=each.square, value=each.text) for each in root.children
    ]
    if not parts:
        return say("own.tree_ended", value=root.text)
    return say("own.tree", value=root.text, tried=say.listed(parts))


def _own(
    found: FirstWrong, call: Call, say: Words, square: int | None = None
) -> DrawnNode:
    """Return a position with what the file returned for it."""
    scale = found.judge.scales.get(call.function)
    known = scale is not None and call.gave.number is not None
    colour = COLOURS[scale.for_x(call)] if scale and known else NEUTRAL
    turn = call.truth.turn if call.truth else None
    return DrawnNode(call.key, _text(call.gave, say), turn, square, colour)


def _text(gave: Gave, say: Words) -> str:
    if gave.number is not None:
        return number_text(gave.number)
    if gave.is_action:
        return say("own.square_text", square=gave.square)
    text = str(gave)
    return text if len(text) <= LONGEST else "?"


def _true(key: str) -> DrawnNode:
    """Return a position and its moves with their values for X."""
    root = _true_node(key)
    after = replies(key).values() if root.turn else ()
    children = [_true_node(each, changed_square(key, each)) for each in after]
    marked = (replace(each, is_best=each.text == root.text) for each in children)
    return replace(root, children=tuple(marked))


def _true_node(key: str, square: int | None = None) -> DrawnNode:
    truth = table()[key]
    text, colour = number_text(truth.value), COLOURS[truth.value]
    return DrawnNode(key, text, truth.turn, square, colour)
