"""Minimax: its answers on every board, with verified rules and without, and games."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, died
from noughts.checker.asking import PATIENCE, UnjudgedError
from noughts.checker.blame import excuse, heal
from noughts.checker.case import Case, Talk, waited
from noughts.checker.questions import CELLS, QUICK, Question, boards, every, sample
from noughts.checker.record import Check, failing
from noughts.checker.truth import has_right_value
from noughts.checker.verdicts import verdicts
from noughts.checker.whole_games import (
    GAME_SECONDS,
    SIDES,
    games_as,
    lost_check,
    lost_in,
)
from noughts.game.contract import RULES
from noughts.texts.said import Said

ALONE = 2  # boards of each size above QUICK for the untouched file
EMPTIEST = 9  # empty cells
OPENINGS = [[4], [0]]  # the opponent's first choices in the games as a person plays
MOST_CALLS = 65_000  # of a quick search; plain Minimax makes more at 7 empty cells


def judge_minimax(case: Case, chosen: Collection[str]) -> Talk[None]:
    """Judge minimax; excuse what fails because of wrong rules."""
    if "minimax" not in chosen:
        return
    sheet = case.sheets.get("minimax")
    stub = case.is_stub("minimax")
    if sheet and not stub and not sheet.hangs and not sheet.unwritten:
        causes = case.causes_of("minimax")
        hopeless = causes and endless(sheet)
        is_healed = False
        if causes and not hopeless:  # first, since it is quicker: tables answer more
            healed = yield from heal(case, "minimax", causes)
            is_healed = all(check.status == "passed" for check in healed.checks)
        if not hopeless:  # asking everything would leave no time for the excuse
            case.sheets["minimax"] = yield from ask_minimax(case, is_healed)
            if case.sheets["minimax"].keep(sheet.wrong):
                case.note_unsteady("minimax")
    case.checks["minimax"] = case.judged("minimax")
    if not stub:
        yield from excuse(case, "minimax")
    case.show(case.checks["minimax"])  # what only a long search gets wrong
    if sheet and endless(sheet):
        case.checks["minimax"] = [*map(left_open, case.checks["minimax"])]


def left_open(check: Check) -> Check:
    """
    Return an excused check as open: no search of the file itself came to an end.

    It keeps its causes.
    """
    if check.status != "excused":
        return check
    note = Said("note.endless", function="minimax", causes=[*check.causes])
    return replace(check, status="unjudged", note=note)


def endless(sheet: AnswerSheet) -> bool:
    """Return whether every search ends in a RecursionError."""
    answers = [answer for question, answer in sheet.pairs() if question.about == "open"]
    return bool(answers) and all(a.kind == "RecursionError" for a in answers)


def ask_minimax(case: Case, is_healed: bool = False) -> Talk[AnswerSheet]:
    """
    Return the answers of minimax on every board.

    If right rules have healed every check, nothing can be charged: then quick searches
    are enough, unless one of them comes late or the table below changes an answer.

    Rules that were right on every board answer from a table meanwhile. If a sample of
    the untouched file shows that the table changes an answer, everything is asked again
    without it. An answer that was wrong once without the table stays wrong.
    """
    sheet = AnswerSheet("minimax")
    setup = case.setup(tables=True)
    quick, slow = by_size(every("minimax"))
    yield from case.enter(sheet, quick, setup)
    case.show(verdicts(sheet))  # long before the other searches end
    sheet.sampled = is_healed and len(sheet.answers) == len(quick) and not sheet.late
    if not sheet.sampled:
        left = PATIENCE - waited([*sheet.answers.values()])
        yield from case.enter(sheet, slow, setup, strikes=left)
    if sheet.hangs:
        return sheet
    bare = yield from ask_bare(case, only_sample=sheet.sampled)
    if setup["known"] and any(differing(sheet, bare)):
        for question, answer in differing(sheet, bare):
            sheet.take({question.number: answer})
        case.tables = sheet.sampled = False
        yield from case.enter(sheet, every("minimax"), case.setup())
    if any(differing(sheet, bare)):
        case.note_unsteady("minimax")
    sheet.keep(bare.wrong)
    return sheet


def by_size(numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the questions that need a quick search, and the others."""
    keys, quick, slow = boards("minimax"), list[int](), list[int]()
    for number in numbers:
        (slow if keys[number].count(".") > QUICK else quick).append(number)
    return quick, slow


def ask_bare(case: Case, only_sample: bool = False) -> Talk[AnswerSheet]:
    """Return the answers of minimax to a sample of quick searches, file untouched."""
    case.quick = QUICK if only_sample else (yield from find_quick(case))
    keys, bare = boards("minimax"), AnswerSheet("minimax")
    some = [*sample("minimax")]
    for empty in range(QUICK + 1, case.quick + 1):
        sized = (n for n, key in enumerate(keys) if key.count(".") == empty)
        some += [*sized][:ALONE]
    yield from case.enter(bare, some, case.setup(), strikes=1)
    bare.forget_late()
    return bare


def find_quick(case: Case) -> Talk[int]:
    """
    Return how many cells may be empty for a search to make at most MOST_CALLS.

    Calls are counted, not seconds, so the result is the same on every machine.
    """
    for empty in range(QUICK + 1, EMPTIEST + 1):
        key = next(key for key in boards("minimax") if key.count(".") == empty)
        (answer,) = yield from case.ask("count", [[key, MOST_CALLS]])
        calls = answer.value if answer else None
        if type(calls) is not int or calls > MOST_CALLS:
            return empty - 1
    return empty


def differing(
    sheet: AnswerSheet, bare: AnswerSheet
) -> Iterator[tuple[Question, Answer]]:
    """Yield the untouched file's answers where only one of the two is right."""
    for question, answer in bare.pairs():
        first = sheet.answers.get(question.number)
        if first is None or answer.is_late:
            continue
        if has_right_value(question, first) != has_right_value(question, answer):
            yield question, answer


# --- Whole games ------------------------------------------------------------


def judge_games(case: Case) -> Talk[None]:
    """
    Judge minimax by whole games, if it and all rules are right on every board.

    A minimax that changes its board may be right on every board and spoil a game. One
    that gives up after many calls may spoil the second game that a person plays.
    """
    minimax = [c for c in case.checks.get("minimax", []) if c.name != "minimax.pure"]
    right = bool(minimax) and all(check.status == "passed" for check in minimax)
    misled = any(case.misleads(name) for name in RULES if name in case.checks)
    if not right or misled or case.time_up:
        return
    has_no_start = failing(case.checks.get("initial_state", ()))
    causes = ("initial_state",) if has_no_start else ()
    games = yield from play_through(case)
    if not any(answer and lost_in(answer) for _, answer in games) and not case.time_up:
        games += yield from play_like_a_person(case)
    for name, mark in SIDES.items():
        own = [answer for side, answer in games if side == mark]
        if lost := [fault for each in own if each and (fault := lost_in(each))]:
            found = replace(lost_check(name, len(own), lost), causes=causes)
            checks = case.checks["minimax"]
            case.checks["minimax"] = [found if c.name == name else c for c in checks]


def play_through(case: Case) -> Talk[list[tuple[str, Answer | None]]]:
    """Return the side and the transcript of each game, played in one new process."""
    slow = [
        [key, CELLS.index(answer.cell)]
        for key, answer in case.to_explain()["minimax"].by_board().items()
        if key.count(".") > case.quick and answer.cell
    ]
    games = [(mark, each) for mark in SIDES.values() for each in games_as(mark)]
    asked = [[mark, each, slow] for mark, each in games]
    return (yield from play_games(case, asked, seconds=GAME_SECONDS))


def play_like_a_person(case: Case) -> Talk[list[tuple[str, Answer | None]]]:
    """
    Return the side and the transcript of a few games in a new process.

    Nothing is remembered for the file, so its searches of the emptiest boards are long;
    as X it plays only if they are quick. A late answer ends these games without blame.
    """
    sides = "OX" if case.quick == EMPTIEST else "O"
    asked = [[mark, each, [], False] for mark in sides for each in OPENINGS]
    return (yield from play_games(case, asked, strikes=1))


def play_games(
    case: Case, games: list[list[Any]], **more: Any
) -> Talk[list[tuple[str, Answer | None]]]:
    """Return the side and the transcript of each game, played in one new process."""
    try:
        answers = yield from case.ask("play", games, fresh=True, **more)
    except UnjudgedError as error:
        answers = [died(str(error.why))] * len(games)
    return [(mark, answer) for (mark, *_), answer in zip(games, answers, strict=True)]
