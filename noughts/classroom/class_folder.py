"""Which folder is the class: its entries are students, and not all one student's."""

from contextlib import suppress

from noughts.classroom.chosen_file import apart, candidates, holds_work
from noughts.classroom.files import FoundFile, RefusedError, is_archive, open_archive
from noughts.classroom.handed_in import are_few, is_candidate, is_sealed
from noughts.classroom.platforms import PLATFORMS, recognised
from noughts.classroom.platforms.entry import Platform, Unit, units_of
from noughts.classroom.platforms.name_parts import GAME
from noughts.classroom.platforms.plain import belongs_to_a_student, stem_of

PLAIN = PLATFORMS["plain"]


def class_path(root: FoundFile, platform: Platform | None) -> list[FoundFile]:
    """Return the folders down to the one whose entries are students, packed again."""
    path = [root]
    while not (exported := is_export(path[-1], platform)):
        if not (below := sole_folder([*path[-1].children()])):
            break
        path.append(below)
    several = len(path) == 1 or exported or is_class(path[-1])
    return path if several else path[:1]


def is_export(folder: FoundFile, named: Platform | None) -> bool:
    """
    Return whether its entries are those of the platform that is named, or of any.

    Of one that is named, the folder of all the clones is called like a clone.
    """
    nodes = [*folder.children()]
    if not named or named is PLAIN:
        return not named and recognised(nodes) is not PLAIN
    below = sole_folder(nodes)
    deeper = below in nodes and below and tells_more(below, named)
    return tells_more(folder, named) and not deeper


def tells_more(folder: FoundFile, named: Platform) -> bool:
    """Return whether a platform knows more of some entry than its plain name."""
    nodes = [*folder.children()]
    read, plainly = named.reader(folder), PLAIN.reader(folder)
    return named.recognises(nodes) or any(read(n) != plainly(n) for n in nodes)


def sole_folder(nodes: list[FoundFile]) -> FoundFile | None:
    """
    Return the folder or archive that is all there is, but for what is nobody's.

    An archive and the folder into which it was unpacked are one: the folder.
    """
    somebodys = list(filter(belongs_to_a_student, nodes))
    folders = {n.name.casefold() for n in somebodys if n.kind == "folder"}
    packed = [node for node in somebodys if is_packed(node)]
    again = [node for node in packed if stem_of(node).casefold() in folders]
    match [node for node in somebodys if node not in again]:
        case [child]:
            with suppress(RefusedError):  # which is for that student's report
                child = open_archive(child) if is_archive(child) else child
            return child if child.kind == "folder" else None
    return None


def is_packed(node: FoundFile) -> bool:
    """Return whether a file is an archive, of any kind."""
    return node.kind == "file" and (is_archive(node) or is_sealed(node))


def is_class(folder: FoundFile) -> bool:
    """
    Return whether a folder that is alone holds the work of several, and not of one.

    A file that has the game's name alone is where its author is. Files that import each
    other have one author, and so have versions of one: `main.py` and `main_old.py`.
    """
    units, _ = units_of(folder, PLAIN, PLAIN.reader(folder))
    nodes = [node for unit in units for node in unit.nodes if node.kind == "file"]
    files = list(filter(is_candidate, nodes))
    packed = list(filter(is_packed, nodes))
    if any(GAME.fullmatch(n.name.rpartition(".")[0]) for n in [*files, *packed]):
        return False
    if are_few(files):
        heads = [each.node for each in apart(candidates(files, files))]
        modules = [node for node in files if node not in heads]
        units = [u for u in units if not all(n in modules for n in u.nodes)]
    works = (unit for unit in units if holds_work(unit.nodes))
    first = next(works, None)
    return not all(first and is_draft(each, first) for each in works)


def is_draft(unit: Unit, first: Unit) -> bool:
    """Return whether two files are called like versions of one: `a` and `a_old`."""
    rest = unit.student.removeprefix(first.student)
    alike = rest != unit.student and not rest[:1].isalpha()
    return alike and all(n.kind == "file" for n in [*unit.nodes, *first.nodes])
