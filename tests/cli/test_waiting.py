"""Whoever waits is told for what, and lists fit the columns there are."""

import pytest

from noughts.cli import duel, lesson
from noughts.cli.screen_lines import Progress
from noughts.lessons.course import COURSE
from noughts.words import words

WAITING = [
    (
        duel.main,
        ["perfect", "random"],
        "duel.counting",
        {"a": "perfect", "b": "random"},
    ),
    (lesson.main, [], "lesson.reading", {"path": COURSE}),
]


@pytest.mark.parametrize(("main", "arguments", "name", "given"), WAITING)
def test_what_takes_long_says_what_it_does(main, arguments, name, given, monkeypatch):
    shown = []
    monkeypatch.setattr(Progress, "show", lambda self, text: shown.append(text))
    main(arguments)
    assert words("en")(name, **given) in shown
    assert shown[-1] == ""


@pytest.mark.parametrize(("columns", "lines"), [("59", 2), ("60", 1)])
def test_the_minutes_of_a_lesson_stand_beside_it_or_below(
    columns, lines, monkeypatch, capsys
):
    monkeypatch.setenv("COLUMNS", columns)
    assert lesson.main([]) == 0
    rows = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    minutes = [n for n, row in enumerate(rows) if row.endswith("minutes")]
    assert len(rows) == lines * len(minutes)
    assert rows[0].startswith("  1  ")
