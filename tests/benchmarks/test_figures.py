"""What was measured is data; the page and the chart say what the data says."""

import json
import sys
from itertools import count
from xml.etree import ElementTree

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

import engine
import figures
import plot
import run
import solver
from figures import Table

RESULTS = json.loads(run.RESULTS.read_text("utf-8"))
TABLE = Table(
    "a name",
    {"who": "text", "time": "ms", "positions": "count"},
    [["ours", 0.0049, 1940], ["theirs", {"over": 60}, None]],
    "a note",
)


def test_the_page_is_made_of_the_figures():
    assert run.PAGE.read_text("utf-8") == run.page(RESULTS)


def test_the_chart_is_made_of_the_figures():
    drawn = run.CHART.read_text("utf-8")
    assert drawn == plot.chart(*run.tables(RESULTS, "engine"))
    assert len(ElementTree.fromstring(drawn).findall("{*}rect")) == 2 * 8


def test_what_is_measured_beside_others_names_them_and_their_versions():
    for name in run.BESIDE:
        assert all(other in RESULTS[name]["about"] for other in run.OTHERS.values())
        assert "not installed" not in RESULTS[name]["about"]


def test_every_script_is_there_and_every_table_is_whole():
    assert list(RESULTS) == list(run.SCRIPTS)
    for name in run.SCRIPTS:
        assert (ROOT / run.command_of(name).split()[1]).is_file()
        for table in run.tables(RESULTS, name):
            assert len(figures.text(table).splitlines()) > len(table.rows) > 0


def test_a_table_is_aligned_for_a_terminal():
    assert figures.text(TABLE).splitlines() == [
        "a name",
        "who              time  positions",
        "ours           4.9 ms      1,940",
        "theirs  > 60,000.0 ms",
        "a note",
    ]


def test_a_table_is_a_table_on_a_page():
    assert figures.markdown(TABLE) == (
        "**a name**\n\n"
        "| who | time | positions |\n"
        "| :--- | ---: | ---: |\n"
        "| ours | 4.9 ms | 1,940 |\n"
        "| theirs | > 60,000.0 ms |  |\n\n"
        "a note"
    )


def test_our_engine_is_measured_as_the_figures_say(in_progress):
    """Times differ from machine to machine; positions and odds do not."""
    found = engine.measure(
        sys.executable, engine.ENTRIES[0]._replace(runs=1), in_progress
    )
    kept = run.tables(RESULTS, "engine")[0].rows[0]
    assert found.name == kept[0]
    assert found.visited == kept[4]
    assert [found.wins_as_x, found.wins_as_o] == pytest.approx(kept[5:], abs=1e-5)


def test_a_ladder_is_a_table(monkeypatch):
    looks = count()  # a clock that goes on by one with each look at it
    for module in ("narrowing", "prover"):
        monkeypatch.setattr(f"noughts.solver.{module}.monotonic", lambda: next(looks))
    table = solver.ladder((5, 5, 4), 1000)
    assert table.rows[0][1]["over"] > 1_000  # the first idea alone was stopped
    assert table.rows[-1][1] < 3_000  # and all ideas together were not
    assert figures.text(table).count("\n") == len(table.rows) + 1


def test_every_script_yields_what_it_measures_as_data():
    for name in run.SCRIPTS:
        script = ROOT / "benchmarks" / f"{name.split()[0]}.py"
        assert "sys.exit(main(tables(" in script.read_text("utf-8"), script.name
