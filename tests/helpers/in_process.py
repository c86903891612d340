"""
A driver that asks in this process, for trusted files: no limits and no sandbox.

If there is little time for an answer, a search on a nearly empty board counts as a
timeout; the board decides, not the clock.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from helpers.replayed import Replayed

from noughts.checker.answers import died, late, read_line, read_value
from noughts.checker.asking import Answers, Ask
from noughts.checker.relay import refusal
from noughts.game.contract import FUNCTIONS
from noughts.sandbox import inside, protocol
from noughts.sandbox.inside import LoadedFile

LONG = 8  # empty cells from which a search takes long


@contextmanager
def loaded(asked: Ask) -> Iterator[LoadedFile]:
    """Load the file in this process, and clean up afterwards."""
    before, arguments = sys.modules.get(inside.NAME), sys.argv[:]
    finders = sys.meta_path[:]
    file: LoadedFile | None = None
    try:
        file = LoadedFile(asked.source)
        if file.refusal:
            raise refusal(file.refusal)
        said = list[str]()
        file.answer("setup", protocol.encode(dict(asked.setup)), said.append)
        assert said == ["ok null"], said
        yield file
    finally:
        if file:  # break reference cycles through tables in code objects
            vars(file.module).clear()
            file.extra.clear()
        sys.argv[:], sys.meta_path[:] = arguments, finders
        if before is None:
            sys.modules.pop(inside.NAME, None)
        else:
            sys.modules[inside.NAME] = before


def ask_in_process(asked: Ask) -> Answers:
    """Return the answers of the file, loaded in this process."""
    with loaded(asked) as file:
        if asked.function not in FUNCTIONS:
            return [answered(file, asked, question) for question in asked.questions]
        hasty = asked.seconds and asked.function == "minimax"
        quick = [q for q in asked.questions if not hasty or q.count(".") < LONG]
        said = list[str]()
        file.answer("ask", " ".join([asked.function, *quick]), said.append)
        told = iter(map(read_line, said))
        return [
            late(asked.seconds) if hasty and q.count(".") >= LONG else next(told)
            for q in asked.questions
        ]


def answered(file: LoadedFile, asked: Ask, question):
    """Return the answer to one question."""
    if asked.function not in FUNCTIONS:
        status, value = file.call(asked.function, [*question])
        return read_value(protocol.decode(value)) if status == "ok" else died(status)
    said = list[str]()
    file.answer("ask", f"{asked.function} {question}", said.append)
    return read_line(said[0])


# The driver of tests that judge many variants of a few files.
ask_replayed = Replayed(ask_in_process, lambda leads_to, function, right: True)
