"""
The judge, as a conversation: it yields questions, is sent answers, returns the record.

It knows no process, pipe, thread or clock, and imports nothing that does: whoever
drives it carries plain data, and can be a sandbox, a test or a browser. See `rounds`
for what is said, and `asking` for the driver that is the default.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, NamedTuple

from noughts import __version__
from noughts.checker import answers, evidence, extension, right_functions
from noughts.checker import signatures as text
from noughts.checker.answers import Answer
from noughts.checker.batches import LAST, Batch, batches, call_of, sample
from noughts.checker.bounds import bounded
from noughts.checker.cascade import excused, failing, harmful
from noughts.checker.games import unbeatable
from noughts.checker.misconceptions import SYMPTOMS, recognised
from noughts.checker.purity import pure_functions
from noughts.checker.questions import ACTIONS, FUNCTIONS, HELPERS, Question, questions
from noughts.checker.record import (
    FAULTS,
    Check,
    Failure,
    Finding,
    Record,
    SearchEvidence,
)
from noughts.checker.rounds import END, FILE, FIRST, Call, Reply, Round
from noughts.checker.rubric import Rubric, applied
from noughts.checker.sheet import Sheet
from noughts.checker.slips import shown_by, suspected
from noughts.checker.style import MISSING, style_checks
from noughts.checker.truth import meant
from noughts.checker.verdicts import ENOUGH, text_check, verdicts
from noughts.contract import CONSTANTS

REPLACEABLE = HELPERS[1:]  # what others build on: all but initial_state and minimax
PATIENCE = 3  # questions at which a function may hang or end its process
EXAMPLES = 6  # failures of one function that are asked again
LARGEST = 1_000_000  # bytes of a file; public ones have some 5,000
BARE = 0.5  # seconds for a search without memory: what takes longer is not compared
ALONE = 4  # of the emptiest kinds of boards that are asked without memory
TRIAL = 60  # wrong answers that a changed file is asked, and as many right ones
QUICK = 12  # of them that are asked first
MARK = 20  # characters of a constant that can be a mark
NAMES = "The file has all the names that the assignment gives."
NOT_TEXT = "it is not a Python file, whatever its name says"
HINTS = {
    NOT_TEXT: "Save the program itself as text, in UTF-8, and hand in that file.",
    "codec can't decode": "The file has letters in another encoding: save it as UTF-8.",
    "does not compile": "Python cannot read the file: look at the line named, "
    "and at the one before it.",
    "ModuleNotFoundError": "The file must work with Python's standard library alone.",
    "": "Only definitions belong at the top of the file: put what plays or prints "
    "under `if __name__ == '__main__':`.",
}
LISTS = (
    "`result` takes the list [0, 0] for the cell (0, 0); nobody asks that it does not."
)
DIFFERS = "Asked again, `{function}` answers differently: {text}."
LATER = (
    "`{function}` answers differently after a search: what it returns hangs on what "
    "was asked before."
)
MARKS = (
    "The marks of the file are not the assignment's. All else was asked in marks that "
    "it knows, and costs nothing."
)
UNSTEADY = "Asked once more, `minimax` does not give the same answers."
ONCE = "once, and not when asked again"
MEANT = "`{other}` in line {line} may be meant: call it `{name}`."
PRINTS = (
    "While `minimax` searches, the file prints: {n:,} times for one move. That slows "
    "the game, and hides what matters."
)

Talk = Generator[Round | None, Reply, Any]


class UnjudgedError(Exception):
    """The file cannot be judged; the message says why."""


@dataclass
class Case:
    """A file, and what has been found out about it so far."""

    source: str  # one character for each byte
    tree: ast.Module
    marks: list[Any] = field(default_factory=lambda: list(CONSTANTS.values()))
    constants: bool = False  # whether its X, O and EMPTY are replaced by right ones
    names: dict[str, "Found"] = field(default_factory=dict)  # its own constants
    missing: list[str] = field(default_factory=list)
    pure: list[str] = field(default_factory=list)
    sheets: dict[str, Sheet] = field(default_factory=dict)  # without others' faults
    checks: dict[str, list[Check]] = field(default_factory=dict)  # by function
    roots: list[str] = field(default_factory=list)  # what fails by itself
    notes: list[str] = field(default_factory=list)
    machine: list[str] = field(default_factory=list)
    time_up: bool = False

    def extension(self, right_ones: Collection[str] = (), memory: bool = False) -> str:
        """Return what is added inside the engine's process."""
        sheet = self.sheets.get("actions")
        first = next((a for _, a in sheet.wrongs()), None) if sheet else None
        return extension.source(
            marks=self.marks,
            constants=self.constants,
            actions=ACTIONS,
            remembered=self.remembering(right_ones) if memory else [],
            right={
                name: right_functions.sources()[name] for name in sorted(right_ones)
            },
            cells=first.kind if first else "set",
        )

    def remembering(self, right_ones: Collection[str]) -> list[str]:
        """Return the pure functions that lead to none which changes its board."""
        changing = {
            name
            for name, sheet in self.sheets.items()
            if name not in right_ones and any(a.mutated for a in sheet.wrong.values())
        }
        return [name for name in self.pure if not self.reached(name) & changing]

    def reached(self, name: str) -> set[str]:
        """Return the functions that a function may call; all if that is unclear."""
        return text.reached(self.tree, name) or set(FUNCTIONS)

    @property
    def own_marks(self) -> bool:
        """Whether the file does not answer in the marks of the assignment."""
        return self.constants or self.marks != list(CONSTANTS.values())

    def wrong(self) -> list[str]:
        return [f for f in REPLACEABLE if failing(self.checks.get(f, ()))]


def judge(
    source: bytes,
    name: str,
    rubric: Rubric,
    functions: Collection[str] = FUNCTIONS,
    remarks: Sequence[Finding] | None = None,
    seen: dict[str, list[Check]] | None = None,
) -> Generator[Round | None, Reply, Record]:
    """
    Judge a file: yield rounds of questions, be sent their replies, return the record.

    Between a Round and the last of its replies it yields None. `remarks` are those
    about the style, if anybody looked. In `seen`, if it is given, the checks of each
    function can be watched as they are judged.
    """
    chosen = tuple(each for each in FUNCTIONS if each in functions)
    digest = hashlib.sha256(source).hexdigest()
    record = Record(name, digest, rubric.title, chosen, version=__version__)
    case = Case(source.decode("latin-1"), text.read(source))
    case.checks = case.checks if seen is None else seen
    case.pure = pure_functions(case.tree)
    try:
        if len(source) > LARGEST:
            raise UnjudgedError(f"larger than {LARGEST:,} bytes")
        if not text.is_text(source):
            raise UnjudgedError(NOT_TEXT)
        record = yield from examined(record, case, rubric, remarks)
    except UnjudgedError as error:
        refusal = str(error).lstrip(":, ")
        hint = next(hint for part, hint in HINTS.items() if part in refusal)
        place = text.excerpt(source) if "does not compile" in refusal else ""
        record = replace(record, refusal=refusal, hint=hint, excerpt=place)
    return bounded(applied(rubric, record))


def examined(
    record: Record, case: Case, rubric: Rubric, remarks: Sequence[Finding] | None
) -> Talk:
    """Return the record with all checks, or raise UnjudgedError."""
    contract = yield from judge_contract(case)
    yield from judge_functions(case, record.functions)
    yield from judge_minimax(case, record.functions)
    for function in record.functions:
        yield from ask_examples(case, function)
    if record.functions == FUNCTIONS:
        charge_marks(case, contract[0], rubric)
    checks = [each for name in record.functions for each in case.checks[name]]
    search: SearchEvidence | None = None
    if record.functions == FUNCTIONS:
        bonus, search = yield from judge_search(case)
        remarks = without_missing(case, remarks)
        styles = style_checks(remarks, rubric.groups)
        if not any(written(case, name) for name in FUNCTIONS[1:]):
            styles = [replace(check, status="unfinished") for check in styles]
        checks = [*contract, *checks, *styles, bonus]
        if remarks is None:
            case.notes.append(MISSING)
    if "result" in record.functions and takes_lists(case.sheets.get("result")):
        case.notes.append(LISTS)
    wrong = {check.function for check in checks if check.status == "failed"}
    known = list(recognised(case.sheets, wrong))
    named = {each.name for each in known if each.function == "minimax"}
    if (
        "minimax" in wrong
        and named <= SYMPTOMS
        and (slip := (yield from find_slip(case)))
    ):
        known = [each for each in known if each.name not in named] + slip
    return replace(
        record,
        checks=tuple(checks),
        misconceptions=tuple(known),
        search=search,
        findings=tuple(remarks or ()) if record.functions == FUNCTIONS else (),
        notes=tuple(dict.fromkeys(case.notes)),
        machine=tuple(dict.fromkeys(case.machine)),
    )


def without_missing(
    case: Case, remarks: Sequence[Finding] | None
) -> list[Finding] | None:
    """Return the remarks, without those that say once more that a name is missing."""
    if remarks is None:
        return None
    told = {f"Undefined name `{name}`" for name in case.missing}
    return [remark for remark in remarks if remark.text not in told]


# --- Asking -----------------------------------------------------------------


def ask(case: Case, asked: Round, take: Callable[[Reply], None]) -> Talk:
    """Ask a round and take each of its replies; or raise UnjudgedError."""
    reply: Reply = yield asked
    while reply.number != END:
        take(reply)
        reply = yield None
    if reply.status == "refused":
        raise UnjudgedError(answers.clean(str(reply.value).removeprefix(FILE)))
    case.time_up |= reply.status == "time"


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
        given = _answers(reply, len(batch.numbers))
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
        given = _answers(reply, 1)
        if isinstance(given, Answer):
            wrong.add((single.function, single.numbers[0]))
            bad[single.function] += 1
            given = [given]
        enter(single, given)

    yield from ask(case, asked._replace(calls=[call_of(s) for s in singles]), take)
    for batch, answer in void:
        again = {(batch.function, number) for number in batch.numbers}
        if answer.said != "l" and not wrong & again:
            once = answer._replace(text=f"{answer.text} ({ONCE})")
            enter(batch.singles()[0], [once])
            bad[batch.function] += 1


def _answers(reply: Reply, wanted: int) -> list[Answer] | Answer:
    """Return the answers that a reply holds, or one that says why there are none."""
    if failure := _failure_of(reply):
        return failure
    try:
        return answers.decode(reply.value, wanted)
    except ValueError:
        return answers.died("it wrote what is not an answer")


def _failure_of(reply: Reply) -> Answer | None:
    """Return why there is no answer; None if there is one."""
    match reply.status, reply.value:
        case "ok", _:
            return None
        case "late", float() | int() as seconds:
            return answers.late(seconds)
        case "raised", [str(kind), str(said), str(traceback)]:
            return answers.raised(kind, said, traceback, True)
        case _, str(how):
            return answers.died(answers.clean(how))
    return answers.died("unknown")


# --- The contract -----------------------------------------------------------


def judge_contract(case: Case) -> Talk:
    """Return the verdicts on names, signatures and imports; choose the marks."""
    found = list[Any]()

    def take(reply: Reply) -> None:
        if reply.status == "protections":
            lacking = ", ".join(str(name) for name in reply.value)
            case.machine.append(f"Protections that this machine lacks: {lacking}.")
        elif reply.status == "ok":
            found.append(reply.value)

    calls = [Call("survey", [])]
    inside = case.extension()
    yield from ask(case, Round(FIRST, case.source, inside, calls), take)
    if not found:
        raise UnjudgedError("ends, or hangs, as soon as it is loaded")
    case.names, functions = survey_of(found[0])
    case.missing = [n for n in CONSTANTS if n not in case.names]
    case.missing += [n for n in FUNCTIONS if n not in functions]
    failures = [
        Failure(name, "", f"a definition of {name}", "none", 1, meant_by(case, name))
        for name in case.missing
    ] + [
        Failure(name, "", repr(wanted), case.names[name].shown, 1)
        for name, wanted in CONSTANTS.items()
        if name in case.names and case.names[name].shown != repr(wanted)
    ]
    if failures:
        yield from choose_marks(case)
    return [
        text_check("contract.names", NAMES, failures),
        *text.source_checks(case.tree),
    ]


def meant_by(case: Case, name: str) -> str:
    """Return a guess at what was meant for a name that is missing, if there is one."""
    others = {n: f.lineno for n, f in text.defined(case.tree).items()}
    for other in get_close_matches(name, others.keys() - set(FUNCTIONS), 1, 0.75):
        return MEANT.format(other=other, line=others[other], name=name)
    return ""


class Found(NamedTuple):
    """A constant of the file."""

    value: Any  # plain, and short; None where it is anything else
    plain: bool
    shown: str


def survey_of(told: object) -> tuple[dict[str, Found], set[str]]:
    """Return the marks and the functions that a file was found to have."""
    match told:
        case [dict(marks), list(functions)]:
            names = dict[str, Found]()
            for name in CONSTANTS:
                match marks.get(name):
                    case [None | bool() | int() | str() as value, bool(plain)]:
                        shown = answers.clean(repr(value) if plain else str(value))
                        plain = plain and len(shown) <= MARK
                        names[name] = Found(value if plain else None, plain, shown[:80])
            return names, {name for name in FUNCTIONS if name in functions}
    return {}, set()


def choose_marks(case: Case) -> Talk:
    """
    Take the marks with which the file answers most: ours, its own, or ours put in.

    A wrong constant is one fault, and not one of every function that uses it.
    """
    ours = case.marks
    own = [
        case.names[name].value if name in case.names else mark
        for name, mark in CONSTANTS.items()
    ]
    plain = all(found.plain for found in case.names.values())
    choices = [(ours, False), (ours, True)]
    if plain and len({repr(mark) for mark in own}) == 3 and own != ours:
        choices.insert(1, (own, False))
    present = [f for f in ("player", "result", "winner") if f not in case.missing]
    tried = list[int]()
    for choice in choices:
        case.marks, case.constants = choice
        sheets = yield from ask_sample(case, present)
        tried.append(sum(sum(s.asked) - len(s.wrong) for s in sheets.values()))
    case.marks, case.constants = choices[tried.index(max(tried))]


def charge_marks(case: Case, names: Check, rubric: Rubric) -> None:
    """
    Charge wrong constants, which cost no function anything, to one of them.

    To `player`, which names X and O, or to `actions`, which looks for EMPTY; unless the
    rubric has points for the names themselves.
    """
    wrong = [failure for failure in names.failures if failure.call in CONSTANTS]
    if not case.own_marks or not wrong or rubric.gives(names.name):
        return
    empty = all(failure.call == "EMPTY" for failure in wrong)
    check = "actions.cells" if empty else "player.turn"
    function = check.partition(".")[0]
    case.checks[function] = [
        replace(each, status="failed", failing=1, failures=tuple(wrong), note=MARKS)
        if each.name == check and each.status == "passed"
        else each
        for each in case.checks[function]
    ]


# --- The functions ----------------------------------------------------------


def judge_functions(case: Case, chosen: Collection[str]) -> Talk:
    """
    Judge the functions but minimax, and separate their faults from each other's.

    Those that were not chosen are asked if a chosen one is wrong that may call them, or
    minimax is to be judged.
    """
    wanted = [f for f in HELPERS if f in chosen]
    yield from ask_helpers(case, wanted)
    if "minimax" in chosen and "minimax" not in case.missing:
        sheets = yield from ask_sample(case, ["minimax"])
        case.sheets |= sheets
    more = set[str]()
    for name in chosen:
        if name == "minimax" or failing(case.checks.get(name, ())):
            more |= case.reached(name)
    yield from ask_helpers(case, [f for f in HELPERS if f in more - {*wanted}])
    yield from separate(case)


def ask_helpers(case: Case, names: Sequence[str]) -> Talk:
    """Ask these functions everything, unless a sample shows that they are not there."""
    present = [name for name in names if name not in case.missing]
    case.sheets |= yield from ask_sample(case, present)
    todo = [name for name in present if not case.sheets[name].unwritten]
    if todo:
        first = {name: dict(case.sheets[name].wrong) for name in todo}
        wanted = [batch for name in todo for batch in batches(name)]
        asked = Round("the rules", case.source, case.extension(), [])
        yield from ask_batches(case, asked, wanted, entering(case.sheets))
        for name in todo:
            case.sheets[name].keep(first[name])
    for name in names:
        case.checks[name] = judged(case, name, case.sheets.get(name))


def entering(sheets: dict[str, Sheet]) -> Callable[[Batch, Sequence[Answer]], None]:
    """Return what enters the answers of a batch in its sheet."""

    def enter(batch: Batch, given: Sequence[Answer]) -> None:
        function = batch.function
        if function not in sheets:
            sheets[function] = Sheet(function)
        sheets[function].take(batch, given)

    return enter


def ask_sample(case: Case, names: Sequence[str]) -> Talk:
    """Return sheets with a few answers of each; unwritten where these show nothing."""
    sheets = {name: Sheet(name) for name in names}
    few = [sample(name) for name in names]
    if few:
        asked = Round("a sample", case.source, case.extension(), [])
        yield from ask_batches(case, asked, few, entering(sheets))
    for name, sheet in sheets.items():
        valid = [answer for question, answer in sheet.pairs() if question.valid]
        stub = text.is_stub(case.tree, name)
        sheet.unwritten = bool(valid) and all(
            answer.unwritten or (stub and answer.said == "n") for answer in valid
        )
    return sheets


def judged(case: Case, name: str, sheet: Sheet | None) -> list[Check]:
    """Return the verdicts on one function."""
    sheet = sheet or Sheet(name)
    checks = list(verdicts(sheet))
    if name == "minimax":
        games = unbeatable(sheet.by_board())
        if all(check.status == "unfinished" for check in checks):
            games = [replace(game, status="unfinished", note="") for game in games]
        checks += games
    if name in case.missing:
        note = f"`{name}` is missing."
        return [replace(check, status="unfinished", note=note) for check in checks]
    return checks


def written(case: Case, name: str) -> bool:
    """Return whether a function is more than its name."""
    return any(check.status != "unfinished" for check in case.checks[name])


def takes_lists(sheet: Sheet | None) -> bool:
    """Return whether `result` takes a list for a cell."""
    return sheet is not None and any(
        question.about == "list" and not answer.failed
        for question, answer in sheet.wrongs()
    )


# --- Whose fault it is ------------------------------------------------------


def separate(case: Case) -> Talk:
    """
    Find the functions that fail by themselves, and excuse what fails through them.

    A root fails with right functions in the place of all others that are wrong. An
    excuse needs more: with only the roots replaced, the function must pass.
    """
    wrong = case.wrong()
    alone = {name: case.checks[name] for name in wrong}
    for name in wrong:
        others = [w for w in wrong if w != name and w in case.reached(name)]
        if not others or name in case.missing or text.is_stub(case.tree, name):
            case.roots.append(name)
        else:
            healed, _ = yield from heal(case, name, others)
            if failing(healed):
                case.roots.append(name)
    yield from excuse(case, alone)
    # Functions that call each other in a circle, and none of which fails by itself.
    circle = [
        name
        for name in wrong
        if name not in case.roots
        and failing(case.checks[name])
        and text.calls_itself(case.tree, name)
    ]
    if circle:
        case.roots += circle
        rest = {name: checks for name, checks in alone.items() if name not in circle}
        yield from excuse(case, rest)
    case.roots += [n for n in wrong if n not in case.roots and failing(case.checks[n])]


def excuse(case: Case, alone: dict[str, list[Check]]) -> Talk:
    """Ask what fails again, with right functions in the place of its causes."""
    for name, checks in alone.items():
        causes = causes_of(case, name)
        if causes and name not in case.missing and not text.is_stub(case.tree, name):
            healed, sheet = yield from heal(case, name, causes)
            case.checks[name] = excused(checks, healed, causes)
            if failing(case.checks[name]) and not failing(healed):
                continue
            if sheet.wrong or not failing(healed):
                case.sheets[name] = sheet


def causes_of(case: Case, name: str) -> list[str]:
    """Return the roots that a function calls, and that harm their callers."""
    reached = case.reached(name)
    return [
        root
        for root in case.roots
        if root != name and root in reached and harmful(case.checks[root])
    ]


def heal(case: Case, name: str, others: Collection[str]) -> Talk:
    """Return the verdicts, and the answers, with right functions instead of others."""
    sheets = {name: Sheet(name)}
    search = name == "minimax"
    inside = case.extension(others, memory=search)
    asked = Round(f"{name} again", case.source, inside, [], search)
    yield from ask_batches(case, asked, batches(name), entering(sheets))
    return judged(case, name, sheets[name]), sheets[name]


# --- Minimax ----------------------------------------------------------------


def judge_minimax(case: Case, chosen: Collection[str]) -> Talk:
    """Judge minimax; excuse it where right helpers heal it."""
    if "minimax" not in chosen:
        return
    sheet = case.sheets.get("minimax")
    if sheet is None or sheet.unwritten:
        case.checks["minimax"] = judged(case, "minimax", sheet)
        causes = causes_of(case, "minimax")
        if sheet is None or text.is_stub(case.tree, "minimax") or not causes:
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
            case.sheets["minimax"] = again


def ask_minimax(case: Case) -> Talk:
    """Return the answers of minimax; then ask the others once more."""
    sheet, later = Sheet("minimax"), dict[str, Sheet]()
    helpers = [f for f in REPLACEABLE if f in case.sheets and f not in case.missing]
    steady = [f for f in helpers if all(c.status == "passed" for c in case.checks[f])]
    again = [sample(name) for name in steady for _ in range(2)]
    known = {"minimax": sheet}

    def enter(batch: Batch, given: Sequence[Answer]) -> None:
        if batch.function == "minimax":
            entering(known)(batch, given)
        else:
            entering(later)(batch, given)

    asked = Round("minimax", case.source, case.extension(memory=True), [], True)
    yield from ask_batches(case, asked, batches("minimax"), enter, again)
    for name, seen in later.items():
        if seen.wrong:
            case.sheets[name].wrong |= seen.wrong
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


def compare_bare(case: Case, sheet: Sheet) -> Talk:
    """Ask a sample without any memory: where that differs, it is what counts."""
    some = sample("minimax").singles()
    boards = questions("minimax").boards
    for empty in range(5, 10):
        group = [n for n, key in enumerate(boards) if key.count(".") == empty]
        some += [Batch("minimax", [n]) for n in group[:ALONE]]
    bare = {"minimax": Sheet("minimax")}

    def enter(batch: Batch, given: Sequence[Answer]) -> None:
        if given[0].said not in "ld":
            entering(bare)(batch, given)

    asked = Round("a bare sample", case.source, case.extension(), [], True, BARE)
    yield from ask_batches(case, asked, some, enter)
    for question, answer in bare["minimax"].pairs():
        if sheet.asked[question.number]:
            first = sheet.answer(question)
            if meant(question, first) != meant(question, answer):
                sheet.take(Batch("minimax", [question.number]), [answer])
                case.notes.append(UNSTEADY)


# --- What was seen, once more -----------------------------------------------


def ask_examples(case: Case, function: str) -> Talk:
    """Ask what is shown of a function again: for tracebacks, and if it stays so."""
    sheet = case.sheets.get(function)
    shown = [c for c in case.checks[function] if c.status in FAULTS and c.failures]
    if sheet is None or not shown or case.time_up or sheet.unwritten:
        return
    examples = examples_of(sheet)
    if not examples:
        return
    told = dict[int, Answer]()

    def take(reply: Reply) -> None:
        answer = _failure_of(reply)
        if answer is None:
            try:
                (answer,) = answers.decode(reply.value, 1)
            except ValueError:
                return
        told[reply.number] = answer

    calls = [
        Call("plain", [q.function, q.key] + ([q.action] if q.action is not ... else []))
        for q in examples
    ]
    asked = Round(
        "examples", case.source, case.extension(), calls, function == "minimax"
    )
    yield from ask(case, asked, take)
    for number, answer in told.items():
        first = sheet.wrong[examples[number].number]
        if first.said[0] in "rR" and first.kind == answer.kind:
            more = first._replace(text=answer.text, traceback=answer.traceback)
            sheet.wrong[examples[number].number] = more
        elif first.said != answer.said and first.said[0] not in "ld":
            note = DIFFERS.format(function=function, text=answers.shown(answer))
            case.notes.append(note)
    fresh = {check.name: check for check in judged(case, function, sheet)}
    case.checks[function] = [
        replace(check, failures=fresh[check.name].failures)
        if check.status in FAULTS and fresh[check.name].failures
        else check
        for check in case.checks[function]
    ]


def examples_of(sheet: Sheet) -> list[Question]:
    """Return a few of the questions that are answered wrongly, one of each kind."""
    seen = dict[tuple[str, str], Question]()
    for question, answer in sheet.wrongs():
        kind = answer.said if answer.failed else "an answer"
        if question.valid and question.function != "initial_state":
            seen.setdefault((question.about, kind), question)
        if len(seen) == EXAMPLES:
            break
    return list(seen.values())


# --- The slip ---------------------------------------------------------------


def find_slip(case: Case) -> Talk:
    """Return the one slip that explains what minimax does, if it can be proved."""
    sheet = case.sheets["minimax"]
    faulty = [c.name for c in case.checks["minimax"] if c.status in FAULTS]
    if seen := shown_by(case.tree, sheet):
        return [replace(seen, checks=tuple(faulty))]
    trial = [Batch("minimax", [number]) for number in trial_of(sheet)]
    for slip in suspected(case.tree):
        if (yield from heals(case, slip.source, trial)):
            return [replace(slip.misconception, checks=tuple(faulty))]
    return []


def trial_of(sheet: Sheet) -> list[int]:
    """Return some questions for a changed file: wrong ones, right ones, quick first."""
    wrong = [n for n in sheet.wrong if sheet.wrong[n].said[0] not in "ld"]
    kept = list(sheet.chosen)
    some = [*wrong[:: len(wrong) // TRIAL + 1], *kept[:: len(kept) // TRIAL + 1]]
    return sorted(some, reverse=True) if wrong else []


def heals(case: Case, source: str, trial: Sequence[Batch]) -> Talk:
    """Return whether a changed file answers all of a trial as it should."""
    sheets = {"minimax": Sheet("minimax")}
    for some in (trial[:QUICK], trial[QUICK:]):
        asked = Round("the cause", source, case.extension(memory=True), [], True, BARE)
        try:
            yield from ask_once(case, asked, some, entering(sheets))
        except UnjudgedError:
            return False
        sheet = sheets["minimax"]
        if any(a.said != "l" for a in sheet.wrong.values()) or not sheet.chosen:
            return False
    return len(sheet.chosen) >= ENOUGH * len(trial)


# --- The search -------------------------------------------------------------


def judge_search(case: Case) -> Talk:
    """Return the verdict on the bonus, and what was seen of the search."""
    if "minimax" in case.missing or not written(case, "minimax"):
        return evidence.absent(), None
    (status,) = (
        check.status
        for check in case.checks["minimax"]
        if check.name == "minimax.optimal"
    )
    told = dict[str, Any]()
    for what, source, call in evidence.looks(case.source, case.tree, case.own_marks):

        def take(reply: Reply, what: str = what) -> None:
            if reply.status == "ok":
                told[what] = reply.value

        asked = Round(
            "the search",
            source,
            evidence.EXTENSION,
            [call],
            True,
            evidence.SECONDS,
            True,
        )
        try:
            yield from ask(case, asked, take)
        except UnjudgedError:
            continue
    if n := evidence.printed(told.get("heard")):
        case.notes.append(PRINTS.format(n=n))
    return evidence.verdict(case.tree, told, status)
