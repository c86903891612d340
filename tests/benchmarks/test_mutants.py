"""The small changes that our own tests are tested with."""

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks" / "mutants"))

from changes import changes, sample
from copies import PRODUCT, line_keys, listed

CHANGES = [
    # a line, and what it becomes
    ("a < b <= c", ["a <= b <= c", "a < b < c"]),
    ("a is not b", ["a is b"]),
    ("a and (b or c)", ["a or (b or c)", "a and (b and c)"]),
    ("é = a - b * 2", ["é = a + b * 2", "é = a - b + 2", "é = a - b * 3"]),
    ("x = True", ["x = False"]),
    ("x = not a", ["x = a"]),
    ("f(1000)", ["pass"]),
    ("n += 1", ["pass", "n += 2"]),
    ("raise E", ["pass"]),
    ("x = 'a' 'b'", []),
    ("x: int | None = 0", ["x: int | None = 1"]),
    (
        "def f(a: A | B = 0) -> C | D: g(a)",
        ["def f(a: A | B = 1) -> C | D: g(a)", "def f(a: A | B = 0) -> C | D: pass"],
    ),
    ("Row = str | None", []),
    ("LIMIT = 64", []),
    ("LIMIT = 16 << 20", []),
    ("ROWS = [8]", ["ROWS = [9]"]),
    (
        "if n > LIMIT: limit = 64",
        ["if n >= LIMIT: limit = 64", "if n > LIMIT: limit = 65"],
    ),
    ("x = zip(a, b, strict=True)", []),
    ("a = (  # why\n    b\n    + c\n)", ["a = (  # why\n    b\n    - c\n)"]),
]


@pytest.mark.parametrize(("line", "after"), CHANGES)
def test_small_changes_of_a_line(line, after):
    found = [change.applied() for change in changes("noughts/a.py", line)]
    assert sorted(found) == sorted(after)


def test_a_measure_of_what_is_drawn_is_not_changed_but_what_is_drawn_is():
    text = "def paint_it(a): f(a * 2, 3)\ndef other(a): g(2)"
    found = {change.applied() for change in changes("runner.py", text)}
    assert found == {
        text.replace("f(a * 2, 3)", "pass"),
        text.replace("a * 2", "a + 2"),
        text.replace("g(2)", "pass"),
        text.replace("g(2)", "g(3)"),
    }


def every():
    return [
        change
        for name in listed(*PRODUCT)
        for change in changes(name, (ROOT / name).read_text("utf-8"))
    ]


def test_a_sample_is_the_same_each_time_and_leaves_no_room_out():
    """And each change is a file that Python can read, and another one than ours."""
    all_changes = every()
    chosen = sample(all_changes, 150, 1)
    assert chosen == sample(all_changes, 150, 1) != sample(all_changes, 150, 2)
    assert {change.room for change in chosen} == {c.room for c in all_changes}
    assert 140 <= len(chosen) == len({*chosen}) <= 180
    for change in chosen[:30]:
        compile(change.applied(), change.path, "exec")
        assert change.applied() != change.source
        line = change.source.splitlines()[change.line - 1].strip()
        assert str(change).startswith(f"{change.path}:{change.line}: ")
        assert str(change).endswith(line)


def test_a_line_keeps_its_name_when_lines_are_added_above():
    before = line_keys("a\nb\na\n")
    after = line_keys("new\na\n\n    b\na\n")
    assert len({*before}) == 3
    assert [after[1], after[3], after[4]] == before
