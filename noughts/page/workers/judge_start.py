"""
Run by Python in the judge's worker before its memory is saved.

The workers call `carried` and `result_of` for a file, and `new_class` for a class. A
page of its own, not a module that noughts imports: the globals stay in the memory.
"""

import json
import os
from typing import Any

from noughts.checker import first_look, questions, relay, truth
from noughts.classroom.tab import Tab
from noughts.game import contract

CLASS_FOLDER = "/class"


def carried(given: dict[str, Any]) -> relay.CarriedTalk:
    """Return the conversation about a file, or about one function with ours."""
    if "traced" in given:
        return traced(given)
    if only := given.get("only"):
        text = relay.in_place_of_ours(only, given["text"])
        others = relay.others(only)
        return relay.Carried(text, given["name"], [only], supplied=others)
    return relay.Carried(bytes(given["bytes"]), given["name"], given["functions"])


def traced(given: dict[str, Any]) -> relay.CarriedTrace:
    """Return the conversation about the search of a file or of one function."""
    board = given["traced"]
    if only := given.get("only"):
        text = relay.in_place_of_ours(only, given["text"])
        return relay.CarriedTrace(text, board, relay.others(only))
    return relay.CarriedTrace(bytes(given["bytes"]), board)


def result_of(ended: relay.CarriedTalk, only: str | None) -> str:
    """Return what the page shows of a conversation, as JSON."""
    if isinstance(ended, relay.CarriedTrace):
        return json.dumps(ended.shown)
    assert isinstance(ended, relay.Carried)
    record = ended.record
    assert record is not None
    return json.dumps(relay.verdicts_on(record, only) if only else relay.report(record))


def standing(under_way: relay.CarriedTalk) -> str:
    """Return which functions passed so far, as JSON."""
    if not isinstance(under_way, relay.Carried):
        return "{}"
    return json.dumps(relay.standing(under_way.checks))


def first_of(under_way: relay.CarriedTalk) -> str:
    """Return the first wrong answer, by language, as JSON; null until it is known."""
    if not isinstance(under_way, relay.Carried):
        return "null"
    return json.dumps(relay.first_wrong(under_way.first))


def new_class() -> Tab:
    """Return a class, whose files are in a folder of their own."""
    os.makedirs(CLASS_FOLDER, exist_ok=True)
    os.chdir(CLASS_FOLDER)
    return Tab()


def warm_up() -> None:
    """
    Work out what a judge works out for its first file, so that the memory keeps it.

    Judging no file at all loads the oracle, the rubric and the templates.
    """
    for function in contract.FUNCTIONS:
        truth.wanted(function)
        questions.on_wire(function, questions.every(function))
        questions.sample(function)
        first_look.telling_questions(function)
    for function in contract.RULES:
        truth.table(function, asked=True)
    rehearsal = relay.Carried(b"", "")
    rehearsal.begin()
    rehearsal.refuse("")
    assert rehearsal.record is not None
    relay.report(rehearsal.record)


if __name__ == "__main__":
    warm_up()
