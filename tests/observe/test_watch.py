"""Classifying searches by their calls of `result`."""

from functools import reduce
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.players import (
    ALPHABETA,
    BACKWARDS,
    LISTS_FIRST,
    LOOKS_ONE_MOVE_AHEAD,
    LOOKS_THREE_MOVES_AHEAD,
    MINIMAX,
    REMEMBERS,
    RULES,
    STOPS,
)

from noughts import contract
from noughts.board import START, board_of, play
from noughts.notation import parse_board, parse_square
from noughts.observe.listen import UNREADABLE, listen
from noughts.observe.watch import (
    Evidence,
    Seen,
    _judge,
    assess,
    order_of,
    rebuild,
)
from noughts.search.cached_rules import CachedRules
from noughts.words import words

BOARD = "X.. .O. ..."

EXACT_AT_THE_ROOT = ALPHABETA.replace("alpha, best_action = v", "_, best_action = v")


@pytest.fixture(scope="module")
def rules():
    return CachedRules(contract.default())


@pytest.fixture
def engine(tmp_path):
    def made(player):
        path = tmp_path / "engine.py"
        path.write_text(RULES + player, encoding="utf-8")
        return contract.load(path)

    return made


def watched(engine, rules, text=BOARD, **options):
    board = parse_board(text)
    _, calls, total = listen(engine, board, **options)
    return assess(rules, board, calls, total)


@pytest.mark.parametrize(
    ("player", "code"),
    [
        (MINIMAX, "minimax"),
        pytest.param(LISTS_FIRST, "minimax", marks=pytest.mark.ci),
        (REMEMBERS, "remembers"),
        (STOPS, "stops-at-win"),
        (ALPHABETA.replace("{cut}", "beta <="), "alphabeta"),
        (EXACT_AT_THE_ROOT.replace("{cut}", "beta <="), "alphabeta"),
        (ALPHABETA.replace("{cut}", "beta <"), "some-cuts"),
        (LOOKS_ONE_MOVE_AHEAD, "hardly"),
        (LOOKS_THREE_MOVES_AHEAD, "shallow"),
        (BACKWARDS, "unclear"),
    ],
)
def test_searches_are_classified_by_their_calls(player, code, engine, rules):
    evidence = watched(engine(player), rules)
    assert evidence.code == code
    assert words()(f"observe.search.{code}") in evidence.text(words())


def test_our_engine_is_classified_as_alpha_beta(rules):
    fresh = contract.load(ROOT / "tictactoe.py")  # one that remembers nothing yet
    assert watched(fresh, rules).code == "alphabeta"


def test_all_positions_of_plain_minimax_are_counted(engine, rules):
    evidence = watched(engine(MINIMAX), rules)
    assert evidence.positions == evidence.textbook["plain Minimax"] == 7_332
    assert evidence.calls == 7_331


def test_all_positions_of_alpha_beta_are_counted(engine, rules):
    evidence = watched(engine(ALPHABETA.replace("{cut}", "beta <=")), rules)
    assert evidence.positions == evidence.textbook["alpha-beta"]
    assert evidence.bound_cuts > 0


def test_the_evidence_includes_textbook_searches(engine, rules):
    evidence = watched(engine(MINIMAX), rules, "XOX OXO ...")
    textbook = {
        "plain Minimax": 8,
        "stopping at a win": 2,
        "alpha-beta": 6,
        "alpha-beta, exact first moves": 8,
    }
    assert evidence == Evidence("minimax", 7, 8, 0, textbook)
    assert evidence.text(words()) == (
        "visits as many positions as plain Minimax: 8 positions (plain Minimax 8,"
        " stopping at a win 2, alpha-beta 6, alpha-beta, exact first moves 8)"
    )


THREE_LEFT = "XOX OXO ..."
FIRST = "XOXOXO..."


@pytest.mark.parametrize(
    ("calls", "total", "code", "positions"),
    [
        ("", 0, "invisible", 1),
        ([f"{FIRST}8"] * 9 + [UNREADABLE], 10, "hardly", 2),
        ([f"{FIRST}8"] * 8 + [UNREADABLE] * 2, 10, "more", 11),
        ([f"{FIRST}8"] * 4 + [UNREADABLE], 5, "unclear", 6),
        ([f"{FIRST}8"] * 6, 7, "minimax", 8),  # not all were noted
        ([f"{FIRST}8"] * 5, 6, "unclear", 7),
    ],
)
def test_unreadable_calls_are_judged_by_their_number(
    calls, total, code, positions, rules
):
    """A tenth of the calls may be strays; plain Minimax visits 8 positions here."""
    evidence = assess(rules, parse_board(THREE_LEFT), "".join(calls), total)
    assert (evidence.code, evidence.calls) == (code, total)
    assert evidence.positions == positions


def tree(seen):
    """Return a tree as nested dicts by square."""
    return {3 * i + j + 1: tree(child) for (i, j), child in seen.after.items()}


@pytest.mark.parametrize(
    ("calls", "found", "strays"),
    [
        ([], {}, 0),
        ([f"{FIRST}8", f"{FIRST}9", f"{FIRST}8"], {8: {}, 9: {}}, 0),
        ([f"{FIRST}8", "XOXOXO.X.7", f"{FIRST}9"], {8: {7: {}}, 9: {}}, 0),
        ([f"{FIRST}8", f"{FIRST}9", "XOXOXO.X.7"], {8: {7: {}}, 9: {}}, 0),  # a sibling
        ([f"{FIRST}8", "XOXOXO.X.7", "XOXOXO.X.9"], {8: {7: {}, 9: {}}}, 0),
        (["XOXOXO.X.7", f"{FIRST}8"], {8: {}}, 1),  # not yet there
        ([f"{FIRST}7", "XOXOXOX..8"], {7: {}}, 1),  # the game is over
        ([f"{FIRST}8", "XOXOXO.X.7", "XOXOXOOX.9"], {8: {7: {9: {}}}}, 0),
        ([f"{FIRST}8", "XOXOXOOX.9"], {8: {}}, 1),  # a step was left out
        ([f"{FIRST}8", "XOX.XO..."], {8: {}}, 1),
    ],
)
def test_calls_form_a_tree(calls, found, strays):
    root, missed = rebuild(parse_board(THREE_LEFT), "".join(calls))
    assert (tree(root), missed) == (found, strays)


NONE_WINS = "XXOOOX..."
NONE_WINS_EARLY = "..XX.OO.X"
# Three moves lead to what stood there before: 5, 2, 1 as 1, 2, 5 did.
REMEMBERED = "1 12 125 1258 5 52 528 521 5281"


def calls_of(key, ways):
    """Return the calls for moves given as paths of squares."""
    return "".join(
        reduce(play, map(parse_square, before), key) + square
        for *before, square in ways.split()
    )


def ways_of(seen, way=""):
    """Yield the moves of a tree as paths of squares, in order."""
    for (i, j), child in seen.after.items():
        yield f"{way}{3 * i + j + 1}"
        yield from ways_of(child, f"{way}{3 * i + j + 1}")


@pytest.mark.parametrize(
    ("key", "calls", "found"),
    [
        (NONE_WINS, "7 8 9 78 789 79 798", "7 78 789 79 798"),
        # in another order than it was listed
        (NONE_WINS, "7 8 9 98 987 78 789 79 798", "9 98 987 7 78 789 79 798"),
        # a win that was listed needs no search; where nothing was searched, all stays
        (NONE_WINS, "7 8 9 78 789 79 798 89 87", "7 78 789 79 798 8 87"),
        (NONE_WINS, "7 8 9 78 789 79 798 89", "7 78 789 79 798 8 89"),
        # up to some move: a win that was listed later was not looked at
        ("XX.OO.XO.", "6 9 3 69 693 63 639", "6 69 693 63 639"),
        # what was asked for again, then what had followed it before
        (NONE_WINS, "7 78 79 7 789", "7 78 789"),
        # what was searched before is remembered, and what lies beside a win is not new;
        # but who leaves out anything else remembers nothing
        (NONE_WINS_EARLY, REMEMBERED, "1 12 125 1258 5 52 528 5281 521"),
        (
            NONE_WINS_EARLY,
            f"{REMEMBERED} 8 81 82 812 8125",
            "1 12 125 1258 5 52 528 5281 521 8 81 812 8125",
        ),
        (
            NONE_WINS_EARLY,
            f"{REMEMBERED} 2 21 215 218 2158",
            "1 12 125 1258 5 52 528 5281 2 21 215 2158",
        ),
    ],
)
def test_listed_but_unsearched_moves_are_removed(key, calls, found):
    root, strays = rebuild(board_of(key), calls_of(key, calls))
    assert (" ".join(ways_of(root)), strays) == (found, 0)


def test_untried_moves_come_last_in_the_order(rules):
    board = parse_board(THREE_LEFT)
    shorter, longer = cut_after(FIRST, 7), cut_after(FIRST, 9, 8)
    for seen in ([shorter, longer], [longer, shorter]):
        assert order_of(seen)(rules, board) == [(2, 2), (2, 1), (2, 0)]
    again = cut_after(FIRST, 8, 9)  # as long as the one before it
    assert order_of([longer, again])(rules, board) == [(2, 2), (2, 1), (2, 0)]
    assert order_of([])(rules, board) == [(2, 0), (2, 1), (2, 2)]
    other = parse_board("XOX O.. ...")
    assert order_of([longer])(rules, other) == sorted(rules.actions(other))


def test_a_truncated_search_is_judged_by_its_number_of_calls(engine, rules):
    assert watched(engine(MINIMAX), rules, limit=100).code == "minimax"
    assert watched(engine(STOPS), rules, limit=100).code == "unclear"


def test_recording_leaves_answer_and_engine_unchanged(engine):
    module = engine(MINIMAX)
    before, board = module.result, parse_board(BOARD)
    answer, _, _ = listen(module, board)
    assert answer == module.minimax(board)
    assert module.result is before


def test_an_exception_leaves_the_engine_unchanged(engine):
    module = engine("\ndef minimax(board):\n    result(board, 7)\n")
    before = module.result
    with pytest.raises(ValueError, match="not an empty cell"):
        listen(module, parse_board(BOARD))
    assert module.result is before


@pytest.mark.parametrize("call", ["result()", "result(board, None)", "result(7, 7)"])
def test_a_malformed_call_is_recorded_as_unreadable(call, engine):
    player = f"""
def minimax(board):
    try:
        {call}
    except Exception:
        return (2, 2)
"""
    board = parse_board(BOARD)
    assert listen(engine(player), board) == ((2, 2), UNREADABLE, 1)


@pytest.mark.parametrize(
    "calls",
    [
        "nonsense",
        UNREADABLE,
        "X...O....1",  # an occupied cell
        "X...O....0",
        "X...O....²",
        "XX..O...O3",  # no position visited before
        "X........5",  # a position before the first one
    ],
)
def test_strays_are_counted(calls):
    root, strays = rebuild(parse_board(BOARD), calls)
    assert (root.after, strays) == ({}, 1)


@pytest.mark.parametrize(("calls", "noted"), [(0, 0), (2, 2), (3, 3), (4, 3)])
def test_calls_beyond_the_limit_are_only_counted(calls, noted):
    def minimax(board):
        return [engine.result(board, (0, 0)) for _ in range(calls)]

    engine = SimpleNamespace(minimax=minimax, result=lambda board, action: None)
    board = board_of(START)
    answer, notes, total = listen(engine, board, limit=3)
    assert (len(answer), notes, total) == (calls, (START + "1") * noted, calls)


def line_of_play(empty, plies):
    """Return the positions of a line of play from a board with so many empty cells."""
    keys = ["XOXOXOOX."[: 9 - n] + "." * n for n in range(10)]
    return [Seen(keys[empty - ply]) for ply in range(plies + 1)]


@pytest.mark.parametrize(
    ("empty", "plies", "textbook", "hardly"),
    [
        (3, 2, 4, True),
        (3, 2, 3, False),  # as many as alpha-beta
        (2, 2, 4, False),  # there is nothing deeper
        (4, 3, 9, False),
    ],
)
def test_a_search_that_hardly_looks_ahead(empty, plies, textbook, hardly):
    numbers = {"alpha-beta": textbook, "alpha-beta, exact first moves": textbook}
    code = _judge(line_of_play(empty, plies), numbers, bound_cuts=1)
    assert (code == "hardly") is hardly


@pytest.mark.parametrize(("positions", "code"), [(22, "alphabeta"), (23, "some-cuts")])
def test_alpha_beta_may_visit_ten_percent_more_than_the_textbook(positions, code):
    numbers = {"alpha-beta": 20, "alpha-beta, exact first moves": 20}
    seen = line_of_play(9, 9) * 3
    assert _judge(seen[:positions], numbers, bound_cuts=1) == code


def cut_after(key, *squares):
    """Return a position in which only these squares were tried."""
    tried = [divmod(square - 1, 3) for square in squares]
    return Seen(key, {action: Seen(play(key, action)) for action in tried})


@pytest.mark.parametrize(("before", "code"), [(0, "remembers"), (2, "shallow")])
def test_an_unsearched_position_is_remembered_if_searched_before(before, code):
    key = "XXOOOXX.."
    earlier, other = cut_after(f"{key[:7]}O.", 9), cut_after(f"{key[:7]}.O", 8)
    earlier.first = before
    position = Seen(key, {(2, 1): Seen(earlier.key), (2, 2): other}, first=1)
    seen = [*earlier.all(), *position.all()]
    assert _judge(seen, {"alpha-beta": 1}, 0) == code


@pytest.mark.parametrize(
    ("key", "squares", "needs"),
    [
        ("X........", [5, 2], True),
        ("X........", [5], True),
        ("X........", [], False),  # it was not looked at
        ("XX..O....", [3], False),  # the only block
        ("XX..O....", [4], True),
        ("XX..O....", [3, 4], True),  # more than the block was tried
        ("XX.XO..O.", [3, 7], True),  # two blocks, of which one would not do
        ("XX..OO...", [3], False),  # a win
        (".........", [1, 2, 5], False),  # all others are images of these
        (".........", [1, 5], True),
    ],
)
def test_untried_moves_that_need_a_bound(key, squares, needs):
    assert cut_after(key, *squares).needs_bound is needs
