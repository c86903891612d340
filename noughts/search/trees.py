"""
Trees with numbers at their leaves, written as text, and the rules to search them by.

A tree is written as its leaves, with one separator per level, the lowest first:
`3 12 8 / 2 4 6 / 14 5 2`, or `3 // 2 9 / 5 7` for a leaf beside a subtree. In an
address the separators are `.`, `_`, `__`. The page reads and searches the same trees
in JavaScript; a test compares the two.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from noughts.texts import Refused
from noughts.texts.safe_text import quoted

MOST_LEAVES = 64
MOST_LEVELS = 6
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of the branches of a node
NUMBER = re.compile(r"-?[0-9]{1,3}")


@dataclass(frozen=True)
class NumberTree:
    """A node: a leaf with a value, or one with children."""

    path: str  # a letter per branch: CB is the second child of the third
    is_max: bool  # whether MAX moves
    value: int = 0  # of a leaf
    children: tuple["NumberTree", ...] = ()

    @property
    def height(self) -> int:
        """How many levels there are below."""
        return max((1 + child.height for child in self.children), default=0)

    def leaves(self) -> Iterator["NumberTree"]:
        """Yield the leaves from left to right."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def __str__(self) -> str:
        """Return the tree as an address has it."""
        if not self.children:
            return str(self.value)
        return ("_" * (self.height - 1) or ".").join(map(str, self.children))


def parse_tree(text: str, is_max: bool = True) -> NumberTree:
    """Return the tree of a text, typed or from an address."""
    plain = _address_form(text)
    words = re.split("[._]+", plain)
    if not plain:
        raise Refused("refusal.tree_empty")
    for word in words:
        if not NUMBER.fullmatch(word):
            raise Refused("refusal.tree_number", value=quoted(word.replace("·", ".")))
    if len(words) == 1:
        raise Refused("refusal.tree_one", value=plain)
    if len(words) > MOST_LEAVES:
        raise Refused("refusal.tree_leaves", n=len(words), most=MOST_LEAVES)
    tree = _read(plain, "", is_max)
    if tree.height > MOST_LEVELS:
        raise Refused("refusal.tree_levels", n=tree.height, most=MOST_LEVELS)
    return tree


def _address_form(text: str) -> str:
    """Return a text with the separators of an address; a typed 3.5 stays one word."""
    text = text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    if re.search(r"[\s/]", text.strip()):
        text = text.replace(".", "·")
    text = text.replace("/", "_")
    bars = re.sub(r"[\s,;._]+", lambda run: "_" * run[0].count("_") or ".", text)
    return bars.strip("._")


def _read(text: str, path: str, is_max: bool) -> NumberTree:
    most = max(map(len, re.findall("_+", text)), default=0)
    # Longer runs cannot occur; shorter ones stay inside the parts.
    between = f"(?<!_)_{{{most}}}(?!_)" if most else r"\."
    parts = re.split(between, text)
    if len(parts) == 1:
        return NumberTree(path, is_max, int(text))
    if len(parts) > len(LETTERS):
        raise Refused("refusal.tree_branches", n=len(parts), most=len(LETTERS))
    pairs = zip(parts, LETTERS, strict=False)
    children = (_read(part, path + letter, not is_max) for part, letter in pairs)
    return NumberTree(path, is_max, children=tuple(children))


class TreeRules:
    """
    The names of an engine that a search uses. Its boards are trees, and MAX is X.

    `AlphaBeta(TreeRules()).value(parse_tree("3 12 8 / 2 4 6 / 14 5 2"))` is 3.
    """

    X = "X"
    O = "O"  # noqa: E741 - the contract names it so

    def player(self, board: NumberTree) -> str:
        return self.X if board.is_max else self.O

    def actions(self, board: NumberTree) -> range:
        return range(len(board.children))

    def result(self, board: NumberTree, action: int) -> NumberTree:
        return board.children[action]

    def terminal(self, board: NumberTree) -> bool:
        return not board.children

    def utility(self, board: NumberTree) -> int:
        return board.value
