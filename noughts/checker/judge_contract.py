"""The contract: which names a file has, and the marks that it is asked in."""

from dataclasses import replace
from difflib import get_close_matches

from noughts.checker import answers, source_text
from noughts.checker.asking import Ask, Stage, UnjudgedError
from noughts.checker.case import Case, Constant, Talk
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import NOTHING, Check, Failure
from noughts.checker.style import Remarks
from noughts.checker.talk import ask, ask_sample
from noughts.checker.verdicts import text_check
from noughts.contract import CONSTANTS
from noughts.words.said import Said, quoted

MARK = 20  # characters of a constant that can be a mark
UNDEFINED = "F821"  # ruff's code for a name that nothing defines
MOST_NAMED = 10  # modules that are not there


def without_missing(case: Case, remarks: Remarks) -> Remarks:
    """Return the remarks, without those that say once more that a name is missing."""
    if isinstance(remarks, str):
        return remarks
    return [
        remark
        for remark in remarks
        if remark.code != UNDEFINED or remark.text.parts.get("name") not in case.missing
    ]


def judge_contract(case: Case) -> Talk:
    """Return the verdicts on names, signatures and imports; choose the marks."""
    in_text = source_text.source_checks(case.tree)
    asked = Ask(case.source, case.setup(), "survey", [[]], Stage.FILE)
    (found,) = yield from ask(case, asked)
    if found is None or found.said != "v":
        raise UnjudgedError(Said("refused.at_once"))
    case.names, functions, absent = survey_of(found.value)
    if absent:
        case.notes.append(Said("note.absent", names=", ".join(absent)))
    case.missing = [n for n in CONSTANTS if n not in case.names]
    case.missing += [n for n in FUNCTIONS if n not in functions]
    failures = [
        Failure(
            quoted(name),
            "",
            Said("value.definition", name=name),
            Said("value.none"),
            1,
            meant_by(case, name),
        )
        for name in case.missing
    ] + [
        Failure(
            quoted(name), "", quoted(repr(wanted)), quoted(case.names[name].shown), 1
        )
        for name, wanted in CONSTANTS.items()
        if name in case.names and case.names[name].shown != repr(wanted)
    ]
    if failures or any(found.own_type for found in case.names.values()):
        yield from choose_marks(case)
    return [
        text_check("contract.names", failures),
        *in_text,
    ]


def meant_by(case: Case, name: str) -> Said:
    """Return a guess at what was meant for a name that is missing, if there is one."""
    others = {n: f.lineno for n, f in source_text.defined(case.tree).items()}
    for other in get_close_matches(name, others.keys() - set(FUNCTIONS), cutoff=0.75):
        return Said("hint.meant", other=other, line=others[other], name=name)
    return NOTHING


def survey_of(told: object) -> tuple[dict[str, Constant], set[str], list[str]]:
    """Return the marks and functions that a file has, and modules that are absent."""
    match told:
        case [dict(marks), list(functions), list(absent)]:
            names = dict[str, Constant]()
            for name in CONSTANTS:
                match marks.get(name):
                    case [
                        None | bool() | int() | str() as value,
                        bool(plain),
                        bool(own_type),
                    ]:
                        shown = answers.clean(repr(value) if plain else str(value))
                        plain = plain and len(shown) <= MARK
                        names[name] = Constant(
                            value if plain else None, plain, shown[:80], own_type
                        )
            known = {name for name in FUNCTIONS if name in functions}
            named = [answers.clean(str(name)) for name in absent[:MOST_NAMED]]
            return names, known, named
    return {}, set(), []


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


def charge_marks(case: Case, names: Check) -> None:
    """
    Charge wrong constants, which cost no function anything, to one of them.

    To `player`, which names X and O, or to `actions`, which looks for EMPTY. A rubric
    that has points for the names themselves does not count this.
    """
    wrong = [failure for failure in names.failures if failure.call in CONSTANTS]
    if not case.own_marks or not wrong:
        return
    empty = all(failure.call == "EMPTY" for failure in wrong)
    check = "actions.cells" if empty else "player.turn"
    function = check.partition(".")[0]
    case.checks[function] = [
        replace(
            each,
            status="failed",
            failing=1,
            failures=tuple(wrong),
            note=Said("note.marks"),
        )
        if each.name == check and each.status == "passed"
        else each
        for each in case.checks[function]
    ]
