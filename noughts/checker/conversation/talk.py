"""Rounds of questions: asked, taken, and asked again one by one where that fails."""

import json
from collections import Counter
from collections.abc import Callable, Sequence

from noughts.checker import answers
from noughts.checker.answers import Answer
from noughts.checker.batches import LAST, Batch, call_of
from noughts.checker.conversation.case import Case, Talk, UnjudgedError
from noughts.checker.rounds import END, PATIENCE, Reply, Round
from noughts.contract import CELL
from noughts.words.said import Said, from_fact, quoted


def ask(case: Case, asked: Round, take: Callable[[Reply], None]) -> Talk:
    """
    Ask a round and take each of its replies; or raise UnjudgedError.

    A notebook stays one where it was written down anew, without its comments.
    """
    if case.source.startswith(CELL) and not asked.source.startswith(CELL):
        asked = asked._replace(source=f"{CELL}\n{asked.source}")
    reply: Reply = yield asked
    while reply.number != END:
        take(reply)
        reply = yield None
    if reply.status == "refused":
        raise UnjudgedError(refusal_in(reply.value))
    case.time_up |= reply.status == "time"


def refusal_in(value: object) -> Said:
    """Return why a file cannot be loaded, as its process tells: a fact, as JSON."""
    try:
        fact = json.loads(str(value))
        assert isinstance(fact[0], str)
        return from_fact(fact)
    except (ValueError, TypeError, KeyError, AssertionError):
        return quoted(answers.clean(str(value)))


TakeAnswers = Callable[[Batch, Sequence[Answer]], None]


def ask_batches(
    case: Case,
    asked: Round,
    wanted: Sequence[Batch],
    enter: TakeAnswers,
    again: Sequence[Batch] = (),
) -> Talk:
    """
    Ask batches of questions, and enter the answers to each.

    A batch that is not answered as a whole is asked again, question by question. If
    nothing goes wrong then, what went wrong before is charged to its first question. A
    function that goes wrong too often is not asked again. Those batches to be asked
    `again` come last, in the same processes, and do not matter if they do not come.
    """
    left, bad = list(wanted), Counter[str]()
    while left and not case.time_up:
        answered, void = yield from ask_once(case, asked, left, enter, again)
        if void and not case.time_up:
            yield from ask_singly(case, asked, void, enter, bad)
        some = len(left)
        left = [
            batch
            for n, batch in enumerate(left)
            if n not in answered and bad[batch.function] < PATIENCE
        ]
        if len(left) == some:
            return


def ask_once(
    case: Case,
    asked: Round,
    wanted: Sequence[Batch],
    enter: TakeAnswers,
    again: Sequence[Batch] = (),
) -> Talk:
    """Return the numbers of the batches answered, and those that went wrong."""
    every = [*wanted, *again]
    calls = [call_of(batch) for batch in wanted]
    calls += [call_of(batch, LAST) for batch in again]
    answered, void = set[int](), list[tuple[Batch, Answer]]()

    def take(reply: Reply) -> None:
        batch = every[reply.number]
        answered.add(reply.number)
        given = answers_in(reply, len(batch.numbers))
        if isinstance(given, list):
            enter(batch, given)
        elif reply.number >= len(wanted):
            return  # asked before, and answered
        elif len(batch.numbers) == 1:
            enter(batch, [given])
        else:
            void.append((batch, given))

    yield from ask(case, asked._replace(calls=calls), take)
    return answered, void


def ask_singly(
    case: Case,
    asked: Round,
    void: Sequence[tuple[Batch, Answer]],
    enter: TakeAnswers,
    bad: Counter[str],
) -> Talk:
    """Ask the questions of some batches one by one; count those that go wrong."""
    singles = [single for batch, _ in void for single in batch.singles()]
    wrong = set[tuple[str, int]]()

    def take(reply: Reply) -> None:
        single = singles[reply.number]
        given = answers_in(reply, 1)
        if isinstance(given, Answer):
            wrong.add((single.function, single.numbers[0]))
            bad[single.function] += 1
            given = [given]
        enter(single, given)

    yield from ask(case, asked._replace(calls=[call_of(s) for s in singles]), take)
    for batch, answer in void:
        again = {(batch.function, number) for number in batch.numbers}
        if answer.said != "l" and not wrong & again:
            enter(batch.singles()[0], [answer])
            bad[batch.function] += 1


def answers_in(reply: Reply, wanted: int) -> list[Answer] | Answer:
    """
    Return the answers that a reply holds, or one that says why there are none.

    What a function raises is an answer like any other. An exception in the place of all
    answers broke whoever asked it, and never stands for a refusal.
    """
    if failure := failure_of(reply):
        return failure._replace(said=failure.said.replace("r", "R", 1))
    try:
        return answers.decode(reply.value, wanted)
    except ValueError:
        return answers.died("it wrote what is not an answer")


def failure_of(reply: Reply) -> Answer | None:
    """Return why there is no answer; None if there is one."""
    match reply.status, reply.value:
        case "ok", _:
            return None
        case "late", float() | int() as seconds:
            return answers.late(seconds)
        case "raised", [str(kind), str(said), str(traceback)]:
            return answers.raised(kind, said, traceback)
        case _, str(how):
            return answers.died(answers.clean(how))
    return answers.died("unknown")
