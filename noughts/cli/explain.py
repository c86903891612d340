"""`noughts explain`: what each move of a position is worth, and why."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Any

from noughts.checker.own_search.calls import UnreadableError
from noughts.checker.own_search.consult import consult, consulted_text
from noughts.checker.own_search.own_recording import sentences
from noughts.checker.trace_file import trace_in_sandbox
from noughts.cli.parser import Parser, whole_number
from noughts.cli.screen import columns, filled
from noughts.explainer import Explanation, explain
from noughts.explainer.printed import WIDTH, explanation_data, explanation_text, plain
from noughts.game.contract import Board
from noughts.game.notation import board_text, parse_board
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.limits import Limits
from noughts.search import LADDER, rung
from noughts.search.minimax import by_rows
from noughts.search.outline import dot, plies_that_fit, tree_text
from noughts.search.recording import record
from noughts.search.strong_first import strong_first
from noughts.texts import Words
from noughts.theme.ansi import pen_for

ORDERS = {"rows": by_rows, "strong": strong_first}
RECORDED = 5_000  # the most positions written as JSON
LEVELS = 9  # of the tree below the empty board


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    names = {"names": ", ".join(LADDER)}
    parser.option("board", metavar="BOARD", nargs="*")
    what = parser.add_mutually_exclusive_group()
    parser.option("--engine", group=what, metavar="FILE")
    parser.option("--search", group=what, parts=names, metavar="NAME", choices=LADDER)
    parser.flag("--counts", what)
    parser.option("--order", choices=ORDERS)
    parser.option("--plies", metavar="N", type=levels)
    form = parser.add_mutually_exclusive_group()
    parser.flag("--dot", form)
    parser.flag("--json", form)
    parser.time()


def levels(text: str) -> int:
    """Return how many levels of the tree to show."""
    return whole_number(text, LEVELS)


def run(args: argparse.Namespace) -> int:
    """Explain a position or show a search of it; return 1 if the engine is wrong."""
    say = args.say
    board = parse_board(" ".join(args.board) if args.board else "... ... ...")
    explanation = explain(board)
    if args.engine:
        return _consult(args, explanation, say)
    if args.counts:
        _counts(args, board, say)
    elif args.search:
        _search(args, board, say)
    elif args.json:
        _print_json(explanation_data(explanation))
    else:
        print(_text(explanation, say))
    return 0


def _search(args: argparse.Namespace, board: Board, say: Words) -> None:
    """Print the tree of a search."""
    root = record(rung(args.search, ORDERS.get(args.order)), board)
    if args.json:
        _print_json(root.data(args.plies or plies_that_fit(root, RECORDED)))
        return
    plies = args.plies or plies_that_fit(root)
    if args.dot:
        print(dot(root, plies))
        return
    print(f"{say(f'search.title.{args.search}')}: {board_text(board)}\n")
    print(tree_text(root, plies, say.language))
    print("\n" + filled(say("search.legend")))
    if plies < root.plies:
        print(filled(say("search.shown", n=plies)))


def _counts(args: argparse.Namespace, board: Board, say: Words) -> None:
    """Print how many positions each search visits."""
    order = ORDERS.get(args.order)
    rows = {name: record(rung(name, order), board).positions for name in LADDER}
    if args.json:
        _print_json(rows)
        return
    print(filled(say("search.counts", board=board_text(board))) + "\n")
    print(f"{say('search.search'):<39}{say('search.positions'):>10}")
    for name, positions in rows.items():
        title = say(f"search.title.{name}")
        print(f"{name:<15}{title:<24}{say.number(positions):>10}")


def _consult(args: argparse.Namespace, explanation: Explanation, say: Words) -> int:
    """Print the explanation and the engine's move; return 1 if it is a mistake."""
    limits = Limits(answer=args.time)
    language = "en" if args.json else say.language
    asked = consult(args.engine, explanation, limits, language)
    if args.json:
        _print_json({**explanation_data(explanation), "engine": plain(asked)})
        return int(asked.is_mistake)
    print(f"{_text(explanation, say)}\n\n{args.engine}")
    lines = [consulted_text(asked, explanation, say)]
    if asked.is_mistake and explanation.turn:
        lines += first_wrong_lines(args.engine, explanation.key, say)
    for line in lines:
        print(fill(line, _width(), initial_indent="  ", subsequent_indent="    "))
    return int(asked.is_mistake)


def first_wrong_lines(path: Path, key: str, say: Words) -> Iterator[str]:
    """Yield sentences about the first wrong call of a file's search."""
    file = Sandbox(path, started=False)
    try:
        found, is_smaller = trace_in_sandbox(file.source, key, file.modules)
    except UnreadableError as error:
        yield say.message(error)
        return
    if found:
        yield say("own.title")
        first = [say("own.smaller")] if is_smaller else []
        yield " ".join([*first, *sentences(found, say)])


def _text(explanation: Explanation, say: Words) -> str:
    """Return the explanation, wrapped for this terminal."""
    pen = pen_for(sys.stdout)
    return explanation_text(explanation, say.language, _width(), pen)


def _width() -> int:
    return min(WIDTH, columns())


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))
