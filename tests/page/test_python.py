"""Python for the browser: the files next to a frozen page."""

import json
import re
import shutil
import subprocess
import sys
import zipfile

import pytest
from conftest import ROOT

from noughts.page.browser_python import FETCHED, PYODIDE, write_python


@pytest.fixture
def page(tmp_path):
    """Return a frozen page's folder, with a Pyodide of empty files."""
    pyodide, page = tmp_path / "pyodide", tmp_path / "page"
    pyodide.mkdir()
    page.mkdir()
    for name in PYODIDE:
        (pyodide / name).write_text(name)
    write_python(page, pyodide)
    return page


def test_the_zip_file_has_the_judge_but_not_the_page(page):
    names = zipfile.ZipFile(page / "python" / "noughts.zip").namelist()
    assert {
        "noughts/checker/relay.py",
        "noughts/sandbox/inside.py",
        "noughts/hand_in/tictactoe.py",
        "noughts/words/pt-BR.toml",
        "noughts/checker/rubrics/hundred.toml",
        "noughts/checker/reports/templates/file_body.html",
    } <= set(names)
    left_out = ("/page/", "/cli/", "__pycache__", ".svg")
    assert not [name for name in names if any(part in name for part in left_out)]


def test_downloads_are_listed_with_their_sizes(page):
    listed = json.loads((page / "python" / "files.json").read_text())
    assert [each["name"] for each in listed][: len(FETCHED)] == list(FETCHED)
    for each in listed:
        assert (page / "python" / each["name"]).stat().st_size == each["size"]


def test_the_workers_are_next_to_python_but_the_service_worker_is_not(page):
    assert (page / "python" / "judge-worker.js").is_file()
    assert not (page / "python" / "sw.js").exists()


def test_an_engine_is_one_classic_script_in_a_cage_with_a_policy(page):
    worker = (page / "python" / "engine-worker.js").read_text()
    assert not re.search(r"^(?:import|export) |import\.meta", worker, re.MULTILINE)
    assert "default-src 'none'" in (page / "python" / "cage.html").read_text()


def test_the_same_files_give_the_same_bytes(page, tmp_path):
    again = tmp_path / "again"
    again.mkdir()
    write_python(again, tmp_path / "pyodide")
    for name in ("noughts.zip", "templates.zip"):
        first, second = (folder / "python" / name for folder in (page, again))
        assert first.read_bytes() == second.read_bytes()


def test_an_engines_worker_gets_every_module_that_it_imports(tmp_path):
    """Its noughts package consists of these files only."""
    text = (ROOT / "noughts/page/workers/prepared.js").read_text("utf-8")
    listed = re.search(r"const MODULES = (\[[^]]+\])", text)[1]
    (tmp_path / "noughts/sandbox").mkdir(parents=True)
    for name in re.findall(r'"(.+?)"', listed):
        shutil.copy(ROOT / "noughts" / name, tmp_path / "noughts" / name)
    program = "from noughts.sandbox.inside import LoadedFile"
    command = [sys.executable, "-s", "-S", "-c", program]
    subprocess.run(command, cwd=tmp_path, check=True)
