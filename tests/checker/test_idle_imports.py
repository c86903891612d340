"""Imports that fail and that nothing needs: the file is judged without them."""

import ast

import pytest
from conftest import ENGINES
from helpers.trusted import ask_in_process

from noughts.checker.case import Case
from noughts.checker.conversation import judge
from noughts.checker.driver import converse
from noughts.checker.idle_imports import without_import
from noughts.checker.judge_contract import judge_contract
from noughts.words.said import Said

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")


def judged(text):
    """Return the record of what asks for little."""
    talk = judge(text.encode(), "tictactoe.py", ["player"])
    return converse(talk, ask_in_process)


def contract(text):
    """Return the checks of the contract, by name."""
    case = Case(text, ast.parse(text))
    checks = converse(judge_contract(case), ask_in_process)
    return {check.name.removeprefix("contract."): check for check in checks}


def without(text, line):
    return without_import(text, ast.parse(text.encode("latin-1")), line)


# text, line, what is judged; None: it cannot do without that line
IMPORTS = [
    ("import absent\nx = 1\n", 1, "pass\nx = 1\n"),
    ("import absent as np\n", 1, "pass\n"),
    ("import absent.part\nimport math\n", 1, "pass\nimport math\n"),
    ("import math\nimport absent\n", 2, "import math\npass\n"),
    ("import math\r\nimport absent\r\n", 2, "import math\r\npass\r\n"),
    ("import math\rimport absent\r", 2, "import math\rpass\r"),
    ("import absent", 1, "pass"),
    ("\xef\xbb\xbfimport absent\n", 1, "\xef\xbb\xbfpass\n"),
    ("if True:\n    import absent  # it\n", 2, "if True:\n    pass\n"),
    ("from a import b\n", 1, "pass\n"),
    ("from a import (\n    b,\n    c,\n)\nx = 1\n", 1, "pass\n\n\n\nx = 1\n"),
    ("from a import (\n    b,\n    c,\n)\nx = 1\n", 3, "pass\n\n\n\nx = 1\n"),
    ("from a import b, \\\n    c\nx = 1\n", 1, "pass\n\nx = 1\n"),
    ("from math import e\nfrom a import b\n", 1, "pass\nfrom a import b\n"),
    ("import absent\nabsent.x\n", 1, None),
    ("import absent as np\nx = lambda: np\n", 1, None),
    ("import absent.part\nabsent.part\n", 1, None),
    ("from a import b, c\nb()\n", 1, None),
    ("from a import *\n", 1, None),
    ("from a import winner\n", 1, None),
    ("import a as X\n", 1, None),
    ("import a; x = 1\n", 1, None),
    ("if True: import a\n", 1, None),
    ("from a import (b,\n    c); x = 1\n", 1, None),
    ("import a\nx = 1\n", 2, None),
    ("x = 1\n", 1, None),
]


@pytest.mark.parametrize(("text", "line", "rest"), IMPORTS)
def test_an_import_is_left_out_that_nothing_needs(text, line, rest):
    assert without(text, line) == rest


def test_a_file_is_judged_without_imports_that_it_does_not_need():
    """Left over from another try, or put in by an editor: from 0 points to all."""
    record = judged(f"import absent as np\nfrom math import largest\n{RIGHT}")
    assert (record.refusal, record.points) == ("", record.maximum)
    assert list(record.notes) == [Said("note.idle", line=n) for n in (1, 2)]


def test_that_it_imports_what_is_not_pythons_is_still_told():
    found = contract(f"import absent as np\nfrom math import largest\n{RIGHT}")
    assert [each.got for each in found["imports"].failures] == ["import of absent"]
    assert found["names"].status == "passed"


def test_an_import_that_is_caught_fails_as_it_would_elsewhere():
    text = f"try:\n    import absent\nexcept ImportError:\n    FAST = False\n{RIGHT}"
    record = judged(text)
    assert (record.points, record.notes) == (record.maximum, ())


def test_what_is_used_is_still_refused():
    record = judged(f"import absent\n{RIGHT}\nprint(absent)\n")
    assert record.refusal.startswith("line 1: fails when it is imported: Module")
    assert record.points == 0


def test_some_imports_are_left_out_and_a_thousand_are_not():
    """Each costs a process."""
    assert not judged("import absent\n" * 10 + RIGHT).refusal
    record = judged("import absent\n" * 11 + RIGHT)
    assert record.refusal.startswith("line 11: fails when it is imported: Module")
