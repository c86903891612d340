"""Choose which file of a student is judged, and the modules it needs."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from noughts.checker.source_text import is_placeholder, is_text
from noughts.classroom.archives import File, expand, is_other_archive, name_some
from noughts.classroom.hand_ins import COPY, EXACT, GAME, RUNNER, HandIn
from noughts.game.contract import TO_WRITE, largest
from noughts.sandbox import notebook
from noughts.sandbox.modules import ROOM, own_modules
from noughts.texts import Refused
from noughts.texts.safe_text import NOT_PYTHON, parse
from noughts.texts.said import Said

CODE = (".py", ".ipynb")
MOST_CANDIDATES = 50
DEFINITION = re.compile(rf"^def ({'|'.join(TO_WRITE)})\b", re.MULTILINE)
TEST = re.compile(r"(?<![^\W\d_])(unit)?test(s|e|es)?(?![^\W\d_])", re.IGNORECASE)


@dataclass(frozen=True)
class ChosenFile:
    """The program of a student to judge."""

    path: str  # within the hand-in
    source: bytes  # of the program; of a notebook, its code
    modules: tuple[tuple[str, str], ...] = ()  # the student's own: name, source
    notes: tuple[Said, ...] = ()  # about the choice


class Candidate(NamedTuple):
    """A Python file or notebook, and how many functions it has."""

    file: File
    data: bytes = b""
    defined: int = 0  # functions of the assignment, without initial_state
    written: int = 0  # those with more than a placeholder
    error: Refused | None = None  # why it cannot be read

    def rank(self, another_has_all: bool) -> tuple[bool, bool, bool, int, bool]:
        """Return a sort key; the file with the greatest key is judged."""
        name = program_name(self.file).casefold()
        is_exact = name in EXACT
        is_begun = bool(self.written or self.error)
        if is_exact and not (self.defined or self.error or another_has_all):
            is_begun = bool(self.data.strip())  # it may import all functions
        is_named, is_python = bool(GAME.search(name)), name.endswith(".py")
        return is_begun, is_exact, is_named, self.written, is_python


def alternatives(hand_in: HandIn) -> Iterator[tuple[File, ...]]:
    """
    Yield the files of a student, once for each file that a "(1)" makes a copy.

    In a student's folder or beside an id, "(1)" is a second download. Otherwise it may
    be somebody else of the same name.
    """
    copies = defaultdict[str, list[File]](list)
    for file in hand_in.files:
        copies[original_name(file)].append(file)
    several = max(copies.values(), key=len, default=[])
    if not hand_in.is_named_by_file or len(several) < 2:
        yield hand_in.files
        return
    for one in sorted(several, key=lambda each: -len(each.path)):  # the original last
        yield tuple(
            each for each in hand_in.files if each is one or each not in several
        )


def original_name(file: File) -> str:
    """Return the name of which a file is a copy: "a.py" of "a (1).py"."""
    stem, dot, suffix = file.path.casefold().rpartition(".")
    return COPY.sub("", stem) + dot + suffix


def choose(handed_in: Iterable[File], named: str = "") -> ChosenFile:
    """
    Return the file of a student to judge; raise Refused with the reason for none.

    The teacher may have named it.
    """
    expanded, unread = expand(handed_in)
    files = [each for each in expanded if not each.is_skipped]
    if not any(each.name for each in files) and len(expanded) > len(files):
        skipped = [each.path for each in expanded if each.is_skipped]
        raise Refused("hand_in.skipped", names=name_some(skipped))
    if named:
        chosen, others = find_named(files, named), list[Candidate]()
    else:
        chosen, others = choose_file(files, unread)
    modules = find_modules(chosen, files)
    notes = list(notebook.notes(chosen.data, chosen.file.path))
    judged = {chosen.data, *(text.encode("latin-1") for text in modules.values())}
    rest = [each.file.path for each in others if each.data not in judged]
    rest += [error.parts["path"] for error in unread]
    if rest:
        notes.append(Said("hand_in.passed_over", names=name_some(rest)))
    return ChosenFile(
        chosen.file.path,
        notebook.program(chosen.data),
        tuple(sorted(modules.items())),
        tuple(notes),
    )


def find_named(files: list[File], named: str) -> Candidate:
    """Return the file with a path or a name."""
    wanted = named.casefold()
    found = [each for each in files if each.path.casefold() == wanted]
    found = found or [each for each in files if each.name.casefold() == wanted]
    if len(found) != 1:
        names = name_some([each.path for each in files])
        raise Refused("hand_in.not_named", value=named, names=names or "-")
    candidate = read_candidate(found[0])
    if candidate.error:
        raise candidate.error
    return candidate


def choose_file(
    files: list[File], unread: list[Refused]
) -> tuple[Candidate, list[Candidate]]:
    """
    Return the file to judge, and the other files with functions.

    `tictactoe.py` is judged, unless none of its functions is written, or it defines
    none and another file has all. Otherwise a file with the game in its name is judged,
    and otherwise the one with the most functions. Python goes before notebooks. Of
    equal copies, the one with the most modules beside it is judged.
    """
    code = [each for each in files if is_code(program_name(each))]
    if not code and unread:
        raise unread[0]
    if not code:
        names = [each.path for each in files if each.name]
        if archives := [path for path in names if is_other_archive(path)]:
            raise Refused("hand_in.other_archive", path=archives[0])
        key = "hand_in.no_code" if names else "hand_in.nothing"
        raise Refused(key, names=name_some(names))
    if len(code) > MOST_CANDIDATES:
        raise Refused("hand_in.too_many", n=MOST_CANDIDATES)
    every = [read_candidate(each) for each in code]
    has_all = any(each.written == len(TO_WRITE) for each in every)
    best = max(each.rank(has_all) for each in every)
    found = [each for each in every if each.rank(has_all) == best]
    if found[0].error:
        raise found[0].error
    if len({each.data for each in found}) > 1:
        names = [each.file.path for each in found]
        raise Refused("hand_in.several", n=len(found), names=name_some(names))
    others = [each for each in every if each not in found]
    chosen = max(found, key=lambda each: len(find_modules(each, files)))
    return chosen, [each for each in others if each.written or each.error]


def program_name(file: File) -> str:
    """Return a file's name without ".txt", which Windows adds and hides."""
    bare = re.sub(r"\.txt$", "", file.name, flags=re.IGNORECASE)
    return bare if bare.casefold().endswith(CODE) else file.name


def is_code(name: str) -> bool:
    """Return whether a file is Python or a notebook, and not a test or the runner."""
    is_test = TEST.search(GAME.sub(" ", name))
    lower = name.casefold()
    return lower.endswith(CODE) and lower != RUNNER and not is_test


def read_candidate(file: File) -> Candidate:
    """Read a file and count its functions."""
    try:
        name = program_name(file)
        data = file.read(largest(name))
        if name.casefold().endswith(".ipynb") and not notebook.is_readable(data):
            raise Refused("hand_in.bad_notebook", path=file.path)
        if not is_text(data):
            raise Refused("check.not_python", path=file.path)
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
    is_written = {
        node.name: not all(map(is_placeholder, node.body))
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name in TO_WRITE
    }
    return len(is_written), sum(is_written.values())


def find_modules(importer: Candidate, files: list[File]) -> dict[str, str]:
    """Return the student's own modules that a file imports, from its folder."""
    folder = importer.file.path.removesuffix(importer.file.name)
    by_path = {each.path: each for each in files}

    def find(name: str) -> bytes | None:
        for place in (f"{folder}{name}.py", f"{folder}{name}/__init__.py"):
            with suppress(KeyError, Refused):
                return by_path[place].read(ROOM)
        return None

    return own_modules(notebook.program(importer.data), find)
