"""The site's page about mistakes has the whole catalogue."""

import re
import runpy

import pytest
from conftest import ROOT

from noughts.checker.mistakes.catalogue import catalogue

HOOK = runpy.run_path(str(ROOT / "docs" / "catalogue.py"))


@pytest.mark.parametrize(("name", "language"), HOOK["PAGES"].items())
def test_the_site_lists_every_mistake_and_links_to_it(name, language):
    page = (ROOT / "docs" / name).read_text("utf-8")
    completed = HOOK["completed"](page, language)
    listed = re.findall(r'<a id="(\w+)"></a>', completed)
    assert sorted(listed) == sorted(catalogue())
    named = re.findall(r"`(\w+)`", page.partition("\n|---")[2])
    assert {*re.findall(r"\]\(#(\w+)\)", completed)} == {*named} - {*HOOK["PARAMETERS"]}
