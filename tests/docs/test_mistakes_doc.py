"""What the site adds to the documentation: the catalogue, and links into the page."""

import re
import runpy

import pytest
from conftest import ROOT

from noughts.checker.mistakes.catalogue import catalogue

HOOK = runpy.run_path(str(ROOT / "docs" / "catalogue.py"))
SCRIPTS = [
    path.read_text("utf-8") for path in (ROOT / "noughts/page/web").rglob("*.js")
]


@pytest.mark.parametrize(("name", "language"), HOOK["PAGES"].items())
def test_the_site_lists_every_mistake_and_links_to_it(name, language):
    page = (ROOT / "docs" / name).read_text("utf-8")
    completed = HOOK["completed"](page, language)
    listed = re.findall(r'<a id="(\w+)"></a>', completed)
    assert sorted(listed) == sorted(catalogue())
    named = re.findall(r"`(\w+)`", page.partition("\n|---")[2])
    assert {*re.findall(r"\]\(#(\w+)\)", completed)} == {*named} - {*HOOK["PARAMETERS"]}


@pytest.mark.parametrize("name", HOOK["TABS"])
@pytest.mark.parametrize(("language", "suffix"), [("en", ""), ("pt-BR", ".pt-BR")])
def test_a_page_of_the_documentation_leads_into_a_tab(name, language, suffix):
    source = f"{name}{suffix}.md"
    text = (ROOT / "docs" / source).read_text("utf-8")
    linked = HOOK["with_link"](text, source, "../page.html")
    title, _, rest = text.partition("\n")
    (address,) = re.findall('href="([^"]+)"', linked.removesuffix(rest))
    assert linked.startswith(f"{title}\n\n<a ")
    state = dict(part.split("=") for part in address.partition("#")[2].split("&"))
    assert address.startswith(f"../page.html?lang={language}#")
    assert any(f'name: "{state["view"]}"' in script for script in SCRIPTS)
    assert HOOK["with_link"](text, "design.md", "../page.html") == text
