"""Which of a student's files is meant, by what the files are called and hold."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from noughts.classroom.bound_functions import (
    FUNCTIONS,
    Bindings,
    bindings,
    bindings_of,
)
from noughts.classroom.files import FoundFile, RefusedError
from noughts.classroom.handed_in import (
    ShutFile,
    agreed,
    are_few,
    few,
    folder_of,
    is_candidate,
    is_code,
    is_exact,
    is_notebook,
    is_of_game,
    is_python,
    named,
    parts,
    path_of,
    raw,
    unpacked,
    written,
)
from noughts.contract import FILE_NAME
from noughts.notebooks import notebook
from noughts.sandbox.own_modules import FilePlace, own_modules, place_of

PACKAGE = "__init__.py"  # which is imported by the name of its folder
FilesByPath = dict[str, list[FoundFile]]


@dataclass(frozen=True)
class Candidate:
    """A file that may be meant, and which functions of the assignment it has."""

    node: FoundFile
    files: FilesByPath  # all Python that the student handed in

    @cached_property
    def place(self) -> FilePlace:
        """Return where it lies, and what it is called there."""
        source = raw(self.node)
        source = b"" if notebook.is_notebook(source) else source
        return place_of(source, path_of(self.node), self.others)

    @cached_property
    def _looked_into(self) -> tuple[Bindings, ShutFile | None]:
        try:
            return bindings(parts(self.node), self.place.name), None
        except RefusedError as error:
            return Bindings(), ShutFile(self.node.where, error)

    @property
    def bindings(self) -> Bindings:
        """Return what the program binds: nothing, if nobody can look into it."""
        return self._looked_into[0]

    @property
    def shut(self) -> ShutFile | None:
        """Return why nobody can look into it, if so."""
        return self._looked_into[1]

    @cached_property
    def begun(self) -> bool:
        """Whether a function that it has is more than everybody is given."""
        if self.shut or not self.has:
            return False
        if self.bindings.written & self.own:  # most often: the modules can wait
            return True
        both = (self.bindings, *self.theirs.values())
        written = {name for each in both for name in each.written}
        idle = {name for each in both for name in each.idle} - written
        return bool(written and self.has - idle)

    @cached_property
    def own(self) -> frozenset[str]:
        """
        Return the functions that it defines.

        What cannot be read may define them all, if it has the game in its name.
        """
        return FUNCTIONS if self.shut and is_of_game(self.node) else self.bindings.own

    @cached_property
    def has(self) -> frozenset[str]:
        """Return the functions that it defines, or takes from elsewhere by name."""
        if self.own == FUNCTIONS:
            return self.own
        asks = self.bindings.stars or self.bindings.equal or self.bindings.made
        return self.bindings.joined(self.theirs if asks else {})

    @cached_property
    def theirs(self) -> dict[str, Bindings]:
        """Return what each of its modules binds."""
        return bindings_of(self.modules)

    @cached_property
    def modules(self) -> dict[str, str | None]:
        """Return the modules of the student's own that it imports."""
        with suppress(RefusedError):  # which is said if this is the one to be judged
            return self.imported(written(self.node))
        return {}

    def imported(self, source: bytes) -> dict[str, str | None]:
        """Return the modules of the student's own that its source imports."""
        return own_modules(
            source,
            lambda name: agreed(found) if (found := self.found(name)) else None,
            self.place,
        )

    def found(self, module: str) -> list[FoundFile]:
        """Return the files that are a module of some name for it."""
        return next(filter(None, map(self.others, self.place.paths(module))), [])

    def others(self, path: str) -> list[FoundFile]:
        """Return the other files in a place."""
        return [node for node in self.files.get(path, []) if node is not self.node]

    @property
    def name(self) -> str:
        """Return its name, as names are compared."""
        return self.node.name.casefold()

    @cached_property
    def used(self) -> list[FoundFile]:
        """Return the files that are the modules of the student's own."""
        return [node for name in self.modules for node in self.found(name)]

    def uses(self, other: "Candidate") -> bool:
        """Return whether the other file is among the modules that this one imports."""
        return other.node in self.used

    def stands(self, every: "list[Candidate]") -> bool:
        """
        Return whether it has functions, and is no window for a file that it imports.

        That has more of them, all if this one defines some itself.
        """
        more = (each for each in every if len(each.has) > len(self.has))
        engines = (each for each in more if each.has == FUNCTIONS or not self.own)
        return bool(self.has) and not any(map(self.uses, engines))

    def is_answered(self, every: "list[Candidate]") -> bool:
        """
        Return whether it is shut, and there is what to judge in its place.

        That is begun, and has the wanted name, or all functions if this one has not
        that name. Of files of one name nobody can tell which is meant.
        """
        names = {
            each.name
            for each in (every if self.shut else ())
            if is_exact(each.node)
            or (each.has == FUNCTIONS and not is_exact(self.node))
            if each.begun
        }
        return bool(names) and self.name not in names


def meant(files: list[FoundFile]) -> list[FoundFile]:
    """
    Return the files with functions of the assignment that are to be judged.

    An archive is a folder like any other. What is begun goes before what everybody is
    given to begin with, a file that has the game in its name before others, and one
    with the wanted name before all. Then goes the one that has the most functions,
    defined in it or taken by name from a module beside it; then what defines more
    itself, what no other imports, and Python. What cannot be read and has the game in
    its name may have all, unless another file answers for it. Of files of one name
    nobody can tell which is meant.
    """
    nodes = list(filter(is_candidate, files))
    every = candidates(looked_into(nodes, files), files)
    begun = [each for each in every if each.begun or (each.shut and each.has)]
    if not begun and len(nodes) > len(every):
        return []  # another may be
    found = [each for each in begun or every if each.stands(begun or every)]
    found = [each for each in found if not each.is_answered(found)]
    most = max(map(rank, found), default=None)
    names = {each.name for each in found if rank(each) == most}
    found = apart([each for each in found if each.name in names])
    return [n.node for n in found if is_python(n.node)] or [n.node for n in found]


def looked_into(nodes: list[FoundFile], files: list[FoundFile]) -> list[FoundFile]:
    """Return the nodes; of too many, those of the game and what these import."""
    of_game = few(list(filter(is_of_game, nodes)))
    if are_few(nodes):
        return nodes
    used = [node for each in candidates(of_game, files) for node in each.used]
    return few([n for n in nodes if n in of_game or n in used])


def rank(each: Candidate) -> tuple[int, ...]:
    """Return what the one that is meant has most of."""
    name = is_of_game(each.node) + is_exact(each.node)
    return name, len(each.has), len(each.own)


def candidates(nodes: list[FoundFile], files: list[FoundFile]) -> list[Candidate]:
    """Return the nodes with what else was handed in."""
    python = FilesByPath()
    for node in filter(is_python, files):
        python.setdefault(path_of(node), []).append(node)
        if node.name == PACKAGE:
            python.setdefault(folder_of(node), []).append(node)
    return [Candidate(node, python) for node in nodes]


def apart(found: list[Candidate]) -> list[Candidate]:
    """Return the candidates that no other imports; all, if they import each other."""
    return [
        each
        for each in found
        if not any(other.uses(each) for other in found if other is not each)
    ] or found


def otherwise(
    files: list[FoundFile],
    given: list[FoundFile],
    closed: list[ShutFile],
    where: str,
) -> list[FoundFile]:
    """
    Return what there is to judge where no file has functions; refuse, if nothing.

    By its name, or because it was handed in by itself. Anything else that was is
    returned, too, to be refused for what it is.
    """
    all_of_them = few(list(filter(is_candidate, files)))
    code = [node for node in files if is_code(node)]
    of_game = [node for node in code if is_of_game(node)]
    exact = [node for node in of_game if is_exact(node)]
    if found := exact or of_game or [node for node in code if node in given]:
        return found
    if closed:
        raise closed[0].why
    for node in all_of_them:
        raw(node)  # which refuses what cannot be read
    if notebooks := [node.where for node in files if is_notebook(node)]:
        told = named(notebooks)
        raise RefusedError(f"no {FILE_NAME}, and no function of it in {told}")
    if given:
        return sorted(given, key=lambda node: not is_of_game(node))
    raise RefusedError(f"no {FILE_NAME}{instead(files, where)}")


def holds_work(nodes: list[FoundFile]) -> bool:
    """Return whether it looks like somebody's work, or like what cannot be read."""
    try:
        files, closed = unpacked(nodes)
        of_game = filter(is_of_game, filter(is_candidate, files))
        return bool(closed or any(of_game) or meant(files))
    except RefusedError:
        return True


def instead(files: list[FoundFile], where: str) -> str:
    """Return where there is no file to judge, and what there is in its place."""
    inside = [node.where.removeprefix(f"{where}/") for node in files]
    place = f" in {where}" if where else ""
    return f"{place}, only {named(inside)}" if inside else place
