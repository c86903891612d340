"""The small changes that our own tests are tested with."""

import importlib.util
import json
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks" / "mutants"))

from changes import changes, sample
from copies import PRODUCT, line_keys, listed

place = ROOT / "benchmarks" / "mutants" / "__main__.py"
spec = importlib.util.spec_from_file_location("mutants", place)
mutants = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mutants)

CHANGES = [
    # a line, and what it becomes
    ("a < b <= c", ["a <= b <= c", "a < b < c"]),
    ("a is not b", ["a is b"]),
    ("a and (b or c)", ["a or (b or c)", "a and (b and c)"]),
    ("é = a - b * 2", ["é = a + b * 2", "é = a - b + 2", "é = a - b * 3"]),
    ("x = True", ["x = False"]),
    ("x = not a", ["x = a"]),
    ("x = not (a)", ["x = (a)"]),
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
    ("LIMIT = 3 * ONE - 1", []),
    ("HEAD, FOOT = 20, 2 * 13", []),
    ("HEAD, foot = 20, 26", ["HEAD, foot = 21, 26", "HEAD, foot = 20, 27"]),
    ("SIDE = 20, 26", ["SIDE = 21, 26", "SIDE = 20, 27"]),
    ("ROWS = [8]", ["ROWS = [9]"]),
    ("ROWS = 8 if a else b", ["ROWS = 9 if a else b"]),
    ("WHOLE = f(8)", ["WHOLE = f(9)"]),
    (
        "if n > LIMIT: limit = 64",
        ["if n >= LIMIT: limit = 64", "if n > LIMIT: limit = 65"],
    ),
    ("class C:\n    size: int = 512 * MIB", []),
    ("class C:\n    size: float = 512", []),
    ("class C:\n    size: int = 0", ["class C:\n    size: int = 1"]),
    ("class C:\n    big: bool = True", ["class C:\n    big: bool = False"]),
    ("def wait_on_windows(a): f(a < 2)", []),
    ("x = zip(a, b, strict=True)", []),
    ("x = f.read(LIMIT + 1)", ["x = f.read(LIMIT - 1)"]),
    ("x = f.read(a + 1)", ["x = f.read(a - 1)", "x = f.read(a + 2)"]),
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


@pytest.mark.ci
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


TEXT = "a = 1\nb = (\n    2\n)\n"
FAST, SLOW, RED, CI = (f"tests/test_a.py::test_{name}" for name in "abcd")


def learned():
    """Return what is known of a file of tests: who runs which line, and costs what."""
    tests = {
        FAST: {"seconds": 0.1, "passed": True, "ci": False},
        SLOW: {"seconds": 2.0, "passed": True, "ci": False},
        RED: {"seconds": 0.0, "passed": False, "ci": False},
        CI: {"seconds": 3.0, "passed": True, "ci": True},
    }
    first, second, third, _ = line_keys(TEXT)
    lines = {first: ["", SLOW, FAST, RED, CI], second: [SLOW], third: [FAST]}
    return mutants.Learned("tests/test_a.py", tests, {"a.py": lines})


class Copy:
    """A copy of the project in which some tests fail, or fail without a change, too."""

    def __init__(self, folder, failing=(), always=()):
        self.root = self.scratch = folder
        self.failing, self.always, self.asked = failing, always, []

    def run(self, _, note, patience):
        chosen = json.loads((self.root / "asked.json").read_text())["tests"]
        self.asked.append(chosen)
        changed = (self.root / "a.py").read_text() != TEXT
        bad = [*self.always, *(self.failing if changed else ())]
        failed = next((test for test in chosen if test in bad), None)
        (self.root / "asked.json").write_text(json.dumps({"failed": failed}))
        return 1 if failed else 0


def test_the_tests_of_a_line_are_those_of_its_statement_too():
    one, two = changes("a.py", TEXT)
    assert learned().runs(one) == {"", SLOW, FAST, RED, CI}
    assert learned().runs(two) == {SLOW, FAST}
    assert learned().runs(two._replace(path="b.py")) == set()


@pytest.mark.parametrize(
    ("failing", "always", "found", "asked"),
    [
        ([SLOW, FAST], [], FAST, [[FAST, SLOW, CI], [FAST]]),
        ([], [], "", [[FAST, SLOW, CI]]),
        ([CI], [], CI, [[FAST, SLOW, CI], [CI]]),  # real processes are asked again
        # One that fails without a change is no proof of anything.
        ([], [CI], "", [[FAST, SLOW, CI], [CI], [FAST, SLOW]]),
        ([CI], [SLOW], CI, [[FAST, SLOW, CI], [SLOW], [FAST, CI], [CI]]),
    ],
)
def test_the_cheapest_tests_are_asked_first(tmp_path, failing, always, found, asked):
    copy = Copy(tmp_path, failing, always)
    mutants.STEADY.clear()
    one, _ = changes("a.py", TEXT)
    assert mutants.noticed(one, [learned()], copy) == found
    assert copy.asked == asked
    assert (tmp_path / "a.py").read_text() == TEXT  # it is left as it was


def test_a_room_has_tests_of_its_own():
    assert "tests/test_verifier.py" in mutants.near("solver")
    assert all(name.startswith("tests/cli/") for name in mutants.near("cli"))
    assert mutants.near("nowhere") == []


def test_what_was_found_is_found_again(tmp_path):
    one, two = changes("a.py", TEXT)
    mutants.Notebook(tmp_path / "a" / "found").note(one, "own", "a test")
    again = mutants.Notebook(tmp_path / "a" / "found")
    assert again[one, "own"] == "a test"
    assert (one, "own") in again
    assert (one, "other") not in again
    assert (two, "own") not in again


def test_the_report_names_the_survivors_and_the_share(capsys):
    one, two = changes("a.py", TEXT)
    mutants.report([one, two], [two], seed=7)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"survived: {two}"
    assert told[-1] == "noticed: 1 of 2, 50.0% (seed 7)"


@pytest.mark.parametrize("option", ["--learned", "--jobs=1"])
def test_the_command_tells_of_each_change_once_and_goes_on(
    tmp_path, monkeypatch, capsys, option
):
    class Laboratory:
        """Asks nobody: half of the changes are noticed."""

        asked = 0

        def __init__(self, folder, jobs, learns):
            assert learns is (option != "--learned")

        def learn(self, files):
            return []

        def ask(self, pairs):
            for change, _ in pairs:
                Laboratory.asked += 1
                yield change, "a test" * (change.start % 2)

    monkeypatch.setattr(mutants, "KEPT", tmp_path)
    monkeypatch.setattr(mutants, "PRODUCT", ["noughts/text.py"])
    monkeypatch.setattr(mutants, "Laboratory", Laboratory)
    mutants.place_of.cache_clear()
    assert mutants.main(["--count", "6", option]) == 1
    told = capsys.readouterr().out.splitlines()
    survived = [line for line in told if line.startswith("survived: noughts/text.py:")]
    assert (
        told[-1]
        == f"noticed: {6 - len(survived)} of 6, {(6 - len(survived)) / 6:.1%} (seed 1)"
    )
    asked = Laboratory.asked
    assert asked == 6 + len(survived)
    assert mutants.main(["--count", "6", option]) == 1
    assert Laboratory.asked == asked  # all is known by now
    assert mutants.main(["--survivors", option]) == 1
    assert f"noticed: 0 of {len(survived)}" in capsys.readouterr().out
    mutants.place_of.cache_clear()
