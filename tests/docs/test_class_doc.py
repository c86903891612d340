"""The fault list of docs/class.md: each fault is broken on purpose by a test."""

import re

from conftest import ROOT

TESTS = "\n".join(
    path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")
)
DOC = (ROOT / "docs" / "class.md").read_text("utf-8")


def test_every_fault_of_the_list_names_tests_that_exist():
    lines = DOC.partition("| Broken |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(lines) > 15
    for line in lines:
        names = re.findall(r"`(test_\w+)`", line)
        assert names, line
        for name in names:
            assert f"def {name}(" in TESTS, name
