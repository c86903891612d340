"""docs/exercises.md: every answer runs, and every exercise has one."""

import doctest
import re

from conftest import ROOT

PAGE = ROOT / "docs" / "exercises.md"


def test_every_answer_is_what_python_prints():
    source = "\n".join(
        re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    )
    test = doctest.DocTestParser().get_doctest(source, {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_every_exercise_has_an_answer():
    asked, answered = PAGE.read_text("utf-8").split("## Answers")
    numbers = [str(n) for n in range(1, 11)]
    assert re.findall(r"^\*\*(\d+)\. ", asked, re.M) == numbers
    assert re.findall(r"^\*\*(\d+)\.\*\* ", answered, re.M) == numbers
