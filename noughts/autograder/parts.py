"""What the targets are made of: templates, and noughts itself to go along."""

import zipfile
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
UNNEEDED = {"explorer", "__pycache__"}


class Settings(NamedTuple):
    """What a teacher decides about an autograder."""

    rubric: str = ""  # the text of a rubric; empty: the default
    language: str = ENGLISH

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


def refuse_foreign(target: Target, parts: Files, output: Path) -> None:
    """Refuse to replace what is no autograder of ours, or was changed since."""
    if target.ARCHIVE:
        if disk.holds_anything(output) and PACKAGE not in _names(output):
            raise disk.ForeignError(output)
        return
    sums = output / _sums_place(parts)
    is_old = not sums.exists() and (output / _carrier(parts)).is_file()
    written = _written(sums)
    for name, data in parts.items():
        path = output / name
        if not disk.holds_anything(path):
            continue
        here = disk.read(path)
        if here != data and _sum(here) != written.get(name):
            if is_old:
                raise disk.UnknownError(path)
            error = disk.ChangedError if name in written else disk.ForeignError
            raise error(path)


def _carrier(parts: Files) -> str:
    """Return the part by which noughts itself goes along."""
    return next(name for name in parts if name.endswith(CARRIERS))


def _sums_place(parts: Files) -> str:
    """Return where it is kept what was written: beside noughts itself."""
    return str(PurePosixPath(_carrier(parts)).with_name(SUMS))


def _written(path: Path) -> dict[str, str]:
    """Return the sums of what was written, by name; none where nothing was."""
    if not path.is_file():
        return {}
    lines = disk.read(path).decode("utf-8", "replace").splitlines()
    return {name: total for total, _, name in (line.partition("  ") for line in lines)}


def _sum(data: bytes) -> str:
    """Return the same for the same text, however its lines end: git changes that."""
    return sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _names(path: Path) -> list[str]:
    """Return the names in an archive; none, if it is no archive."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except OSError:
        raise
    except Exception:  # zipfile fails in any of a dozen ways at what is damaged
        return []


def write(target: Target, settings: Settings, output: Path) -> list[Path]:
    """Write an autograder, to a file or below a folder; return what there is to see."""
    parts = target.parts(settings)
    refuse_foreign(target, parts, output)
    if target.ARCHIVE:
        output.parent.mkdir(parents=True, exist_ok=True)
        disk.write_whole(output, disk.zipped(parts.items()))
        return [output]
    kept = _written(output / _sums_place(parts))  # of a rubric that is not asked for
    sums = {name: each for name, each in kept.items() if (output / name).is_file()}
    sums |= {name: _sum(data) for name, data in parts.items()}
    told = "".join(f"{each}  {name}\n" for name, each in sums.items())
    parts = {**parts, _sums_place(parts): told.encode()}
    for name, data in parts.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        disk.write_whole(path, data)
        path.chmod(0o755 if data.startswith(b"#!") else 0o644)
    return sorted(output / name for name in parts if "noughts/" not in name)
