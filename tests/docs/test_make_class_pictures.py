"""The class of the pictures is one that a teacher could have."""

import importlib.util

import pytest
from conftest import ROOT

from noughts.classroom import roster
from noughts.classroom.submissions import Intake, students, submission

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
    intake = Intake("canvas", roster.read(tmp_path / "roster.csv"))
    with students(class_, intake) as units:
        found = [submission(unit) for unit in units]
    assert [each.student for each in found] == list(script.CLASS)
    assert {each.student for each in found if each.origin.late} == script.LATE
    assert {each.student for each in found if each.origin.attempt > 1} == script.AGAIN
    assert not any(each.refusal for each in found)
