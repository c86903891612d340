"""From answers to verdicts, on sheets that are written here."""

import pytest

from noughts import oracle
from noughts.board import board_of
from noughts.checker.answer_sheet import AnswerSheet, expected
from noughts.checker.answers import Answer, decode, late, raised
from noughts.checker.batches import Batch
from noughts.checker.checks import PROMISES
from noughts.checker.questions import FUNCTIONS, REFUSED, questions
from noughts.checker.record import Failure
from noughts.checker.verdicts import (
    CIRCLE,
    CONSTANT,
    ENDLESS,
    NEVER,
    OPAQUE,
    RAISED,
    SILENT,
    UNWRITTEN,
    _hint,
    moves,
    refutation,
    shows_nothing,
    text_check,
    verdicts,
)

ASKED = [
    pytest.param(name, marks=[pytest.mark.ci] * (name == "result"))  # it has many
    for name in FUNCTIONS
    if name != "initial_state"
]


def right(function, number):
    """Return a right answer to a question."""
    want = expected(function)[number]
    said = min(want) if function == "minimax" else want
    return raised("ValueError", "no", "") if said == "r" else Answer(said)


def sheet(function, others=(), asked=None):
    """Return what a function has answered: all right, but for some others."""
    written = AnswerSheet(function)
    numbers = range(len(questions(function)))[:asked]
    told = {n: right(function, n) for n in numbers} | dict(others)
    written.take(Batch(function, [*told]), [*told.values()])
    return written


@pytest.mark.parametrize("function", ["initial_state", *ASKED])
def test_what_is_right_passes_every_check(function):
    written = sheet(function)
    found = list(verdicts(written))
    assert [check.name for check in found] == [
        promise.name for promise in PROMISES if promise.function == function
    ]
    assert {(check.status, check.failing, check.note) for check in found} == {
        ("passed", 0, "")
    }
    assert written.complete
    assert written.wrong == {}
    assert len(list(written.pairs())) == len(questions(function))
    assert list(written.wrongs()) == []


@pytest.mark.parametrize("function", ASKED)
def test_one_wrong_answer_fails_the_checks_that_it_is_about(function):
    about = questions(function).stakes
    for number in {about.index(stake) for stake in {*about}}:
        wrong = Answer("o|x|", text="x", kind="object")
        written = sheet(function, {number: wrong})
        assert [answer for _, answer in written.wrongs()] == [wrong]
        assert written.answer(questions(function)[number]) == wrong
        for check, promise in zip(
            verdicts(written),
            [each for each in PROMISES if each.function == function],
            strict=True,
        ):
            asks = promise.about in ("", about[number])
            fails = asks and not promise.rule(questions(function)[number], wrong)
            assert (check.status, check.failing) == (
                ("failed", 1) if fails else ("passed", 0)
            )


def test_who_answers_nine_tenths_in_time_has_shown_enough():
    wanted = len(questions("player"))
    assert wanted % 10 == 0
    whole = [p.name for p in PROMISES if p.function == "player" and not p.about]
    for asked, status in (
        (wanted * 9 // 10, "passed"),
        (wanted * 9 // 10 - 1, "failed"),
    ):
        found = {check.name: check for check in verdicts(sheet("player", asked=asked))}
        for name in whole:
            assert (found[name].status, found[name].asked) == (status, asked)
            assert f"{asked:,} of {wanted:,}" in found[name].note


def same():
    """Return questions to `winner` that are about the same thing."""
    stakes = questions("winner").stakes
    return [n for n, stake in enumerate(stakes) if stake == stakes[0]]


@pytest.mark.parametrize("kinds", [1, 5, 6, 8])
def test_five_causes_are_told_apart_and_the_rest_counted_with_the_last(kinds):
    others = {n: raised(f"Error{n}", "", "") for n in same()[:kinds]}
    [check] = [each for each in verdicts(sheet("winner", others)) if each.failing]
    cases = [failure.cases for failure in check.failures]
    assert cases == [1] * min(kinds, 4) + [kinds - 4] * (kinds > 4)
    assert check.failing == kinds


def test_that_a_board_was_changed_is_shown_of_the_check_that_is_about_that():
    changing = Answer("mX", flags=frozenset("B"))
    found = {c.name: c for c in verdicts(sheet("winner", {0: changing})) if c.failing}
    shown = {name: check.failures[0].expected for name, check in found.items()}
    pure = "what it is given, unchanged"
    assert shown == {"winner.none": "None", "winner.pure": pure}


def test_different_wrong_answers_are_one_cause():
    others = dict(zip(same(), [Answer("t"), Answer("f")], strict=False))
    [check] = [each for each in verdicts(sheet("winner", others)) if each.failing]
    assert [failure.cases for failure in check.failures] == [2]


def test_what_has_the_right_cells_in_another_type_shows_them():
    opaque = Answer("odict_keys|an object of type dict_keys", kind="dict_keys")
    every = {n: opaque._replace(like=f"s{n % 512}") for n in range(4520)}
    assert shows_nothing(sheet("actions", every)) == ""


def test_of_one_answer_nobody_can_say_that_it_is_always_the_same():
    assert shows_nothing(sheet("initial_state", {0: Answer("o|x|", text="x")})) == ""


@pytest.mark.parametrize("function", ASKED)
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer("o|x|", text="x"), CONSTANT),
        (Answer("oBoard|an object of type Board", kind="Board"), OPAQUE),
        (raised("KeyError", "", ""), SILENT),
    ],
)
def test_to_answer_the_same_whatever_is_asked_shows_nothing(function, answer, why):
    every = range(len(questions(function)))
    written = sheet(function, dict.fromkeys(every, answer))
    assert shows_nothing(written) == why.format(function=function)
    unearned = [p.name for p in PROMISES if why == SILENT or p.about not in REFUSED]
    for check in verdicts(written):
        assert check.status == "failed" or check.name not in unearned
    valid = questions(function).stakes
    number = valid.index("valid") if function == "result" else 0
    one_else = sheet(function, {n: answer for n in every if n != number})
    assert shows_nothing(one_else) == ""
    assert shows_nothing(AnswerSheet(function)) == ""
    assert shows_nothing(sheet(function, asked=1)) == ""  # which is right


@pytest.mark.ci
@pytest.mark.parametrize(
    "answer", [Answer("n"), Answer("oBoard|an object of type Board", kind="Board")]
)
def test_who_refuses_rightly_has_shown_that_whatever_else_is_answered(answer):
    stakes = questions("result").stakes
    valid = [n for n, stake in enumerate(stakes) if stake == "valid"]
    checks = [*verdicts(sheet("result", dict.fromkeys(valid, answer)))]
    told = {check.name: check.status for check in checks}
    assert told.pop("result.board") == told.pop("result.pure") == "failed"
    assert {*told.values()} == {"passed"}


def test_what_was_wrong_before_is_kept_unless_it_was_late():
    written = sheet("winner", {2: Answer("mX")})
    before = {0: Answer("mO"), 1: Answer("l"), 2: Answer("mO"), 3: Answer("d")}
    written.keep(before)
    assert {n: a.said for n, a in written.wrong.items()} == {0: "mO", 2: "mX"}
    searched = sheet("minimax")
    searched.keep({0: Answer("n")})
    assert 0 not in searched.chosen
    assert searched.answer(questions("minimax")[0]).said == "n"


def test_the_latest_answer_to_a_question_counts():
    written = sheet("minimax", {7: Answer("n")})
    assert 7 in written.wrong
    assert 7 not in written.chosen
    written.take(Batch("minimax", [7]), [right("minimax", 7)])
    assert 7 not in written.wrong
    assert written.chosen[7] == right("minimax", 7).said
    board = questions("minimax").boards[7]
    assert written.by_board()[board] == right("minimax", 7)
    written.take(Batch("minimax", [7]), [right("minimax", 7)._replace(flags={"B"})])
    assert 7 in written.wrong


WINNER = next(promise for promise in PROMISES if promise.function == "winner")
PLAYER = next(promise for promise in PROMISES if promise.function == "player")
MINIMAX = next(promise for promise in PROMISES if promise.function == "minimax")
OPTIMAL = next(promise for promise in PROMISES if promise.name == "minimax.optimal")
WON = next(promise for promise in PROMISES if promise.name == "terminal.won")
TAKEN = next(promise for promise in PROMISES if promise.about == "taken")
HINTS = [
    (
        PLAYER,
        raised("NotImplementedError", "", ""),
        UNWRITTEN.format(function="player"),
    ),
    (
        PLAYER,
        Answer("RSystemExit", kind="SystemExit"),
        "Raise an Exception: SystemExit",
    ),
    (PLAYER, raised("RecursionError", "", ""), CIRCLE.format(function="player")),
    (MINIMAX, raised("RecursionError", "", ""), ENDLESS),
    (PLAYER, raised("KeyError", "", "line 3"), RAISED.format(function="player")),
    (PLAYER, Answer("n"), "`player` ends without `return` on this board, or returns"),
    (WINNER, Answer("n"), WINNER.hint),
    (WINNER, late(5), "`winner` does not come to an end there, or takes far too long"),
    (MINIMAX, Answer("o", kind="generator"), "`minimax` gives a generator instead"),
    (MINIMAX, decode("ostr||'(0, 0)'", 1)[0], "What `minimax` returns there is a text"),
    (MINIMAX, decode("oText||'(0, 0)'", 1)[0], "While the game goes on, return"),
    (PLAYER, decode("ostr||'x'", 1)[0], "That is none of the answers that `player`"),
    (WINNER, Answer("t"), "That is none of the answers that `winner` can give: X, O"),
    (WINNER, decode("ostr||'None'", 1)[0], "What `winner` returns there is a text"),
    (WINNER, Answer("mO"), WINNER.hint),
    (
        WON,
        Answer("i1"),
        "That is none of the answers that `terminal` can give: True, F",
    ),
    (WON, decode("ostr||'X'", 1)[0], "That is none of the answers that `terminal` can"),
    (WON, decode("ostr||'True'", 1)[0], "What `terminal` returns there is a text"),
    (WON, Answer("f"), WON.hint),
    (MINIMAX, Answer("o", kind="coroutine"), "`minimax` gives a coroutine instead"),
    (PLAYER, Answer("mO"), PLAYER.hint),
    (MINIMAX, Answer("n"), MINIMAX.hint),
    (OPTIMAL, Answer("n"), "`minimax` ends without `return` on this board"),
    (OPTIMAL, decode("otuple||(3, 3)", 1)[0], "That is no cell of the board"),
    (OPTIMAL, Answer("c3"), OPTIMAL.hint),
    (TAKEN, Answer("n"), TAKEN.hint),  # `raise` is what is missing there
    (TAKEN, decode("ostr||'taken'", 1)[0], TAKEN.hint),
    (TAKEN, Answer("RSystemExit", kind="SystemExit"), "Raise an Exception: System"),
]


@pytest.mark.parametrize(("promise", "answer", "hint"), HINTS)
def test_a_hint_is_about_what_was_answered(promise, answer, hint):
    assert _hint(promise, answer).startswith(hint)


def test_no_line_is_said_to_be_named_where_none_is():
    assert _hint(PLAYER, raised("KeyError", "", "")) == ""


def test_who_never_returns_anything_is_told_so():
    some = {q.number: Answer("n") for q in questions("winner") if q.about == "rows"}
    hints = {f.hint for c in verdicts(sheet("winner", some)) for f in c.failures}
    assert hints == {"Look at all three rows, for X and for O."}
    none = {q.number: Answer("n") for q in questions("winner")}
    found = [*verdicts(sheet("winner", none))]
    assert {c.status for c in found} == {"failed"}
    hints = {f.hint for check in found for f in check.failures}
    assert hints == {NEVER.format(function="winner")}


@pytest.mark.ci
def test_who_refuses_rightly_but_changes_the_board_is_told_of_the_change():
    """The exception is asked for: to say that it breaks off would mislead."""
    taken = next(q.number for q in questions("result") if q.about == "taken")
    refused = raised("ValueError", "no", "")._replace(flags=frozenset("B"))
    (failed,) = (c for c in verdicts(sheet("result", {taken: refused})) if c.failing)
    pure = next(promise for promise in PROMISES if promise.name == "result.pure")
    assert failed.name == pure.name
    assert failed.failures[0].hint == pure.hint


def test_every_wrong_move_is_punished_by_best_play():
    every = questions("minimax")
    for number in range(0, len(every), 97):
        question = every[number]
        truth = oracle.table()[question.key]
        for n in range(9):
            line, end = refutation(question, Answer(f"c{n}"))
            wrong = (
                truth.turn is not None
                and question.key[n] == "."
                and divmod(n, 3) not in truth.optimal
            )
            assert bool(line) is bool(end) is wrong
            if wrong:
                assert (line[0].mark, line[0].action) == (truth.turn, divmod(n, 3))
                last = line[-1].board.replace(" ", "")
                assert oracle.table()[last].turn is None
        assert refutation(question, Answer("n")) == ((), "")
    assert moves("." * 9, []) == ()
    assert [m.mark for m in moves("." * 9, [(0, 0), (1, 1), (2, 2)])] == ["X", "O", "X"]
    assert board_of("." * 9) == [[None] * 3] * 3


def test_a_check_that_rests_on_the_text_asks_nothing_and_counts_what_it_found():
    passed = text_check("style.names", "Names.", [])
    assert (passed.status, passed.asked, passed.failing) == ("passed", 0, 0)
    found = [Failure(f"line {n}", "", "", "x", 1) for n in (3, 5)]
    failed = text_check("style.names", "Names.", iter(found))
    assert (failed.status, failed.asked, failed.failing) == ("failed", 0, 2)
    assert failed.failures == tuple(found)


def test_all_of_a_failure_is_told_on_the_smallest_board():
    [number, *_] = same()
    wrong = raised("KeyError", "3", "in winner")
    [check] = [c for c in verdicts(sheet("winner", {number: wrong})) if c.failing]
    assert check.failures == (
        Failure(
            "winner(board)",
            "... ... ...",
            "None",
            "winner(board) raised KeyError: 3",
            1,
            RAISED.format(function="winner"),
            (),
            "",
            "in winner",
        ),
    )
    changed = Answer("n", frozenset("B"))
    [check] = [c for c in verdicts(sheet("winner", {number: changed})) if c.failing]
    [failure] = check.failures
    assert (check.name, failure.got) == ("winner.pure", "the board was changed")
    assert failure.expected == "what it is given, unchanged"


def test_a_wrong_move_is_refuted_by_a_line_that_ends_as_it_must():
    boards = questions("minimax").boards
    question = questions("minimax")[boards.index("XX..O....")]
    line, end = refutation(question, Answer("c8"))
    assert [(move.mark, move.action) for move in line] == [("O", (2, 2)), ("X", (0, 2))]
    assert line[-1].board == "XXX .O. ..O"
    assert end == "(2, 2): loses in 1; possible: draw"


@pytest.mark.parametrize("kind", ["NotImplementedError", "NameError"])
def test_a_branch_that_is_not_written_costs_as_much_as_one_that_breaks(kind):
    some = [q.number for q in questions("utility") if q.about == "O"]
    half = sheet("utility", dict.fromkeys(some, raised(kind, "", "")))
    wrong = [check.name for check in verdicts(half) if check.status != "passed"]
    assert wrong == ["utility.o"]


def test_only_what_a_sample_shows_to_be_unwritten_is_unfinished_in_every_check():
    unwritten = raised("NotImplementedError", "", "")
    every = dict.fromkeys(range(len(questions("utility"))), unwritten)
    checks = [*verdicts(sheet("utility", every))]
    told = {check.status for check in checks}
    assert told == {"failed"}  # asked everything, it raises whatever is asked
    stopped = sheet("utility", {0: unwritten}, asked=1)
    stopped.unwritten = True
    found = [*verdicts(stopped)]
    assert {(check.status, check.note) for check in found} == {("unfinished", "")}
