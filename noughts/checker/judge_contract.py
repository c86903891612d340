"""The contract: names and marks, signatures, and imports of a file."""

import ast
import copy
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches

from noughts.checker import answers, source_text
from noughts.checker.asking import SURVEY, UnjudgedError
from noughts.checker.case import Case, Talk
from noughts.checker.record import NOTHING, Check, Failure
from noughts.checker.verdicts import text_check
from noughts.game.contract import CONSTANTS, FUNCTIONS, MODULE_NAME, PARAMETERS
from noughts.texts.said import Said, quotation

LONGEST = 80  # characters of a constant or of arguments that are shown
MOST_NAMED = 10  # missing modules
NO_MODULE = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}
MAIN = repr("__main__")
MarkFound = tuple[str, bool]  # as text, and whether its type is the file's own


def judge_contract(case: Case) -> Talk[list[Check]]:
    """Return the verdicts on names, signatures and imports; note what is missing."""
    (found,) = yield from case.ask(SURVEY, [[]])
    if found is None or found.what != "data":
        raise UnjudgedError("at_once")
    marks, functions, absent = survey_of(found.value)
    if absent:
        case.notes.append(Said("note.absent", names=", ".join(absent)))
    case.missing = [n for n in CONSTANTS if n not in marks]
    case.missing += [n for n in FUNCTIONS if n not in functions]
    none, failures = Said("value.none"), list[Failure]()
    for name in case.missing:
        wanted = Said("value.definition", name=name)
        hint = meant_by(case.tree, name)
        failures.append(Failure(quotation(name), "", wanted, none, 1, hint))
    for name, (shown, is_own_type) in marks.items():
        right = repr(CONSTANTS[name])
        if shown != right:
            call, wanted = quotation(name), quotation(right)
            failures.append(Failure(call, "", wanted, quotation(shown), 1))
        case.constants |= is_own_type
    case.constants |= any(failure.call in CONSTANTS for failure in failures)
    return [
        text_check("contract.names", failures),
        text_check("contract.signatures", signature_faults(case.tree)),
        text_check("contract.imports", import_faults(case.tree)),
    ]


def meant_by(tree: ast.Module, name: str) -> Said:
    """Return a hint that names a function with a similar name, if there is one."""
    others = {n: f.lineno for n, f in source_text.defined(tree).items()}
    for other in get_close_matches(name, others.keys() - set(FUNCTIONS), cutoff=0.75):
        return Said("hint.meant", other=other, line=others[other], name=name)
    return NOTHING


def survey_of(answer: object) -> tuple[dict[str, MarkFound], set[str], list[str]]:
    """Return the marks and functions of a file, and the modules that it lacks."""
    match answer:
        case [dict(found), list(functions), list(absent)]:
            marks = dict[str, MarkFound]()
            for name in CONSTANTS:
                match found.get(name):
                    case [value, bool(plain), bool(is_own_type)]:
                        shown = answers.clean(repr(value) if plain else str(value))
                        marks[name] = shown[:LONGEST], is_own_type
            known = {name for name in FUNCTIONS if name in functions}
            named = [answers.clean(str(name)) for name in absent[:MOST_NAMED]]
            return marks, known, named
    return {}, set(), []


def charge_marks(case: Case, names: Check) -> None:
    """
    Charge wrong constants to one function: the others were judged with right ones.

    That is `player`, which names X and O, or `actions`, which looks for EMPTY. A rubric
    with points for the names themselves ignores this.
    """
    named = {node.id for node in ast.walk(case.tree) if isinstance(node, ast.Name)}
    used = CONSTANTS.keys() & named
    wrong = tuple(failure for failure in names.failures if failure.call in used)
    if not wrong:
        return
    empty = all(failure.call == "EMPTY" for failure in wrong)
    charged = "actions.cells" if empty else "player.turn"
    checks = case.checks[charged.partition(".")[0]]
    for n, check in enumerate(checks):
        if check.name == charged and check.status == "passed":
            failed = replace(check, status="failed", failing=1, failures=wrong)
            checks[n] = replace(failed, note=Said("note.marks"), reason="marks")


# --- In the source text -----------------------------------------------------


def signature_faults(tree: ast.Module) -> Iterator[Failure]:
    """Yield a failure for each function that takes the wrong arguments."""
    for name, function in source_text.defined(tree).items():
        if name in PARAMETERS and not takes_as_many(function):
            where = Said("value.line", line=function.lineno)
            wanted = quotation(f"def {name}({', '.join(PARAMETERS[name])})")
            found = quotation(f"def {name}({_arguments(function)})")
            yield Failure(where, "", wanted, found, 1, Said("hint.own_function"))


def takes_as_many(function: ast.FunctionDef) -> bool:
    """Return whether a function takes the right number of arguments."""
    names = [argument.arg for argument in function.args.args]
    only = _arguments(function) == ", ".join(names)
    return only and len(names) == len(PARAMETERS[function.name])


def renamed_arguments(tree: ast.Module) -> Iterator[Said]:
    """Yield a note for each function whose arguments have other names."""
    for name, function in source_text.defined(tree).items():
        if name in PARAMETERS and takes_as_many(function):
            found, wanted = _arguments(function), ", ".join(PARAMETERS[name])
            if found != wanted:
                parts = {"function": name, "found": found, "wanted": wanted}
                yield Said("note.renamed", **parts)


def _arguments(function: ast.FunctionDef) -> str:
    """Return the arguments as they are written, without type hints."""
    given = copy.deepcopy(function.args)
    for each in ast.walk(given):
        if isinstance(each, ast.arg):
            each.annotation = None
    return ast.unparse(given)[:LONGEST]


def import_faults(tree: ast.Module) -> Iterator[Failure]:
    """Yield a failure for each needed import from outside the standard library."""
    standard, alone = Said("value.standard"), Said("hint.alone")
    for node in needed_imports(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            names = ["." * node.level + (node.module or "")]
        where = Said("value.line", line=node.lineno)
        for name in names:
            top = name.partition(".")[0]
            if name != MODULE_NAME and top not in sys.stdlib_module_names:
                found = Said("value.import", name=name)
                yield Failure(where, "", standard, found, 1, alone)


def needed_imports(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports without which the file does not work as an engine."""
    left: Iterable[ast.AST] = ast.iter_child_nodes(node)
    match node:
        case ast.Import() | ast.ImportFrom():
            yield node
        case ast.Try(handlers=handlers) if any(map(does_without, handlers)):
            left = [*handlers, *node.orelse, *node.finalbody]
        case ast.If(test=test) if is_for_others(test):
            left = node.orelse
    for each in left:
        yield from needed_imports(each)


def does_without(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler lets the file work without a missing module."""
    caught = [handler.type]
    if isinstance(handler.type, ast.Tuple):
        caught = [*handler.type.elts]
    names = {each.id for each in caught if isinstance(each, ast.Name)}
    fails = any(isinstance(each, ast.Raise) for each in ast.walk(handler))
    return (handler.type is None or bool(names & NO_MODULE)) and not fails


def is_for_others(test: ast.expr) -> bool:
    """Return whether a condition holds only for type checkers, or for the program."""
    match test:
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            return {ast.unparse(left), ast.unparse(right)} == {"__name__", MAIN}
    return False
