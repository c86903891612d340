"""The site builder rejects links that lead nowhere and files from other hosts."""

import re
import runpy
import shutil

import pytest
from conftest import ROOT

DOCS = ROOT / "docs"
SITE = runpy.run_path(str(DOCS / "make_site.py"))

LOADS = {
    '<script src="https://far.example/a.js"></script>': {"https://far.example/a.js"},
    "<link rel=x href=//far.example/a.css>": {"//far.example/a.css"},
    '<a href="https://far.example/">a link for readers</a>': set(),
    '<link rel="canonical" href="https://our.example/docs/a.html">': set(),
    '<link href="https://our.example/b.html" rel=next><link rel="icon" href="//c/d">': {
        "//c/d"
    },
    '<script src="assets/a.js"></script><img src="../a.png">': set(),
}


@pytest.mark.parametrize(("page", "found"), LOADS.items())
def test_files_from_other_hosts_are_found(tmp_path, page, found):
    (tmp_path / "page.html").write_text(page)
    assert SITE["asked_elsewhere"](tmp_path) == found
    (tmp_path / "style.css").write_text("@font-face { src: url('https://f.example') }")
    assert SITE["asked_elsewhere"](tmp_path) == found | {"https://f.example"}


def test_each_front_page_links_to_the_other_languages(tmp_path, monkeypatch):
    here = tmp_path / "front"
    shutil.copytree(DOCS / "front", here)
    texts = (here / "front.toml").read_text("utf-8")
    third = texts.partition("[pt-BR]")[2].replace("pt-BR.html", "xx.html")
    (here / "front.toml").write_text(f"{texts}\n[xx]{third}", "utf-8")
    monkeypatch.setitem(SITE["front"].__globals__, "HERE", here)
    SITE["front"](tmp_path)
    pages = {"index.html", "pt-BR.html", "xx.html"}
    for page in pages:
        header = (tmp_path / page).read_text("utf-8").partition("</header>")[0]
        assert {*re.findall('<a href="([^"]+)"', header)} == pages - {page}


def test_a_front_page_has_an_even_number_of_cards_and_a_picture_for_each_theme(
    tmp_path,
):
    SITE["front"](tmp_path)
    for page in ("index.html", "pt-BR.html"):
        text = (tmp_path / page).read_text("utf-8")
        doors = text.partition('<ul class="doors">')[2].partition("</ul>")[0]
        assert doors.count("<li>") % 2 == 0
        pictures = re.findall('(?:src|srcset)="docs/pictures/([^"]+)"', text)
        assert len(pictures) == 2
        assert "(prefers-color-scheme: light)" in text
        assert all((DOCS / "pictures" / name).is_file() for name in pictures)


@pytest.mark.parametrize("published", [False, True])
def test_the_front_page_knows_addresses_only_where_it_is_published(
    published, tmp_path, monkeypatch
):
    for name, address in (
        ("SITE_URL", "https://a.test/docs/"),
        ("REPO_URL", "https://b.test"),
    ):
        monkeypatch.delenv(name, raising=False)
        if published:
            monkeypatch.setenv(name, address)
    SITE["front"](tmp_path)
    page = (tmp_path / "pt-BR.html").read_text("utf-8")
    assert ('"https://a.test/pt-BR.html"' in page) == published
    assert ('"https://a.test/docs/pictures/page-search.png"' in page) == published
    assert ('href="https://b.test"' in page) == published
    assert "https:" not in page or published


LINKS = {  # on docs/page.html
    "there.html": True,
    "there.html#part": True,
    "there.html#other": False,
    "#here": True,
    "#nowhere": False,
    "not-there.html": False,
    "../front.html": True,
    "../explore/#board=XO.......": True,
    "../explore/not-there.js": False,
    "a%20b.png": True,
    "https://far.example/whatever": True,
    "mailto:somebody@far.example": True,
    "/there.html": False,  # the site must work under any path
}


@pytest.mark.parametrize(("link", "leads"), LINKS.items())
def test_dead_links_are_found(tmp_path, link, leads):
    pages = {
        "docs/page.html": f'<a href="{link}" id="here">a link</a>',
        "docs/there.html": '<p id="part">',
        "docs/a b.png": "",
        "front.html": '<img src="docs/a b.png">',
        "explore/index.html": "",
    }
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [*SITE["dead_links"](tmp_path)] == (
        [] if leads else [f"docs/page.html: {link}"]
    )
