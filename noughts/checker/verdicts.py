"""From answers to verdicts: the status of each check, and its best examples."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from noughts.checker import truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.checks import INVALID, CheckRule, check_rules_of, sentence_of
from noughts.checker.hints import hint_for
from noughts.checker.questions import Question, abouts
from noughts.checker.record import NOTHING, Check, Failure, Move, Status
from noughts.game import oracle
from noughts.game.board import board_of, play, replies
from noughts.game.contract import Action
from noughts.game.notation import board_text
from noughts.texts.said import Said, quotation

ENOUGH = 0.9  # share of the questions: stalling after the easy ones earns no points
MOST_CAUSES = 5  # kinds of failure shown for one check
MOST_SHOWN = 100  # failures of a check of the text: a file can earn 60,000 remarks


def verdicts(sheet: AnswerSheet, first: Collection[int] = ()) -> Iterator[Check]:
    """
    Yield the verdict of every check; examples from the questions in `first` come first.

    A function that never returns a value, or always the same one, earns nothing, except
    for rejecting invalid actions while it accepts others.
    """
    nothing = shows_nothing(sheet)
    for rule in check_rules_of(sheet.function):
        found = verdict(rule, sheet, first)
        spared = nothing == "constant" and rule.name == INVALID
        if sheet.unwritten:
            found = replace(found, status="unfinished")
        elif nothing and not spared and found.status in ("passed", "unfinished"):
            found = replace(
                found,
                status="absent" if rule.pure else "failed",
                note=Said(f"note.{nothing}", function=sheet.function),
                reason=nothing,
            )
        yield found


def shows_nothing(sheet: AnswerSheet) -> Literal["silent", "constant"] | None:
    """Return why the answers show nothing, such as always None; None if they do."""
    function = sheet.function
    if function == "initial_state" or not sheet.wrong:
        return None
    # None after the end, or rejecting an invalid action, shows nothing.
    about = {"minimax": "open", "result": "valid"}.get(function, "")
    answers = sheet.answers_to(about)
    if answers and all(answer.failed for answer in answers):
        return "silent"
    values = {answer.like or answer.said for answer in answers}  # types aside
    return "constant" if len(values) == 1 else None


def verdict(rule: CheckRule, sheet: AnswerSheet, first: Collection[int] = ()) -> Check:
    """Return the verdict of one check, with its failures grouped by cause."""
    broken = [*rule.broken_by(sheet)]
    if sheet.function == "minimax":  # with few empty cells a search is easy to follow
        broken.sort(key=lambda pair: pair[0].key.count("."))
    if first:
        broken.sort(key=lambda pair: pair[0].number not in first)
    groups, wanted = group(rule, broken), count_questions(rule)
    asked = wanted if sheet.complete else count_questions(rule, sheet)
    enough = asked == wanted or sheet.unwritten
    return Check(
        rule.name,
        sentence_of(rule.name),
        status_of(rule, sheet, groups, asked, wanted),
        asked,
        failing=len(broken),
        note=NOTHING if enough else _unasked(sheet, asked, wanted),
        failures=tuple(
            _failure(rule, each.question, each.answer, each.cases) for each in groups
        ),
    )


@dataclass(frozen=True)
class FailureGroup:
    """The failures of a check with one cause: the first one, and how many there are."""

    question: Question
    answer: Answer
    cases: int


def group(
    rule: CheckRule, broken: Iterable[tuple[Question, Answer]]
) -> list[FailureGroup]:
    """Return the failures by cause; the last group takes what is left."""
    by_cause = dict[str | None, list[tuple[Question, Answer]]]()
    last: str | None = None
    for question, answer in broken:
        cause = cause_of(rule, question, answer)
        if cause not in by_cause and len(by_cause) == MOST_CAUSES:
            cause = last
        elif cause not in by_cause:
            by_cause[cause], last = [], cause
        by_cause[cause].append((question, answer))
    return [FailureGroup(*cases[0], len(cases)) for cases in by_cause.values()]


def cause_of(rule: CheckRule, question: Question, answer: Answer) -> str | None:
    """Return the kind of action, or what went wrong; None for a wrong answer."""
    if rule.name == INVALID:  # one example of each kind of action
        return question.about
    return answer.said if answer.failed else None


def status_of(
    rule: CheckRule,
    sheet: AnswerSheet,
    groups: Sequence[FailureGroup],
    asked: int,
    wanted: int,
) -> Status:
    """Return the status of a check with these failures and so many questions asked."""
    if groups:
        unwritten = all(each.answer.unwritten for each in groups)
        return "unfinished" if unwritten else "failed"
    if asked >= ENOUGH * wanted:
        return "passed"
    if rule.pure and (sheet.hangs or sheet.wrong):
        return "absent"  # no board was changed, but few were given
    return "failed" if sheet.hangs else "unjudged"


def _unasked(sheet: AnswerSheet, asked: int, wanted: int) -> Said:
    """Return why not all questions were asked."""
    if not sheet.hangs:
        return Said("note.time_up", asked=asked, wanted=wanted)
    return Said("note.given_up", asked=asked, wanted=wanted, function=sheet.function)


def count_questions(rule: CheckRule, sheet: AnswerSheet | None = None) -> int:
    """Return how many questions a check has, or has answers for in a sheet."""
    kinds = abouts(rule.function)
    if sheet:
        kinds = [kinds[number] for number in sheet.answers]
    counted = rule.about.split()
    return sum(map(kinds.count, counted)) if counted else len(kinds)


def text_check(name: str, failures: Iterable[Failure]) -> Check:
    """Return the verdict of a check of the source text."""
    found = tuple(failures)
    status: Status = "failed" if found else "passed"
    return Check(
        name, sentence_of(name), status, failing=len(found), failures=found[:MOST_SHOWN]
    )


def _failure(
    rule: CheckRule, question: Question, answer: Answer, cases: int
) -> Failure:
    """Return one failure: the question, the right answer and the one given."""
    if rule.pure:
        expected, got = Said("value.unchanged"), Said("value.flag.B")
        hint = rule.hint
    else:
        expected, got = truth.expected(question), truth.got(question, answer)
        hint = hint_for(rule, answer)
    line, end = refutation(question, answer)
    return Failure(
        quotation(question.call),
        question.board,
        expected,
        got,
        cases,
        hint,
        line=line,
        verdict=end,
        traceback=answer.traceback,
    )


def refutation(question: Question, answer: Answer) -> tuple[tuple[Move, ...], Said]:
    """Return the line of play that punishes a wrong move of minimax, and its end."""
    searched = question.function == "minimax" and question.about == "open"
    after = replies(question.key) if searched else {}
    action = answer.cell
    if action is None or action not in after:
        return (), NOTHING
    board = board_of(question.key)
    if action in oracle.truth_of(board).optimal:
        return (), NOTHING
    rest = oracle.line(after[action])
    best = min(oracle.truth_of(board).best)
    end = Said(
        "value.punished",
        action=str(action),
        after=truth.outcome_text("value.after", oracle.after(board, action)),
        best=str(best),
        would=truth.outcome_text("value.would", oracle.verdict(board)),
    )
    return moves(question.key, [action, *rest]), end


def moves(key: str, actions: Iterable[Action]) -> tuple[Move, ...]:
    """Return the moves of a line of play, each with the board after it."""
    line = list[Move]()
    for action in actions:
        mark = oracle.table()[key].turn
        assert mark is not None
        key = play(key, action)
        line.append(Move(mark, action, board_text(board_of(key))))
    return tuple(line)
