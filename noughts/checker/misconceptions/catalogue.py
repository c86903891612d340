"""The misconceptions that are known, and how one is recognised."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import islice, product
from typing import Any, NamedTuple

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.checks import PROMISES
from noughts.checker.misconceptions.comparing import is_answered
from noughts.checker.questions import Question
from noughts.checker.record import Misconception
from noughts.checker.truth import right
from noughts.words.said import Said

PARTS = ("title", "explanation", "hint")  # of what is told of a misconception
Model = Callable[..., bool | None]  # of a question, an answer, and a variant by name
Variant = Mapping[str, Any]
QuestionsAnswered = Sequence[tuple[Question, Answer]]


class KnownMisconception(NamedTuple):
    """A misconception, ready to be looked for."""

    function: str
    model: Model
    variants: Sequence[Variant]
    about: str  # the questions of which it speaks; empty: all
    changes: bool  # whether it is about a board that is changed, not an answer

    @property
    def name(self) -> str:
        return self.model.__name__

    def described(self, checks: Iterable[str] = ()) -> Misconception:
        title, explanation, hint = (
            Said(f"misconceptions.{self.name}.{part}") for part in PARTS
        )
        return Misconception(
            self.name, self.function, title, explanation, hint, checks=tuple(checks)
        )

    def says(self, question: Question, answer: Answer, variant: Variant) -> bool | None:
        """Return whether a file that has it answers so; None where it says nothing."""
        if self.about not in ("", question.about):
            return None
        return self.model(question, answer, **variant)

    def fitting(self, answers: QuestionsAnswered) -> Iterator[Variant]:
        """Yield the variants that explain every answer, of which one is wrong."""
        for variant in self.variants:
            if self._explains(answers, variant):
                yield variant

    def _explains(self, answers: QuestionsAnswered, variant: Variant) -> bool:
        wrong = False
        for question, answer in answers:
            told = self.says(question, answer, variant)
            if told is False:
                return False
            wrong |= told is True and (self.changes or not right(question, answer))
        return wrong

    def explained(self, variant: Variant, wrong: QuestionsAnswered) -> Iterator[str]:
        """Yield the checks in which it explains all that is wrong."""
        for promise in PROMISES:
            if promise.name.endswith(".pure") and not self.changes:
                continue
            if promise.function == self.function:
                told = [
                    self.says(question, answer, variant)
                    for question, answer in wrong
                    if promise.concerns(question) and not promise.rule(question, answer)
                ]
                if told and all(told):
                    yield promise.name


KNOWN: list[KnownMisconception] = []
SYMPTOMS: set[str] = set()


def misconception(
    *functions: str,
    about: str = "",
    changes: bool = False,
    symptom: bool = False,
    **variants: Iterable[Any],
) -> Callable[[Model], Model]:
    """
    Enter a model among the misconceptions about some functions of the contract.

    It is called with each combination of the variants, by their names. A `symptom` says
    less than the place in the text that causes it.
    """
    every = [
        dict(zip(variants, each, strict=True)) for each in product(*variants.values())
    ]

    def enter(model: Model) -> Model:
        for function in functions:
            KNOWN.append(KnownMisconception(function, model, every, about, changes))
        if symptom:
            SYMPTOMS.add(model.__name__)
        return model

    return enter


def answering(*functions: str, **chosen: Any) -> Callable[[Callable[..., Any]], Model]:
    """Enter a misconception by what it answers about a board, of which it is told."""

    def enter(answered: Callable[..., Any]) -> Model:
        @wraps(answered)
        def model(question: Question, answer: Answer, **variant: Any) -> bool:
            return is_answered(answer, answered(question.key, **variant))

        return misconception(*functions, **chosen)(model)

    return enter


def recognised(
    sheets: Mapping[str, AnswerSheet], functions: Iterable[str]
) -> Iterator[Misconception]:
    """Yield the misconceptions that explain the answers of these functions."""
    answers = {name: _wrong_first(sheets[name]) for name in functions if name in sheets}
    mistaken = {name for name in answers if _has_wrong_answers(sheets[name])}
    for known in KNOWN:
        if known.function not in mistaken and not known.changes:
            continue
        for variant in islice(known.fitting(answers.get(known.function, ())), 1):
            wrong = list(sheets[known.function].wrongs())
            yield known.described(known.explained(variant, wrong))


def _has_wrong_answers(sheet: AnswerSheet) -> bool:
    """Return whether an answer is wrong, and not only strange in how it was given."""
    return not all(right(question, answer) for question, answer in sheet.wrongs())


def _wrong_first(sheet: AnswerSheet) -> QuestionsAnswered:
    """Return every answer, first those at which most models fail."""
    return sorted(sheet.pairs(), key=lambda pair: pair[0].number not in sheet.wrong)
