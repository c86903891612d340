"""
Python for the browser: the files that a page needs to judge student files itself.

Pyodide and ruff are given as folders; they are not part of this package. Node lets
Python import noughts and saves its memory, because a browser restores that faster than
it starts Python. A student's file runs in a cage: a page with an opaque origin whose
policy allows no network.
"""

import hashlib
import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from noughts.game.contract import hand_in
from noughts.page.assets import script_hash

HERE = Path(__file__).parent
WORKERS = HERE / "workers"
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
RUFF = ("ruff_wasm.js", "ruff_wasm_bg.wasm", "LICENSE")
FETCHED = (
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "engine-worker.js",
    "engine.snapshot",
    "judge.snapshot",
    "noughts.json",
)
NOT_SERVED = ("cage.js", "sw.js")  # built in, and elsewhere
CAGE = """\
<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<script>{script}</script>
"""
POLICY = (
    "default-src 'none'; script-src {hash} blob: 'wasm-unsafe-eval'; worker-src blob:"
)
RETURNED = r"return \1;"
EXPORTED = re.compile(r"export(?: default |\{)(\w+).*\s*$")
# Packages that no browser needs, and what only some machines have.
LEFT_OUT = {"page", "play", "cli", "solver", "autograder", "__pycache__", "hand_in"}
DIGEST = 16  # characters of a file's digest in its address
KINDS = (".py", ".toml", ".html", ".css", ".js")
TEMPLATES = ("jinja2", "markupsafe")  # only their Python files

# An engine gets these modules alone: noughts itself contains our solution.
ENGINE = (
    "noughts/sandbox/asker.py",
    "noughts/sandbox/inside.py",
    "noughts/sandbox/protocol.py",
    "noughts/sandbox/values.py",
)


class Packages(NamedTuple):
    """The unpacked npm packages with which a browser judges files."""

    pyodide: Path
    ruff: Path  # @astral-sh/ruff-wasm-web


def write_python(page: Path, packages: Packages) -> None:
    """Write the files for Python and ruff into the folder of a frozen page."""
    folder = page / "python"
    folder.mkdir()
    for name in PYODIDE:
        shutil.copyfile(packages.pyodide / name, folder / name)
    for name in RUFF:
        place = "ruff-license.txt" if name == "LICENSE" else name
        shutil.copyfile(packages.ruff / name, folder / place)
    ruff = described(folder / "ruff_wasm_bg.wasm")
    (folder / "ruff.json").write_text(json.dumps(ruff), "utf-8")
    for path in WORKERS.iterdir():
        if path.suffix == ".js" and path.name not in NOT_SERVED:
            shutil.copyfile(path, folder / path.name)
    (folder / "cage.html").write_text(cage(worker_text("cage.js")), "utf-8")
    engine_worker = "\n".join(
        [
            f"const loadPyodide = {classic(folder / 'pyodide.mjs')};",
            f"const createPyodide = {classic(folder / 'pyodide.asm.mjs')};",
            *(
                worker_text(name).replace("export function", "function")
                for name in ("restored.js", "sealed.js")
            ),
            worker_text("engine-worker.js"),
        ]
    )
    (folder / "engine-worker.js").write_text(engine_worker, "utf-8")
    ours = judge_files()
    (folder / "noughts.json").write_text(json.dumps(ours), "utf-8")
    save_memory(folder, "engine", engine_files(), worker_text("engine_start.py"))
    save_memory(folder, "judge", ours, worker_text("judge_start.py"))
    listed = [described(folder / name) for name in FETCHED]
    (folder / "files.json").write_text(json.dumps(listed), "utf-8")


def described(path: Path) -> dict[str, str | int]:
    """Return what the page knows of a file before it fetches it."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()[:DIGEST]
    return {"name": path.name, "digest": digest, "size": len(content)}


def engine_files() -> dict[str, str]:
    """Return the modules that load and ask a student's file, by path."""
    ours = files_of("noughts/sandbox", HERE.parent / "sandbox")
    empty = dict.fromkeys(("noughts/__init__.py", "noughts/sandbox/__init__.py"), "")
    return {path: ours[path] for path in ENGINE} | empty


def judge_files() -> dict[str, str]:
    """Return the files of noughts and of the template library, by path."""
    ours = files_of("noughts", HERE.parent)
    ours["noughts/hand_in/tictactoe.py"] = hand_in("tictactoe.py").read_text("utf-8")
    for name in TEMPLATES:
        ours |= files_of(name, Path(str(resources.files(name))))
    return ours


def save_memory(folder: Path, name: str, files: dict[str, str], program: str) -> None:
    """Save the memory of a Python that has these files and ran this program."""
    command = ["node", str(WORKERS / "snapshots.mjs"), str(folder), name]
    given = json.dumps({"files": files, "program": program})
    subprocess.run(command, input=given, encoding="utf-8", check=True)


def worker_text(name: str) -> str:
    """Return the source of one of our workers."""
    return (WORKERS / name).read_text("utf-8")


def cage(script: str) -> str:
    """Return the page that student files run in; its policy allows only this script."""
    return CAGE.format(policy=POLICY.format(hash=script_hash(script)), script=script)


def classic(module: Path) -> str:
    """Return an expression for the one export of one of Pyodide's modules."""
    text = module.read_text("utf-8").partition("\n//# sourceMappingURL")[0]
    text = text.replace("import.meta.url", '""')  # not allowed in classic scripts
    found = len(re.findall(r"(?:^|[;}\n])export[ {]", text))
    if found != 1:
        raise ValueError(f"expected one export in {module.name}, found {found}")
    return f"(() => {{{EXPORTED.sub(RETURNED, text)}}})()"


def files_of(name: str, folder: Path) -> dict[str, str]:
    """Return the files of a package that the browser needs, by path."""
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and wanted(path.relative_to(folder))
    }


def wanted(path: Path) -> bool:
    """Return whether a file is needed to judge or to report."""
    return not LEFT_OUT & set(path.parts) and path.suffix in KINDS
