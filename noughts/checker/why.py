"""
Why a function is wrong: mistakes of the catalogue that explain its failed checks.

Some show in the answers alone. For others the file is repaired and asked again; such a
mistake is named only after every question was asked of the repaired file.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, said_of
from noughts.checker.asking import Stage, UnjudgedError
from noughts.checker.blame import causes_of
from noughts.checker.case import BARE, Case, Talk, enter
from noughts.checker.checks import PROMISES
from noughts.checker.games import SIDES
from noughts.checker.questions import Question, every
from noughts.checker.record import FAULTS, Check, Misconception
from noughts.checker.truth import has_right_value, right
from noughts.checker.wrong_place import describe_place, find_wrong_place
from noughts.mistakes.mistakes import (
    Mistake,
    Repair,
    catalogue,
    repaired,
    repairs,
    sightings,
)
from noughts.mistakes.models import MODELS, Model, Reply
from noughts.mistakes.scope import Scope
from noughts.words.said import Said

STEPS = 3  # repairs named for one function
WRONG, KEPT = 40, 40  # questions of a sample: per failed check, and right ones
QUICK = 8  # of these, asked first
# Exceptions that explain themselves: no repair is tried.
NAMED = {"NameError", "UnboundLocalError", "ImportError"}
NAMED |= {"SystemExit", "KeyboardInterrupt"}

Failing = Mapping[str, Collection[int]]  # failed checks, and their questions


def find_mistakes(
    case: Case, functions: Collection[str], checks: Sequence[Check]
) -> Talk:
    """Return the mistakes that explain the failed checks, function by function."""
    found = list[Misconception]()
    case.time_up = False  # some time is reserved for this
    earlier = False  # whether a function before this one fails
    for function in functions:
        faults = [c for c in checks if c.function == function and c.status in FAULTS]
        if function in case.sheets and any(c.status == "failed" for c in faults):
            names = [check.name for check in faults]
            if function == "minimax":
                case.place = yield from find_wrong_place(case)
            sheet, alone = case.sheets[function], case.alone.get(function)
            # No time was left to ask beside right functions. The first needs none.
            if not sheet.answers and alone and alone.complete and not earlier:
                sheet = alone
            earlier = True
            known = yield from explain(case, sheet, names, [], [])
            found += known
            if function == "minimax" and case.place and not any(map(is_proved, known)):
                case.notes.append(describe_place(case.place))
    return found


def explain(
    case: Case,
    sheet: AnswerSheet,
    failed: Sequence[str],
    made: Sequence[Repair],
    candidates: list[Repair],
) -> Talk:
    """Return the mistakes behind failed checks, after the repairs made so far."""
    known = [*recognise(sheet, failed)] if failed else []
    sure = [each for each in known if not catalogue()[each.name].symptom]
    explained = {name for each in sure for name in each.checks}
    left = [name for name in failed if name not in explained]
    if not left:
        return sure
    found = yield from find_step(case, sheet, left, made, candidates)
    if not found:
        seen = [] if made else [*see(case, sheet, left)]
        return [*sure, *([each for each in known if each not in sure] or seen)]
    repair, after = found
    failing = failed_questions(after).keys()
    remaining = {*failing, *SIDES} if failing & left else set[str]()
    done = [name for name in left if name not in remaining]
    key = "step" if failing else "all" if made else "proved"
    step = describe(repair.mistake, sheet.function, done, repair, key)
    if not made and (causes := causes_of(case, sheet.function)):
        note = {"function": sheet.function, "lines": repair.lines, "causes": causes}
        case.notes.append(Said("note.without", **note))
    left = [name for name in left if name in remaining]
    rest = yield from explain(case, after, left, [*made, repair], candidates)
    return [*sure, step, *rest]


# --- By answers -------------------------------------------------------------


def recognise(sheet: AnswerSheet, failed: Collection[str]) -> Iterator[Misconception]:
    """Yield the mistakes that explain all answers, each for other checks."""
    replies, left = replies_in(sheet), {*failed}
    for mistake in catalogue().values():
        if not mistake.answers or sheet.function not in mistake.of:
            continue
        if model := fitting_model(mistake, replies):
            checks = left & {*checks_explained(mistake, model, sheet)}
            if checks:
                left -= checks
                yield describe(mistake, sheet.function, with_games(checks, failed))


def replies_in(sheet: AnswerSheet) -> list[Reply]:
    """Return all questions with their answers, wrong ones first."""
    pairs = sorted(sheet.pairs(), key=lambda pair: pair[0].number not in sheet.wrong)
    return [as_reply(*pair) for pair in pairs]


def as_reply(question: Question, answer: Answer) -> Reply:
    """Return a question and its answer for the models."""
    return Reply(
        question.key,
        question.about,
        question.action,
        right(question, answer),
        answer.said,
        answer.kind,
        answer.text,
        question.valid and has_right_value(question, answer),
        answer.flags,
        answer.mutated,
    )


def fitting_model(mistake: Mistake, replies: Sequence[Reply]) -> Model | None:
    """Return the variant that predicts every reply, if one of them is wrong."""
    for model in MODELS[mistake.name]:
        wrong = False
        for reply in replies:
            said = says(mistake, model, reply)
            if said is False:
                break
            shows = mistake.answers in ("", "changed") or not reply.right
            wrong |= said is True and shows
        else:
            if wrong:
                return model
    return None


def says(mistake: Mistake, model: Model, reply: Reply) -> bool | None:
    """Return whether a mistake predicts a reply; None if it does not apply."""
    about = {"all": reply.about, "changed": "valid", "": reply.about}
    if reply.about != about.get(mistake.answers, mistake.answers):
        return None
    said = model(reply)
    if isinstance(said, list):
        return any(said_of(value) == reply.said for value in said)
    return said


def checks_explained(
    mistake: Mistake, model: Model, sheet: AnswerSheet
) -> Iterator[str]:
    """Yield the failed checks with a wrong answer that the mistake predicts."""
    for name, numbers in failed_questions(sheet).items():
        if name.endswith(".pure") == (mistake.answers == "changed"):
            wrong = (pair for pair in sheet.wrongs() if pair[0].number in numbers)
            if any(says(mistake, model, as_reply(*pair)) for pair in wrong):
                yield name


def with_games(checks: Iterable[str], failed: Collection[str]) -> tuple[str, ...]:
    """Return the checks in order; wrong moves also explain lost games."""
    more = SIDES if "minimax.optimal" in checks else ()
    return tuple(name for name in failed if name in {*checks, *more})


def see(
    case: Case, sheet: AnswerSheet, failed: Sequence[str]
) -> Iterator[Misconception]:
    """Yield the first mistake seen in the source that agrees with the answers."""
    for found in sightings(case.tree, sheet.function):
        models = MODELS.get(found.mistake.name)
        wrong = [reply for reply in replies_in(sheet) if reply.about != "over"]
        if not models or fitting_model(found.mistake, wrong):
            yield describe(found.mistake, sheet.function, failed, found)
            return


# --- By repairs -------------------------------------------------------------


def find_step(
    case: Case,
    sheet: AnswerSheet,
    failed: Collection[str],
    made: Sequence[Repair],
    candidates: list[Repair],
) -> Talk:
    """
    Return the next repair and the answers after it, or None.

    A repair that makes all failed checks pass is preferred to a step. The checks of a
    search depend on each other, so a step proves nothing there.
    """
    before = failed_questions(sheet)
    wanted = before.keys() & failed
    kinds = {a.kind for question, a in sheet.wrongs() if question.about != "over"}
    if not wanted or len(made) == STEPS or (kinds and kinds <= NAMED):
        return None
    trial = Trial(sheet.function, sample_of(sheet, before, wanted), before, wanted)
    if found := (yield from prove_step(case, trial, made, candidates)):
        return found
    if found := (yield from try_repairs(case, trial, made, candidates)):
        return found
    return (yield from prove_step(case, trial, made, candidates))


def prove_step(
    case: Case, trial: "Trial", made: Sequence[Repair], candidates: list[Repair]
) -> Talk:
    """Return the first candidate that is proved to be a step, or None."""
    while candidates and trial.function != "minimax":
        repair = candidates.pop(0)
        proof = yield from prove(case, trial, [*made, repair])
        if proof:
            return repair, proof
    return None


def try_repairs(
    case: Case, trial: "Trial", made: Sequence[Repair], candidates: list[Repair]
) -> Talk:
    """Return a repair that is proved to make all wanted checks pass, or add steps."""
    taken = {node for each in made for node in each.changes}
    is_sure = bool(made)
    line = case.place.line if case.place and trial.function == "minimax" else 0
    every = repairs(case.tree, trial.function)
    for repair in sorted(every, key=lambda each: line not in each.lines):
        if case.trials <= 0 or case.time_up:
            break
        if taken & repair.changes.keys():
            continue
        after = yield from trial.run(case, [*made, repair])
        if after is None:
            continue
        if not is_sure and not (yield from fails_alone(case, trial)):
            return None
        is_sure = True
        if after & trial.wanted:
            candidates.append(repair)
            continue
        repair = yield from drop_places(case, trial, made, repair)
        proof = yield from prove(case, trial, [*made, repair])
        if proof and not failed_questions(proof).keys() & trial.wanted:
            return repair, proof
    return None


class Trial(NamedTuple):
    """What a repair must do: make a wanted check pass, and break none."""

    function: str
    sample: Sequence[Sequence[int]]
    before: Failing
    wanted: Set[str]

    def gains(self, after: Set[str]) -> bool:
        """Return whether a repair that leaves these checks failing is a gain."""
        return after <= self.before.keys() and not self.wanted <= after

    def run(self, case: Case, several: Sequence[Repair]) -> Talk:
        """Return the checks that still fail on a sample; None if nothing is gained."""
        case.trials -= 1
        try:
            source = as_bytes(repaired(several))
            for numbers in self.sample:
                sheet = yield from ask_repaired(case, source, self.function, numbers)
                after = failed_questions(sheet).keys()
                if not self.gains(after) or not sheet.answers:
                    return None
        except (UnjudgedError, RecursionError, ValueError):
            return None
        return after


def sample_of(sheet: AnswerSheet, before: Failing, wanted: Set[str]) -> list[list[int]]:
    """Return two samples of the questions, a small one first."""
    lots: list[list[int]] = [[], []]
    kept = [n for n in sheet.answers if n not in sheet.wrong]
    for numbers, most in [*((before[name], WRONG) for name in wanted), (kept, KEPT)]:
        spread = sorted(numbers, reverse=True)[:: len(numbers) // most + 1]
        lots[0] += spread[:: len(spread) // QUICK + 1]
        lots[1] += spread
    return [sorted({*lot}, reverse=True) for lot in lots]


def fails_alone(case: Case, trial: Trial) -> Talk:
    """Return whether the unchanged file fails the sample in a new process."""
    try:
        numbers = trial.sample[-1]
        sheet = yield from ask_repaired(
            case, case.source, trial.function, numbers, fresh=True
        )
    except UnjudgedError:
        return False
    late = any(answer.absent for answer in sheet.wrong.values())
    return late or bool(failed_questions(sheet).keys() & trial.wanted)


def drop_places(
    case: Case, trial: Trial, made: Sequence[Repair], repair: Repair
) -> Talk:
    """Return a repair without the places that the sample does not need."""
    for place in repair.places if "each" in repair.mistake.places else ():
        if len(repair.places) > 1 and case.trials > 0 and not case.time_up:
            fewer = repair.without(place)
            after = yield from trial.run(case, [*made, fewer])
            if after is not None and not after & trial.wanted:
                repair = fewer
    return repair


def prove(case: Case, trial: Trial, several: Sequence[Repair]) -> Talk:
    """
    Ask the repaired file every question; return its answers.

    None if nothing is gained, an answer is missing, or another function that uses the
    repaired code now fails a check.
    """
    source = as_bytes(repaired(several))
    changed = {node for each in several for node in each.changes}
    try:
        sheet = yield from ask_repaired(case, source, trial.function)
        late = any(answer.absent for answer in sheet.wrong.values())
        if (
            late
            or not sheet.complete
            or not trial.gains(failed_questions(sheet).keys())
        ):
            return None
        for other, own in case.sheets.items():
            if other != trial.function and changed & {*Scope(case.tree, other).nodes}:
                also = yield from ask_repaired(case, source, other)
                if failed_questions(also).keys() - failed_questions(own).keys():
                    return None
    except UnjudgedError:
        return None
    return sheet


def failed_questions(sheet: AnswerSheet) -> dict[str, set[int]]:
    """Return the failed checks, each with its questions."""
    found = dict[str, set[int]]()
    for promise in PROMISES:
        if promise.function == sheet.function:
            for question, answer in sheet.wrongs(promise.about):
                if not answer.absent and not promise.rule(question, answer):
                    found.setdefault(promise.name, set()).add(question.number)
    return found


def ask_repaired(
    case: Case,
    source: str,
    function: str,
    numbers: Sequence[int] | None = None,
    fresh: bool = False,
) -> Talk:
    """Return the answers of a changed file, with right functions for the causes."""
    sheet, causes = AnswerSheet(function), causes_of(case, function)
    setup = case.searching(causes) if function == "minimax" else case.setup(causes)
    more: dict[str, Any] = {"fresh": fresh, "seconds": BARE if numbers else 0.0}
    wanted = every(function) if numbers is None else numbers
    yield from enter(case, sheet, wanted, Stage.CAUSE, setup, source, **more)
    return sheet


def as_bytes(source: str) -> str:
    """Return a source as it is sent, one character per byte."""
    return source.encode("utf-8").decode("latin-1")


def describe(
    mistake: Mistake,
    function: str,
    checks: Iterable[str],
    repair: Repair | None = None,
    key: str = "",
) -> Misconception:
    """Return a mistake for the record."""
    parts: dict[str, Any] = repair.parts if repair else {}
    row = f"mistakes.{mistake.name}"
    text = Said(f"{row}.text", **parts)
    return Misconception(
        mistake.name,
        function,
        Said(f"{row}.title"),
        Said(f"why.{key}", text=text, function=function) if key else text,
        Said(f"{row}.hint", **parts),
        line=repair.lines[0] if repair else 0,
        code=parts.get("shown", ""),
        checks=tuple(checks),
    )


def is_proved(found: Misconception) -> bool:
    """Return whether a repair of the file has shown a mistake."""
    return found.explanation.key.startswith("why.")
