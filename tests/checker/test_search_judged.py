"""The judge of the search: which questions follow from which answers."""

import ast

import pytest

from noughts.checker import evidence
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, died, late, raised, read_value
from noughts.checker.case import Case
from noughts.checker.check_file import converse
from noughts.checker.evidence import judge_bonus
from noughts.checker.judge_minimax import (
    MOST_CALLS,
    ask_bare,
    differing,
    endless,
    find_quick,
    judge_games,
)
from noughts.checker.own_search.watch import Evidence
from noughts.checker.questions import boards, every, sample
from noughts.checker.record import Check, SearchEvidence
from noughts.checker.whole_games import lost_in
from noughts.game.board import START, play, turn
from noughts.texts.said import Said

KEYS = boards("minimax")


@pytest.fixture
def case():
    return Case("", ast.Module([], []))


@pytest.mark.parametrize(
    ("calls", "quick"),
    [([1] * 5, 9), ([2_000, MOST_CALLS, MOST_CALLS + 1], 6), ([None], 4)],
)
def test_calls_and_not_seconds_decide_which_searches_are_quick(case, calls, quick):
    counted, asked = iter(calls), []

    def driver(ask):
        assert not ask.seconds  # a short limit decides on a busy machine
        asked.extend(key.count(".") for key, _ in ask.questions)
        return [read_value(next(counted))]

    assert converse(find_quick(case), driver) == quick
    assert asked == [*range(5, 5 + len(calls))]


def test_quick_searches_are_asked_first_and_then_the_longest():
    sizes = [KEYS[n].count(".") for n in every("minimax")]
    assert [*dict.fromkeys(sizes)] == [*range(5), *range(9, 4, -1)]


def test_the_untouched_file_is_asked_a_sample_and_two_boards_of_each_quick_size(case):
    asked = []

    def driver(ask):
        if ask.function == "count":
            return [read_value(MOST_CALLS + (ask.questions[0][0].count(".") > 6))]
        asked.append(ask)
        return [*[Answer("n")] * (len(ask.questions) - 1), late(5)]

    bare = converse(ask_bare(case), driver)
    (ask,) = asked
    sizes = [key.count(".") for key in ask.questions]
    assert sizes[-4:] == [5, 5, 6, 6]
    assert ask.questions[:-4] == [KEYS[n] for n in sample("minimax")]
    assert (case.quick, ask.strikes, ask.setup["known"]) == (6, 1, {})
    assert len(bare.answers) == len(ask.questions) - 1  # without the timeout


BEST, WRONG, LATE = Answer("c4"), Answer("n"), Answer("l")


@pytest.mark.parametrize(
    ("first", "bare", "differs"),
    [
        (BEST, Answer("c0"), False),  # both are right
        (BEST, WRONG, True),
        (WRONG, BEST, True),
        (WRONG, Answer("d"), False),
        (BEST, LATE, False),
        (None, WRONG, False),
    ],
)
def test_a_table_changes_an_answer_if_only_one_of_two_is_right(first, bare, differs):
    tables, untouched = AnswerSheet("minimax"), AnswerSheet("minimax")
    tables.take({0: first} if first else {})
    untouched.take({0: bare})
    pairs = [
        (question.key, answer) for question, answer in differing(tables, untouched)
    ]
    assert pairs == ([(START, bare)] if differs else [])


DEEP = raised("RecursionError", "")


@pytest.mark.parametrize(
    ("answers", "hopeless"),
    [({}, False), ({0: DEEP}, True), ({0: DEEP, 1: BEST}, False), ({0: WRONG}, False)],
)
def test_a_search_is_endless_if_it_never_ends(answers, hopeless):
    sheet = AnswerSheet("minimax")
    sheet.take(answers | {len(KEYS) - 1: Answer("n")})  # that game is over
    assert endless(sheet) is hopeless


# --- Games -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("optimal", "pure", "player", "time_up", "played"),
    [
        ("passed", "passed", "passed", False, True),
        ("passed", "failed", "passed", False, True),
        ("failed", "passed", "passed", False, False),
        ("passed", "passed", "failed", False, False),
        ("passed", "passed", "passed", True, False),
    ],
)
def test_games_are_played_if_search_and_rules_are_right(
    case, optimal, pure, player, time_up, played
):
    def driver(ask):
        asked.append(ask)
        return [late(10)] * len(ask.questions)

    asked, statuses = [], {"optimal": optimal, "pure": pure, "unbeatable_x": "passed"}
    minimax = [Check(f"minimax.{n}", "", statuses[n]) for n in statuses]
    case.checks = {"minimax": minimax, "player": [Check("player.turn", "", player)]}
    case.time_up, case.quick = time_up, 8
    case.sheets["minimax"] = AnswerSheet("minimax")
    case.sheets["minimax"].take({0: BEST, 1: Answer("c1")})
    converse(judge_games(case), driver)
    assert case.checks["minimax"] == minimax  # no game is lost by a timeout
    if not played:
        assert not asked
        return
    slow, (ask, again) = [[START, 4]], asked
    games = [["X", [reply], slow] for reply in range(8)]
    games += [["O", [n, reply], slow] for n in range(9) for reply in range(7)]
    assert (ask.questions, ask.fresh, ask.seconds) == (games, True, 10)
    assert again.fresh


def recorded(*cells):
    """Return the calls of a game, as the file's process notes them."""
    key, calls = START, [["initial_state", f"b{START}", ""]]
    for n in cells:
        calls += [["terminal", "f", ""], ["player", f"m{turn(key)}", ""]]
        key = play(key, divmod(n, 3))
        calls += [["move", f"c{n}", ""], ["result", f"b{key}", ""]]
    return calls


GAME = [*recorded(0, 3, 1, 4, 2), ["terminal", "t", ""]]


def fault(call, n, kind="gave", what="None"):
    return Said("value.in_game", call=call, what=Said(f"value.{kind}", what=what), n=n)


@pytest.mark.parametrize(
    ("answer", "lost"),
    [
        (read_value(GAME), None),
        (read_value(GAME[1:-1]), None),
        (late(10), None),
        (died("exit code 3"), (0, Said("value.no_game", text="exit code 3"))),
        (raised("KeyError", ""), (0, Said("value.no_game", text="KeyError"))),
        (read_value(GAME[:-2]), (4, Said("value.no_game", text=""))),
        (read_value(GAME[4:]), (0, fault("result(board)", 1, what="X.. ... ..."))),
        (
            read_value([["initial_state", "", "KeyError"]]),
            (0, fault("initial_state()", 1, "raised", "KeyError")),
        ),
        (
            read_value([*GAME[:5], ["terminal", "n", ""]]),
            (1, fault("terminal(board)", 2)),
        ),
        (
            read_value([*GAME[:6], ["player", "mX", ""]]),
            (1, fault("player(board)", 2, what="'X'")),
        ),
        (
            read_value([*GAME[:7], ["minimax", "c1", ""]]),
            (1, fault("minimax(board)", 2, what="(0, 1)")),
        ),
        (
            read_value([*GAME[:-2], GAME[4]]),
            (4, fault("result(board)", 5, what="X.. ... ...")),
        ),
        (
            read_value([*GAME[:7], ["move", "c0", ""]]),
            (1, fault("move(board)", 2, what="(0, 0)")),
        ),
    ],
)
def test_a_game_is_lost_at_the_first_wrong_answer(answer, lost):
    found = lost_in(answer)
    assert (found and (len(found.actions), found.end)) == lost


# --- The bonus ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("optimal", "code", "status", "note"),
    [
        ("passed", "alphabeta", "passed", ""),
        ("excused", "alphabeta", "passed", ""),
        ("failed", "alphabeta", "absent", "note.not_yet"),
        ("passed", "minimax", "absent", ""),
        ("failed", "minimax", "absent", ""),
        ("passed", "unclear", "unjudged", "note.unseen"),
        ("passed", "no cut", "absent", ""),
        ("passed", "skips", "unjudged", "note.unseen"),
        ("failed", "skips", "absent", "note.not_yet"),
        ("failed", "unclear", "absent", ""),
        ("unjudged", "alphabeta", "unjudged", ""),
        ("unjudged", "minimax", "absent", ""),
        ("unjudged", "no cut", "absent", ""),
    ],
)
def test_the_bonus_depends_on_what_a_right_search_asks(
    case, monkeypatch, optimal, code, status, note
):
    asked, may_prune = [], code in ("alphabeta", "unclear", "skips")
    skips = code == "skips"
    code = {"no cut": "unclear", "skips": "alphabeta"}.get(code, code)

    def driver(ask):
        asked.append(ask)
        return [read_value(["calls", 7, 30])]

    textbook = {"alpha-beta": 843}
    found = Evidence(code, textbook, 7, may_prune=may_prune, skips=skips)
    monkeypatch.setattr(evidence.watch, "assess", lambda *_: found)
    case.roots, case.constants = ["player"], True
    causes = ("player",) if optimal == "excused" else ()
    case.checks = {
        "player": [Check("player.turn", "", "failed")],
        "minimax": [Check("minimax.optimal", "", optimal, causes=causes)],
    }
    check, search = converse(judge_bonus(case), driver)
    assert (check.status, check.note.key) == (status, note)
    assert case.notes == [Said("note.prints", n=30)]
    if skips and optimal == "passed":
        code = "unclear"
    assert (search.kind, bool(search.words)) == (code, True)
    assert ("calls" in search.seen[0].parts) is (code != "unclear")
    (ask,) = asked
    assert [*ask.setup.get("right", ())] == ["player"] * (optimal == "excused")
    assert ask.fresh
    assert ask.setup["constants"]


@pytest.mark.parametrize(
    "answer", [None, died("x"), read_value([7, 7, 7]), read_value(["", 0, -1])]
)
def test_no_evidence_is_no_reason(case, answer):
    case.checks["minimax"] = [Check("minimax.optimal", "", "passed")]
    check, search = converse(judge_bonus(case), lambda _: [answer])
    assert (check.status, search) == ("unjudged", SearchEvidence("unclear"))
