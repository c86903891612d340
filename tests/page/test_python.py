"""Python for the browser: the files next to a frozen page."""

import json
import re
import subprocess
import sys
from inspect import signature

import pytest

from noughts.classroom.tab import CALLS, Tab
from noughts.files import PACKAGE
from noughts.page import browser_python
from noughts.page.browser_python import (
    FETCHED,
    PYODIDE,
    RUFF,
    Packages,
    classic,
    engine_files,
    judge_files,
    save_memory,
    worker_text,
    write_python,
)


@pytest.fixture
def page(tmp_path, monkeypatch):
    """Return a frozen page's folder, with a Pyodide and a ruff of empty files."""

    def save_memory(folder, name, files, program):
        (folder / f"{name}.snapshot").write_text(program)

    monkeypatch.setattr(browser_python, "save_memory", save_memory)
    pyodide, page = tmp_path / "pyodide", tmp_path / "page"
    pyodide.mkdir()
    page.mkdir()
    for name in PYODIDE:
        text = f"export default pyodide; // {name}\n//# sourceMappingURL=import.meta"
        (pyodide / name).write_text(text)
    ruff = tmp_path / "ruff"
    ruff.mkdir()
    for name in RUFF:
        (ruff / name).write_text(name)
    write_python(page, Packages(pyodide, ruff))
    return page


def test_the_files_of_the_judge_are_not_those_of_the_page():
    names = judge_files()
    assert {
        "noughts/checker/relay.py",
        "noughts/sandbox/inside.py",
        "noughts/hand_in/tictactoe.py",
        "noughts/texts/pt-BR.toml",
        "noughts/checker/rubrics/hundred.toml",
        "noughts/checker/reports/templates/file_body.html",
        "jinja2/__init__.py",
        "markupsafe/__init__.py",
    } <= names.keys()
    left_out = ("/page/", "/cli/", "__pycache__", ".svg")
    assert not [name for name in names if any(part in name for part in left_out)]


def test_what_is_left_out_exists():
    """A name that no longer matches would send a browser what it does not need."""
    found = {path.name for path in PACKAGE.rglob("*") if path.is_dir()}
    assert browser_python.LEFT_OUT - {"__pycache__", "hand_in"} <= found


def test_downloads_are_listed_with_their_sizes_and_digests(page):
    listed = json.loads((page / "python" / "files.json").read_text())
    assert [each["name"] for each in listed] == list(FETCHED)
    assert len({each["digest"] for each in listed}) == len(FETCHED)
    for each in listed:
        assert (page / "python" / each["name"]).stat().st_size == each["size"]


def test_the_calls_of_the_class_are_those_of_its_worker():
    text = worker_text("class-calls.js").partition("};")[0]
    rows = re.findall(r"^  (\w+): (\[.*\]),$", text, re.MULTILINE)
    assert [name for name, _ in rows] == [*CALLS]
    for name, parameters in rows:
        assert json.loads(parameters) == [*signature(getattr(Tab, name)).parameters][1:]
    used = re.findall(r"\bcall\.(\w+)\(", worker_text("class-worker.js"))
    assert {*used} == {*CALLS}


def test_only_declared_calls_are_made():
    with pytest.raises(ValueError, match="'judge' is not one of"):
        Tab().answer("judge", "[]")


def test_a_module_of_pyodide_with_two_exports_is_refused(tmp_path):
    path = tmp_path / "pyodide.mjs"
    path.write_text("export default one;\nexport default two;\n")
    with pytest.raises(ValueError, match=r"one export in pyodide\.mjs, found 2"):
        classic(path)


def test_ruff_is_fetched_by_its_digest_and_has_its_licence(page):
    [wasm] = [name for name in RUFF if name.endswith(".wasm")]
    listed = json.loads((page / "python" / "ruff.json").read_text())
    assert (listed["name"], listed["size"]) == (wasm, len(wasm))
    assert (page / "python" / "ruff-license.txt").read_text() == "LICENSE"


def test_a_memory_that_cannot_be_saved_is_an_error(tmp_path):
    with pytest.raises((OSError, subprocess.CalledProcessError)):
        save_memory(tmp_path, "engine", {}, "")


def test_the_workers_are_next_to_python_but_the_service_worker_is_not(page):
    assert (page / "python" / "judge-worker.js").is_file()
    assert not (page / "python" / "sw.js").exists()


def test_an_engine_is_one_classic_script_in_a_cage_with_a_policy(page):
    worker = (page / "python" / "engine-worker.js").read_text()
    assert not re.search(r"^(?:import|export) |import\.meta", worker, re.MULTILINE)
    assert worker.count("return pyodide;") == 2
    assert "default-src 'none'" in (page / "python" / "cage.html").read_text()


def test_an_engine_gets_every_module_that_it_imports(tmp_path):
    for name, text in engine_files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    command = [sys.executable, "-s", "-S", "-c", worker_text("engine_start.py")]
    subprocess.run(command, cwd=tmp_path, check=True)
