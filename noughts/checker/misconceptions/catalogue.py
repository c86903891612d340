"""The misconceptions that are known, and how one is recognised."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.checks import PROMISES
from noughts.checker.docstrings import paragraphs
from noughts.checker.questions import Question
from noughts.checker.record import Misconception
from noughts.checker.truth import right

Model = Callable[[Question, Answer, Any], bool | None]


class KnownMisconception(NamedTuple):
    """A misconception, ready to be looked for."""

    function: str
    name: str
    model: Model
    variants: Sequence[Any]
    changes: bool  # whether it is about a board that is changed, not an answer

    def described(self, checks: Iterable[str] = ()) -> Misconception:
        title, explanation, hint = paragraphs(self.model)
        return Misconception(
            self.name, self.function, title, explanation, hint, checks=tuple(checks)
        )

    def fitting(self, answers: Sequence[tuple[Question, Answer]]) -> Iterator[Any]:
        """Yield the variants that explain every answer, of which one is wrong."""
        for variant in self.variants:
            if self._explains(answers, variant):
                yield variant

    def _explains(
        self, answers: Sequence[tuple[Question, Answer]], variant: Any
    ) -> bool:
        wrong = False
        for question, answer in answers:
            told = self.model(question, answer, variant)
            if told is False:
                return False
            wrong |= told is True and (self.changes or not right(question, answer))
        return wrong


KNOWN: list[KnownMisconception] = []
SYMPTOMS: set[str] = set()


def misconception(
    function: str, variants: Iterable[Any] = (None,), changes: bool = False
) -> Callable[[Model], Model]:
    """Enter a model among the misconceptions about a function of the contract."""

    def enter(model: Model) -> Model:
        name, every = model.__name__, list(variants)
        KNOWN.append(KnownMisconception(function, name, model, every, changes))
        return model

    return enter


def symptom(model: Model) -> Model:
    """Enter a model that says less than the place in the text that causes it."""
    SYMPTOMS.add(model.__name__)
    return model


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
            yield known.described(_explained(known, variant, wrong))


def _has_wrong_answers(sheet: AnswerSheet) -> bool:
    """Return whether an answer is wrong, and not only strange in how it was given."""
    return not all(right(question, answer) for question, answer in sheet.wrongs())


def _wrong_first(sheet: AnswerSheet) -> list[tuple[Question, Answer]]:
    """Return every answer, first those at which most models fail."""
    return sorted(sheet.pairs(), key=lambda pair: pair[0].number not in sheet.wrong)


def _explained(
    known: KnownMisconception, variant: Any, wrong: Sequence[tuple[Question, Answer]]
) -> Iterator[str]:
    """Yield the checks in which a misconception explains all that is wrong."""
    for promise in PROMISES:
        if promise.name.endswith(".pure") and not known.changes:
            continue
        if promise.function == known.function:
            told = [
                known.model(question, answer, variant)
                for question, answer in wrong
                if promise.about in ("", question.about)
                and not promise.rule(question, answer)
            ]
            if told and all(told):
                yield promise.name
