"""The class of the pictures is one that a teacher could have."""

import importlib.util

import pytest
from conftest import ROOT

from noughts.classroom.choice import choose
from noughts.classroom.gradebook import Roster
from noughts.classroom.hand_ins import read_class

pytest.importorskip("PIL")
pytest.importorskip("playwright")


@pytest.fixture(scope="module")
def script():
    path = ROOT / "docs" / "make_class_pictures.py"
    spec = importlib.util.spec_from_file_location("make_class_pictures", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_class_of_the_pictures_is_read_as_an_export_of_canvas(script, tmp_path):
    class_ = script.hand_in(tmp_path)
    roster = Roster((tmp_path / "roster.csv").read_bytes())
    found = read_class(class_, rename=roster.rename).hand_ins
    assert [each.student for each in found] == list(script.CLASS)
    assert {each.platform for each in found} == {"canvas"}
    assert {each.student for each in found if each.late} == script.LATE
    assert {each.student for each in found if each.attempt > 1} == script.AGAIN
    assert not any(choose(each).refusal for each in found)
