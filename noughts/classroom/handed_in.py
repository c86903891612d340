"""What a student handed in: files of which kinds, out of archives, and their text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from noughts.classroom.bound_functions import ProgramPart, part_of
from noughts.classroom.files import FoundFile, RefusedError, is_archive, open_archive
from noughts.classroom.platforms.entry import GIVEN, ONLINE_TEXT
from noughts.classroom.platforms.name_parts import GAME
from noughts.classroom.platforms.plain import OTHER_ARCHIVES
from noughts.contract import MODULE_NAME, largest
from noughts.notebooks import notebook

MOST_FILES = 10_000  # and folders, that are looked at for one student
MOST_ARCHIVES = 5  # of one student, those inside others included
MOST_CANDIDATES = 20  # whose programs, a megabyte each at most, are all in memory
MOST_NAMED = 4  # files that a message names
NAME_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # "myTests2": my, Tests
TESTS = {"test", "tests", "testing", "tester", "unittest", "unittests", "doctest"}
TESTS |= {"doctests", "pytest", "pytests", "teste", "testes"}


class ShutFile(NamedTuple):
    """A file that cannot be looked into, and may hold all."""

    where: str
    why: RefusedError


def is_candidate(node: FoundFile) -> bool:
    """Return whether it is Python or a notebook, and may be the engine."""
    return is_code(node) or is_notebook(node)


def is_of_game(node: FoundFile) -> bool:
    """Return whether a file has the game in its name."""
    return bool(GAME.search(node.name))


def is_exact(node: FoundFile) -> bool:
    """Return whether a file has the name that the assignment asks for."""
    return node.name.casefold().rpartition(".")[0] == MODULE_NAME


def parts(node: FoundFile) -> list[ProgramPart]:
    """Return the program in a file, or in the cells of a notebook."""
    data = raw(node)
    if notebook.is_notebook(data):
        return [ProgramPart(e.text, e.body) for e in notebook.parts(data)]
    if b"\0" in data:  # UTF-16, or no text at all: Python reads neither
        raise RefusedError(f"{node.where} is not a readable Python file")
    return [part_of(data)]


def is_code(node: FoundFile) -> bool:
    """Return whether it is Python, and neither a test nor what everybody is given."""
    return is_python(node) and node.name != GIVEN and not is_test(node.name)


def is_test(name: str) -> bool:
    """Return whether a file is called a test: "latest" and "tested" are not."""
    rest = GAME.sub(" ", name)
    return any(each.casefold() in TESTS for each in NAME_WORD.findall(rest))


def is_python(node: FoundFile) -> bool:
    """Return whether a file says that it is Python."""
    return node.name.casefold().endswith(".py")


def is_notebook(node: FoundFile) -> bool:
    """Return whether a file says that it is a notebook."""
    return node.name.casefold().endswith(".ipynb")


def is_sealed(node: FoundFile) -> bool:
    """Return whether a file says that it is an archive of another kind than zip."""
    return node.name.casefold().endswith(OTHER_ARCHIVES)


def unpacked(nodes: list[FoundFile]) -> tuple[list[FoundFile], list[ShutFile]]:
    """Return all files, those in archives too, and the archives that stay shut."""
    files, closed, total = list[FoundFile](), list[ShutFile](), 0
    found = list(leaves(nodes))
    while found:
        archives = [node for node in found if is_archive(node)]
        sealed = [node for node in found if is_sealed(node)]
        closed += [ShutFile(node.where, not_python(node)) for node in sealed]
        files += [n for n in found if not is_archive(n) and not is_sealed(n)]
        found, total = [], total + len(archives)
        for node in archives:
            try:
                if total > MOST_ARCHIVES:
                    raise RefusedError(f"{total} archives, more than {MOST_ARCHIVES}")
                found += list(leaves([open_archive(node)]))
            except RefusedError as error:
                closed.append(ShutFile(node.where, error))
    return files, closed


def leaves(nodes: list[FoundFile]) -> Iterator[FoundFile]:
    """Yield the files in the nodes and below them, in order."""
    todo, seen = nodes[::-1], 0
    while todo:
        node, seen = todo.pop(), seen + 1
        if seen > MOST_FILES:
            raise RefusedError(f"more than {MOST_FILES:,} files and folders")
        if node.kind == "outside":
            raise RefusedError(f"{node.where} climbs out of its archive")
        if node.kind == "folder":
            todo.extend(list(node.children())[::-1])
        else:
            yield node


def path_of(node: FoundFile) -> str:
    """Return where a file lies, without what its name ends in."""
    return f"{folder_of(node)}/{node.name.rpartition('.')[0]}"


def folder_of(node: FoundFile) -> str:
    """Return where the folder of a file lies."""
    return f"/{node.where}".rpartition("/")[0]


def agreed(found: list[FoundFile]) -> bytes:
    """Return the source that all these files have; refuse several different ones."""
    sources = [read(node) for node in few(found)]
    if len(set(sources)) > 1:
        raise several(found)
    return sources[0]


def are_few(found: list[FoundFile]) -> bool:
    """Return whether each of the candidates can be looked into."""
    return len(found) <= MOST_CANDIDATES


def few(found: list[FoundFile]) -> list[FoundFile]:
    """Return the candidates, if they are so few that each can be looked into."""
    if not are_few(found):
        raise RefusedError(f"{len(found):,} candidates, more than {MOST_CANDIDATES}")
    return found


def several(found: list[FoundFile]) -> RefusedError:
    """Return the refusal of several files, each of which may be meant."""
    paths = named([node.where for node in found])
    return RefusedError(f"{len(found)} different candidates: {paths}")


def read(node: FoundFile) -> bytes:
    """Return a candidate's source."""
    refuse_odd(node)
    if node.name == ONLINE_TEXT:
        raise RefusedError("only online text was handed in")
    if not (is_python(node) or is_notebook(node)):
        raise not_python(node)
    return notebook.program(raw(node))


def written(node: FoundFile) -> bytes:
    """Return all that a candidate says: of a notebook, what it only tries out, too."""
    if not notebook.is_notebook(raw(node)):
        return read(node)
    cells = (each.text for each in parts(node) if each.body is not None)
    return "\n".join(cells).encode("utf-8", "replace")


def not_python(node: FoundFile) -> RefusedError:
    """Return the refusal of a file that nobody can run, or open."""
    return RefusedError(f"{node.where} is neither a Python file nor a zip archive")


def raw(node: FoundFile) -> bytes:
    """Return what is in a plain file of a sensible size that can be read."""
    refuse_odd(node)
    most = largest(node.name)
    data = node.read(most + 1)
    if len(data) > most:
        raise RefusedError(f"{node.where} is larger than {most // 10**6} MB")
    if is_notebook(node) and not notebook.is_readable(data):
        raise RefusedError(f"{node.where} is not a readable notebook")
    return data


def refuse_odd(node: FoundFile) -> None:
    """Refuse what is no plain file: a link, or what would never end."""
    if node.kind == "link":
        raise RefusedError(f"{node.where} is a link, and links are not followed")
    if node.kind == "special":
        raise RefusedError(f"{node.where} is not a regular file")


def named(paths: list[str]) -> str:
    """Return some of the paths as a list in a sentence."""
    more = len(paths) - MOST_NAMED
    some = ", ".join(paths[:MOST_NAMED])
    return f"{some} (+{more})" if more > 0 else some  # the same in every language
