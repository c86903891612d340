"""
The engines for tests, in one folder: those in tests/engines, and those with one fault.

An engine with one fault is a row of `faulty.toml`: a correct engine, and the code that
is replaced in it.
"""

import atexit
import shutil
import tempfile
import tomllib
from pathlib import Path

WRITTEN = Path(__file__).parents[1] / "engines"


def write_engines(folder: Path) -> None:
    """Write every engine into a folder."""
    shutil.copytree(WRITTEN, folder, dirs_exist_ok=True)
    rows = tomllib.loads((WRITTEN / "faulty.toml").read_text("utf-8"))
    for name, row in rows.items():
        source = faulty(**row)
        (folder / f"{name}.py").write_text(source, "utf-8")


def faulty(fault: str, changes: list[list[str]], base: str = "remembering") -> str:
    """Return the source of an engine with one fault."""
    _, rest = (WRITTEN / f"{base}.py").read_text("utf-8").split("\n", 1)
    for right, wrong in changes:
        assert rest.count(right) == 1, right
        rest = rest.replace(right, wrong)
    return f'"""Fault: {fault}"""\n{rest}'


ENGINES = Path(tempfile.mkdtemp(prefix="engines-"))
atexit.register(shutil.rmtree, ENGINES, ignore_errors=True)
write_engines(ENGINES)
