"""Which of a student's files is judged, and what goes with it into the sandbox."""

import ast
import re
from dataclasses import replace
from typing import NamedTuple

from noughts import notebook
from noughts.checker.source_text import is_placeholder
from noughts.classroom.archives import File, expand
from noughts.classroom.hand_ins import COPY, GAME, RUNNER, HandIn
from noughts.contract import MODULE_NAME, PARAMETERS, largest
from noughts.sandbox.modules import ROOM, own_modules
from noughts.text import NOT_PYTHON, parse
from noughts.words import Refused
from noughts.words.said import Said

CODE = (".py", ".ipynb")
FUNCTIONS = {*PARAMETERS} - {"initial_state"}  # which everybody is given, written
MOST_CANDIDATES = 20  # a megabyte each at most
MOST_NAMED = 4  # files in a sentence
DEFINITION = re.compile(rf"^def ({'|'.join(FUNCTIONS)})\b", re.MULTILINE)
TEST = re.compile(r"(?<![^\W\d_])(unit)?test(s|e|es)?(?![^\W\d_])", re.IGNORECASE)


class Candidate(NamedTuple):
    """A file that may be meant, and what its text says."""

    file: File
    data: bytes = b""
    defined: int = 0  # functions of the assignment, without initial_state
    written: int = 0  # those that do something
    error: Refused | None = None  # why it cannot be read

    @property
    def stem(self) -> str:
        """The name without the ending and the mark of a copy."""
        return COPY.sub("", self.file.name.rpartition(".")[0]).casefold()

    def rank(self, complete: bool) -> tuple[bool, bool, bool, int, bool]:
        """Return what the file to judge has most of; `complete`: another has all."""
        exact = self.stem == MODULE_NAME
        begun = self.written > 0 or self.error is not None
        if not self.defined and exact and not complete:
            begun = bool(self.data.strip())  # all may come from modules
        of_game = bool(GAME.search(self.stem))
        is_python = self.file.name.casefold().endswith(".py")
        return begun, exact, of_game, self.written, is_python


def choose(hand_in: HandIn) -> HandIn:
    """Return a student with the file that is judged, or why there is none."""
    try:
        files, shut = expand(hand_in.files)
        chosen, others = choose_file(files, shut)
    except Refused as error:
        return replace(hand_in, refusal=Said(error.key, **error.parts))
    source = notebook.program(chosen.data)
    modules = own_modules(source, lambda name: find_module(name, chosen.file, files))
    notes = list(notebook.notes(chosen.data, chosen.file.path))
    if beside := sorted(name for name, text in modules.items() if text):
        notes.append(Said("hand_in.beside", names=name_some(beside)))
    sources = [text.encode("latin-1") for text in modules.values() if text]
    taken = {chosen.data, *sources}
    rest = [each.file.path for each in others if each.data not in taken]
    rest += [error.parts["path"] for error in shut]
    if rest:
        notes.append(Said("hand_in.passed_over", names=name_some(rest)))
    return replace(
        hand_in,
        path=chosen.file.path,
        source=source,
        modules=tuple(sorted(modules.items())),
        notes=tuple(notes),
    )


def choose_file(
    files: list[File], shut: list[Refused]
) -> tuple[Candidate, list[Candidate]]:
    """
    Return the file that is judged, and the others that have functions.

    That is `tictactoe.py`, unless nothing is written in it, or it defines no function
    and another file defines all; then the one with the game in its name; then the one
    that defines most; of two that are equal, Python before a notebook.
    """
    code = [each for each in files if is_code(each.name)]
    if not code and shut:
        raise shut[0]
    if not code:
        names = [each.path for each in files if each.name]
        key = "hand_in.no_code" if names else "hand_in.nothing"
        raise Refused(key, names=name_some(names))
    if len(code) > MOST_CANDIDATES:
        code = [each for each in code if GAME.search(each.name)]
    if not 0 < len(code) <= MOST_CANDIDATES:
        raise Refused("hand_in.too_many", n=MOST_CANDIDATES)
    every = [read_candidate(each) for each in sorted(code, key=_depth)]
    complete = any(each.written == len(FUNCTIONS) for each in every)
    best = max(each.rank(complete) for each in every)
    found = [each for each in every if each.rank(complete) == best]
    if found[0].error:
        raise found[0].error
    if len({each.data for each in found}) > 1:
        both = name_some([each.file.path for each in found])
        raise Refused("hand_in.several", n=len(found), names=both)
    rest = [each for each in every if each not in found]
    return found[0], [each for each in rest if each.written or each.error]


def _depth(file: File) -> tuple[int, str]:
    return file.path.count("/"), file.path


def is_code(name: str) -> bool:
    """Return whether a file is Python or a notebook, and no test and no window."""
    stem, _, _ = GAME.sub(" ", name).rpartition(".")
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stem)  # "myTests"
    is_given = name.casefold() == RUNNER
    return name.casefold().endswith(CODE) and not is_given and not TEST.search(words)


def read_candidate(file: File) -> Candidate:
    """Return a file with the functions that its text defines."""
    try:
        data = file.read(largest(file.name))
        if file.name.casefold().endswith(".ipynb") and not notebook.is_readable(data):
            raise Refused("hand_in.bad_notebook", path=file.path)
    except Refused as error:
        return Candidate(file, error=error)
    return Candidate(file, data, *count_functions(notebook.program(data)))


def count_functions(source: bytes) -> tuple[int, int]:
    """Return how many functions of the assignment are defined, and how many written."""
    try:
        body = parse(source).body
    except NOT_PYTHON:
        found = len({*DEFINITION.findall(source.decode("utf-8", "replace"))})
        return found, found
    functions = {
        node.name: all(map(is_placeholder, node.body))
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name in FUNCTIONS
    }
    return len(functions), sum(not idle for idle in functions.values())


def find_module(name: str, importer: File, files: list[File]) -> bytes | None:
    """Return the source of a student's own module, if it lies beside its importer."""
    folder = importer.path.rpartition("/")[0]
    place = "/".join(filter(None, [folder, *name.split(".")]))
    wanted = (f"{place}.py", f"{place}/__init__.py")
    for file in files:
        if file.path in wanted and file != importer:
            try:
                return file.read(ROOM)
            except Refused:
                return None
    return None


def name_some(paths: list[str]) -> str:
    """Return some of the paths as a list in a sentence."""
    more = len(paths) - MOST_NAMED
    some = ", ".join(paths[:MOST_NAMED])
    return f"{some} (+{more})" if more > 0 else some  # the same in every language
