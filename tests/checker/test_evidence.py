"""What is said of a search: true of one that remembers, and of none that is excused."""

import ast
from types import ModuleType

import pytest
from conftest import ENGINES
from helpers.looking_ahead import (
    BY_HAND,
    BY_RESULT,
    FIRST_DRAW,
    IN_PLACE,
    LISTED,
    THREAT,
    WIN,
    half_in_place,
    looking,
    never_moving,
    unbound,
)
from helpers.players import RULES

from noughts import contract
from noughts.checker.evidence import (
    BOARD,
    MARKS,
    NOT_YET,
    TEACHER,
    TOO_LATE,
    UNBOUND,
    UNREAD,
    UNREADABLE,
    UNSEEN,
    _visited,
    looks,
    loose_bound,
    our_marks,
    printed,
    searches_deep,
    verdict,
)
from noughts.checker.rounds import Call
from noughts.notation import parse_board
from noughts.observe import watch
from noughts.observe.listen import heard
from noughts.words import LANGUAGES, words

RIGHT = (ENGINES / "alpha_beta.py").read_text("utf-8")
PLAIN = "def minimax(board):\n    return known[str(board)]\n"
TREE = ast.parse(PLAIN)
FEW = ["X...O....2", 1, 0]  # one call of result()


def test_a_search_that_knows_its_answers_is_not_said_to_look_no_further():
    _, search = verdict(TREE, {"heard": FEW}, "passed")
    assert "how it finds its move cannot be seen" in search.words
    assert search.kind == "unclear"


def test_of_a_search_that_is_excused_nothing_is_said():
    _, search = verdict(TREE, {"heard": FEW}, "excused")
    assert (search.words, search.facts) == ("", ())


def test_of_what_is_not_seen_of_a_wrong_search_it_is_not_said_that_it_is_left_out():
    _, search = verdict(TREE, {"heard": FEW}, "failed")
    assert "left out, remembered, or looked at without result()" in search.words


CUT, UNCUT = {"cut": 400, "whole": 900}, {"cut": 900, "whole": 900}
ENGINE = contract.load(ENGINES / "alpha_beta.py")
HEARD = {"heard": heard(ENGINE, parse_board(BOARD))}  # of a search that cuts

UNMOVED = RIGHT.replace("alpha = max(alpha, best)", "pass")
UNMOVED = UNMOVED.replace("beta = min(beta, best)", "pass")

# Bounds that begin at -1 and 1: a search that stops at a win, and no more.
FAKE = RIGHT.replace("alpha = max(alpha, best)", "alpha = max(alpha, -1)")
FAKE = FAKE.replace("beta = min(beta, best)", "beta = min(beta, 1)")
FAKE = FAKE.replace("-2, 2)", "-1, 1)")


def loaded(text):
    module = ModuleType("engine")
    exec(text, vars(module))
    return module


STOPS = {"heard": heard(loaded(FAKE), parse_board(BOARD))} | CUT
HEALED = {"healed": STOPS["heard"]} | CUT

BONUS = {
    "bounds that only stop at a win": (FAKE, STOPS, "passed", "unjudged", UNBOUND),
    "the same and wrong moves": (FAKE, STOPS, "failed", "absent", ""),
    "the same, excused": (FAKE, STOPS, "excused", "passed", ""),
    "the same, excused and healed": (FAKE, HEALED, "excused", "unjudged", UNBOUND),
    "bounds that nothing moves": (UNMOVED, STOPS, "passed", "absent", ""),
    "bounds that cut, as was heard healed": (
        RIGHT,
        STOPS | {"healed": HEARD["heard"]},
        "excused",
        "passed",
        "",
    ),
    "bounds that cut, as was heard": (RIGHT, HEARD | CUT, "passed", "passed", ""),
    "bounds that cut, and right moves": (RIGHT, CUT, "passed", "passed", ""),
    "the same where the moves are excused": (RIGHT, CUT, "excused", "passed", ""),
    "bounds that cut, and wrong moves": (RIGHT, CUT, "failed", "absent", NOT_YET),
    "bounds that cut nothing": (RIGHT, UNCUT, "passed", "unjudged", UNSEEN),
    "bounds that were never counted": (RIGHT, {}, "passed", "unjudged", UNSEEN),
    "more calls where more is cut": (
        RIGHT,
        {"cut": 901, "whole": 900},
        "passed",
        "unjudged",
        UNSEEN,
    ),
    "no calls at all": (RIGHT, CUT | {"cut": 0}, "passed", "unjudged", UNSEEN),
    "a text that was not read": ("", {}, "passed", "unjudged", UNREADABLE),
    "such a text with wrong moves": ("", {}, "failed", "absent", ""),
    "no bounds, but moves left out": (PLAIN, HEARD, "passed", "unjudged", UNREAD),
    "the same with wrong moves": (PLAIN, HEARD, "failed", "absent", ""),
    "bounds that cut nothing, and wrong moves": (RIGHT, UNCUT, "failed", "absent", ""),
    "no bounds, few calls": (PLAIN, {"heard": FEW}, "passed", "absent", ""),
    "no bounds, nothing heard": (PLAIN, {}, "passed", "absent", ""),
}


@pytest.mark.parametrize(("source", "told", "status", "bonus", "note"), BONUS.values())
def test_the_bonus_needs_bounds_that_cut_and_right_moves(
    source, told, status, bonus, note
):
    check, search = verdict(ast.parse(source), told, status)
    assert (check.status, check.note.removeprefix(TEACHER)) == (bonus, note)
    assert check.note.startswith(TEACHER) == (bonus == "unjudged")
    cuts = bonus == "passed" or note == NOT_YET
    assert (search.kind == "alphabeta") == cuts


@pytest.mark.parametrize(
    ("told", "note"),
    [({}, TOO_LATE), ({"cut": 400}, TOO_LATE), (UNCUT, UNSEEN), (CUT, "")],
)
def test_where_the_time_was_up_it_is_not_said_that_nothing_was_seen(told, note):
    check, _ = verdict(ast.parse(RIGHT), told, "passed", time_up=True)
    assert check.note.removeprefix(TEACHER) == note


BACKWARDS = f"{LISTED}[::-1]"
PRUNING = {
    "looks for a win first": looking(WIN),
    "lists what follows first": looking(order=LISTED),
    "takes what it listed from the end": looking(order=BACKWARDS),
    "looks for a win, and lists": looking(WIN, LISTED),
    "lists, and remembers": looking(order=LISTED, memory=True),
    "looks for a win, and remembers": looking(WIN, memory=True),
}
AHEAD = {
    **{
        what: (text, "passed", "passed", "alphabeta", "alphabeta")
        for what, text in PRUNING.items()
    },
    **{
        f"{what}; bounds never move": (
            never_moving(text),
            "passed",
            "unjudged",
            "stops-at-win",
            "stops-at-win",
        )
        for what, text in PRUNING.items()
    },
    "looks for threats first": (
        looking(THREAT),
        "passed",
        "passed",
        "alphabeta",
        "knows",
    ),
    "X by result(), O in place": (
        half_in_place(looking()),
        "passed",
        "passed",
        "alphabeta",
        "unclear",
    ),
    "looks for a win, without bounds": (
        unbound(looking(WIN)),
        "passed",
        "absent",
        "stops-at-win",
        "stops-at-win",
    ),
    "lists, without bounds": (
        unbound(looking(order=BACKWARDS)),
        "passed",
        "absent",
        "minimax",
        "minimax",
    ),
    "lists and remembers, without bounds": (
        unbound(looking(order=LISTED, memory=True)),
        "passed",
        "absent",
        "remembers",
        "remembers",
    ),
    "first moves by result()": (
        RULES + BY_RESULT + IN_PLACE,
        "passed",
        "absent",
        "unclear",
        "knows",
    ),
    "first moves by result(), wrong": (
        RULES + BY_RESULT + IN_PLACE,
        "failed",
        "absent",
        "unclear",
        "too_few",
    ),
    "all in place": (
        RULES + BY_HAND + IN_PLACE,
        "failed",
        "absent",
        "invisible",
        "invisible",
    ),
    "takes the first draw": (
        RULES + FIRST_DRAW,
        "failed",
        "absent",
        "unbound-cuts",
        "unbound-cuts",
    ),
}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "status", "bonus", "kind", "told"), AHEAD.values(), ids=AHEAD
)
def test_a_position_that_result_is_asked_for_is_not_yet_searched(
    text, status, bonus, kind, told
):
    calls = {"heard": heard(loaded(text), parse_board(BOARD))}
    check, search = verdict(ast.parse(text), calls | CUT, status)
    name, given = search.facts[0]
    assert (check.status, search.kind) == (bonus, kind)
    assert given.get("code", name) == told


LOOSE = [
    ("beta = min(beta, best)", "beta = max(beta, best)"),
    ("alpha = max(alpha, best)", "alpha = min(alpha, best)"),
]


@pytest.mark.parametrize(("was", "now"), LOOSE)
def test_a_bound_that_never_narrows_the_window_is_found_by_its_line(was, now):
    assert was in RIGHT
    place = loose_bound(ast.parse(RIGHT.replace(was, now)))
    assert ast.unparse(place.node) == now


def test_in_a_right_search_no_bound_is_loose():
    assert loose_bound(ast.parse(RIGHT)) is None


def test_a_file_with_marks_of_its_own_is_given_ours_in_every_form_of_it():
    text = RIGHT.replace(*LOOSE[0])
    seen = {what: source for what, source, _ in looks(text, ast.parse(text), True)}
    assert seen.keys() == {"heard", "cut", "whole", "tight"}
    assert all(source.endswith(MARKS) for source in seen.values())


def test_it_is_told_only_if_it_costs_calls():
    tree = ast.parse(RIGHT.replace(*LOOSE[0]))
    told = {"cut": 900, "whole": 900, "tight": 400}
    _, search = verdict(tree, told, "passed")
    assert "`beta = max(beta, best)` in line 78 never makes the window narrower" in (
        search.words
    )
    _, search = verdict(tree, told | {"tight": 900}, "passed")
    assert "narrower" not in search.words


@pytest.mark.parametrize("told", [None, "x", ["", 0], ["", 0, -1], ["", 0, 10**12]])
def test_prints_that_are_forged_are_none(told):
    assert printed(told) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_words(language):
    say = words(language)
    names = [
        "visited",
        "again",
        "unseen",
        "knows",
        "too_few",
        "stop",
        "counted",
        "counted_healed",
        "loose",
    ]
    assert all(f"seen.{name}" in say.table for name in names)


def test_all_that_is_seen_of_a_search_is_told_as_facts():
    told = HEARD | CUT
    _, search = verdict(ast.parse(RIGHT), told, "passed")
    assert search.kind == "alphabeta"
    visited, *facts = search.facts
    assert visited[0] == "visited"
    assert visited[1]["positions"] == HEARD["heard"][1] + 1
    stop = {"function": "max_value", "bounds": ["alpha", "beta"]}
    assert facts == [
        ("stop", stop | {"line": 63, "test": "best >= beta"}),
        ("counted", {"cut": 400, "whole": 900}),
    ]
    _, search = verdict(ast.parse(RIGHT), told, "excused")
    assert list(search.facts) == facts
    _, search = verdict(ast.parse(RIGHT), HEARD | UNCUT, "passed")
    assert [name for name, _ in search.facts] == ["visited", "stop"]
    _, search = verdict(TREE, {}, "passed")
    assert (search.kind, search.facts) == ("unclear", ())


SEEN = watch.Evidence("plain", 500, 400, 0, 0, {"alpha-beta": 400, "plain Minimax": 9})
BASE = {"board": BOARD}


@pytest.mark.parametrize(
    ("code", "positions", "status", "fact"),
    [
        ("hardly", 400, "passed", ("knows", {**BASE, "calls": 400})),
        ("shallow", 400, "passed", ("knows", {**BASE, "calls": 400})),
        ("plain", 399, "failed", ("too_few", {**BASE, "positions": 399, "least": 400})),
        (
            "hardly",
            399,
            "failed",
            ("too_few", {**BASE, "positions": 399, "least": 400}),
        ),
        ("invisible", 400, "failed", ("unseen", {**BASE, "code": "invisible"})),
        ("unclear", 0, "passed", ("unseen", {**BASE, "code": "unclear"})),
        *(
            (
                code,
                positions,
                status,
                (
                    "visited",
                    {
                        **BASE,
                        "code": code,
                        "positions": positions,
                        "textbook": SEEN.textbook,
                    },
                ),
            )
            for code, positions, status in [
                ("plain", 400, "failed"),
                ("plain", 399, "passed"),
                ("hardly", 400, "failed"),
            ]
        ),
    ],
)
def test_what_the_calls_show_depends_on_the_moves(code, positions, status, fact):
    seen = SEEN._replace(code=code, positions=positions, calls=positions)
    told = [*_visited(seen, status, bounds=True)]
    assert told == [fact]


def test_only_a_search_with_bounds_is_said_to_cut_like_alpha_beta():
    for code in ("alphabeta", "some-cuts"):
        seen = SEEN._replace(code=code, calls=400)
        for bounds, told in ((True, code), (False, "unbound-cuts")):
            [(name, given)] = _visited(seen, "failed", bounds)
            assert (name, given["code"]) == ("visited", told)


def test_positions_that_are_asked_for_again_are_counted():
    told = [*_visited(SEEN._replace(calls=441), "passed", bounds=True)]
    assert told[1:] == [("again", {"calls": 441})]
    assert len([*_visited(SEEN._replace(calls=440), "passed", bounds=True)]) == 1


@pytest.mark.parametrize(
    ("told", "lines"),
    [(["", 3, 0], 0), (["x", 3, 5], 5), (["", 3, 10**12 - 1], 10**12 - 1)],
)
def test_what_is_printed_is_counted(told, lines):
    assert printed(told) == lines


@pytest.mark.parametrize(
    "forged", [["", 10**12, 0], ["", -1, 0], ["", 1], [3, 1, 0], "x", None]
)
def test_calls_that_are_forged_are_none(forged):
    _, search = verdict(TREE, {"heard": forged}, "passed")
    assert (search.kind, search.facts) == ("unclear", ())


def test_a_search_is_looked_at_as_it_is_and_with_nothing_cut():
    board = parse_board(BOARD)
    assert [*looks(PLAIN, TREE)] == [("heard", PLAIN, Call("heard", [board]))]
    as_it_is, cut, whole = looks(RIGHT, ast.parse(RIGHT))
    counted = Call("count", [["max_value", "min_value"], board])
    assert as_it_is == ("heard", RIGHT, Call("heard", [board]))
    again = [*looks(RIGHT, ast.parse(RIGHT), healed=BOARD)]
    assert again == [as_it_is, ("healed", *as_it_is[1:]), cut, whole]
    assert [*looks(PLAIN, TREE, healed=BOARD)] == [*looks(PLAIN, TREE)]
    assert cut == ("cut", RIGHT, counted)
    assert (whole[0], whole[2]) == ("whole", counted)
    assert whole[1].count("if False:") == 2
    assert "if best >= beta:" not in whole[1]


BOUND = """\
def minimax(board, alpha):
    for action in actions(board):
        alpha = min(alpha, 1)
        {}
"""


@pytest.mark.parametrize(
    ("line", "loose"),
    [
        ("best = max(best, 2)", True),
        ("if value > best: best = value", True),
        ("if value >= best: best = value", True),
        ("if value < best: best = value", False),
        ("if value <= best: best = value", False),
        ("if value == best: best = value", False),
        ("if value > best: return best", False),
        ("if 1 < value > best: best = value", False),
        ("best = min(best, 2)", False),
        ("best, worst = max(best, 2), min(worst, 2)", False),
        ("best = len(board)", False),
        ("board = max(board, 2)", True),  # the first argument is no bound
        ("pass", False),
    ],
)
def test_a_bound_is_loose_where_its_loop_looks_for_the_other_end(line, loose):
    place = loose_bound(ast.parse(BOUND.format(line)))
    assert (place is not None) is loose
    if place:
        assert ast.unparse(place.node) == "alpha = min(alpha, 1)"
        assert [ast.unparse(new) for new in place.change.values()] == ["max(alpha, 1)"]


def test_where_a_loop_looks_for_both_ends_no_bound_is_loose():
    lines = "best = max(best, 2)\n        worst = min(worst, 2)"
    assert loose_bound(ast.parse(BOUND.format(lines))) is None


@pytest.mark.parametrize(
    ("cut", "tight", "told"),
    [
        (900, 899, True),
        (900, 900, False),
        (900, 0, False),
        (900, 1, True),
        (True, 0.5, False),
    ],
)
def test_a_loose_bound_is_told_where_a_tight_one_saves_calls(cut, tight, told):
    tree = ast.parse(RIGHT.replace(*LOOSE[0]))
    _, search = verdict(tree, {"cut": cut, "whole": cut, "tight": tight}, "passed")
    loose = [given for name, given in search.facts if name == "loose"]
    shown = {"text": "beta = max(beta, best)", "line": 78, "tight": tight}
    assert loose == ([shown] if told else [])


def test_one_call_less_is_a_cut():
    check, search = verdict(ast.parse(RIGHT), {"cut": 1, "whole": 2}, "passed")
    assert (check.status, search.kind) == ("passed", "alphabeta")


@pytest.mark.parametrize(
    "marks",
    [
        'X = "x"\nO = "o"\nEMPTY = ""\n',
        'X, O, EMPTY = "xo "\n',
        'X = "x"\nO = "o"\nWORTH = {X: 1, O: -1}\nEMPTY = " "\n',
        "",
    ],
)
def test_a_table_at_the_top_is_made_with_our_marks(marks):
    text = RIGHT.replace('X = "X"\nO = "O"\nEMPTY = None\n', marks)
    assert text != RIGHT
    if marks and "WORTH" not in marks:  # of marks nowhere assigned nothing is known
        table = "WORTH = {X: 1, O: -1}\n\n"
        text = text.replace("def initial_state", table + "def initial_state")
    for what, source, _ in looks(text, ast.parse(text), True):
        made = {}
        exec(source, made)
        assert made.get("WORTH", {"X": 1, "O": -1}) == {"X": 1, "O": -1}, what
        assert (made["X"], made["O"], made["EMPTY"]) == ("X", "O", None)


def test_our_marks_are_put_behind_the_statements_that_give_a_file_its_own():
    text = "X = 'x'\nn = 1\ndef f():\n    X = 3\nO: str = 'o'\na, EMPTY = 1, None\n"
    assert [node.lineno for node in our_marks(ast.parse(text))] == [1, 5, 6]
    assert all(new[0] is old for old, new in our_marks(ast.parse(text)).items())


@pytest.mark.parametrize(
    ("told", "deep"), [(None, False), (HEARD["heard"], True), (FEW, False)]
)
def test_a_search_is_deep_whose_calls_are_seen_to_look_beyond_a_move(told, deep):
    assert searches_deep(told) is deep
