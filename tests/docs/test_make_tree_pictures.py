"""The pictures of the essay are what its figures show at first."""

import shutil
import subprocess
import sys

import pytest
from conftest import ROOT


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_pictures_of_trees_are_up_to_date(tmp_path):
    script = ROOT / "docs" / "make_tree_pictures.py"
    assert subprocess.run([sys.executable, script, tmp_path]).returncode == 0
    pictures = [*tmp_path.glob("*.svg")]
    kept = {path.name for path in (ROOT / "docs" / "pictures").glob("essay-*.svg")}
    assert {path.name for path in pictures} == kept
    for path in pictures:
        kept = ROOT / "docs" / "pictures" / path.name
        assert path.read_bytes() == kept.read_bytes()
