"""`noughts explain`: what each move of a position is worth, and why."""

import argparse
import json
import sys
from textwrap import fill
from typing import Any

from noughts.cli.parser import Parser, add_time, engine_time
from noughts.cli.screen import columns, filled
from noughts.contract import Board
from noughts.explainer import Explanation, explain
from noughts.explainer.printed import (
    WIDTH,
    explanation_data,
    explanation_text,
    plain,
)
from noughts.look.ansi import pen_for
from noughts.notation import board_text, parse_board
from noughts.observe.consult import consult, consulted_lines
from noughts.sandbox import Limits
from noughts.search import LADDER, rung
from noughts.search.cached_rules import our_rules
from noughts.search.dot import dot
from noughts.search.order import by_rows, strong_first
from noughts.search.outline import legend, plies_that_fit, tree_text
from noughts.search.recording import counts, record, recording_data
from noughts.words import Refused, Words

ORDERS = {"rows": by_rows, "strong": strong_first}
LINES = 50  # of a tree that fits without being asked for
RECORDED = 5_000  # positions at most, as JSON


def run(given: argparse.Namespace) -> int:
    """Explain a position, or show a search of it; return 1 if the engine errs."""
    say = given.say
    for name in ("dot", "plies"):
        if getattr(given, name) and not given.search:
            raise Refused("explain.command.needs-search", name=f"--{name}")
    if given.order and not (given.search or given.counts):
        raise Refused("explain.command.needs-either", name="--order")
    given.time = engine_time(given, given.engine)
    board = parse_board(" ".join(given.board) if given.board else "... ... ...")
    explanation = explain(board)
    if given.engine:
        return _consult(given, explanation, say)
    if given.counts:
        _counts(given, board, say)
    elif given.search:
        _search(given, board, say)
    elif given.json:
        _print_json(explanation_data(explanation))
    else:
        print(_text(explanation, say))
    return 0


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("explain.command.about")

    def option(to: argparse._ActionsContainer, name: str, **how: Any) -> None:
        about = say(f"explain.command.{name}", names=", ".join(LADDER))
        to.add_argument(name if name == "board" else f"--{name}", help=about, **how)

    option(parser, "board", metavar="BOARD", nargs="*")
    what = parser.add_mutually_exclusive_group()
    option(what, "engine", metavar="FILE")
    option(what, "search", metavar="NAME", choices=LADDER)
    option(what, "counts", action="store_true")
    option(parser, "order", choices=ORDERS)
    option(parser, "plies", metavar="N", type=int, choices=range(1, 10))
    form = parser.add_mutually_exclusive_group()
    for name in ("dot", "json"):
        option(form, name, action="store_true")
    add_time(parser, say)


def _search(given: argparse.Namespace, board: Board, say: Words) -> None:
    """Print the tree of a search."""
    root = record(rung(given.search, our_rules(), ORDERS.get(given.order)), board)
    empty = root.key.count(".")
    if given.json:
        deepest = given.plies or _plies_within(RECORDED, empty)
        _print_json(recording_data(root, deepest))
        return
    plies = given.plies or plies_that_fit(root, LINES)
    if given.dot:
        print(dot(root, plies))
        return
    print(f"{say(f'search.title.{given.search}')}: {board_text(board)}\n")
    print(tree_text(root, plies, say.language, columns()))
    print(f"\n{legend(say.language, columns())}")
    if plies < empty:
        print(filled(say("search.shown", n=plies)))


def _plies_within(positions: int, empty: int) -> int:
    """Return how many plies there are, if that many positions are not too many."""
    plies, level, total = 0, 1, 1
    while plies < empty and total + level * (empty - plies) <= positions:
        level *= empty - plies
        total += level
        plies += 1
    return plies


def _counts(given: argparse.Namespace, board: Board, say: Words) -> None:
    """Print what each search takes, line by line as they end."""
    rows = counts(our_rules(), board, ORDERS.get(given.order))
    if given.json:
        _print_json([row._asdict() for row in rows])
        return
    print(filled(say("search.counts", board=board_text(board))) + "\n")
    head = (say(f"search.{name}") for name in ("search", "positions", "seconds"))
    print("{:<39}{:>10}{:>10}".format(*head))
    for row in rows:
        title = say(f"search.title.{row.name}")
        figures = f"{say.number(row.positions):>10}{say.number(row.seconds, 4):>10}"
        print(f"{row.name:<15}{title:<24}{figures}", flush=True)


def _consult(given: argparse.Namespace, explanation: Explanation, say: Words) -> int:
    """Print what an engine plays after the explanation; return 1 if it errs."""
    asked = consult(given.engine, explanation, Limits(answer=given.time))
    if given.json:
        _print_json({**explanation_data(explanation), "engine": plain(asked)})
    else:
        print(f"{_text(explanation, say)}\n\n{given.engine}")
        for line in consulted_lines(asked, explanation, say):
            width = _width()
            print(fill(line, width, initial_indent="  ", subsequent_indent="    "))
    return int(asked.is_mistake)


def _text(explanation: Explanation, say: Words) -> str:
    """Return the explanation as it fits this terminal."""
    pen = pen_for(sys.stdout)
    return explanation_text(explanation, say.language, _width(), pen)


def _width() -> int:
    return min(WIDTH, columns())


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))
