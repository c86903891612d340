"""What the targets are made of: templates, and noughts itself to go along."""

import zipfile
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import NamedTuple, Protocol

import noughts
from noughts import disk
from noughts.contract import hand_in
from noughts.words import ENGLISH

Files = dict[str, bytes]  # by path
PACKAGE = "noughts/__init__.py"  # by which an archive of ours is known
CARRIERS = (PACKAGE, "noughts.zip")  # how noughts goes along in a folder
SUMS = "noughts.sums"  # beside it: what was written, by which ours is known
UNNEEDED = {"page", "__pycache__"}


class Settings(NamedTuple):
    """What a teacher decides about an autograder."""

    rubric: str = ""  # the text of a rubric; empty: the default
    language: str = ENGLISH
    place: Path = Path()  # where it is written, and may have been before

    def options(self, rubric_at: str) -> str:
        """Return the options that say the same on a command line."""
        said = f"--language {quote(self.language)}"
        return f"{said} --rubric {rubric_at}" if self.rubric else said


class Target(Protocol):
    """A module that makes one platform's autograder."""

    ARCHIVE: bool  # one zip file, rather than a folder

    def parts(self, settings: Settings) -> Files:
        """Return the files that the platform is given."""


def template(file: str, /, **given: str) -> bytes:
    """Return a template with `@NAME@` replaced by what is given."""
    text = (files("noughts.autograder") / "templates" / file).read_text("utf-8")
    for key, value in given.items():
        text = text.replace(f"@{key.upper()}@", value)
    return text.encode()


def package(below: str = "") -> Files:
    """
    Return noughts itself, all that judging needs: no registry is asked for it.

    It works wherever its folder is on the path: the core depends on nothing.
    """
    home = Path(noughts.__file__).parent
    found = {
        f"{below}noughts/{path.relative_to(home).as_posix()}": path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and not UNNEEDED & set(path.relative_to(home).parts)
    }
    engine = hand_in("tictactoe.py")
    return found | {f"{below}noughts/hand_in/tictactoe.py": engine.read_bytes()}


def rubric(settings: Settings, path: str) -> Files:
    """Return the teacher's rubric, if there is one."""
    return {path: settings.rubric.encode()} if settings.rubric else {}


def refuse_foreign(target: Target, parts: Files, output: Path) -> list[str]:
    """
    Refuse to replace what is no autograder of ours, or was changed since.

    Return what was written before, and is not to be there any more.
    """
    place = _sums_place(parts)
    if target.ARCHIVE:
        there = disk.holds_anything(output)
        here = _archived(output) if there else {}
        if there and PACKAGE not in here:
            raise disk.ForeignError(output)
    else:
        here = _laid_out(output, [*parts, place])
    written = _written(here.pop(place, b""))
    gone = [name for name in written if name not in parts]
    if not target.ARCHIVE:
        root = output.resolve()  # a folder in it may be a link that leads elsewhere
        gone = [n for n in gone if (root / n).parent.resolve().is_relative_to(root)]
        here |= _laid_out(output, gone)
    is_old = not written and _carrier(parts) in here
    for name, data in here.items():
        if data != parts.get(name) and _sum(data) != written.get(name):
            if is_old:
                raise disk.UnknownError(output / name)
            error = disk.ChangedError if name in written else disk.ForeignError
            raise error(output / name)
    return gone


def _carrier(parts: Files) -> str:
    """Return the part by which noughts itself goes along."""
    return next(name for name in parts if name.endswith(CARRIERS))


def _sums_place(parts: Files) -> str:
    """Return where it is kept what was written: beside noughts itself."""
    return str(PurePosixPath(_carrier(parts)).with_name(SUMS))


def _written(sums: bytes) -> dict[str, str]:
    """Return the sums of what was written, by name: of what is below, and no other."""
    lines = sums.decode("utf-8", "replace").splitlines()
    named = (line.partition("  ") for line in lines)
    return {name: total for total, _, name in named if _is_below(name)}


def _is_below(name: str) -> bool:
    """Return whether a name leads from a folder to what is in it, on any system."""
    inside = bool(PurePosixPath(name).parts)
    return inside and not disk.climbs_out(name.replace("\\", "/"))


def _sum(data: bytes) -> str:
    """Return the same for the same text, however its lines end: git changes that."""
    return sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _laid_out(folder: Path, names: Iterable[str]) -> Files:
    """Return those files of a folder that are there, and not empty."""
    there = [name for name in names if disk.holds_anything(folder / name)]
    return {name: disk.read(folder / name) for name in there}


def _archived(path: Path) -> Files:
    """Return the files in an archive; none, if it is no archive that we could write."""
    try:
        with zipfile.ZipFile(path) as archive:
            inside = [each for each in archive.infolist() if not each.is_dir()]
            if sum(each.file_size for each in inside) > disk.MOST:
                return {}
            return {each.filename: archive.read(each) for each in inside}
    except OSError:
        raise
    except Exception:  # zipfile fails in any of a dozen ways at what is damaged
        return {}


def write(target: Target, settings: Settings, output: Path) -> list[Path]:
    """Write an autograder, to a file or below a folder; return what there is to see."""
    parts = target.parts(settings._replace(place=output))
    gone = refuse_foreign(target, parts, output)
    sums = "".join(f"{_sum(data)}  {name}\n" for name, data in parts.items())
    account = {_sums_place(parts): sums.encode()}
    if target.ARCHIVE:
        output.parent.mkdir(parents=True, exist_ok=True)
        disk.write_whole(output, disk.zipped((parts | account).items()))
        return [output]
    _lay_out(output, parts)
    for name in gone:
        (output / name).unlink(missing_ok=True)
    _lay_out(output, account)
    return sorted(output / name for name in parts | account if "noughts/" not in name)


def _lay_out(folder: Path, parts: Files) -> None:
    """Write files below a folder; scripts can be run."""
    for name, data in parts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        disk.write_whole(path, data)
        path.chmod(0o755 if data.startswith(b"#!") else 0o644)
