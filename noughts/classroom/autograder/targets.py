"""The packages: templates for each platform, and noughts itself."""

import base64
import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from noughts.checker import style
from noughts.checker.reports.wording import CASE
from noughts.classroom.autograder.grading import failure_text
from noughts.files import PACKAGE, holds_anything, read, write_whole, zipped
from noughts.game.contract import FUNCTIONS, hand_in
from noughts.texts import ENGLISH, Refused, words

Files = dict[str, bytes]  # by path
RUBRIC = "rubric.toml"
TEMPLATES = files("noughts.classroom.autograder") / "templates"
UNNEEDED = {"page", "play", "__pycache__"}


class Settings(NamedTuple):
    """The teacher's settings of an autograder."""

    rubric: str = ""  # the text of a rubric; empty: the default
    language: str = ENGLISH

    @property
    def options(self) -> str:
        """The settings as options of a command."""
        said = f"--language {quote(self.language)}"
        return f"{said} --rubric {RUBRIC}" if self.rubric else said

    def package(self, below: str = "") -> Files:
        """Return noughts itself and the rubric, all that judging needs."""
        home = PACKAGE
        found = {
            f"{below}noughts/{path.relative_to(home).as_posix()}": path.read_bytes()
            for path in sorted(home.rglob("*"))
            if path.is_file() and not UNNEEDED & {*path.relative_to(home).parts}
        }
        engine = hand_in("tictactoe.py").read_bytes()
        rubric = {f"{below}{RUBRIC}": self.rubric.encode()} if self.rubric else {}
        return found | {f"{below}noughts/hand_in/tictactoe.py": engine} | rubric


def fill(file: str, /, **given: str) -> bytes:
    """Return a template with each `@NAME@` replaced by its value."""
    text = (TEMPLATES / file).read_text("utf-8")
    for key, value in ({"ruff": f"ruff=={style.VERSION}"} | given).items():
        text = text.replace(f"@{key.upper()}@", value)
    return text.encode()


def gradescope(settings: Settings, place: Path) -> Files:
    """Return one zip with `setup.sh` and `run_autograder`."""
    failed = quote(failure_text("gradescope", settings.language))
    run = fill("gradescope_run.sh", options=settings.options, failed=failed)
    setup = fill("gradescope_setup.sh")
    return {"setup.sh": setup, "run_autograder": run, **settings.package()}


def check50(settings: Settings, place: Path) -> Files:
    """Return a pack with a check for each function, each waiting for the one before."""
    say = words(settings.language)
    before, checks = "judged", ""
    for name in FUNCTIONS:
        sentence = say("autograder.right", name=name)
        check = fill(
            "check50_check.py.txt", name=name, before=before, sentence=sentence
        )
        checks, before = checks + check.decode(), name
    pack = fill(
        "check50_pack.py.txt",
        exists=say("autograder.exists"),
        judged=say("autograder.judged"),
        language=settings.language,
        names=repr([(name, say(f"report.{said}")) for name, said in CASE.items()]),
        checks=checks,
    )
    yml = fill("check50.yml")
    return {".cs50.yml": yml, "__init__.py": pack, **settings.package()}


def github(settings: Settings, place: Path) -> Files:
    """Return a workflow that judges each push, under GitHub Classroom's own name."""
    return {
        ".github/workflows/classroom.yml": fill("github.yml", options=settings.options),
        ".github/noughts.zip": zipped(settings.package().items()),
    }


def prairielearn(settings: Settings, place: Path) -> Files:
    """Return a question with an external grader; its folder's name gives its UUID."""
    uuid = uuid5(NAMESPACE_URL, place.resolve().name)
    failed = quote(failure_text("prairielearn", settings.language))
    task = words(settings.language)("autograder.task")
    return {
        "info.json": fill("prairielearn_info.json", uuid=str(uuid)),
        "question.html": fill("prairielearn_question.html", task=task),
        "tests/run.sh": fill(
            "prairielearn_run.sh", options=settings.options, failed=failed
        ),
        **settings.package("tests/"),
    }


def vpl(settings: Settings, place: Path) -> Files:
    """Return the execution files of Moodle's Virtual Programming Lab, as text."""
    failed = quote(failure_text("vpl", settings.language).strip())
    packed = base64.encodebytes(zipped(settings.package().items()))
    script = fill("vpl_evaluate.sh", options=settings.options, failed=failed)
    return {"vpl_evaluate.sh": script, "noughts.b64": packed}


TARGETS: dict[str, Callable[[Settings, Path], Files]] = {
    "gradescope": gradescope,
    "check50": check50,
    "github": github,
    "prairielearn": prairielearn,
    "vpl": vpl,
}
OURS = (
    "noughts/__init__.py",
    ".github/noughts.zip",
    "noughts.b64",
)  # identify a package


def write(target: str, settings: Settings, output: Path) -> list[Path]:
    """Write a package, or replace an earlier one; return the files to look at."""
    parts = TARGETS[target](settings, output)
    mark = next(name for name in parts if name.endswith(OURS))
    if target == "gradescope":
        if holds_anything(output) and mark.encode() not in read(output):
            raise Refused("autograder.foreign", path=output)
        output.parent.mkdir(parents=True, exist_ok=True)
        write_whole(output, zipped(parts.items()))
        return [output]
    there = [name for name in parts if holds_anything(output / name)]
    if there and mark not in there:
        raise Refused("autograder.foreign", path=output / there[0])
    old = (output / mark).parent
    if there and old.name == "noughts":
        shutil.rmtree(old)
    for name, data in parts.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        path.chmod(0o755 if data.startswith(b"#!") else 0o644)
    return sorted(output / name for name in parts if "noughts/" not in name)
