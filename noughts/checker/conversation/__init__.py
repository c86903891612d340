"""
The judge, as a conversation: it yields questions, is sent answers, returns the record.

It knows no process, pipe, thread or clock, and imports nothing that does: whoever
drives it carries plain data, and can be a sandbox, a test or a browser. See `rounds`
for what is said, and `driver` for the one that is the default.
"""

import ast
import hashlib
import math
import sys
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import replace

from noughts import __version__
from noughts.checker import source_text
from noughts.checker.bounds import bounded
from noughts.checker.cell_lines import in_cells
from noughts.checker.conversation.case import Case, Talk, UnjudgedError
from noughts.checker.conversation.examples import ask_examples
from noughts.checker.conversation.find_slip import find_slip
from noughts.checker.conversation.judge_contract import (
    charge_marks,
    judge_contract,
    without_missing,
)
from noughts.checker.conversation.judge_helpers import judge_functions
from noughts.checker.conversation.judge_minimax import judge_games, judge_minimax
from noughts.checker.conversation.judge_search import hear_search, judge_search
from noughts.checker.conversation.one_function import takes_lists, written
from noughts.checker.exception_hints import ALONE, CLOSED, explained
from noughts.checker.misconceptions.catalogue import SYMPTOMS, recognised
from noughts.checker.points import applied
from noughts.checker.purity import pure_functions
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import (
    Check,
    Finding,
    Misconception,
    Record,
    SearchEvidence,
)
from noughts.checker.rounds import Reply, Round
from noughts.checker.rubric import Rubric
from noughts.checker.style import MISSING, Remarks, style_checks
from noughts.checker.unbeatable import SIDES
from noughts.contract import LARGEST_FILE, LARGEST_NOTEBOOK, largest
from noughts.text import can_be_decoded

GAMES = {f"minimax.{name}" for name in SIDES}
NOT_TEXT = "it is not a Python file, whatever its name says"
TWO_BYTES = "it is a text in UTF-16, which Python does not read"
NO_CELLS = "it is a notebook in which no cells can be found"
PYTHON = "{}.{}".format(*sys.version_info)  # with which a file is judged
TOO_DEEP = (
    "Python cannot read what is nested so deep, or added up in so long a line: write "
    "it in several steps."
)
TOP = (
    "Only definitions belong at the top of the file: put what plays or prints under "
    "`if __name__ == '__main__':`."
)
NOT_THERE = (
    "That module has nothing of that name. Take the line out if the file does not need "
    "it: an editor may have put it in by itself."
)
IMPORTED = "fails when it is imported: "
RUN = (
    "The whole file is run when it is imported, and the exception comes from the line "
    "named. What plays or prints belongs under `if __name__ == '__main__':`."
)
HINTS = {
    NO_CELLS: "Save the notebook as a Python file, and hand in that one.",
    TWO_BYTES: "Save it as UTF-8: Notepad asks for the encoding below the name.",
    NOT_TEXT: "Save the program itself as text, in UTF-8, and hand in that file.",
    "codec can't decode": "The file has letters in another encoding: save it as UTF-8.",
    "recursion depth exceeded during compilation": TOO_DEEP,
    "does not compile: MemoryError": TOO_DEEP,
    "too complex to parse": TOO_DEEP,  # the same, since Python 3.12
    "does not compile": f"Python {PYTHON} cannot read the file: look at the line "
    "named, and at the one before it. What newer versions allow, it does not know.",
    "PermissionError: [Errno ": CLOSED,  # what the system refuses to the sandbox
    "[Errno ": ALONE,
    "ImportError: cannot import name ": NOT_THERE,
    "EOFError": TOP,
    "SystemExit": TOP,
    IMPORTED: RUN,
    f"larger than {LARGEST_NOTEBOOK:,}": "Clear what the notebook has put out (in "
    "Jupyter: Clear Outputs of All Cells), save it, and hand in that.",
    "larger than": "Hand in the program alone, without the data that it can compute.",
    "": TOP,
}
ENCODING = (
    "Some letters are in another encoding: Python imports the file, but does not run "
    "it. Save it as UTF-8."
)
LISTS = (
    "`result` takes the list [0, 0] for the cell (0, 0); nobody asks that it does not."
)
WAITS = (
    "`{code}` in line {line} waits: where that is run while the file is judged, it "
    "takes of the time in which questions can be asked."
)


def judge(
    source: bytes,
    name: str,
    rubric: Rubric,
    functions: Collection[str] = FUNCTIONS,
    remarks: Remarks = MISSING,
    watched: dict[str, list[Check]] | None = None,
) -> Generator[Round | None, Reply, Record]:
    """
    Judge a file: yield rounds of questions, be sent their replies, return the record.

    Between a Round and the last of its replies it yields None. `remarks` are those
    about the style, or why nobody looked. Into `watched`, if it is given, the checks of
    each function are put as they are judged.
    """
    chosen = tuple(each for each in FUNCTIONS if each in functions)
    asked = rubric.asks_style
    rubric = rubric.of(chosen, styled=remarks != MISSING)
    digest = hashlib.sha256(source).hexdigest()
    record = Record(name, digest, rubric.title, chosen, version=__version__)
    case = Case(source.decode("latin-1"), source_text.read(source))
    case.checks = case.checks if watched is None else watched
    case.pure = pure_functions(case.tree)
    case.limited = rubric.seconds_per_move < math.inf
    try:
        if len(source) > LARGEST_FILE:
            most = largest(name) if len(source) > largest(name) else LARGEST_FILE
            raise UnjudgedError(f"larger than {most:,} bytes")
        if source_text.UTF_16.match(source):
            raise UnjudgedError(TWO_BYTES)
        if not source_text.is_text(source):
            raise UnjudgedError(NOT_TEXT)
        if name.casefold().endswith(".ipynb") and source.lstrip()[:1] == b"{":
            raise UnjudgedError(NO_CELLS)
        record = yield from examined(record, case, rubric, remarks, asked)
    except UnjudgedError as error:
        refusal = str(error).lstrip(":, ")
        hint = hint_for(refusal)
        place = source_text.excerpt(source) if "does not compile" in refusal else ""
        record = replace(record, refusal=refusal, hint=hint, excerpt=place)
    return in_cells(bounded(applied(rubric, record)), case.source)


def hint_for(refusal: str) -> str:
    """Return what to do about a file that could not be judged."""
    part, hint = next(row for row in HINTS.items() if row[0] in refusal)
    if part == IMPORTED:
        return explained(refusal.partition(IMPORTED)[2]) or hint
    return hint


def examined(
    record: Record, case: Case, rubric: Rubric, remarks: Remarks, asked: bool
) -> Talk:
    """
    Return the record with all checks, or raise UnjudgedError.

    That nobody looked at the style is told only where it is asked for.
    """
    contract = yield from judge_contract(case)
    yield from judge_functions(case, record.functions)
    yield from judge_minimax(case, record.functions)
    for function in record.functions:
        yield from ask_examples(case, function)
    whole, heard = record.functions == FUNCTIONS, None
    if whole:
        charge_marks(case, contract[0], rubric)
        heard = yield from hear_search(case)
    if (yield from judge_games(case)):  # last: they may take all the time that is left
        yield from ask_examples(case, "minimax")
    checks = [each for name in record.functions for each in case.checks[name]]
    search: SearchEvidence | None = None
    findings: tuple[Finding, ...] = ()
    if whole:
        bonus, search = judge_search(case, heard)
        remarks = without_missing(case, remarks)
        told = asked or not isinstance(remarks, str)
        styles = style_checks(remarks, rubric.groups) if told else []
        if not any(written(case, name) for name in FUNCTIONS[1:]):
            styles = [replace(check, status="unfinished") for check in styles]
        checks = [*contract, *checks, *styles, bonus]
        if not isinstance(remarks, str):
            findings = tuple(remarks)
        elif asked:
            case.notes.append(remarks)
    case.notes += oddities(case, record.functions)
    known = yield from misunderstood(case, record.functions, checks)
    return replace(
        record,
        checks=tuple(checks),
        misconceptions=tuple(known),
        search=search,
        findings=findings,
        notes=tuple(dict.fromkeys(case.notes)),
        machine=tuple(dict.fromkeys(case.machine)),
    )


def oddities(case: Case, functions: Collection[str]) -> Iterator[str]:
    """Yield what is to be said of a file beside its checks, and costs nothing."""
    source = case.source.encode("latin-1")
    if can_be_decoded(source) and source_text.decoded(source) is None:
        yield ENCODING
    if "result" in functions and takes_lists(case.sheets.get("result")):
        yield LISTS
    if any(not (each.complete or each.unwritten) for each in case.sheets.values()):
        for call in source_text.waiting(case.tree)[:1]:
            yield WAITS.format(code=ast.unparse(call), line=call.lineno)


def misunderstood(
    case: Case, functions: Collection[str], checks: Sequence[Check]
) -> Talk:
    """
    Return what explains the checks that fail, in the order of the functions.

    Where answers show no more than a symptom, a slip in the text is looked for.
    """
    wrong = {check.function for check in checks if check.status == "failed"}
    lost = [c.name for c in checks if c.name in GAMES and c.status == "failed"]
    excused = {check.name for check in checks if check.status == "excused"}
    known = [
        with_games(each, lost)
        for each in recognised(case.sheets, wrong)
        if not each.checks or not excused.issuperset(each.checks)
    ]
    proved = {slip.function for slip in case.slips}
    for function in functions:
        named = {each.name for each in known if each.function == function}
        if function in wrong and (named <= SYMPTOMS or function in proved):
            slip = yield from find_slip(case, function)
            if slip:
                known = [each for each in known if each.function != function] + slip
    return sorted(known, key=lambda each: FUNCTIONS.index(each.function))


def with_games(known: Misconception, lost: Sequence[str]) -> Misconception:
    """Return a misconception with the games that are lost by the moves it explains."""
    more = lost if "minimax.optimal" in known.checks else ()
    return replace(known, checks=(*known.checks, *more))
