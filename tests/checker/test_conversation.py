"""The parts of the judge's conversation, each on a few answers written here."""

import ast
from collections import Counter
from dataclasses import replace
from math import inf

import pytest
from helpers.in_process import ask_in_process
from helpers.looking_ahead import LISTED, looking, never_moving
from helpers.players import ALPHABETA, RULES

from noughts.board import LINES, free, full_lines, winner
from noughts.checker import truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, died, late, raised, said_of
from noughts.checker.batches import LAST, Batch, batches, call_of, sample
from noughts.checker.checks import PROMISES
from noughts.checker.conversation import (
    LISTS,
    NOT_TEXT,
    blame,
    judge,
    judge_helpers,
    same_fault,
    same_game,
)
from noughts.checker.conversation.case import BARE, Case, Constant, UnjudgedError
from noughts.checker.conversation.examples import (
    DIFFERS,
    EXAMPLES,
    ask_examples,
    examples_of,
    to_be_shown,
)
from noughts.checker.conversation.find_slip import (
    TRIAL,
    answers_of,
    find_slip,
    harms,
    heals,
    only_needed,
    repairs,
    told_by_python,
    trial_of,
)
from noughts.checker.conversation.judge_contract import (
    MARKS,
    charge_marks,
    choose_marks,
    judge_contract,
    meant_by,
    survey_of,
    without_missing,
)
from noughts.checker.conversation.judge_helpers import judge_functions
from noughts.checker.conversation.judge_minimax import (
    UNSTEADY,
    ask_all,
    ask_bare,
    ask_minimax,
    charge_later,
    differing,
    fresh_in,
    judge_minimax,
)
from noughts.checker.conversation.judge_search import (
    healing,
    hear_search,
    inside,
    judge_search,
    where_right,
)
from noughts.checker.conversation.one_function import (
    ask_rules,
    ask_sample,
    judged,
    takes_lists,
    written,
)
from noughts.checker.conversation.talk import (
    answers_in,
    ask,
    ask_batches,
    ask_once,
    ask_singly,
    failure_of,
)
from noughts.checker.driver import converse
from noughts.checker.evidence import BEHIND, EXTENSION, TEACHER, UNBOUND
from noughts.checker.misconceptions.catalogue import SYMPTOMS
from noughts.checker.questions import ACTIONS, FUNCTIONS, Question, keys, questions
from noughts.checker.record import Check, Failure, Finding, Misconception
from noughts.checker.reports.translation import sentence
from noughts.checker.rounds import END, Reply, Round
from noughts.checker.rubric import load
from noughts.checker.slips.experiment import Place, Slip, merged
from noughts.checker.slips.suspects import suspected
from noughts.checker.truth import optimal
from noughts.checker.verdicts import verdicts

ASKED = Round("the rules", "", "", [])


def case_of(text="", **known):
    return Case(text, ast.parse(text), **known)


def answering(*rounds, end="done"):
    """Return a driver that gives these replies, by number, round after round."""
    left = list(rounds)

    def driver(asked):
        driver.asked.append(asked)
        for number, (status, value) in (left.pop(0) if left else {}).items():
            yield Reply(number, status, value)
        yield Reply(END, end)

    driver.asked = []
    return driver


def entered(told):
    """Return what takes answers, and notes what they say."""
    return lambda batch, given: told.append(
        (batch.function, [*batch.numbers], [answer.said for answer in given])
    )


def sheet_of(function, wrong, asked=()):
    """Return a sheet on which some questions were asked, and some answers are wrong."""
    sheet = AnswerSheet(function)
    for number in [*wrong, *asked]:
        sheet.asked[number] = 1
    sheet.wrong = dict(wrong)
    return sheet


# --- Rounds, batches, single questions ----------------------------------------


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (Reply(0, "ok", "mX"), None),
        (Reply(0, "late", 2.5), late(2.5)),
        (Reply(0, "late", 2), late(2)),
        (Reply(0, "late", "x"), died("x")),
        (Reply(0, "late", None), died("unknown")),
        (Reply(0, "raised", ["E", "no", "trace"]), raised("E", "no", "trace")),
        (Reply(0, "raised", ["E", "no"]), died("unknown")),
        (Reply(0, "died", "by a\nsignal"), died(r"by a\nsignal")),
        (Reply(0, "odd", "text"), died("text")),
        (Reply(0, "odd", 3), died("unknown")),
    ],
)
def test_why_there_is_no_answer_is_said_in_one_of_three_ways(reply, answer):
    assert failure_of(reply) == answer


def test_what_cannot_be_read_ended_the_process():
    assert answers_in(Reply(0, "ok", "mX\nn"), 2) == [Answer("mX"), Answer("n")]
    why = died("it wrote what is not an answer")
    assert answers_in(Reply(0, "ok", "mX\nn"), 1) == why
    assert answers_in(Reply(0, "late", 3), 1) == late(3)
    broken = answers_in(Reply(0, "raised", ["ValueError", "no", ""]), 1)
    assert broken.said == "RValueError"


@pytest.mark.parametrize(("end", "up"), [("done", False), ("time", True)])
def test_a_round_is_taken_reply_by_reply_until_its_end(end, up):
    case, taken = case_of(), []
    driver = answering({0: ("ok", "n"), 1: ("late", 1)}, end=end)
    converse(ask(case, ASKED, taken.append), driver)
    assert taken == [Reply(0, "ok", "n"), Reply(1, "late", 1)]
    assert case.time_up is up


@pytest.mark.parametrize("replies", [[], [Reply(0, "ok", "n")]], ids=["none", "one"])
def test_a_driver_that_ends_without_the_end_of_its_round_is_an_error_of_ours(replies):
    with pytest.raises(RuntimeError, match="without a reply END"):
        converse(ask(case_of(), ASKED, print), lambda _: iter(replies))


def test_a_file_that_is_refused_is_not_judged():
    driver = answering(end="refused")
    with pytest.raises(UnjudgedError, match="None"):
        converse(ask(case_of(), ASKED, print), driver)


FIRST, SECOND = Batch("winner", [0, 1]), Batch("player", [2, 3])


def test_a_batch_is_entered_whole_alone_or_not_at_all():
    told, single, again = [], Batch("winner", [5]), Batch("player", [0, 1])
    driver = answering(
        {
            0: ("ok", "n\nn"),
            1: ("late", 1.0),
            2: ("died", "x"),
            3: ("died", "x"),
            4: ("ok", "mX\nmO"),
        }
    )
    talk = ask_once(
        case_of(), ASKED, [FIRST, SECOND, single], entered(told), [again, again]
    )
    assert converse(talk, driver) == ({0, 1, 2, 3, 4}, [(SECOND, late(1.0))])
    assert told == [
        ("winner", [0, 1], ["n", "n"]),
        ("winner", [5], ["d"]),
        ("player", [0, 1], ["mX", "mO"]),
    ]
    calls = [
        call_of(FIRST),
        call_of(SECOND),
        call_of(single),
        *[call_of(again, LAST)] * 2,
    ]
    assert [asked.calls for asked in driver.asked] == [calls]


def test_what_went_wrong_once_is_charged_to_the_first_question_of_its_batch():
    told, bad = [], Counter()
    driver = answering(
        {0: ("ok", "n"), 1: ("ok", "n"), 2: ("ok", "mX"), 3: ("late", 1)}
    )
    void = [(FIRST, died("x")), (SECOND, died("y"))]
    converse(ask_singly(case_of(), ASKED, void, entered(told), bad), driver)
    assert told == [
        ("winner", [0], ["n"]),
        ("winner", [1], ["n"]),
        ("player", [2], ["mX"]),
        ("player", [3], ["l"]),
        ("winner", [0], ["d"]),
    ]
    assert bad == {"winner": 1, "player": 1}


def test_what_was_late_once_is_charged_to_nobody():
    told, bad = [], Counter()
    driver = answering({0: ("ok", "n"), 1: ("ok", "n")})
    void = [(FIRST, late(1))]
    converse(ask_singly(case_of(), ASKED, void, entered(told), bad), driver)
    assert told == [("winner", [0], ["n"]), ("winner", [1], ["n"])]
    assert not bad


@pytest.mark.parametrize(
    ("rounds", "told", "count"),
    [
        # All is answered at once; or the second batch in a second round.
        ([{0: "n\nn", 1: "mX\nmX"}], ["winner", "player"], 1),
        ([{0: "n\nn"}, {0: "mX\nmX"}], ["winner", "player"], 2),
        # Nobody answers: it is asked once.
        ([{}], [], 1),
        # Void, then asked one by one, and after that not again.
        ([{0: "?", 1: "mX\nmX"}, {0: "n", 1: "n"}], ["player", *["winner"] * 3], 2),
        # Too often void: not asked again, and neither is what was left.
        (
            [{0: "?"}, {0: "?", 1: "?"}, {0: "mX\nmX"}],
            ["winner", "winner", "player"],
            3,
        ),
    ],
)
def test_batches_are_asked_until_they_are_answered_or_nothing_more_comes(
    rounds, told, count
):
    found = []
    driver = answering(
        *({n: ("ok", said) for n, said in each.items()} for each in rounds)
    )
    converse(ask_batches(case_of(), ASKED, [FIRST, SECOND], entered(found)), driver)
    assert [function for function, *_ in found] == told
    assert len(driver.asked) == count


@pytest.mark.parametrize(("third", "rounds"), [("?", 2), ("n", 3)])
def test_who_goes_wrong_three_times_is_not_asked_what_is_left(third, rounds):
    wanted = [Batch("winner", [0, 1, 2]), Batch("winner", [3])]
    singly = {0: ("ok", "?"), 1: ("ok", "?"), 2: ("ok", third)}
    driver = answering({0: ("ok", "?")}, singly, {0: ("ok", "n")})
    converse(ask_batches(case_of(), ASKED, wanted, entered([])), driver)
    assert len(driver.asked) == rounds


def test_when_the_time_is_up_nothing_more_is_asked():
    found = []
    driver = answering({0: ("ok", "?")}, end="time")
    talk = ask_batches(case_of(), ASKED, [FIRST, SECOND], entered(found))
    converse(talk, driver)
    assert (found, len(driver.asked)) == ([], 1)
    driver = answering()
    converse(ask_batches(case_of(time_up=True), ASKED, [FIRST], entered(found)), driver)
    assert driver.asked == []


# --- The contract ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "names", "functions"),
    [
        (None, {}, set()),
        ([{}, []], {}, set()),
        ([{}, [], 3], {}, set()),
        (
            [
                {
                    "X": ["X", True, True],
                    "O": [0, True, False],
                    "Y": ["Y", True, False],
                },
                ["player", "f", 3],
            ],
            {"X": Constant("X", True, "'X'", True), "O": Constant(0, True, "0")},
            {"player"},
        ),
        (
            [{"X": ["x" * 18, True, False], "O": ["o" * 19, True, False]}, []],
            {
                "X": Constant("x" * 18, True, repr("x" * 18)),
                "O": Constant(None, False, repr("o" * 19)),
            },
            set(),
        ),
        (
            [{"X": ["[1]", False, False], "O": ["y" * 81, False, False]}, []],
            {"X": Constant(None, False, "[1]"), "O": Constant(None, False, "y" * 80)},
            set(),
        ),
        (
            [{"EMPTY": [None, True, False]}, []],
            {"EMPTY": Constant(None, True, "None")},
            set(),
        ),
        (
            [{"X": [1.5, True, False], "O": ["O", 1, False], "EMPTY": None}, []],
            {},
            set(),
        ),
        ([{"X": ["X", True], "O": ["O", True, 0]}, []], {}, set()),
    ],
)
def test_of_what_a_file_tells_about_its_names_only_what_fits_is_taken(
    told, names, functions
):
    assert survey_of(told) == (names, functions)


def test_the_contract_is_judged_by_what_the_file_tells_of_its_names():
    marks = {"X": ["x", True, False], "EMPTY": [None, True, False]}
    told = {-2: ("protections", ["a", "b"]), 0: ("ok", [marks, [*FUNCTIONS[1:]]])}
    case = case_of("import numpy\ndef initial(): ...")
    names, signatures, imports = converse(judge_contract(case), answering(told))
    assert case.machine == ["Protections that this machine lacks: a, b."]
    assert case.missing == ["O", "initial_state"]
    assert names.failures == (
        Failure("O", "", "a definition of O", "none", 1),
        Failure("initial_state", "", "a definition of initial_state", "none", 1),
        Failure("X", "", "'X'", "'x'", 1),
    )
    assert (signatures.status, imports.status) == ("passed", "failed")


@pytest.mark.parametrize(
    ("marks", "rounds"),
    [
        ({}, 1),
        ({"X": ["X", True, True]}, 3),  # of a type of its own: ours, or ours put in
        ({"X": ["x", True, False]}, 4),  # or its own
        ({"X": ["x", True, True]}, 4),
    ],
)
def test_marks_are_chosen_where_those_of_a_file_are_others(marks, rounds):
    own = {"X": ["X", True, False], "O": ["O", True, False]}
    told = own | {"EMPTY": [None, True, False]} | marks
    driver = answering({0: ("ok", [told, [*FUNCTIONS]])})
    converse(judge_contract(case_of()), driver)
    assert len(driver.asked) == rounds


def test_a_file_that_tells_nothing_of_its_names_ends_as_it_is_loaded():
    for told in ({}, {0: ("late", 5)}):
        with pytest.raises(UnjudgedError, match="ends, or hangs, as soon as it is"):
            converse(judge_contract(case_of()), answering(told))


@pytest.mark.parametrize(
    ("name", "text", "guess"),
    [
        ("player", "\ndef plyer(board): ...", "`plyer` in line 2 may be meant"),
        ("player", "def Player(board): ...", "`Player` in line 1 may be meant"),
        ("player", "def play(board): ...", "`play` in line 1 may be meant"),
        ("player", "def layout(board): ...", ""),
        ("result", "def results(board): ...\ndef result(board): ...", "`results` in"),
        ("action", "def actions(board): ...", ""),  # it has a meaning of its own
    ],
)
def test_a_name_that_is_missing_may_be_there_in_another_form(name, text, guess):
    told = meant_by(case_of(text), name)
    assert told.startswith(guess)
    assert bool(told) == bool(guess)
    assert told.endswith(f": call it `{name}`." if guess else "")


def test_a_remark_that_a_missing_name_is_not_defined_is_left_out():
    case = case_of(missing=["player"])
    known, other = (
        Finding(1, "F821", f"Undefined name `{n}`") for n in ("player", "f")
    )
    assert without_missing(case, [known, other]) == [other]
    assert without_missing(case, "nobody looked") == "nobody looked"


TURN, CELLS = (
    Check("player.turn", "", "passed", 9),
    Check("actions.cells", "", "passed"),
)
PURE, LOST = Check("player.pure", "", "passed"), Check("player.turn", "", "failed")


def wrong_names(*names):
    failures = tuple(Failure(name, "", "'X'", "'x'", 1) for name in names)
    return Check("contract.names", "", "failed", failures=failures)


@pytest.mark.parametrize(
    ("names", "marks", "charged"),
    [
        (["X"], "xo", ["player.turn"]),
        (["EMPTY"], "xo", ["actions.cells"]),
        (["O", "EMPTY"], "xo", ["player.turn"]),
        (["X", "winner"], "xo", ["player.turn"]),
        (["winner"], "xo", []),
        (["X"], "XO", []),
    ],
)
def test_wrong_marks_are_charged_to_one_function(names, marks, charged):
    case = case_of(marks=[*marks, None])
    case.checks = {"player": [TURN, PURE], "actions": [CELLS]}
    charge_marks(case, wrong_names(*names), load())
    checks = [check for each in case.checks.values() for check in each]
    failed = [check for check in checks if check.status == "failed"]
    assert [check.name for check in failed] == charged
    for check in failed:
        told = [failure.call for failure in check.failures]
        assert (check.failing, check.note) == (1, MARKS)
        assert told == [name for name in names if name != "winner"]


def test_what_fails_already_is_not_charged_with_the_marks_as_well():
    case = case_of(constants=True)
    case.checks = {"player": [LOST]}
    charge_marks(case, wrong_names("X"), load())
    assert case.checks == {"player": [LOST]}


OWN = """
X, O, EMPTY = {marks}
def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O
"""


@pytest.mark.parametrize(
    ("marks", "names", "chosen"),
    [
        ("'x', 'o', None", ["x", "o", None], (["x", "o", None], False)),
        ("'X', 'O', None", ["X", "O", None], (["X", "O", None], False)),
        ("3, 4, 0", [1, 2, 0], (["X", "O", None], True)),  # not as it says
        ("'x', 'x', None", ["x", "x", None], (["X", "O", None], True)),
        ("'x', 'o', [3]", ["x", "o", None], (["X", "O", None], True)),
    ],
)
def test_a_file_is_asked_in_the_marks_with_which_it_answers_most(marks, names, chosen):
    case = case_of(OWN.format(marks=marks), missing=["result", "winner"])
    case.names = {
        name: Constant(mark, "[" not in marks or name != "EMPTY", repr(mark))
        for name, mark in zip(("X", "O", "EMPTY"), names, strict=True)
    }
    converse(choose_marks(case), ask_in_process)
    assert (case.marks, case.constants) == chosen


# --- One function -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "unwritten"),
    [
        ("raise NotImplementedError", True),
        ("pass", True),
        ("return None", True),
        ("return 'X'", False),
        ("x = 1", False),  # None, but something is there
        ("if board[0][0]: raise NotImplementedError\n    return 'X'", False),
    ],
)
def test_a_sample_shows_whether_a_function_is_written(body, unwritten):
    case = case_of(f"def player(board):\n    {body}\n")
    sheets = converse(ask_sample(case, ["player"]), ask_in_process)
    assert sheets.keys() == {"player"}
    assert sheets["player"].unwritten is unwritten
    assert sum(sheets["player"].asked) == len(set(sample("player").numbers))


def test_where_nothing_is_answered_nothing_is_shown_to_be_unwritten():
    driver = answering({})
    sheets = converse(ask_sample(case_of(), ["player"]), driver)
    assert sheets["player"].unwritten is False
    assert converse(ask_sample(case_of(), []), driver) == {}
    assert len(driver.asked) == 1


def test_what_is_late_in_a_sample_has_more_time_later():
    late = ("late", 1.0)
    driver = answering({0: late}, {0: late, 1: ("died", "exit 3")})
    sheets = converse(ask_sample(case_of(), ["player"]), driver)
    assert [answer.said for answer in sheets["player"].wrong.values()] == ["d"]
    assert {asked.seconds for asked in driver.asked} == {1.0}


@pytest.mark.parametrize("times", [2, 3])
def test_a_function_stalls_that_is_late_three_times_in_a_sample(times):
    late = ("late", 1.0)
    driver = answering({0: late}, dict.fromkeys(range(times), late))
    sheets = converse(ask_sample(case_of(), ["player"]), driver)
    assert sheets["player"].stalls is (times == 3)


def test_what_was_wrong_in_a_sample_stays_wrong():
    driver = answering(
        {0: ("ok", "\n".join("n" for _ in batches("winner")[0].numbers))}
    )
    case = case_of(sheets={"winner": sheet_of("winner", {0: Answer("mX")})})
    converse(ask_rules(case, ["winner"]), driver)
    assert case.sheets["winner"].wrong[0] == Answer("mX")


def test_a_function_that_is_missing_is_unfinished_and_says_so():
    checks = judged(case_of(missing=["minimax"]), "minimax", None)
    told = {(check.status, check.note) for check in checks}
    assert told == {("unfinished", "`minimax` is missing.")}
    assert [check.name for check in checks][-2:] == [
        "minimax.unbeatable_x",
        "minimax.unbeatable_o",
    ]


def test_the_games_of_a_search_that_is_not_written_are_unfinished():
    sheet = AnswerSheet("minimax")
    sheet.unwritten = True
    assert {(c.status, c.note) for c in judged(case_of(), "minimax", sheet)} == {
        ("unfinished", "")
    }
    empty = judged(case_of(), "minimax", AnswerSheet("minimax"))
    assert {check.status for check in empty} == {"failed"}


def test_a_function_is_written_as_soon_as_one_check_is_not_unfinished():
    todo = Check("player.pure", "", "unfinished")
    case = case_of(checks={"player": [todo, LOST], "winner": [todo]})
    assert written(case, "player")
    assert not written(case, "winner")


LIST = len(ACTIONS) - 1  # the question with a list, on the empty board


@pytest.mark.parametrize(
    ("wrong", "takes"),
    [
        ({LIST: Answer("bX........")}, True),
        ({LIST: Answer("rKeyError")}, False),
        ({LIST - 1: Answer("bX........")}, False),
        ({}, False),
    ],
)
def test_result_takes_a_list_where_it_answers_one(wrong, takes):
    assert takes_lists(sheet_of("result", wrong)) is takes
    assert takes_lists(None) is False


# --- Whose fault it is --------------------------------------------------------------

CALLS = """
def player(board): return board
def actions(board): return player(board)
def winner(board): return board
def terminal(board): return winner(board) or actions(board)
def utility(board): pass
"""


def check(name, status, asked=1):
    return Check(f"{name}.x", "", status, asked)


@pytest.mark.parametrize(
    ("alone", "healed", "status"),
    [
        (check("f", "passed"), check("f", "passed"), "passed"),
        (check("f", "passed"), check("f", "failed"), "passed"),
        (check("f", "failed"), check("f", "failed"), "failed"),
        (check("f", "failed"), check("f", "passed"), "excused"),
        (check("f", "unfinished"), check("f", "passed"), "excused"),
        (check("f", "failed"), check("f", "passed", 0), "failed"),
        (check("f", "failed"), check("f", "unfinished"), "failed"),
    ],
)
def test_what_right_functions_heal_is_excused(alone, healed, status):
    [found] = blame.excused([alone], [healed], ["winner", "player"])
    assert found.status == status
    assert found.causes == (("winner", "player") if alone.status != "passed" else ())
    excuse = "Your `f` is right here; the fault is in `winner` and `player`."
    assert found.note == (excuse if status == "excused" else "")


def full_sheet(wrong, complete=True):
    """Return a sheet with these wrong answers, by the numbers of the questions."""
    sheet = AnswerSheet("minimax")
    sheet.wrong = dict(wrong)
    sheet.asked = bytearray([complete]) * len(sheet.asked)
    return sheet


CELL, OTHER_CELL, KEY_ERROR = Answer("c00"), Answer("c11"), raised("KeyError", "", "")


@pytest.mark.parametrize(
    ("alone", "healed", "status", "waits"),
    [
        (full_sheet({1: CELL}), full_sheet({1: OTHER_CELL}), "failed", False),
        (full_sheet({1: CELL, 2: CELL}), full_sheet({2: CELL}), "failed", False),
        (full_sheet({1: KEY_ERROR}), full_sheet({1: KEY_ERROR}), "failed", False),
        (full_sheet({1: KEY_ERROR}), full_sheet({1: CELL}), "failed", True),
        (
            full_sheet({1: CELL, 2: CELL}),
            full_sheet({1: CELL, 2: late(1)}),
            "failed",
            True,
        ),
        (full_sheet({1: CELL}), full_sheet({2: CELL}), "failed", True),
        (full_sheet({1: CELL}), full_sheet({1: CELL}, complete=False), "failed", True),
        (full_sheet({1: CELL}), full_sheet({1: CELL}), "excused", True),
    ],
)
def test_what_right_functions_do_not_change_does_not_wait_for_them(
    alone, healed, status, waits
):
    checks = [replace(check("f", each), causes=("g",)) for each in ("failed", status)]
    found = blame.unless_vain(checks, alone, healed)
    assert [each.status for each in found] == ["failed", status]
    assert {each.causes for each in found} == {("g",) if waits else ()}


@pytest.mark.parametrize(
    ("healed", "time_up", "told"),
    [
        (check("f", "failed"), True, True),
        (check("f", "failed"), False, False),
        (replace(check("f", "failed"), failing=1), True, False),
    ],
)
def test_where_time_is_up_before_an_excuse_is_tried_the_note_says_so(
    healed, time_up, told
):
    [found] = blame.excused([check("f", "failed")], [healed], ["winner"], time_up)
    note = "The time was up before `f` could be asked without the faults of `winner`."
    assert (found.status, found.note) == ("failed", note if told else "")
    assert sentence(note, "pt-BR").startswith("O tempo acabou antes que")


def test_causes_are_other_functions_that_are_called_and_do_harm():
    case = case_of(CALLS, roots=["player", "winner", "terminal", "utility"])
    case.checks = {name: [check(name, "failed")] for name in case.roots}
    assert blame.causes_of(case, "terminal") == ["player", "winner"]
    assert blame.causes_of(case, "actions") == ["player"]
    assert blame.causes_of(case, "player") == []
    harmless = Check("winner.x", "", "passed"), Check("result.occupied", "", "failed")
    case.checks["winner"] = [*harmless]
    assert blame.causes_of(case, "terminal") == ["player"]
    assert blame.harmful([*harmless, check("result", "failed")])


def test_who_shares_a_fault_is_repaired_and_who_is_charged_is_named():
    case = case_of(CALLS, roots=["player", "winner", "terminal"])
    case.checks = {name: [check(name, "failed")] for name in case.roots}
    case.checks["winner"] = [check("winner", "excused")]
    case.sharing = {"winner": "player"}
    assert blame.causes_of(case, "actions") == ["player"]
    case.checks["player"] = [check("player", "passed")]
    assert blame.causes_of(case, "terminal") == ["winner"]
    assert blame.charged(case, ["winner"]) == ["player"]
    assert blame.charged(case, ["terminal", "winner"]) == ["player", "terminal"]
    case.sharing = {"winner": "terminal"}
    assert blame.causes_of(case, "terminal") == []


def separated(wrong, heals, text=CALLS):
    """Return roots and excused, where only some are healed, and what was asked."""
    case, asked = case_of(text), []
    case.checks = {name: [check(name, "failed")] for name in wrong}
    case.sheets = {name: AnswerSheet(name) for name in wrong}

    def heal(case, name, others):
        asked.append((name, *others))
        yield from ()
        status = "passed" if heals(name, others) else "failed"
        return [check(name, status)], AnswerSheet(name)

    with pytest.MonkeyPatch.context() as patch:
        for asker in (blame, judge_helpers, same_fault):
            patch.setattr(asker, "heal", heal)
        converse(judge_helpers.separate(case), answering())
    excused = [name for name in wrong if case.checks[name][0].status == "excused"]
    return case.roots, excused, asked


@pytest.mark.parametrize(
    ("wrong", "heals", "roots", "excused", "asked"),
    [
        (["winner"], lambda *_: False, ["winner"], [], []),
        (["player", "winner"], lambda *_: False, ["player", "winner"], [], []),
        (
            ["winner", "terminal"],
            lambda *_: True,
            ["winner"],
            ["terminal"],
            [("terminal", "winner")] * 2,
        ),
        (
            ["winner", "terminal"],
            lambda *_: False,
            ["winner", "terminal"],
            [],
            [("terminal", "winner")] * 2,
        ),
        (
            ["player", "actions", "terminal"],
            lambda name, others: "player" in others,
            ["player"],
            ["actions", "terminal"],
            [
                ("actions", "player"),
                ("terminal", "player", "actions"),
                ("actions", "player"),
                ("terminal", "player"),
            ],
        ),
        (
            # It is healed by two, of which one alone is a root: so it is one, too.
            ["player", "actions", "terminal"],
            lambda name, others: name == "actions" or len(others) > 1,
            ["player", "terminal"],
            ["actions"],
            [
                ("actions", "player"),
                ("terminal", "player", "actions"),
                ("actions", "player"),
                ("terminal", "player"),
            ],
        ),
        (["utility", "winner"], lambda *_: True, ["utility", "winner"], [], []),
    ],
)
def test_roots_fail_by_themselves_and_others_are_excused_by_roots(
    wrong, heals, roots, excused, asked
):
    case = case_of(CALLS, checks={name: [check(name, "failed")] for name in wrong})
    ordered = case.wrong()
    assert sorted(ordered) == sorted(wrong)
    found = separated(ordered, heals)
    assert (sorted(found[0]), found[1], found[2]) == (sorted(roots), excused, asked)


CHAIN = """
def winner(board): return board
def terminal(board): return winner(board)
def utility(board): return terminal(board)
"""


def test_what_fails_though_others_are_healed_is_a_cause_for_who_calls_it():
    def heals(name, others):
        return name == "utility" and "terminal" in others

    found = separated(["winner", "terminal", "utility"], heals, CHAIN)
    assert found[:2] == (["winner", "terminal"], ["utility"])
    assert found[2][-1] == ("utility", "winner", "terminal")


@pytest.mark.parametrize(
    ("healed", "wrong", "taken"),
    [
        (check("terminal", "passed"), {}, True),
        (check("terminal", "passed"), {0: Answer("n")}, True),
        (check("terminal", "failed"), {0: Answer("n")}, True),
        (check("terminal", "failed"), {}, False),  # too few answers, and all right
        (check("terminal", "passed", 0), {}, False),
    ],
)
def test_the_answers_without_others_faults_are_kept_where_they_tell_more(
    healed, wrong, taken, monkeypatch
):
    first, again = AnswerSheet("terminal"), sheet_of("terminal", wrong)
    case = case_of(CHAIN, roots=["winner"], sheets={"terminal": first})
    case.checks = {name: [check(name, "failed")] for name in ("winner", "terminal")}

    def heal(case, name, others):
        yield from ()
        return [healed], again

    monkeypatch.setattr(blame, "heal", heal)
    converse(blame.excuse(case, {"terminal": case.checks["terminal"]}), answering())
    assert case.sheets["terminal"] is (again if taken else first)
    assert case.alone == ({"terminal": first} if taken else {})


@pytest.mark.parametrize("spared", [True, False])
@pytest.mark.parametrize("status", ["passed", "failed"])
def test_what_was_spared_is_asked_once_and_only_where_no_right_function_heals_it(
    status, spared, monkeypatch
):
    driver, sheets = answering(), {"terminal": AnswerSheet("terminal")}
    case = case_of(CHAIN, roots=["winner"], sheets=sheets)
    case.spared = {"terminal"} if spared else set()
    case.checks = {name: [check(name, "failed")] for name in ("winner", "terminal")}
    alone = {"terminal": case.checks["terminal"]}
    judged = [replace(each, status=status) for each in verdicts(sheets["terminal"])]

    def heal(case, name, others):
        yield from ()
        return judged[: None if spared and status == "failed" else 1], sheets[name]

    monkeypatch.setattr(blame, "heal", heal)
    converse(blame.excuse(case, alone), driver)
    asked = [("the rules", "terminal")] if spared and status == "failed" else []
    assert rounds_of(driver) == asked
    assert converse(blame.shown(case, "terminal"), driver) == case.checks["terminal"]
    assert len(driver.asked) == (1 if spared else 0)
    converse(blame.shown(case, "terminal"), driver)
    assert len(driver.asked) == (1 if spared else 0)


@pytest.mark.parametrize("function", ["winner", "minimax"])
def test_a_function_is_asked_again_with_right_ones_in_the_place_of_others(function):
    driver = answering()
    case = case_of("def player(board): return 1", pure=["player"])
    checks, sheet = converse(blame.heal(case, function, ["player"]), driver)
    assert {check.status for check in checks} == {"failed"}
    assert sheet.function == function
    [asked] = driver.asked
    assert (asked.what, asked.search) == (f"{function} again", function == "minimax")
    assert "'right': {'player': " in asked.extension
    remembered = ["player"] if function == "minimax" else []
    assert f"'remembered': {remembered}" in asked.extension


def test_only_a_search_is_given_a_memory_and_a_type_of_cells_as_the_file_has_it():
    case = case_of("def player(board): return 1", pure=["player"])
    assert "'remembered': []" in case.extension()
    assert "'cells': 'set'" in case.extension()
    assert "'remembered': ['player']" in case.extension(memory=True)
    case.sheets = {"actions": sheet_of("actions", {0: Answer("o", kind="list")})}
    assert "'cells': 'list'" in case.extension()


def test_a_stub_is_missing_or_no_more_than_a_placeholder():
    case = case_of("def player(board): pass\ndef winner(board): return 1")
    case.missing = ["actions", "winner"]
    assert [case.is_stub(name) for name in ("player", "actions", "winner")] == [
        True
    ] * 3
    assert not case_of("def winner(board): return 1").is_stub("winner")


CIRCLE = """
def winner(board): return terminal(board)
def terminal(board): return winner(board)
def utility(board): return winner(board)
"""


def test_of_functions_in_a_circle_each_is_charged_and_who_calls_them_is_excused():
    heals = separated(["winner", "terminal", "utility"], lambda *_: True, CIRCLE)
    assert heals[0] == ["winner", "terminal"]
    assert heals[1] == ["utility"]


# --- What is shown --------------------------------------------------------------


def numbers_about(function, about):
    return [n for n, each in enumerate(questions(function).stakes) if each == about]


def test_one_example_of_each_kind_is_asked_again():
    rows, none = numbers_about("winner", "rows"), numbers_about("winner", "none")
    wrong = {
        none[0]: Answer("mX"),
        none[1]: Answer("mO"),
        none[2]: raised("KeyError", "", ""),
        rows[0]: Answer("mO"),
    }
    examples = examples_of(sheet_of("winner", wrong))
    assert [q.number for q in examples] == [none[0], none[2], rows[0]]
    many = {n: raised(f"E{n}", "", "") for n in none[: EXAMPLES + 1]}
    examples = examples_of(sheet_of("winner", many))
    assert [q.number for q in examples] == none[:EXAMPLES]
    assert examples_of(sheet_of("initial_state", {0: Answer("n")})) == []
    invalid = {numbers_about("result", "taken")[0]: Answer("n")}
    assert examples_of(sheet_of("result", invalid)) == []


def test_what_the_file_itself_answers_is_shown_where_it_is_wrong_in_both():
    healed, alone = sheet_of("winner", {1: Answer("t")}), None
    case = case_of(sheets={"winner": healed})
    assert to_be_shown(case, "winner") is healed
    assert to_be_shown(case, "player") is None
    alone = sheet_of("winner", {1: Answer("f"), 2: Answer("f")})
    case.alone = {"winner": alone}
    assert to_be_shown(case, "winner").wrong == {1: Answer("f")}
    case.alone = {"winner": sheet_of("winner", {2: Answer("f")})}
    assert to_be_shown(case, "winner") is case.alone["winner"]


KEY, AGAIN = "rKeyError", DIFFERS.replace("{function}", "winner").replace("text", "")


@pytest.mark.parametrize(
    ("first", "reply", "notes", "text"),
    [
        (Answer("mX"), ("ok", "mX"), [], ""),
        (Answer("mX"), ("ok", "mO"), [AGAIN.format("'O'")], ""),
        (Answer("mX"), ("late", 1), [], ""),
        (Answer("mX"), ("ok", "??"), [], ""),
        (
            Answer("mX"),
            ("raised", ["KeyError", "no", ""]),
            [AGAIN.format("raised KeyError: no")],
            "",
        ),
        (
            Answer(KEY, kind="KeyError"),
            ("raised", ["KeyError", "no", "in f"]),
            [],
            "in f",
        ),
        (
            Answer(KEY, kind="KeyError"),
            ("raised", ["TypeError", "no", "in f"]),
            [AGAIN.format("raised TypeError: no")],
            "",
        ),
    ],
)
def test_what_is_answered_otherwise_when_asked_again_is_noted(
    first, reply, notes, text
):
    [number, *_] = numbers_about("winner", "none")
    case = case_of(sheets={"winner": sheet_of("winner", {number: first})})
    case.checks = {"winner": judged(case, "winner", case.sheets["winner"])}
    driver = answering({0: reply})
    converse(ask_examples(case, "winner"), driver)
    assert case.notes == notes
    [failure] = next(c for c in case.checks["winner"] if c.failing).failures
    assert failure.traceback == text
    [asked] = driver.asked
    assert [call.arguments for call in asked.calls] == [["winner", "." * 9]]
    assert asked.fresh
    assert asked.search is False


def test_what_cannot_be_loaded_once_more_stays_as_it_was_judged():
    [number, *_] = numbers_about("winner", "none")
    case = case_of(sheets={"winner": sheet_of("winner", {number: Answer("mX")})})
    case.checks = {"winner": judged(case, "winner", case.sheets["winner"])}
    before = case.checks["winner"]
    converse(ask_examples(case, "winner"), answering(end="refused"))
    assert (case.checks["winner"], case.notes) == (before, [])


def test_that_an_answer_differs_is_told_once():
    wrong = sheet_of("minimax", {0: Answer("n"), 1: Answer(KEY, kind="KeyError")})
    case = case_of(sheets={"minimax": wrong}, notes=[UNSTEADY, "another"])
    case.checks = {"minimax": judged(case, "minimax", wrong)}
    converse(ask_examples(case, "minimax"), answering({0: ("ok", "t"), 1: ("ok", "f")}))
    assert case.notes == ["another", DIFFERS.format(function="minimax", text="True")]


@pytest.mark.parametrize(
    "hidden",
    ["time_up", "unwritten", "no sheet", "no failures", "passed", "late", "died"],
)
def test_nothing_is_asked_again_where_nothing_is_to_be_shown(hidden):
    said = {"late": "l", "died": "d"}.get(hidden, "mX")
    sheet = sheet_of("winner", {0: Answer(said)})
    failures = (Failure("winner(board)", "", "None", "'X'", 1),)
    failed = Check("winner.none", "", "failed", failures=failures)
    case = case_of(sheets={"winner": sheet}, checks={"winner": [failed]})
    case.time_up = hidden == "time_up"
    sheet.unwritten = hidden == "unwritten"
    if hidden == "no sheet":
        case.sheets = {}
    if hidden == "no failures":
        case.checks = {"winner": [Check("winner.none", "", "failed")]}
    if hidden == "passed":
        passed = Check("winner.none", "", "passed", failures=failures)
        case.checks = {"winner": [passed]}
    driver = answering()
    converse(ask_examples(case, "winner"), driver)
    assert driver.asked == []


# --- Minimax ------------------------------------------------------------------------


def test_what_is_wrong_behind_a_search_and_was_not_before_is_fresh():
    case = case_of(sheets={"winner": sheet_of("winner", {0: Answer("t")})})
    case.sheets["player"] = sheet_of("player", {})
    later = {
        "winner": sheet_of("winner", {0: Answer("f"), 1: Answer("f")}),
        "player": sheet_of("player", {}),
    }
    assert [*fresh_in(case, later)] == [("winner", {1: Answer("f")})]


def test_an_answer_without_memory_differs_where_one_is_right_and_the_other_not():
    open_ones = numbers_about("minimax", "open")
    _, second, third, *_ = open_ones
    with_memory = sheet_of("minimax", {second: Answer("n")}, [third])
    with_memory.chosen[third] = "c4"
    bare = sheet_of("minimax", {third: Answer("n"), 0: Answer("n")}, [second])
    bare.chosen[second] = "c4"
    found = [(q.number, a.said) for q, a in differing(with_memory, bare)]
    assert found == [(second, "c4"), (third, "n")]
    assert [*differing(bare, bare)] == []


def test_without_memory_a_sample_is_asked_and_the_emptiest_boards():
    driver = answering({0: ("ok", "n"), 1: ("late", 1), 2: ("died", "x")})
    bare = converse(ask_bare(case_of()), driver)
    assert sum(bare.asked) == 1
    [asked, *_] = driver.asked
    keys = [call.arguments[1] for call in asked.calls]
    assert len(keys) == 24 + 4 + 4 + 4 + 4 + 1
    assert all(len(some) == 1 for some in keys)
    assert [some[0].count(".") for some in keys[24:]] == [5] * 4 + [6] * 4 + [7] * 4 + [
        8
    ] * 4 + [9]
    assert (asked.search, asked.seconds) == (True, 0.5)


def test_where_the_rubric_limits_a_move_what_is_late_without_memory_counts():
    driver = answering({0: ("ok", "n"), 1: ("late", 1), 2: ("died", "x")})
    bare = converse(ask_bare(case_of(limited=True)), driver)
    assert [answer.said for answer in bare.wrong.values()].count("l") == 1
    assert sum(bare.asked) == 2
    assert driver.asked[0].seconds == 0  # as long as any search


@pytest.mark.parametrize("seconds", [5, inf])
def test_whether_a_move_is_limited_is_said_by_the_rubric(seconds):
    marks = {"X": ["X", True], "O": ["O", True], "EMPTY": [None, True]}
    driver = answering({0: ("ok", [marks, [*FUNCTIONS]])})
    rubric = replace(load(), seconds_per_move=seconds)
    converse(judge(SMALL.encode(), "x.py", rubric, ["minimax"]), driver)
    [bare] = {asked.seconds for asked in driver.asked if asked.what == "a bare sample"}
    assert bare == (0 if seconds == 5 else 0.5)


# --- A slip ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "kinds", "text", "is_told"),
    [
        ("winner", ["NameError"], "", True),
        ("winner", ["NameError", "KeyError"], "", False),
        ("utility", ["RecursionError"], "", True),
        ("minimax", ["RecursionError"], "", False),
        ("winner", ["AttributeError"], "", False),
        ("winner", ["TypeError"], "unhashable type: 'list'", False),
        ("minimax", ["AttributeError"], "", True),
        ("minimax", ["AttributeError", "NameError"], "", True),
        ("minimax", ["TypeError", "TypeError"], "unhashable type: 'list'", True),
        ("minimax", ["TypeError"], "'int' object is not iterable", False),
        ("minimax", ["KeyError"], "unhashable type: 'list'", False),
        ("minimax", [""], "", False),
    ],
)
def test_where_python_names_the_cause_no_slip_is_looked_for(
    function, kinds, text, is_told
):
    wrong = {n: Answer(f"r{kind}", kind=kind) for n, kind in enumerate(kinds)}
    wrong[0] = wrong[0]._replace(text=text)  # asked once more, for its message
    assert told_by_python(sheet_of(function, wrong)) is is_told


@pytest.mark.parametrize(
    ("wrong", "right", "trial"),
    [
        ([], [1, 2], []),
        ([5], [], [5]),
        ([5, 9], [1, 2], [9, 5, 2, 1]),
        (range(59), range(100, 159), [*range(158, 99, -1), *range(58, -1, -1)]),
        (range(60), range(100, 161), [*range(159, 99, -2), *range(59, 0, -2)]),
    ],
)
def test_a_trial_has_wrong_and_right_answers_and_the_quick_ones_first(
    wrong, right, trial
):
    written = sheet_of("winner", {n: Answer("t") for n in wrong}, right)
    assert trial_of(written) == trial
    written.wrong |= {200: Answer("l"), 201: Answer("d")}
    assert trial_of(written) == trial


RIGHT, WRONG, LATE = ("ok", "n"), ("ok", "mX"), ("late", 1)


@pytest.mark.parametrize(
    ("rounds", "healed"),
    [
        ([[RIGHT] * 12, [RIGHT] * 8], True),
        ([[RIGHT] * 12, [RIGHT] * 6 + [LATE] * 2], True),
        ([[RIGHT] * 12, [RIGHT] * 5 + [LATE] * 3], False),
        ([[RIGHT] * 11 + [WRONG]], False),
        ([[RIGHT] * 12, [RIGHT] * 7 + [WRONG]], False),
        ([[LATE] * 12], False),
        ([[RIGHT] * 12, []], False),
    ],
)
def test_a_changed_file_heals_if_it_is_right_where_it_answers_and_does_so(
    rounds, healed
):
    trial = [Batch("winner", [n]) for n in range(20)]
    driver = answering(*(dict(enumerate(each)) for each in rounds))
    talk = heals(case_of(), "changed", trial)
    assert converse(talk, driver) is healed
    assert [len(asked.calls) for asked in driver.asked] == [12, 8][: len(rounds)]
    assert {asked.source for asked in driver.asked} == {"changed"}
    assert {asked.search for asked in driver.asked} == {False}


def test_a_changed_file_that_cannot_be_loaded_repairs_nothing():
    driver, case = answering(end="refused"), case_of(NOT_CALLED)
    [slip, *_] = suspected(case.tree, "terminal")
    talk = repairs(case, slip, [FIRST.singles()[0]])
    assert converse(talk, driver) is False


def harmed_by(before, after, **known):
    """Return whether a search is harmed that answers so, and the rounds it is asked."""
    text = NOT_CALLED.replace("return", "return over(board) or")
    text += (
        "def minimax(board): return over(board)\ndef over(b): return winner is None\n"
    )
    case, asked = case_of(text, **known), []
    [slip, *_] = (
        s for s in suspected(case.tree, "terminal") if s.place.node.lineno > 3
    )

    def driver(round_):
        asked.append(round_)
        told = before if round_.source == case.source else after
        said_so_far = Counter()
        for n, call in enumerate(round_.calls):
            [key] = call.arguments[1]
            about = "none" if "n" in optimal(key) else "moves"
            hows = told.get(about, ["right"])
            how = hows[min(said_so_far[about], len(hows) - 1)]
            said_so_far[about] += 1
            said = {"wrong": "t", "none": "n"}.get(how) or min(optimal(key))
            yield Reply(n, *(LATE if how == "late" else ("ok", said)))
        yield Reply(END, "done")

    found = converse(harms(case, slip), driver)
    assert converse(harms(case, slip), driver) is found  # asked of another change
    return found, asked


@pytest.mark.parametrize(
    ("before", "after", "harmed"),
    [
        ("right", "right", False),
        ("right", "wrong", True),
        ("wrong", "wrong", False),
        ("wrong", "right", False),
        ("right", "late", False),
        ("late", "wrong", False),
    ],
)
def test_a_change_harms_where_another_function_fails_a_check_that_it_passed(
    before, after, harmed
):
    """Of a search that uses the place, some positions are asked, the quick first."""
    found, asked = harmed_by({"moves": ["right", before]}, {"moves": ["right", after]})
    assert found is harmed
    assert {call.about for each in asked for call in each.calls} == {"minimax"}
    assert {(each.search, each.seconds) for each in asked} == {(True, BARE)}
    boards = [call.arguments[1][0] for call in asked[0].calls]
    assert len(boards) == len({*boards}) <= TRIAL
    empty = [board.count(".") for board in boards]
    assert empty == sorted(empty)


SOME = ["wrong", "right"]  # one wrong answer, then right ones


@pytest.mark.parametrize(
    ("before", "after", "harmed"),
    [
        ({}, {"moves": ["wrong"]}, True),
        ({"moves": ["late", "right"]}, {"moves": ["wrong"]}, True),
        ({"moves": SOME}, {"moves": ["wrong"]}, False),
        ({"moves": SOME}, {"moves": ["wrong"], "none": ["wrong"]}, True),
        ({"none": SOME}, {"moves": SOME}, True),
        ({"none": SOME}, {"none": ["wrong"]}, False),
        ({"moves": ["right", "none"]}, {"none": ["wrong"]}, True),
        ({"moves": ["none"]}, {"none": ["wrong"]}, False),  # always None
    ],
)
def test_what_is_right_in_a_check_that_fails_is_no_witness_against_a_change(
    before, after, harmed
):
    found, asked = harmed_by(before, after)
    assert found is harmed
    first, *changed = (each.source for each in asked)
    assert first not in changed  # the file as it is, once for all changes


def test_who_uses_a_changed_place_is_asked_without_the_faults_of_others():
    text = "def minimax(board): return terminal(board) or over(board)\n"
    failed = [check("winner", "failed")]
    for sharing in ({}, {"minimax": "winner"}):
        known = {"roots": ["winner"], "checks": {"winner": failed}, "sharing": sharing}
        found, asked = harmed_by({}, {}, **known)
        assert not found
        right_ones = {each.extension for each in asked}
        assert right_ones == {case_of(text).extension(["winner"], memory=True)}


BY_CHANCE = """\
from random import choice
def minimax(board): return choice(sorted(actions(board)))
"""
NOT_CALLED = "def terminal(board):\n    return winner is not None\n"


def slip_in(text, function, wrong, driver, **known):
    """Return what is found in a function that answers wrongly, in a few words."""
    case = case_of(text, **known)
    right_one = Check(f"{function}.y", "", "passed", 1)
    case.checks = {function: [check(function, "failed"), right_one]}
    case.sheets = {function: sheet_of(function, wrong)} if wrong else {}
    found = converse(find_slip(case, function), driver)
    return [(slip.name, slip.function, slip.line, slip.checks) for slip in found]


def test_what_no_change_heals_is_told_by_text_and_answers():
    driver = answering()
    wrong = {0: Answer("c8")}
    named = [("by_chance", "minimax", 2, ("minimax.x",))]
    assert slip_in(BY_CHANCE, "minimax", wrong, driver) == named
    unknown = {0: Answer("rNameError", kind="NameError")}
    assert slip_in(BY_CHANCE, "minimax", unknown, driver) == []
    assert slip_in(BY_CHANCE, "minimax", {}, driver) == []
    assert slip_in(NOT_CALLED, "terminal", {0: Answer("l")}, driver) == []
    assert driver.asked == []


def test_where_the_file_as_it_is_cannot_be_loaded_once_more_no_slip_is_proved():
    def driver(asked):
        if asked.calls:
            yield Reply(0, "ok", "f")
        yield Reply(END, "refused" if asked.fresh else "done")

    assert slip_in(NOT_CALLED, "terminal", {0: Answer("t")}, driver) == []


@pytest.mark.parametrize("function", ["winner", "minimax"])
def test_beside_a_changed_file_the_file_as_it_is_has_been_asked_nothing(function):
    driver, case = answering(), case_of(SMALL)
    converse(answers_of(case, "changed", function), driver)
    converse(answers_of(case, case.source, function), driver)
    assert [asked.fresh for asked in driver.asked] == [False, True]


def test_of_a_search_that_a_change_may_harm_some_positions_are_asked_quick_ones_first():
    driver = answering()
    sheet = converse(answers_of(case_of(), "", "minimax"), driver)
    [asked] = driver.asked
    empty = [call.arguments[1][0].count(".") for call in asked.calls]
    assert TRIAL / 2 < len(empty) <= TRIAL
    assert empty == sorted(empty)
    assert (sheet.function, asked.search) == ("minimax", True)


def test_changes_are_tried_until_one_of_them_heals():
    wrong = {0: Answer("t")}
    named = [("not_called", "terminal", 2, ("terminal.x",))]
    driver = answering({0: ("ok", "f")})
    assert slip_in(NOT_CALLED, "terminal", wrong, driver) == named
    assert "winner(board) is not None" in driver.asked[0].source
    driver = answering({0: ("ok", "t")}, {0: ("ok", "f")})
    turned = [("condition_turned", "terminal", 2, ("terminal.x",))]
    assert slip_in(NOT_CALLED, "terminal", wrong, driver) == turned
    assert "winner is None" in driver.asked[1].source
    assert slip_in(NOT_CALLED, "terminal", wrong, answering()) == []


@pytest.mark.parametrize(
    ("places", "needed", "left"),
    [
        ("a", "a", "a"),
        ("a", "", "a"),
        ("ab", "", "b"),
        ("abc", "b", "b"),
        ("abc", "ac", "ac"),
        ("abc", "abc", "abc"),
    ],
)
def test_of_places_that_are_changed_at_once_those_are_told_that_must_be(
    places, needed, left, monkeypatch
):
    asked = []

    def repairs(case, slip, trial):
        changed = "".join(node.id for node in slip.place.change)
        asked.append(changed)
        return {*needed} <= {*changed}
        yield

    monkeypatch.setitem(only_needed.__globals__, "repairs", repairs)
    nodes = [ast.Name(each) for each in places]
    place = merged([Place(node, {node: node}) for node in nodes])
    slip = Slip(ast.parse(""), suspected, place, "terminal")
    found = converse(only_needed(case_of(), slip, []), answering())
    assert "".join(node.id for node in found.place.change) == left
    assert all(asked)


def test_a_slip_that_explains_others_too_is_tried_first_and_none_of_another_function():
    tree = ast.parse(NOT_CALLED)
    *_, turned = suspected(tree, "terminal")
    for function, first in (("terminal", turned.source), ("winner", "winner(board)")):
        driver = answering()
        slips = [turned._replace(function=function)]
        slip_in(NOT_CALLED, "terminal", {0: Answer("t")}, driver, slips=slips)
        assert first in driver.asked[0].source


@pytest.mark.parametrize("roots", [[], ["winner"]])
def test_what_is_tried_without_the_faults_of_others_is_told_so(roots):
    text = "def terminal(board):\n    return winner is not None or winner(board)\n"
    case = case_of(text, roots=roots)
    case.checks = {name: [check(name, "failed")] for name in ("terminal", *roots)}
    case.sheets = {"terminal": sheet_of("terminal", {0: Answer("t")})}
    assert converse(find_slip(case, "terminal"), answering({0: ("ok", "f")}))
    note = (
        "What is said of `terminal` and line 2 holds once the faults of `winner` are "
        "repaired."
    )
    assert case.notes == [note] * len(roots)
    assert sentence(note, "pt-BR").startswith("O que se diz de `terminal`")


def test_no_change_is_tried_when_the_time_is_up():
    wrong, driver = {0: Answer("t")}, answering(end="time")
    assert slip_in(NOT_CALLED, "terminal", wrong, driver) == []
    assert len(driver.asked) == 1
    assert slip_in(NOT_CALLED, "terminal", wrong, driver, time_up=True) == []
    assert len(driver.asked) == 1


def test_what_is_excused_is_shown_as_it_was():
    [number, *_] = numbers_about("winner", "none")
    sheet = sheet_of("winner", {number: Answer("mX")})
    case = case_of(sheets={"winner": sheet})
    shown = Failure("winner(board)", "", "None", "'X'", 1)
    excused = Check("winner.none", "", "excused", failures=(shown,))
    failed = Check("winner.rows", "", "failed", failures=(shown,))
    case.checks = {"winner": [excused, failed]}
    converse(ask_examples(case, "winner"), answering({0: ("ok", "mX")}))
    assert case.checks["winner"] == [excused, failed]


# --- The search ---------------------------------------------------------------------

SHALLOW = """
def result(board, action):
    after = board[:]
    after[action[0]][action[1]] = player(board)
    return after
"""
SEARCHING = "def minimax(board):\n    return known[str(board)]\n"


def searched(case):
    """Return what is said of a search once it is heard."""
    heard = yield from hear_search(case)
    return judge_search(case, heard)


@pytest.mark.parametrize(
    ("heard", "notes"),
    [
        (("ok", ["", 0, 1000]), ["1,000 times for one move"]),
        (("ok", ["", 0, 1]), ["the file prints: once for one move"]),
        (("ok", ["", 0, 0]), []),
        (("late", 10), []),
    ],
)
def test_what_a_search_prints_is_noted(heard, notes):
    optimal = Check("minimax.optimal", "", "passed", 1)
    case = case_of(SEARCHING, checks={"minimax": [LOST, optimal]})
    driver = answering({0: heard})
    bonus, search = converse(searched(case), driver)
    assert bonus.status == "absent"
    assert search.kind == ("invisible" if heard[0] == "ok" else "unclear")
    assert [note in told for note, told in zip(notes, case.notes, strict=True)] == [
        True
    ] * len(notes)
    [asked] = driver.asked
    assert (asked.search, asked.seconds, asked.fresh) == (True, 10, True)
    assert asked.source == SEARCHING


@pytest.mark.parametrize("lack", ["missing", "unfinished"])
def test_of_a_search_that_is_not_there_nothing_is_seen(lack):
    status = "unfinished" if lack == "unfinished" else "passed"
    case = case_of(
        SEARCHING, checks={"minimax": [Check("minimax.optimal", "", status)]}
    )
    case.missing = ["minimax"] if lack == "missing" else []
    driver = answering()
    bonus, search = converse(searched(case), driver)
    assert (bonus.status, search, driver.asked) == ("absent", None, [])


def test_a_form_of_the_file_that_cannot_be_loaded_is_not_looked_at():
    optimal = Check("minimax.optimal", "", "passed", 1)
    case = case_of(SEARCHING, checks={"minimax": [optimal]})
    bonus, search = converse(searched(case), answering(end="refused"))
    assert (bonus.status, search.kind) == ("absent", "unclear")


@pytest.mark.parametrize(("heard", "looks"), [("late", 1), ("died", 3), ("ok", 3)])
def test_a_search_that_does_not_end_is_looked_at_once(heard, looks):
    text = RULES + ALPHABETA.format(cut="beta <=")
    optimal = Check("minimax.optimal", "", "excused", 1)
    case = case_of(text, checks={"minimax": [optimal]})
    driver = answering({0: (heard, 10)})
    bonus, _ = converse(searched(case), driver)
    assert bonus.status == "unjudged"
    assert len(driver.asked) == looks


def excused_by_result(text, **known):
    """Return a case whose moves are excused, since `result` is wrong."""
    optimal = Check("minimax.optimal", "", "excused", 1, causes=("result",))
    checks = {"minimax": [optimal], "result": [check("result", "failed")]}
    return case_of(text, checks=checks, roots=["result"], **known)


@pytest.mark.ci
@pytest.mark.parametrize("waits", [False, True])
def test_where_the_moves_are_excused_calls_are_counted_without_the_faults(waits):
    text = RULES + ALPHABETA.format(cut="beta <=") + SHALLOW
    sheet, asked = AnswerSheet("minimax"), []
    if waits:  # as it is, nothing comes of it
        sheet.stalls, sheet.wrong = True, dict.fromkeys(range(3), late(20))
    case = excused_by_result(text, sheets={"minimax": sheet})

    def driver(each):
        asked.append(each.calls[0].function)
        return ask_in_process(each)

    bonus, search = converse(searched(case), driver)
    assert bonus.status == "passed"
    assert "Without the faults of `result`: with bounds 921 calls" in search.words
    assert asked == ["heard", "heard", "count", "count"][waits:]


@pytest.mark.ci
def test_bounds_that_only_stop_at_a_win_earn_nothing_where_the_moves_are_excused():
    text = never_moving(looking(order=LISTED)) + SHALLOW
    case = excused_by_result(text)
    bonus, search = converse(searched(case), ask_in_process)
    assert (bonus.status, bonus.note) == ("unjudged", TEACHER + UNBOUND)
    assert search.kind == "stops-at-win"


@pytest.mark.parametrize(
    ("stalls", "hung", "waited"),
    [
        (False, {}, False),
        (True, {}, False),
        (True, {"minimax"}, True),
        (True, {"result"}, True),
        (False, {"minimax"}, False),
    ],
)
def test_a_search_is_not_looked_at_as_it_is_where_it_would_be_waited_for(
    stalls, hung, waited
):
    text = RULES + ALPHABETA.format(cut="beta <=")
    sheets = {name: AnswerSheet(name) for name in ("minimax", "result")}
    sheets["minimax"].stalls = stalls
    for name in hung:
        sheets[name].wrong = dict.fromkeys(range(3), late(20))
    driver = answering()
    converse(searched(excused_by_result(text, sheets=sheets)), driver)
    first = driver.asked[0]
    assert ("'right': {'result': " in first.extension) is waited


def test_what_listens_beside_right_functions_speaks_in_the_right_marks():
    case = case_of(marks=["x", "o", ""], constants=True)
    assert inside(case, []) == EXTENSION
    right = replace(case, marks=["X", "O", None], constants=False)
    assert inside(case, ["result"]) == right.extension(["result"]) + BEHIND


def test_nobody_heals_the_moves_of_a_search_that_shares_a_fault_or_has_its_own():
    case = excused_by_result(SHALLOW)
    (optimal,) = case.checks["minimax"]
    assert healing(case, optimal) == ["result"]
    assert healing(case, replace(optimal, status="failed")) == []
    case.sharing["minimax"] = "winner"
    assert healing(case, optimal) == []


def test_a_healed_search_that_does_not_end_is_looked_at_once():
    text = RULES + ALPHABETA.format(cut="beta <=")
    case = excused_by_result(text)
    driver = answering({0: ("ok", ["", 0, 0])}, {0: ("late", 10)})
    bonus, _ = converse(searched(case), driver)
    assert bonus.status == "unjudged"
    assert len(driver.asked) == 2


@pytest.mark.ci
def test_where_the_search_shares_the_fault_its_calls_are_counted_as_it_is():
    text = RULES + ALPHABETA.format(cut="beta <=")
    optimal = Check("minimax.optimal", "", "excused", 1, causes=("winner",))
    case, asked = case_of(text, checks={"minimax": [optimal]}), []
    case.sharing["minimax"] = "winner"

    def driver(each):
        asked.append(each)
        return ask_in_process(each)

    bonus, search = converse(searched(case), driver)
    assert bonus.status == "passed"
    assert "With bounds 921 calls, without them" in search.words
    assert "Without the faults" not in search.words
    assert {each.extension for each in asked} == {EXTENSION}


# --- Which functions are asked ----------------------------------------------------

SMALL = """
def minimax(board): return player(board)
def player(board): return winner(board)
def winner(board): return board
"""


def rounds_of(driver):
    """Return what each round was about, and which functions it asked."""
    return [
        (str(asked.what), *sorted({call.about for call in asked.calls}))
        for asked in driver.asked
    ]


@pytest.mark.parametrize(
    ("chosen", "missing", "rounds"),
    [
        (["winner"], [], [("a sample", "winner"), ("the rules", "winner")]),
        (["winner"], ["winner"], []),
        (
            ["player"],
            [],
            [
                ("a sample", "player"),
                ("the rules", "player"),
                ("a sample", "winner"),
                ("the rules", "winner"),
                ("player again", "player"),
            ],
        ),
        (
            ["minimax"],
            ["winner"],
            [
                ("a sample", "minimax"),
                ("a sample", "player"),
                ("the rules", "player"),
                ("player again", "player"),
            ],
        ),
        (["minimax"], ["minimax", "player", "winner"], []),
    ],
)
def test_functions_are_asked_that_are_chosen_or_that_a_wrong_one_calls(
    chosen, missing, rounds
):
    driver, case = answering(), case_of(SMALL, missing=missing)
    converse(judge_functions(case, chosen), driver)
    asked = rounds_of(driver)
    assert [each for each in asked if "winner again" not in each] == rounds


def test_a_search_that_is_not_chosen_or_not_there_is_not_asked():
    driver, case = answering(), case_of(SMALL)
    converse(judge_minimax(case, ["player"]), driver)
    assert case.checks == {}
    case.missing = ["minimax"]
    converse(judge_minimax(case, ["minimax"]), driver)
    assert {check.status for check in case.checks["minimax"]} == {"unfinished"}
    stub = case_of("def minimax(board): pass")
    stub.sheets["minimax"] = AnswerSheet("minimax")
    stub.sheets["minimax"].unwritten = True
    converse(judge_minimax(stub, ["minimax"]), driver)
    assert {check.status for check in stub.checks["minimax"]} == {"unfinished"}
    broken = case_of(SMALL, sheets=stub.sheets)  # by no other, for all we know
    converse(judge_minimax(broken, ["minimax"]), driver)
    assert {check.status for check in broken.checks["minimax"]} == {"unfinished"}
    # Nor is it where another is wrong, which a right one might heal.
    for each in (case, stub):
        each.roots, each.checks["player"] = ["player"], [check("player", "failed")]
        converse(judge_minimax(each, ["minimax"]), driver)
    assert driver.asked == []


def test_a_search_that_breaks_off_through_another_is_asked_with_a_right_one():
    driver, case = answering(), case_of(SMALL, roots=["player"])
    case.sheets["minimax"] = AnswerSheet("minimax")
    case.sheets["minimax"].unwritten = True
    case.checks["player"] = [check("player", "failed")]
    converse(judge_minimax(case, ["minimax"]), driver)
    assert rounds_of(driver) == [("minimax again", "minimax")]
    assert {check.causes for check in case.checks["minimax"]} == {("player",)}


@pytest.mark.parametrize("times", [2, 3])
def test_a_search_that_would_wait_for_another_is_asked_with_a_right_one_only(times):
    driver, case = answering(), case_of(SMALL, roots=["player"])
    hung = {number: Answer("l") for number in range(times)}
    wrong = hung | {9: Answer("d"), 10: Answer("mX")}
    case.sheets = {"player": sheet_of("player", wrong)}
    case.sheets["minimax"] = AnswerSheet("minimax")
    case.checks["player"] = [check("player", "failed")]
    converse(judge_minimax(case, ["minimax"]), driver)
    asked = [what for what, *_ in rounds_of(driver)]
    assert asked[-1] == "minimax again"
    assert ("minimax" in asked) is (times < 3)


@pytest.mark.parametrize("heals", [True, False])
def test_calls_without_end_through_another_are_asked_whole_where_no_right_one_heals(
    heals,
):
    case, asked = case_of(SMALL, roots=["player"]), []
    case.checks["player"] = [check("player", "failed")]
    endless = raised("RecursionError", "too deep", "")
    numbers = sample("minimax").numbers
    opened = [n for n in numbers if questions("minimax")[n].about == "open"]
    case.sheets = {"player": AnswerSheet("player")}
    case.sheets["minimax"] = sheet_of("minimax", dict.fromkeys(opened, endless))
    right = [min(optimal(key)) for key in questions("minimax").boards]

    def driver(round_):
        asked.append(str(round_.what))
        for n, batch in enumerate(batches("minimax") if heals else ()):
            yield Reply(n, "ok", "\n".join(right[each] for each in batch.numbers))
        yield Reply(END, "done")

    converse(judge_minimax(case, ["minimax"]), driver)
    assert asked[:2] == ["minimax again"] + ["minimax"] * (not heals)
    assert asked.count("minimax again") == 1
    told = {check.status for check in case.checks["minimax"]}
    assert told == {"excused" if heals else "failed"}


def test_who_is_right_is_asked_twice_more_behind_the_search():
    driver, case = answering(), case_of(SMALL, pure=["player"])
    case.sheets = {name: AnswerSheet(name) for name in ("player", "winner", "actions")}
    case.checks = {
        "player": [check("player", "passed")],
        "winner": [check("winner", "passed"), check("winner", "failed")],
        "actions": [check("actions", "passed")],
    }
    case.missing = ["actions"]
    later = converse(ask_all(case, AnswerSheet("minimax")), driver)
    [asked] = driver.asked
    assert (str(asked.what), asked.search, later) == ("minimax", True, {})
    assert "'remembered': ['player']" in asked.extension
    behind = [call for call in asked.calls if call.about != "minimax"]
    assert [call.about for call in behind] == ["player", "player"]
    assert {call.work for call in behind} == {LAST}


EMPTY_BOARD = 24 + 16  # the last that is asked without memory
RIGHT_ONE, WRONG_ONE = ("ok", "c4"), ("ok", "n")


def test_what_memory_changes_is_asked_again_without_it():
    """Without memory the empty board is answered rightly, and with it not."""
    case = case_of(SMALL, pure=["player"])
    bare = {EMPTY_BOARD: RIGHT_ONE}
    driver = answering({0: WRONG_ONE}, {}, bare, {}, {0: RIGHT_ONE})
    sheet = converse(ask_minimax(case), driver)
    assert case.pure == []
    assert [name for name, *_ in rounds_of(driver)].count("minimax") >= 2
    assert sheet.answer(questions("minimax")[0]).said == "c4"
    assert case.notes == []


@pytest.mark.parametrize(
    ("bare", "again"), [(RIGHT_ONE, WRONG_ONE), (WRONG_ONE, RIGHT_ONE)]
)
def test_what_is_wrong_without_memory_once_stays_wrong(bare, again):
    case = case_of(SMALL, pure=["player"])
    with_memory = {0: WRONG_ONE if bare == RIGHT_ONE else RIGHT_ONE}
    driver = answering(with_memory, {}, {EMPTY_BOARD: bare}, {}, {0: again})
    sheet = converse(ask_minimax(case), driver)
    assert sheet.answer(questions("minimax")[0]).said == "n"
    assert case.notes == ["Asked once more, `minimax` does not give the same answers."]


def test_what_there_is_no_time_to_ask_again_is_right_if_it_is_so_without_memory():
    case = case_of(SMALL, pure=["player"])
    driver = answering({0: WRONG_ONE}, {}, {EMPTY_BOARD: RIGHT_ONE})
    sheet = converse(ask_minimax(case), driver)
    assert sheet.answer(questions("minimax")[0]).said == "c4"


@pytest.mark.parametrize("limited", [True, False])
def test_what_only_memory_makes_quick_enough_is_asked_again_without_it(limited):
    """Three searches are quick, and without memory the second is late."""
    case = case_of(SMALL, pure=["player"], limited=limited)
    quick = {0: ("ok", "c4"), 1: ("ok", "c4"), 2: ("ok", "c4")}
    bare = {24 + 16: ("ok", "c4"), 24 + 12: ("late", 0.5)}
    again = {0: ("ok", "c4"), 1: ("late", 0.5)}
    driver = answering(quick, {}, bare, {}, again)
    sheet = converse(ask_minimax(case), driver)
    assert case.pure == ([] if limited else ["player"])
    assert sum(sheet.asked) == (2 if limited else 3)
    late_ones = [n for n, answer in sheet.wrong.items() if answer.said == "l"]
    assert late_ones == ([1] if limited else [])
    assert case.notes == []


def test_who_answers_otherwise_behind_a_search_is_charged_and_told():
    case = case_of(SMALL, sheets={"player": AnswerSheet("player")})
    case.checks = {"player": [check("player", "passed")]}
    wrong = "\n".join(["n"] * len(sample("player").numbers))
    driver = answering({len(batches("minimax")): ("ok", wrong)})
    converse(ask_minimax(case), driver)
    note = (
        "`player` answers differently after a search: what it returns hangs on what "
        "was asked before."
    )
    assert case.notes == [note]
    assert case.sheets["player"].wrong.keys() == {*sample("player").numbers}
    told = {(check.status, check.note == note) for check in case.checks["player"]}
    assert told == {("failed", True)}


RIGHT_TURNS = "\n".join(map(truth.said, sample("player").questions()))
CIRCLE_OF_TWO = SMALL.replace(
    "winner(board): return board", "winner(b): return player(b)"
)


@pytest.mark.parametrize(
    ("text", "again", "charged"),
    [  # what the caller answers behind a search with a right function in it
        (SMALL, RIGHT_TURNS, ["winner"]),
        (SMALL, RIGHT_TURNS.replace("mX", "mO"), ["winner", "player"]),
        (SMALL, "", ["winner", "player"]),
        (SMALL.replace("winner(board)\n", "board\n"), None, ["winner", "player"]),
        (CIRCLE_OF_TWO, None, ["winner", "player"]),
    ],
)
def test_who_calls_what_answers_otherwise_behind_a_search_is_excused_with_proof(
    text, again, charged
):
    names = ("winner", "player")
    every = {name: range(len(questions(name))) for name in names}
    case = case_of(
        text, sheets={name: sheet_of(name, {}, every[name]) for name in names}
    )
    case.checks = {name: judged(case, name, case.sheets[name]) for name in names}
    last = len(batches("minimax"))
    driver = answering({last: ("ok", again)})
    fresh = {name: {sample(name).numbers[0]: Answer("t")} for name in names}
    converse(charge_later(case, fresh), driver)
    assert case.roots == charged
    told = {name: {c.status for c in case.checks[name]} - {"passed"} for name in names}
    other = {"failed"} if "player" in charged else {"excused"}
    assert told == {"winner": {"failed"}, "player": other}
    assert [note.split("`")[1] for note in case.notes] == charged
    asked = [(str(each.what), "'winner': " in each.extension) for each in driver.asked]
    assert asked == ([] if again is None else [("minimax again", True)])
    assert len(case.healed) == len(asked)


@pytest.mark.parametrize(
    ("search", "roots"), [("len(T)", []), ("len(board)", ["winner"])]
)
def test_a_search_that_names_a_table_is_not_excused_for_who_reads_it(search, roots):
    text = f"T = []\ndef minimax(board): return {search}\ndef winner(board): return T"
    case = case_of(text, sheets={"winner": sheet_of("winner", {}, range(9))})
    case.checks = {"winner": judged(case, "winner", case.sheets["winner"])}
    fresh = {"winner": {0: Answer("t")}}
    converse(charge_later(case, fresh), answering({}))
    assert case.roots == roots
    assert [note.split("`")[1] for note in case.notes] == ["winner"]


# --- One fault in several functions -------------------------------------------

SHARING = """
def winner(board): return line(board)
def minimax(board): return line(board)
def line(board): ...
"""


@pytest.mark.parametrize(
    ("asked", "failing", "first", "shown"),
    [
        (4, 2, "winner", True),
        (4, 3, "winner", False),
        (8, 5, "winner", False),
        (4, 3, "player", True),
        (0, 0, "player", False),
    ],
)
def test_half_of_the_answers_right_show_that_the_others_would_be(
    asked, failing, first, shown
):
    check = Check("terminal.won", "", "failed", asked, failing)
    assert same_fault.is_shown(check, first) is shown


FOLLOWING = [
    # what `winner` or `player` says of a board; what another must say, if it is clear
    ("terminal", "XXXOO....", "mX", "t"),
    ("terminal", "XXXOO....", same_fault.BOTH, "t"),
    ("terminal", "XXXOO....", "n", "f"),
    ("terminal", "XOXXOOOXX", "n", "t"),
    ("terminal", "XXXOO....", "i1", ""),
    ("utility", "XXXOO....", "mX", "i1"),
    ("utility", "XXXOO....", "mO", "i-1"),
    ("utility", "XXXOO....", "n", "i0"),
    ("utility", "XXXOO....", same_fault.BOTH, "i0"),
    ("utility", "XXXOO....", "t", ""),
    ("result", "X........", "mX", "bXX......."),
    ("result", "X........", "mO", "bXO......."),
    ("result", "X........", "n", ""),
    ("result", "X........", same_fault.BOTH, ""),
    ("terminal", "XXXOO....", "rKeyError", "rKeyError"),
    ("utility", "XXXOO....", "rKeyError", "rKeyError"),
    ("result", "X........", "rKeyError", "rKeyError"),
    ("actions", "X........", "rKeyError", ""),
]


@pytest.mark.parametrize(("function", "key", "said", "must"), FOLLOWING)
def test_what_another_must_say_follows_from_what_one_says_of_a_board(
    function, key, said, must
):
    question = Question(function, 0, "valid", key, (0, 1))
    assert same_fault.follows({key: said}, question) == must
    assert same_fault.follows({}, question) == ""


def test_nothing_follows_for_a_cell_that_is_not_free():
    taken = Question("result", 0, "taken", "X........", (0, 0))
    assert same_fault.follows({taken.key: "mX"}, taken) == ""


WON_ROW, WON_FULL = "XXXOO....", "XXXOOXXOO"  # on the way, and by the last move


@pytest.mark.parametrize(
    ("function", "about", "key", "told", "idle", "right"),
    [
        ("terminal", "won", WON_ROW, "mX", {"n"}, {"t"}),
        ("terminal", "won", WON_ROW, "n", {"t"}, {"f"}),
        ("terminal", "won", WON_FULL, "mX", {"f"}, {"t"}),
        ("terminal", "won", WON_FULL, "n", {"f"}, {"t", "f"}),  # as of a tie
        ("terminal", "won", WON_FULL, "n", {"n"}, {"t", "n"}),
        ("terminal", "full", WON_FULL, "n", {"f"}, {"t"}),
        ("utility", "X", WON_ROW, "mX", {"n"}, {"i1"}),
        ("utility", "X", WON_ROW, "n", {"n"}, {"i0", "i1", "n"}),  # not over: no value
        ("utility", "X", WON_FULL, "n", {"n"}, {"i0"}),
        ("utility", "X", WON_FULL, "mO", {"n"}, {"i-1"}),
    ],
)
def test_an_answer_fits_if_it_is_right_where_what_was_told_is_the_truth(
    function, about, key, told, idle, right
):
    fits = same_fault.fitting({key: told}, idle)
    question = Question(function, 0, about, key)
    every = {"t", "f", "n", "i1", "i0", "i-1"}
    assert {said for said in every if fits(question, Answer(said))} == right


@pytest.mark.parametrize(
    ("seen", "last", "said"),
    [
        ([], "mX", ["n", "n", "n", "n"]),
        (["mX"], "mX", ["mX", "mX", "mX", "mX"]),
        (["mX"], "mO", ["mX", "mX", "mX", "n"]),
        (["mX", "mO"], "mO", ["mX", "mO", same_fault.BOTH, "mO"]),
        (["mX", "mO"], "mX", ["mX", "mO", same_fault.BOTH, "mX"]),
    ],
)
def test_who_has_won_hangs_on_the_order_where_both_have_a_line(seen, last, said):
    assert [order(seen, last) for order in same_fault.ORDERS] == said


def test_whose_lines_are_seen_is_asked_with_the_marks_of_one_player():
    told = {"XXX......": "mX", "OOO......": "mO", "XXXOOO...": "mX", "." * 9: "n"}
    driver = answering({0: ("ok", "mO")})
    found = converse(same_fault.ask_by_mark(case_of(), told), driver)
    [call] = driver.asked[0].calls
    assert call.arguments == ["winner", ["...OOO..."]]
    assert [each["XXXOOO..."] for each in found] == ["mX", "mO", same_fault.BOTH, "mO"]
    assert [each["XXX......"] for each in found] == ["mX"] * 4
    assert [each["." * 9] for each in found] == ["n"] * 4
    for key in ("XXX......", "XXXOOO..."):  # which the lines that are seen belie
        odd, driver = told | {key: "n"}, answering({0: ("ok", "mO")})
        assert converse(same_fault.ask_by_mark(case_of(), odd), driver) == []


def test_of_what_is_unclear_open_and_full_boards_tell():
    case, told = case_of(), {"X........": "n", "XO.......": "mX", WON_FULL: "n"}
    case.sheets = {"terminal": AnswerSheet("terminal")}
    full = numbers_about("terminal", "full")[:2]
    won = numbers_about("terminal", "won")[0]
    case.sheets["terminal"].take(
        Batch("terminal", [*full, won]), [Answer("t"), Answer("n"), Answer("f")]
    )
    driver = answering({0: ("ok", "i0")})
    ask = same_fault.ask_where_unclear
    assert converse(ask(case, "terminal", told), driver) == {"t", "n"}
    assert converse(ask(case, "result", told), driver) == set()
    assert driver.asked == []
    assert converse(ask(case, "utility", told), driver) == {"i0"}
    [call] = driver.asked[0].calls
    assert call.arguments == ["utility", ["X........"]]


def whole(function, wrong):
    """Return a sheet on which all was asked, and these answers are wrong."""
    return sheet_of(function, wrong, range(len(questions(function))))


def blind_to(row):
    """Return what a winner that does not see a line says, and what it misses."""
    told = {key: said_of(winner(key)) for key in keys()}
    seen = {key: [line for line in full_lines(key) if line != row] for key in told}
    missed = {key for key in told if told[key] != "n" and not seen[key]}
    return told | dict.fromkeys(missed, "n"), missed


@pytest.fixture(scope="module")
def blind():
    """Return what a winner says that does not see the first row; and such sheets."""
    seen, missed = blind_to(LINES[0])

    def sheets():
        found = {}
        for name, told in (("winner", "n"), ("terminal", "f"), ("utility", "i0")):
            hidden = missed if name != "terminal" else {k for k in missed if "." in k}
            boards = enumerate(questions(name).boards)
            wrong = [number for number, key in boards if key in hidden]
            found[name] = whole(name, dict.fromkeys(wrong, Answer(told)))
        return found

    return seen, sheets


SHARING_ALL = """
def winner(board): return line(board)
def terminal(board): return line(board) or full(board)
def utility(board): return {utility}(board)
def line(board): ...
def full(board): ...
def other(board): ...
"""


@pytest.mark.parametrize(
    ("utility", "known", "shares"),
    [
        ("line", "wrong", True),
        ("line", "right", False),  # with what they share: so that is not the fault
        ("other", "right", True),
        ("line", "incomplete", True),
        ("line", "absent", True),
    ],
)
def test_what_a_right_function_rests_on_is_no_fault_that_others_share(
    utility, known, shares, blind
):
    told, sheets = blind
    case = case_of(SHARING_ALL.format(utility=utility), sheets=sheets())
    if known in ("right", "incomplete"):
        case.sheets["utility"].wrong = {}
    if known == "incomplete":
        case.sheets["utility"].asked[0] = 0
    if known == "absent":
        del case.sheets["utility"]
    assert same_fault.can_share(case, "winner", "terminal", told) is shares
    # Where nobody asks the right one, it tells nothing.
    open_board = questions("winner").boards.index("X........")
    case.sheets["winner"].wrong[open_board] = Answer("mX")
    odd = told | {"X........": "mX"}
    assert same_fault.can_share(case, "winner", "terminal", odd) is True


@pytest.mark.parametrize(
    ("roots", "asked", "sharing"),
    [
        (["winner", "terminal"], None, {"terminal": "winner"}),
        (["winner"], None, {}),
        (["terminal"], None, {}),
        (["winner", "terminal"], 0, {}),  # of winner too little is known
    ],
)
def test_a_root_that_is_wrong_only_as_another_is_excused(roots, asked, sharing, blind):
    case = case_of(SHARING_ALL.format(utility="line"), roots=roots, sheets=blind[1]())
    case.checks = {name: judged(case, name, case.sheets[name]) for name in case.sheets}
    if asked is not None:
        case.sheets["winner"].asked[asked] = 0
    converse(same_fault.share_faults(case), answering())
    assert case.sharing == sharing
    statuses = {c.name: c.status for c in case.checks["terminal"] if c.failing}
    assert statuses == {"terminal.won": "excused" if sharing else "failed"}


def test_only_what_is_wrong_and_fits_and_is_shown_is_excused():
    some = [numbers_about("terminal", about)[0] for about in ("won", "full", "open")]
    sheet = sheet_of("terminal", dict.fromkeys(some, Answer("n")))
    names = [p.name for p in PROMISES if p.function == "terminal"]
    case = case_of()

    def excused(failing, fits, status="failed"):
        case.checks["terminal"] = [Check(n, "", status, 4, failing) for n in names]
        found = same_fault.excused_by(case, "winner", "terminal", fits, sheet)
        return [check.name for check in found if check.status == "excused"]

    whole = [name for name in names if name != "terminal.pure"]
    assert excused(2, lambda *_: True) == whole
    assert excused(3, lambda *_: True) == []
    assert excused(2, lambda *_: False) == []
    assert excused(2, lambda *_: True, "passed") == []
    assert excused(2, lambda question, _: question.about == "won") == ["terminal.won"]


BOARDS = same_game.boards()


def won_by(lines):
    """Return what a winner that looks at these lines says of every board."""
    return {
        key: next(
            (f"m{key[a]}" for a, b, c in lines if key[a] == key[b] == key[c] != "."),
            "n",
        )
        for key in BOARDS
    }


OWN_GAME = won_by(LINES[:-1])  # without the antidiagonal


def playing(best, told=OWN_GAME, **exceptions):
    """Return a case whose minimax plays so, and whose winner says that."""
    case = case_of(SHARING, roots=["winner"])
    case.sheets = {name: AnswerSheet(name) for name in ("winner", "minimax")}
    for question in questions("winner"):
        batch = Batch("winner", [question.number])
        case.sheets["winner"].take(batch, [Answer(told[question.key])])
        said = exceptions.get(question.key) or min(best[question.key])
        batch = Batch("minimax", [question.number])
        case.sheets["minimax"].take(batch, [Answer(said)])
    case.checks["minimax"] = judged(case, "minimax", case.sheets["minimax"])
    return case


def after_sharing(case, told):
    """Return the checks of minimax that fail, given what winner says of the rest."""
    rest = sorted(BOARDS - {question.key for question in questions("winner")})
    answers = {0: ("ok", "\n".join(told[key] for key in rest))}
    converse(same_game.share_minimax(case), answering(answers))
    return [c.name for c in case.checks["minimax"] if c.status == "failed"]


def test_in_the_game_as_it_is_the_best_actions_are_those_of_the_oracle():
    told = {key: said_of(winner(key)) for key in BOARDS}
    best = same_game.best_in(told)
    assert all(best[key] == optimal(key) for key in keys())


@pytest.mark.ci
def test_a_search_that_is_right_in_the_game_of_its_own_winner_is_excused():
    best = same_game.best_in(OWN_GAME)
    case = playing(best)
    wrong = [c.name for c in case.checks["minimax"] if c.status == "failed"]
    assert wrong == ["minimax.optimal", "minimax.none"] + [
        f"minimax.unbeatable_{mark}" for mark in "xo"
    ]
    assert after_sharing(case, OWN_GAME) == []
    excused = [c for c in case.checks["minimax"] if c.status == "excused"]
    assert [c.name for c in excused] == wrong
    assert {c.causes for c in excused} == {("winner",)}
    # One action that even this game does not explain, and nothing is.
    key = next(k for k in keys() if len(best[k]) < len(free(k)) and k.count(".") == 5)
    worse = next(s for c in free(key) if (s := said_of(c)) not in best[key])
    left = after_sharing(playing(best, **{key: worse}), OWN_GAME)
    assert left == [name for name in wrong if name != "minimax.none"]
    # Whether an action is legal does not hang on what it is worth.
    over = next(k for k in keys() if winner(k) and best[k] != {"n"})
    worse = next(s for c in free(over) if (s := said_of(c)) not in best[over])
    assert "minimax.none" not in after_sharing(playing(best, **{over: worse}), OWN_GAME)
    assert "minimax.none" in after_sharing(playing(best, **{over: "t"}), OWN_GAME)
    taken = said_of(divmod(next(n for n in range(9) if key[n] != "."), 3))
    assert "minimax.legal" in after_sharing(playing(best, **{key: taken}), OWN_GAME)
    # Nor is it where its winner cannot be asked, or shares nothing with it.
    assert after_sharing(playing(best), OWN_GAME | dict.fromkeys(BOARDS, "t")) == wrong
    case = playing(best)
    case.tree = ast.parse(
        SHARING.replace("minimax(board): return line", "minimax(board): return x")
    )
    assert after_sharing(case, OWN_GAME) == wrong


def test_a_search_that_shares_a_fault_is_heard_where_it_does_not_show():
    board = where_right({key: OWN_GAME[key] for key in keys()})
    assert {"X", "O"} <= {board[cell] for cell in LINES[-1]}
    assert where_right(dict.fromkeys(keys(), "n")) == where_right({}) == ""


@pytest.mark.ci
def test_bounds_that_only_stop_at_a_win_earn_nothing_where_the_search_shares_a_fault():
    text = never_moving(looking(order=LISTED))
    optimal = Check("minimax.optimal", "", "excused", 1, causes=("winner",))
    case = playing(same_game.best_in(OWN_GAME))
    case = case_of(text, checks={"minimax": [optimal]}, sheets=case.sheets)
    case.sharing["minimax"] = "winner"
    bonus, search = converse(searched(case), ask_in_process)
    assert (bonus.status, bonus.note) == ("unjudged", TEACHER + UNBOUND)
    assert search.kind == "stops-at-win"


@pytest.mark.ci
@pytest.mark.parametrize("lines", [[], LINES[:1]])
def test_a_game_that_hardly_anybody_wins_excuses_no_search(lines):
    """To take the first free cell is right in it."""
    told = won_by(lines)
    case = playing(same_game.best_in(told), told)
    assert "minimax.optimal" in after_sharing(case, told)


HEALING = [
    # what harms everybody, what must be repaired, what is found, how often asked
    ([], {"winner", "result"}, ["winner", "result"], 1),
    ([], set(), ["winner", "result"], 1),
    (["winner"], {"winner"}, ["winner"], 1),
    (["winner"], {"winner", "result"}, ["winner", "result"], 2),
    (["winner"], {"utility"}, ["winner"], 2),
    (["winner", "result"], {"utility"}, ["winner", "result"], 1),
]


@pytest.mark.parametrize(("harmful", "needed", "found", "times"), HEALING)
def test_what_harms_everybody_is_repaired_first_and_all_only_if_that_is_too_little(
    harmful, needed, found, times, monkeypatch
):
    asked = []

    def heal(case, name, causes):
        asked.append(causes)
        healed = bool(needed) and needed <= {*causes}
        return [Check("utility.x", "", "passed" if healed else "failed")], "sheet"
        yield

    case = Case("", ast.parse(""))
    case.checks = {name: name for name in ("winner", "result")}
    monkeypatch.setattr(blame, "causes_of", lambda *_: ["winner", "result"])
    monkeypatch.setattr(blame, "harmful", lambda name: name in harmful)
    monkeypatch.setattr(blame, "heal", heal)
    with pytest.raises(StopIteration) as end:
        next(blame.heal_by_causes(case, "utility"))
    assert end.value.value[0] == found
    assert len(asked) == times


# --- The record as a whole ------------------------------------------------------


@pytest.fixture
def told(monkeypatch):
    """Return what the judge tells of some functions, the stages being given."""

    def told(statuses, known=(), slips=(), found=(), sheets=(), text=""):
        def stage(result=None, do=lambda case, name: None):
            def stage(case, name=None, *_):
                yield from ()
                return do(case, name) or result

            return stage

        def judged(case, _):
            case.checks = {
                function: [c for c in checks if c.function == function]
                for function in functions
            }
            case.slips, case.sheets = list(slips), dict(sheets)

        checks = [Check(name, "", status, 1) for name, status in statuses.items()]
        functions, asked = {check.function for check in checks}, []

        def slip_of(case, function):
            asked.append(function)
            return [each for each in found if each.function == function]

        stages = {
            "judge_contract": stage([]),
            "judge_functions": stage(do=judged),
            "judge_minimax": stage(),
            "judge_games": stage(),
            "ask_examples": stage(),
            "find_slip": stage([], slip_of),
            "recognised": lambda *_: iter(known),
        }
        for name, each in stages.items():
            monkeypatch.setitem(judge.__globals__, name, each)
        talk = judge(text.encode(), "x.py", load(), functions)
        record = converse(talk, answering())
        named = [(each.name, *each.checks) for each in record.misconceptions]
        return named, asked, record

    return told


def known_as(name, function="winner", *checks):
    return Misconception(name, function, "", "", "", checks=checks)


WRONG = {"winner.rows": "failed", "minimax.optimal": "passed"}
BOTH_WRONG = {"winner.rows": "failed", "minimax.optimal": "failed"}
NAMED, LOST_GAME = known_as("x", "winner", "winner.rows"), "minimax.unbeatable_o"
SIGN = known_as(min(SYMPTOMS), "winner", "winner.rows")
EXPLAINED = known_as("m", "minimax", "minimax.optimal")


@pytest.mark.parametrize(
    ("statuses", "known", "asked", "named"),
    [
        (WRONG, [], ["winner"], ["slip"]),
        (WRONG, [NAMED], [], ["x"]),
        (WRONG, [SIGN], ["winner"], ["slip"]),  # a place in the text says more
        (WRONG, [SIGN, NAMED], [], [SIGN.name, "x"]),
        (BOTH_WRONG, [], ["winner", "minimax"], ["slip"]),
        (BOTH_WRONG, [EXPLAINED], ["winner"], ["slip", "m"]),
        (WRONG | {"winner.rows": "unfinished"}, [], [], []),
        (WRONG | {"winner.rows": "passed"}, [], [], []),
        # What explains nothing but what is excused is not told.
        (WRONG | {"winner.rows": "excused"}, [NAMED], [], []),
        (WRONG | {"winner.rows": "excused"}, [known_as("x")], [], ["x"]),
        (WRONG | {"winner.columns": "excused"}, [NAMED], [], ["x"]),
    ],
)
def test_a_slip_is_looked_for_where_something_is_wrong_and_no_more_is_known(
    statuses, known, asked, named, told
):
    found, tried, _ = told(statuses, known, found=[known_as("slip")])
    assert ([name for name, *_ in found], tried) == (named, asked)


def test_a_slip_that_is_proved_already_is_told_in_place_of_what_is_named(told):
    proved = Slip(ast.parse(""), suspected, merged([Place(ast.Pass(), {})]), "winner")
    found, asked, _ = told(WRONG, [NAMED, EXPLAINED], [proved], [known_as("slip")])
    assert ([name for name, *_ in found], asked) == (["slip", "m"], ["winner"])


@pytest.mark.parametrize(
    ("game", "explained"), [("failed", [LOST_GAME]), ("passed", []), ("excused", [])]
)
def test_a_lost_game_is_explained_by_what_explains_the_moves(game, explained, told):
    statuses = BOTH_WRONG | {LOST_GAME: game}
    found, *_ = told(statuses, [NAMED, EXPLAINED])
    assert found == [("x", "winner.rows"), ("m", "minimax.optimal", *explained)]


@pytest.mark.parametrize(
    ("sheet", "waits"),
    [("complete", False), ("begun", True), ("unwritten", False)],
)
def test_the_first_call_that_waits_is_noted_where_not_all_was_asked(sheet, waits, told):
    text = "import time\ntime.sleep(1)\ntime.sleep(2)\n"
    written = AnswerSheet("winner")
    written.asked = bytearray(b"\1" * len(written.asked))
    written.asked[0] = sheet == "complete"
    written.unwritten = sheet == "unwritten"
    *_, record = told(WRONG, [NAMED], sheets={"winner": written}, text=text)
    noted = [note.partition(" waits")[0] for note in record.notes]
    assert noted == ["`time.sleep(1)` in line 2"] * waits


@pytest.mark.parametrize(
    ("function", "said", "noted"),
    [
        ("result", "bX........", True),
        ("result", "rTypeError", False),
        ("winner", "bX........", False),
    ],
)
def test_that_a_list_is_taken_for_a_cell_is_noted_of_result(
    function, said, noted, told
):
    [number, *_] = numbers_about("result", "list")
    sheet = sheet_of("result", {number: Answer(said)})
    *_, record = told({f"{function}.pure": "passed"}, sheets={"result": sheet})
    assert record.notes == (LISTS,) * noted


def test_what_is_no_text_is_refused_and_never_run():
    driver = answering()
    record = converse(judge(b"X = 1\0", "x.py", load()), driver)
    assert (record.refusal, driver.asked) == (NOT_TEXT, [])
