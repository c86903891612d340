"""docs/exercises.md: every exercise has an answer."""

import re

from conftest import ROOT

PAGE = ROOT / "docs" / "exercises.md"


def test_every_exercise_has_an_answer():
    asked, answered = PAGE.read_text("utf-8").split("## Answers")
    numbers = [str(n) for n in range(1, 11)]
    assert re.findall(r"^\*\*(\d+)\. ", asked, re.M) == numbers
    assert re.findall(r"^\*\*(\d+)\.\*\* ", answered, re.M) == numbers
