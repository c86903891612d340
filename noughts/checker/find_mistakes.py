"""
Why a function is wrong: mistakes of the catalogue that explain its failed checks.

Some show in the answers alone. For others the file is repaired and asked again; such a
mistake is named only after every question was asked of the repaired file.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.asking import UnjudgedError
from noughts.checker.case import Case, Talk
from noughts.checker.checks import check_rules_of
from noughts.checker.evidence import describe_place, find_wrong_place
from noughts.checker.mistakes.catalogue import (
    Mistake,
    Repair,
    catalogue,
    repaired,
    repairs,
    sightings,
)
from noughts.checker.mistakes.models import MODELS, Model, Reply
from noughts.checker.mistakes.scope import Scope
from noughts.checker.questions import Question, every
from noughts.checker.record import FAULTS, Check, NamedMistake, Proof
from noughts.checker.truth import has_right_value, right
from noughts.checker.whole_games import SIDES
from noughts.texts.said import Said

TRIALS = 60  # repairs of one file that are tried
STEPS = 3  # repairs named for one function
SAMPLE = 40  # questions of a sample: of each failed check, and right ones
ASKED_FIRST = 24  # of these, asked first
SEARCH_SECONDS = 0.1  # for one search in a sample
SHARE = 1.25  # of the time for the file: some is reserved for this
# Exceptions that explain themselves: no repair is tried.
NAMED = {"NameError", "UnboundLocalError", "ImportError"}
NAMED |= {"SystemExit", "KeyboardInterrupt"}
# A proved repair leaves other failures, or is the last of several, or the only one.
Stage = Literal["step", "all", "proved"]


def find_mistakes(
    case: Case, functions: Collection[str], checks: Sequence[Check]
) -> Talk[list[NamedMistake]]:
    """Return the mistakes that explain the failed checks, function by function."""
    found = list[NamedMistake]()
    case.time_up, case.share = False, SHARE
    sheets = case.to_explain()
    for function in functions:
        faults = [c for c in checks if c.function == function and c.status in FAULTS]
        if function not in sheets or all(c.status != "failed" for c in faults):
            continue
        place = (yield from find_wrong_place(case)) if function == "minimax" else None
        failed = [check.name for check in faults if check.name not in SIDES]
        line = place.line if place else 0
        diagnosis = Diagnosis(case, sheets[function], failed, line)
        known = yield from diagnosis.explain()
        found += known
        # The untouched file may go wrong elsewhere, because of the causes.
        if place and not diagnosis.steps and not case.causes_of(function):
            case.place = describe_place(place)
    return found


# --- By answers -------------------------------------------------------------


def recognise(sheet: AnswerSheet, failed: Collection[str]) -> Iterator[NamedMistake]:
    """Yield the mistakes whose models predict all answers, each for other checks."""
    replies, questions, left = replies_in(sheet), failed_questions(sheet), {*failed}
    for mistake in catalogue().values():
        if not mistake.answers or sheet.function not in mistake.of:
            continue
        if model := fitting_model(mistake, replies.values()):
            checks = {
                name
                for name in left & questions.keys()
                if name.endswith(".pure") == (mistake.answers == "changed")
                and any(says(mistake, model, replies[n]) for n in questions[name])
            }
            if checks:
                left -= checks
                yield describe(mistake, sheet.function, checks)


def replies_in(sheet: AnswerSheet) -> dict[int, Reply]:
    """Return questions with their answers for the models, wrong ones first."""
    pairs = sorted(sheet.pairs(), key=lambda pair: pair[0].number not in sheet.wrong)
    return {pair[0].number: as_reply(*pair) for pair in pairs}


def as_reply(question: Question, answer: Answer) -> Reply:
    """Return a question and its answer in the form that models take."""
    return Reply(
        question.about,
        question.key,
        question.action,
        right(question, answer),
        question.valid and has_right_value(question, answer),
        what=answer.what,
        value=answer.value,
        text=answer.text,
        kind=answer.kind,
        mutated=answer.mutated,
        has_one_row=answer.has_one_row,
        is_earlier_object=answer.is_earlier_object,
        is_given_board=answer.is_given_board,
        has_given_row=answer.has_given_row,
    )


def fitting_model(mistake: Mistake, replies: Collection[Reply]) -> Model | None:
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
    about = "valid" if mistake.answers == "changed" else mistake.answers
    if about not in ("", "all", reply.about):
        return None
    said = model(reply)
    if isinstance(said, list):
        return reply.gave(*said)
    return said


def see(
    case: Case, sheet: AnswerSheet, failed: Sequence[str]
) -> Iterator[NamedMistake]:
    """Yield the mistakes seen in the source that agree with the answers."""
    replies = replies_in(sheet).values()
    searched = [reply for reply in replies if reply.about != "over"]
    for found in sightings(case.tree, sheet.function):
        mistake = found.mistake
        if mistake.name not in MODELS or fitting_model(mistake, searched):
            yield describe(mistake, sheet.function, failed, found)


# --- By repairs -------------------------------------------------------------


@dataclass
class Diagnosis:
    """
    The search for the mistakes in one function: by its answers, or by repairs in steps.

    A repair is tried on a sample, then proved on every question. It must make a failed
    check pass, and break none.
    """

    case: Case
    sheet: AnswerSheet  # of the file with the repairs made so far
    failed: list[str]  # checks to be explained
    line: int  # known to be wrong, so repairs of it are tried first; or 0
    steps: list[Repair] = field(default_factory=list)  # proved so far

    def explain(self) -> Talk[list[NamedMistake]]:
        """Return the mistakes behind the failed checks."""
        found = list[NamedMistake]()
        while True:
            known = [*recognise(self.sheet, self.failed)]
            sure = [each for each in known if not catalogue()[each.name].symptom]
            found += sure
            explained = {name for each in sure for name in each.checks}
            self.failed = [name for name in self.failed if name not in explained]
            if not self.failed:
                return merge_identical(found)
            step = yield from self.find_step()
            if not step:
                rest = [each for each in known if each not in sure]
                if not rest and not self.steps:
                    rest = [*see(self.case, self.sheet, self.failed)][:1]
                return merge_identical(found) + rest
            found.append((yield from self.take(*step)))

    def take(self, repair: Repair, sheet: AnswerSheet) -> Talk[NamedMistake]:
        """Return the mistake that a proved step repairs, and go on from there."""
        case, function = self.case, sheet.function
        failing = failed_questions(sheet).keys()
        stage: Stage = "step" if failing else "all" if self.steps else "proved"
        done = [name for name in self.failed if name not in failing]
        self.failed = [name for name in self.failed if name in failing]
        if not self.steps and (causes := (yield from self.needed(repair, done))):
            note = {"function": function, "lines": repair.lines, "causes": causes}
            case.notes.append(Said("note.without", **note))
        self.sheet = sheet
        self.steps.append(repair)
        return describe(repair.mistake, function, done, repair, stage)

    def needed(self, repair: Repair, done: Collection[str]) -> Talk[list[str]]:
        """Return the causes without whose repair this one does not fix these checks."""
        needed = self.case.causes_of(self.sheet.function)
        for cause in reversed(needed[:]):
            others = [each for each in needed if each != cause]
            if (yield from self.suffices(repair, done, others)):
                needed = others
        return needed

    def suffices(
        self, repair: Repair, done: Collection[str], right: Collection[str]
    ) -> Talk[bool]:
        """Return whether a repair fixes checks if these functions are right, too."""
        function = self.sheet.function
        some = self.sample if function == "minimax" else ()  # all would take long
        try:
            sheet = yield from self.ask([repair], function, some, right=right)
        except UnjudgedError:
            return False
        is_known = len(sheet.answers) == len(some or every(function)) and not sheet.late
        return is_known and failed_questions(sheet).keys().isdisjoint(done)

    def some_questions(self) -> list[int]:
        """Return a few questions of each wanted check, and some answered right."""
        sheet, some = self.sheet, set[int]()
        right = sheet.answers.keys() - sheet.wrong.keys()
        for numbers in [*(self.before[name] for name in self.wanted), right]:
            some |= {*sorted(numbers)[:: len(numbers) // SAMPLE + 1]}
        return sorted(some, reverse=True)

    def find_step(self) -> Talk[tuple[Repair, AnswerSheet] | None]:
        """Return the next repair and the answers after it, or None."""
        self.before = failed_questions(self.sheet)
        self.wanted = self.before.keys() & self.failed
        self.sample = self.some_questions()
        wrongs = self.sheet.wrongs()
        kinds = {a.kind for question, a in wrongs if question.about != "over"}
        is_named = kinds and kinds <= NAMED
        if not self.wanted or len(self.steps) == STEPS or is_named:
            return None
        return (yield from self.try_repairs())

    def try_repairs(self) -> Talk[tuple[Repair, AnswerSheet] | None]:
        """
        Return the first repair that is proved, and the answers after it, or None.

        One that makes all wanted checks pass is preferred to one that makes some pass.
        The checks of a search depend on each other, so there the latter proves nothing.
        """
        case, function, is_sure = self.case, self.sheet.function, bool(self.steps)
        partial = list[Repair]()
        taken = {node for each in self.steps for node in each.changes}
        every = repairs(case.tree, function)
        for repair in sorted(every, key=lambda each: self.line not in each.lines):
            if case.trials >= TRIALS or case.time_up:
                break
            if taken & repair.changes.keys():
                continue
            after = yield from self.run(repair)
            if after is None:
                continue
            if not is_sure and not (yield from self.fails_alone()):
                return None
            is_sure = True
            if after & self.wanted:
                partial.append(repair)
                continue
            proof = yield from self.prove(repair)
            if proof and not failed_questions(proof).keys() & self.wanted:
                return repair, proof
        for repair in partial if function != "minimax" else ():
            if proof := (yield from self.prove(repair)):
                return repair, proof
        return None

    def gains(self, after: Mapping[str, Set[int]]) -> bool:
        """Return whether a repair that leaves these failures is a gain."""
        if not after.keys() <= self.before.keys() or self.wanted <= after.keys():
            return False
        return all(len(after[name]) <= len(self.before[name]) for name in after)

    def run(self, repair: Repair) -> Talk[Set[str] | None]:
        """Return the checks that still fail on a sample; None if nothing is gained."""
        self.case.trials += 1
        try:
            for numbers in (
                self.sample[:: len(self.sample) // ASKED_FIRST + 1],
                self.sample,
            ):
                steps = [*self.steps, repair]
                sheet = yield from self.ask(steps, self.sheet.function, numbers)
                after = failed_questions(sheet)
                if not self.gains(after) or not sheet.answers:
                    return None
        except (UnjudgedError, RecursionError, ValueError):
            return None
        return after.keys()

    def fails_alone(self) -> Talk[bool]:
        """Return whether the unchanged file fails the sample in a new process."""
        try:
            function, sample = self.sheet.function, self.sample
            sheet = yield from self.ask([], function, sample, fresh=True)
        except UnjudgedError:
            return False
        return sheet.late or bool(failed_questions(sheet).keys() & self.wanted)

    def prove(self, repair: Repair) -> Talk[AnswerSheet | None]:
        """
        Ask the repaired file every question; return its answers.

        None if nothing is gained, an answer is missing, or another function that uses
        the repaired code now fails a check.
        """
        case, function, steps = self.case, self.sheet.function, [*self.steps, repair]
        changed = {node for each in steps for node in each.changes}
        try:
            sheet = yield from self.ask(steps, function)
            gains = self.gains(failed_questions(sheet))
            if sheet.late or not sheet.complete or not gains:
                return None
            for other, own in case.to_explain().items():
                if other != function and changed & {*Scope(case.tree, other).nodes}:
                    also = yield from self.ask(steps, other)
                    if failed_questions(also).keys() - failed_questions(own).keys():
                        return None
        except UnjudgedError:
            return None
        return sheet

    def ask(
        self,
        steps: Sequence[Repair],
        function: str,
        numbers: Sequence[int] = (),
        fresh: bool = False,
        right: Collection[str] | None = None,
    ) -> Talk[AnswerSheet]:
        """Return the answers of the repaired file, with right causes or these ones."""
        case, sheet, source = self.case, AnswerSheet(function), ""
        causes = case.causes_of(function) if right is None else right
        setup = case.setup(causes, tables=function == "minimax")
        if steps:  # one character for each byte
            source = repaired(steps).encode("utf-8").decode("latin-1")
        yield from case.enter(
            sheet,
            numbers or every(function),
            setup,
            source=source,
            fresh=fresh,
            seconds=SEARCH_SECONDS if numbers else 0.0,
        )
        return sheet


def merge_identical(found: Sequence[NamedMistake]) -> list[NamedMistake]:
    """Return the mistakes; neighbours that differ only in their lines become one."""
    merged = list[NamedMistake]()
    for each in found:
        last = merged[-1] if merged else None
        same = last and (last.name, last.code) == (each.name, each.code)
        if last and same and each.code:
            merged[-1] = joined(last, each)
        else:
            merged.append(each)
    return merged


def joined(first: NamedMistake, second: NamedMistake) -> NamedMistake:
    """Return one mistake for two steps that change the same code in several lines."""
    said = second.explanation
    lines = sorted({*first.explanation.parts["lines"], *said.parts["lines"]})
    return replace(
        second,
        explanation=said.with_parts(lines=lines),
        line=lines[0],
        checks=tuple(sorted({*first.checks, *second.checks})),
    )


def failed_questions(sheet: AnswerSheet) -> dict[str, set[int]]:
    """Return the failed checks, each with its questions."""
    found = dict[str, set[int]]()
    for rule in check_rules_of(sheet.function):
        pairs = rule.broken_by(sheet)
        if numbers := {q.number for q, answer in pairs if not answer.is_strike}:
            found[rule.name] = numbers
    return found


def describe(
    mistake: Mistake,
    function: str,
    checks: Iterable[str],
    repair: Repair | None = None,
    stage: Stage | None = None,
) -> NamedMistake:
    """Return a mistake for the record."""
    proof: Proof = "source" if repair else "answers"
    if stage:
        proof = "step" if stage == "step" else "repair"
    parts: dict[str, Any] = repair.parts if repair else {}
    row = f"mistakes.{mistake.name}"
    hint = Said(f"{row}.hint", **parts)
    return NamedMistake(
        mistake.name,
        function,
        Said(f"{row}.title"),
        Said(f"{row}.text", **parts),
        Said(f"why.{stage}", text=hint, function=function) if stage else hint,
        line=repair.lines[0] if repair else 0,
        code=parts.get("shown", ""),
        checks=tuple(sorted(checks)),
        proof=proof,
    )
