"""What the page of figures says can be measured again."""

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

import engine
import run
import solver
from figures import table

PAGE = run.PAGE.read_text("utf-8")


def test_a_table_is_aligned_markdown():
    assert table(["who", "time"], [["ours", "5 ms"], ["x", "10 ms"]], "a note") == (
        "| who  |  time |\n"
        "| ---- | ----: |\n"
        "| ours |  5 ms |\n"
        "| x    | 10 ms |\n"
        "\na note\n"
    )


def test_each_section_of_the_page_names_the_script_that_prints_it():
    found = run.sections(PAGE)
    assert run.write(found) == PAGE
    for name, title in run.TITLES.items():
        assert (ROOT / "benchmarks" / f"{name}.py").is_file()
        printed = found.pop(title, f"`python benchmarks/{name}.py`")
        assert printed.startswith(f"`python benchmarks/{name}.py`")
    assert found == {}


def test_our_engine_is_measured_as_the_page_says(in_progress):
    """Times differ from machine to machine; positions and odds do not."""
    name, (player, _) = next(iter(engine.ENGINES.items()))
    _, visited, wins = engine.measure(player, 1, in_progress)
    [row] = [line for line in PAGE.splitlines() if line.startswith(f"| {name} ")]
    found = [f"{visited:,}", *(f"{share:.3%}" for share in wins)]
    assert [cell.strip() for cell in row.split("|")][5:8] == found


@pytest.mark.ci
def test_the_ladder_of_the_solver_visits_what_the_page_says():
    found = solver.ladder(solver.Rules(3, 3, 3))
    [shown] = [part for part in PAGE.split("\n\n") if part.startswith(found[:30])]
    assert positions(shown) == positions(found)


def positions(text):
    """Return the second column of a table."""
    return [line.split("|")[2].strip() for line in text.strip().splitlines()[2:]]
