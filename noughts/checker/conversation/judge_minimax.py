"""Minimax: its answers, with memory and without."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from noughts.checker import source_text
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.batches import Batch, batches, sample
from noughts.checker.conversation.blame import causes_of, excused, heal
from noughts.checker.conversation.case import BARE, REPLACEABLE, Case, Talk
from noughts.checker.conversation.one_function import entering, judged
from noughts.checker.conversation.talk import ask_batches
from noughts.checker.questions import questions
from noughts.checker.record import FAULTS, failing
from noughts.checker.rounds import Round, Stage
from noughts.checker.truth import meant

ALONE = 4  # of the emptiest kinds of boards that are asked without memory
LATER = (
    "`{function}` answers differently after a search: what it returns hangs on what "
    "was asked before."
)
UNSTEADY = "Asked once more, `minimax` does not give the same answers."


def judge_minimax(case: Case, chosen: Collection[str]) -> Talk:
    """Judge minimax; excuse it where right helpers heal it."""
    if "minimax" not in chosen:
        return
    sheet = case.sheets.get("minimax")
    if sheet is None or sheet.unwritten:
        case.checks["minimax"] = judged(case, "minimax", sheet)
        causes = causes_of(case, "minimax")
        if sheet is None or source_text.is_stub(case.tree, "minimax") or not causes:
            return
    else:
        case.sheets["minimax"] = yield from ask_minimax(case)
        case.sheets["minimax"].keep(sheet.wrong)
    case.checks["minimax"] = alone = judged(case, "minimax", case.sheets["minimax"])
    causes = causes_of(case, "minimax")
    if failing(alone) and causes:
        healed, again = yield from heal(case, "minimax", causes)
        case.checks["minimax"] = excused(alone, healed, causes)
        if again.complete:
            case.alone["minimax"] = case.sheets["minimax"]
            case.sheets["minimax"] = again


def ask_minimax(case: Case) -> Talk:
    """Return the answers of minimax; then ask the others once more."""
    helpers = [f for f in REPLACEABLE if f in case.sheets and f not in case.missing]
    steady = [f for f in helpers if all(c.status == "passed" for c in case.checks[f])]
    again = [sample(name) for name in steady for _ in range(2)]
    later = {"minimax": AnswerSheet("minimax")}
    asked = Round(Stage.MINIMAX, case.source, case.extension(memory=True), [], True)
    yield from ask_batches(case, asked, batches("minimax"), entering(later), again)
    sheet = later.pop("minimax")
    for name, seen in later.items():
        known = case.sheets[name].wrong  # what is strange, and was so before
        if fresh := {n: a for n, a in seen.wrong.items() if n not in known}:
            known |= fresh
            note = LATER.format(function=name)
            checks = judged(case, name, case.sheets[name])
            case.checks[name] = [
                replace(check, note=note) if check.status in FAULTS else check
                for check in checks
            ]
            case.notes.append(note)
    if case.pure:
        yield from compare_bare(case, sheet)
    return sheet


def compare_bare(case: Case, sheet: AnswerSheet) -> Talk:
    """Ask a sample without any memory: where that differs, it is what counts."""
    some = sample("minimax").singles()
    boards = questions("minimax").boards
    for empty in range(5, 10):
        group = [n for n, key in enumerate(boards) if key.count(".") == empty]
        some += [Batch("minimax", [n]) for n in group[:ALONE]]
    bare = {"minimax": AnswerSheet("minimax")}

    def enter(batch: Batch, given: Sequence[Answer]) -> None:
        if given[0].said not in "ld":
            entering(bare)(batch, given)

    asked = Round(Stage.BARE, case.source, case.extension(), [], True, BARE)
    yield from ask_batches(case, asked, some, enter)
    for question, answer in bare["minimax"].pairs():
        if sheet.asked[question.number]:
            first = sheet.answer(question)
            if meant(question, first) != meant(question, answer):
                sheet.take(Batch("minimax", [question.number]), [answer])
                case.notes.append(UNSTEADY)
