"""The pages stand together: every link leads somewhere, every page is in the menu."""

import ast
import importlib
import re
import runpy

import pytest
from conftest import ROOT

import noughts

DOCS = ROOT / "docs"
PAGES = sorted(
    [*ROOT.glob("*.md"), *DOCS.glob("*.md"), *(ROOT / ".github").rglob("*.md")]
)
LINK = re.compile(r"""\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)\"""")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
COMMAND = re.compile(r"^    (noughts \S+|python3? \S+)", re.MULTILINE)
asked_elsewhere = runpy.run_path(str(DOCS / "make_site.py"))["asked_elsewhere"]
MENU = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\ntheme:")[0]


def links(path):
    """Return what a page links to in this repository."""
    text = CODE.sub("``", path.read_text("utf-8"))
    found = ["".join(link) for link in LINK.findall(text)]
    return [link for link in found if not re.match(r"https?:|mailto:", link)]


def anchors(path):
    """Return the anchors of a page's headings."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    words = [re.sub(r"[^\w\s-]", "", title).strip() for title in HEADING.findall(text)]
    return {re.sub(r"[\s-]+", "-", title.lower()) for title in words}


def meant(path, link):
    """Return the file that a link of a page leads to: on the site, in its language."""
    name = link.partition("#")[0]
    target = (path.parent / name).resolve() if name else path
    translated = target.with_suffix(".pt-BR.md")
    if path.parent == DOCS and ".pt-BR." in path.name and translated.exists():
        return translated
    return target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path):
    for link in links(path):
        target = meant(path, link)
        assert target.exists(), link
        place = link.partition("#")[2]
        assert not place or place in anchors(target), link


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_every_page_is_in_the_menu_and_a_translation_has_its_original(path):
    original = path.name.replace(".pt-BR", "")
    assert (DOCS / original).is_file()
    assert f": {original}\n" in MENU


def test_every_name_of_the_front_door_is_described():
    page = (DOCS / "api.md").read_text("utf-8")
    described = re.findall(r"^::: noughts\.([\w.]+)\.(\w+)$", page, re.MULTILINE)
    assert sorted(name for _, name in described) == sorted(noughts.__all__)
    for home, name in described:
        room = importlib.import_module(f"noughts.{home}")
        assert getattr(room, name) is getattr(noughts, name)


def test_the_laws_name_tests_that_there_are():
    page = (DOCS / "design.md").read_text("utf-8")
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", page))
    assert len(re.findall(r"^\| [1-7] \|.*`tests/", page, re.MULTILINE)) == 7
    for name in named:
        functions = ast.parse((ROOT / name).read_text("utf-8")).body
        assert any(getattr(each, "name", "").startswith("test_") for each in functions)


def test_portuguese_pages_show_the_same_commands():
    for path in DOCS.glob("*.pt-BR.md"):
        original = path.with_name(path.name.replace(".pt-BR", ""))
        shown = [COMMAND.findall(page.read_text("utf-8")) for page in (original, path)]
        assert shown[0] == shown[1], path.name


@pytest.mark.parametrize(
    ("page", "found"),
    [
        (
            '<script src="https://far.example/a.js"></script>',
            "https://far.example/a.js",
        ),
        ("<link rel=x href=//far.example/a.css>", "//far.example/a.css"),
        ('<a href="https://far.example/">a link that a reader may follow</a>', None),
        ('<script src="assets/a.js"></script><img src="../a.png">', None),
    ],
)
def test_what_a_page_would_load_from_another_host_is_noticed(tmp_path, page, found):
    (tmp_path / "page.html").write_text(page)
    assert asked_elsewhere(tmp_path) == ({found} if found else set())


def test_what_a_style_would_load_from_another_host_is_noticed(tmp_path):
    (tmp_path / "style.css").write_text(
        "@font-face { src: url('https://far.example/f') }"
    )
    assert asked_elsewhere(tmp_path) == {"https://far.example/f"}
