"""
Python for the browser: what a page needs to judge a file where it is opened.

Pyodide is not part of this package: its folder is given. Beside it come this package
as a wheel, what the reports are laid out with, and the workers.
"""

import io
import json
import shutil
import zipfile
from importlib.util import find_spec
from pathlib import Path

from noughts.contract import hand_in

HERE = Path(__file__).parent
WORKERS = HERE / "workers"
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
KEEPER = "sw.js"
FETCHED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LEFT_OUT = {
    *("__pycache__", "hand_in", "explorer", "terminal"),
    *("cli", "classroom", "solver", "autograder"),
}
KINDS = (".py", ".toml", ".html", ".css")
TEMPLATES = ("jinja2", "markupsafe")  # of both the Python alone: no compiled part


def write_python(page: Path, pyodide: Path) -> None:
    """Write all that a browser needs beside a frozen page."""
    folder = page / "python"
    folder.mkdir()
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, folder / name)
    for path in WORKERS.glob("*.js"):
        shutil.copyfile(path, folder / path.name)
    (folder / KEEPER).rename(page / KEEPER)  # it serves what lies below it
    (folder / "noughts.zip").write_bytes(zipped({"noughts": HERE.parent}))
    packages = {name: package(name) for name in TEMPLATES}
    (folder / "templates.zip").write_bytes(zipped(packages))
    names = [*FETCHED, "noughts.zip", "templates.zip"]
    listed = [{"name": n, "size": (folder / n).stat().st_size} for n in names]
    (folder / "files.json").write_text(json.dumps(listed), "utf-8")


def package(name: str) -> Path:
    """Return the folder of an installed package."""
    spec = find_spec(name)
    assert spec is not None, f"{name} is not installed"
    assert spec.origin is not None
    return Path(spec.origin).parent


def zipped(packages: dict[str, Path]) -> bytes:
    """Return packages as one archive, the same bytes for the same files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, folder in packages.items():
            for path in sorted(folder.rglob("*")):
                inside = path.relative_to(folder)
                if path.is_file() and wanted(inside):
                    entry = zipfile.ZipInfo(f"{name}/{inside.as_posix()}")
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(entry, path.read_bytes())
        if "noughts" in packages:
            engine = hand_in("tictactoe.py").read_bytes()
            archive.writestr(zipfile.ZipInfo("noughts/hand_in/tictactoe.py"), engine)
    return data.getvalue()


def wanted(path: Path) -> bool:
    """Return whether the judge may need a file: Python and data, not the page."""
    return not LEFT_OUT & set(path.parts) and path.suffix in KINDS
