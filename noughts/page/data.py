"""The page's data: positions, their moves, and the words."""

from fractions import Fraction
from functools import cache
from typing import Any

from noughts.explainer import ExplainedMove, explain
from noughts.explainer.phrases import describe, reason
from noughts.game import contract, oracle
from noughts.game.board import START, board_of, key_of, play, replies
from noughts.game.contract import Board
from noughts.game.games import POLICIES
from noughts.game.notation import parse_board, square
from noughts.search.recording import minimax_positions
from noughts.texts import LANGUAGES, words
from noughts.version import __version__

Json = dict[str, Any]

# Prefixes of the words that the page uses.
SECTIONS = (
    *("page.", "verdict.", "list.", "lesson.", "claim."),
    *("check.asking", "check.so_far.", "check.step."),
)
# The same of each part of the page that is loaded on first use.
LATER = {
    "search": (
        *("page.search.", "page.method.", "page.said."),
        *("page.control.", "page.transport."),
    ),
    "practice": ("practice.",),
    "class": ("page.class.",),
}
FORMS = ("name", "short")  # of a language's name

# Free squares at most: from 6, plain Minimax visits up to 1,957 positions; from 9,
# 549,946, which nobody steps through.
MINIMAX_FREE = 6


def about(
    engine: str | None = None,
    frozen: bool = False,
    python: bool = False,
    links: Json | None = None,
) -> Json:
    """
    Return what this page can do, and the first position, which it needs anyway.

    `links` are the addresses of the documentation, by language, and of the source.
    """
    return {
        "version": __version__,
        "engine": engine,
        "frozen": frozen,
        "python": python,  # whether files can be checked in the browser
        "minimax_free": MINIMAX_FREE,
        "links": links or {},
        "languages": {
            language: [words(language)(f"page.language_{form}") for form in FORMS]
            for language in LANGUAGES
        },
        "first": first(),
    }


def words_of(language: str, part: str = "") -> Json:
    """Return the words that the page, or a later part of it, uses in a language."""
    table = words(language).table
    sections = LATER[part] if part else SECTIONS
    others = () if part else sum(LATER.values(), ())
    return {
        name.removeprefix("page."): said
        for name, said in table.items()
        if name.startswith(sections) and not name.startswith(others)
    }


@cache
def first() -> Json:
    """Return the first position; cached, because it takes half a second."""
    return position(board_of(START))


def board_from(text: str) -> Board:
    """Return the board of an address; raise if no game can reach it."""
    board = parse_board(text)
    oracle.truth_of(board)
    return board


def position(board: Board) -> Json:
    """Return what the page shows about a position; squares are numbered 1 to 9."""
    explained, truth = explain(board), oracle.truth_of(board)
    answer: Json = {
        "board": explained.key,
        "turn": truth.turn,
        "winner": truth.winner,
        "value": truth.value,
        "nodes": minimax_positions(explained.key),
        "moves": [move(board, each) for each in explained.moves],
    }
    if truth.turn is None:
        (end,) = explained.ending
        why = {language: describe(explained.ending, language) for language in LANGUAGES}
        return answer | {"lines": end.lines, "why": why}
    reply = contract.default().minimax(board)
    assert reply is not None
    return answer | {
        "verdict": explained.verdict,
        "reply": square(reply),
        "best": [square(action) for action in oracle.line(explained.key)],
    }


def move(board: Board, explained: ExplainedMove) -> Json:
    """Return what the page shows about a move."""
    action = divmod(explained.square - 1, 3)
    to = play(key_of(board), action)
    truth = oracle.truth_of(board)
    assert truth.turn
    return {
        "square": explained.square,
        "to": to,
        "value": oracle.table()[to].value,
        "nodes": minimax_positions(to),
        "verdict": explained.verdict,
        "best": action in truth.best,
        "mistake": explained.is_mistake,
        "why": {language: reason(explained, language) for language in LANGUAGES},
        "line": [step.square for step in explained.line],
        "odds": float(odds(to, truth.turn)),
        "chances": {
            name: float(policy(board).get(action, 0))
            for name, policy in POLICIES.items()
        },
    }


@cache
def odds(key: str, mark: str) -> Fraction:
    """
    Return the player's chance to win from here against a random opponent.

    The player picks the optimal move that wins most often. This ranks moves of the
    same value.
    """
    truth = oracle.table()[key]
    if truth.turn is None:
        return Fraction(truth.winner == mark)
    if truth.turn == mark:
        return max(odds(play(key, action), mark) for action in truth.optimal)
    after = [odds(reply, mark) for reply in replies(key).values()]
    return sum(after, Fraction(0)) / len(after)
