"""The pages about mistakes are those that the catalogue makes."""

import runpy

import pytest
from conftest import ROOT

from noughts.mistakes.made import faulty_engines
from noughts.mistakes.mistakes import catalogue

MAKE = runpy.run_path(str(ROOT / "docs" / "make_mistakes.py"))


@pytest.mark.parametrize("language", MAKE["PAGES"])
def test_the_page_is_up_to_date(language):
    path = MAKE["PAGES"][language]
    assert path.read_text("utf-8") == MAKE["page"](language), "run `make docs`"


@pytest.mark.parametrize("name", ["teachers.md", "teachers.pt-BR.md"])
def test_the_teachers_page_counts_the_engines_with_a_mistake(name):
    page = (ROOT / "docs" / name).read_text("utf-8")
    assert f" {len(faulty_engines())} " in page


def test_every_mistake_has_an_entry():
    page = MAKE["page"]("en")
    assert all(f'id="{name}"' in page for name in catalogue())
