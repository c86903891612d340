"""The trees of numbers in the docs are those that the page exports now."""

import shutil
import subprocess
import sys

import pytest
from conftest import ROOT


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_pictures_of_trees_are_up_to_date(tmp_path):
    script = ROOT / "docs" / "make_tree_pictures.py"
    assert subprocess.run([sys.executable, script, tmp_path]).returncode == 0
    pictures = sorted(tmp_path.glob("*.svg"))
    assert [path.stem for path in pictures] == ["tree-question", "tree-solution"]
    for path in pictures:
        kept = ROOT / "docs" / "pictures" / path.name
        assert path.read_bytes() == kept.read_bytes()
