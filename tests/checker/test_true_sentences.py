"""Notes and hints that once said something false of a file."""

from dataclasses import replace

from helpers.records import record_of

from noughts.checker.asking import UnjudgedError
from noughts.checker.evidence import describe_place
from noughts.checker.find_mistakes import merge_identical
from noughts.checker.hints import advice_for
from noughts.checker.judge import with_place
from noughts.checker.record import NOTHING, Check, NamedMistake
from noughts.checker.reports import console, wording
from noughts.texts import Words
from noughts.texts.said import Said


def step(line, code="best = 0", key="why.step"):
    text = Said("mistakes.begins_too_good.text", shown=code, lines=[line], v="best")
    hint = Said(key, text=Said("mistakes.begins_too_good.hint"), function="minimax")
    return NamedMistake("begins_too_good", "minimax", Said(), text, hint, line, code)


def test_steps_that_change_the_same_code_are_one_remark():
    (known,) = merge_identical([step(7), step(9, key="why.all")])
    assert known.hint.key == "why.all"
    assert known.explanation.parts["lines"] == [7, 9]
    assert known.line == 7


def test_steps_that_change_other_code_stay_apart():
    found = [step(7), step(9, "best = 1")]
    assert merge_identical(found) == found


def test_memory_that_runs_out_is_not_called_deep_nesting():
    failed = UnjudgedError("no_import", line=1, why="MemoryError")
    nested = UnjudgedError("no_syntax", why="MemoryError")
    assert advice_for(failed).key == "repair.memory"
    assert advice_for(nested).key == "repair.too_deep"


def test_the_place_of_an_error_belongs_to_the_first_failed_check_of_minimax():
    place = Said("note.wrong_function", function="value", board="... ... ...")
    checks = [
        Check("winner.rows", Said(), "failed"),
        Check("minimax.legal", Said(), "passed"),
        Check("minimax.optimal", Said(), "failed"),
        Check("minimax.unbeatable_x", Said(), "failed"),
    ]
    notes = [check.note for check in with_place(checks, place)]
    assert notes == [NOTHING, NOTHING, place, NOTHING]


class Found:
    """What `describe_place` reads of a search."""

    def __init__(self, line):
        self.source, self.line = [line], 1
        self.place = self.root = self
        self.call, self.name, self.board = self, "value", "." * 9


def test_a_line_that_only_returns_explains_nothing():
    for line in ("return", "return best", "    return best, choice", "return pair[0]"):
        assert describe_place(Found(line)) == NOTHING
    for line in ("best = 0", "return -value(board)", "return max(best, new)"):
        assert describe_place(Found(line)).key == "note.wrong_line"


def test_every_check_of_minimax_names_its_board():
    """Also one that fails on the board of the check before it."""
    record = record_of()
    (first,) = record.checks
    legal = replace(first, name="minimax.legal", sentence="It is legal.")
    told = console.report(replace(record, checks=(legal, first)))
    assert told.split("an optimal action")[1].count("minimax(board) ... ... ..X") == 1


def by_sentence(*checks):
    """Return the sentences about excused checks, by key, with their parts."""
    said = {}

    class Keys(Words):
        def __call__(self, key, /, **parts):
            said[key] = parts
            return super().__call__(key, **parts)

    list(wording.blamed(replace(record_of(), checks=checks), Keys("en")))
    return said


def excused(name, repeats, *causes):
    return Check(name, Said(), "excused", causes=causes, repeats=repeats)


def test_only_because_is_not_said_of_a_mistake_that_is_written_twice():
    said = by_sentence(excused("minimax.optimal", True, "winner"))
    assert said.keys() & {"report.waiting", "report.excused_beside"} == set()
    assert said["report.repeated"]["causes"] == ["winner"]


def test_what_is_healed_beside_a_repeated_mistake_is_named_with_its_own_causes():
    said = by_sentence(
        excused("utility.x", True, "winner"),
        excused("utility.o", False, "player"),
        excused("terminal.won", False, "winner"),
    )
    assert said["report.repeated"]["causes"] == ["winner"]
    assert said["report.excused_beside"]["causes"] == ["player"]
    assert said["report.waiting"]["causes"] == ["winner"]
