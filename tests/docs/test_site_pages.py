"""The pages stand together: every link leads somewhere, every page is in the menu."""

import importlib
import re
import runpy
import shutil
from collections import Counter

import pytest
from conftest import ROOT
from helpers.commands import parsers

import noughts

DOCS = ROOT / "docs"
PAGES = sorted(
    [*ROOT.glob("*.md"), *DOCS.glob("*.md"), *(ROOT / ".github").rglob("*.md")]
)
LINK = re.compile(r"""\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)\"""")
FENCED = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```(?:python|sh|toml)\n.*?^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r" +# .*$", re.MULTILINE)  # in the reader's language
COMMAND = re.compile(r"^    (noughts \S+|python3? \S+)|^\$ (.+)", re.MULTILINE)
MAKE_SITE = runpy.run_path(str(DOCS / "make_site.py"))
asked_elsewhere, dead_links = MAKE_SITE["asked_elsewhere"], MAKE_SITE["dead_links"]
INLINE = r"`[^`]+`|^    [^\n]+|\]\(\S+\)|<[^>]*>"
VERBATIM = re.compile(rf"{FENCED.pattern}|{INLINE}", re.MULTILINE | re.DOTALL)
THOUSANDS = r"(?<![\d.,])\d{1,3}(?:MARK\d{3})+(?![.,]?\d)"
MENU = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\ntheme:")[0]

TRANSLATED = [path for path in PAGES if path.name.endswith(".pt-BR.md")]


def links(path):
    """Return what a page links to in this repository."""
    text = FENCED.sub("``", path.read_text("utf-8"))
    found = ["".join(link) for link in LINK.findall(text)]
    return [link for link in found if not re.match(r"https?:|mailto:", link)]


def anchors(path):
    """Return the anchors of a page, with those that a translation keeps."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    words = [re.sub(r"[^\w\s-]", "", title).strip() for title in HEADING.findall(text)]
    headings = {re.sub(r"[\s-]+", "-", title.lower()) for title in words}
    return headings | set(re.findall(r'<a id="([^"]+)"></a>', text))


def meant(path, link):
    """Return the files that a link may lead to: on the site, one a language."""
    name = link.partition("#")[0]
    target = (path.parent / name).resolve() if name else path
    translated = target.with_suffix(".pt-BR.md")
    return [target, translated] if name and translated.exists() else [target]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path):
    for link in links(path):
        place = link.partition("#")[2]
        for target in meant(path, link):
            assert target.exists(), link
            assert not place or place in anchors(target), f"{target.name}: {link}"


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_no_text_is_taken_for_a_reference(path):
    """The site's builder would look for a link of board[i][j], and stop."""
    assert "][" not in FENCED.sub("", path.read_text("utf-8"))


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


@pytest.mark.parametrize("language", ["", ".pt-BR"])
def test_every_option_of_the_checker_is_described(language):
    """Those for one file on one page, those for a class on another."""
    options = parsers()["check"]._option_string_actions.keys()
    pages = [DOCS / f"{name}{language}.md" for name in ("checker", "teachers")]
    text = "".join(path.read_text("utf-8") for path in pages)
    told = set(re.findall(r"--?[a-z0-9]+", text))
    missing = options - told - {"-h", "--help", "--output"}
    assert not missing, f"on none of {[path.name for path in pages]}: {missing}"


def pages_of(part):
    """Return the names of the pages under one heading of the menu."""
    under = MENU.partition(f"\n  - {part}:\n")[2]
    return re.findall(
        r"^      - [^\n]+: (\S+)\.md$", under.partition("\n  - ")[0], re.M
    )


@pytest.mark.parametrize("part", ["Learn", "Use", "Check"])
def test_what_learners_and_teachers_read_is_there_in_portuguese(part):
    names = pages_of(part)
    assert names
    assert [n for n in names if not (DOCS / f"{n}.pt-BR.md").is_file()] == []


def in_both_languages(path):
    """Return the text of a page in English, and that of its translation."""
    original = path.with_name(path.name.replace(".pt-BR", ""))
    return original.read_text("utf-8"), path.read_text("utf-8")


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_portuguese_pages_show_the_same_commands_and_code(path):
    english, portuguese = (COMMENT.sub("", text) for text in in_both_languages(path))
    for pattern in (COMMAND, CODE):
        assert pattern.findall(english) == pattern.findall(portuguese)


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_portuguese_pages_name_all_that_the_original_names(path):
    """An option, a file, a field or a test is not left out; FILE is ARQUIVO there."""
    english, portuguese = (
        set(re.findall(r"`([-\w.()/]+)`", text)) for text in in_both_languages(path)
    )
    assert {name for name in english - portuguese if not name.isupper()} == set()


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_portuguese_pages_have_the_same_parts(path):
    """A heading that was added, moved or left out in one language is noticed."""
    english, portuguese = (
        re.findall("^#+ ", FENCED.sub("", text), re.MULTILINE)
        for text in in_both_languages(path)
    )
    assert english == portuguese


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_portuguese_pages_have_the_same_numbers_written_as_in_brazil(path):
    """1,234 and 3.2 s are 1.234 and 3,2 s there; versions stay as they are."""
    english, portuguese = (VERBATIM.sub(" ", text) for text in in_both_languages(path))
    assert Counter(digits(english)) == Counter(digits(portuguese))
    large = re.findall(THOUSANDS.replace("MARK", ","), english)
    assert Counter(number.replace(",", ".") for number in large) == Counter(
        re.findall(THOUSANDS.replace("MARK", r"\."), portuguese)
    )
    assert not re.findall(r"\d\.(?!\d{3}\b)\d+ ?(?:%|(?:s|ms|[KMG]B)\b)", portuguese)


def digits(text):
    """Return the numbers of a text without what divides them."""
    found = re.findall(r"\d+(?:[.,]\d+)*", text)
    return [re.sub(r"[.,]", "", number) for number in found]


def test_the_portuguese_readme_links_to_portuguese_pages():
    """It is read outside of the site, which would choose the language by itself."""
    readme = ROOT / "README.pt-BR.md"
    assert [link for link in links(readme) if len(meant(readme, link)) > 1] == [
        "README.md"
    ]


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


def test_each_front_page_links_to_those_in_all_other_languages(tmp_path, monkeypatch):
    here = tmp_path / "front"
    shutil.copytree(DOCS / "front", here)
    told = (here / "front.toml").read_text("utf-8")
    third = told.partition("[pt-BR]")[2].replace("pt-BR.html", "xx.html")
    (here / "front.toml").write_text(f"{told}\n[xx]{third}", "utf-8")
    monkeypatch.setitem(MAKE_SITE["front"].__globals__, "HERE", here)
    MAKE_SITE["front"](tmp_path)
    pages = {"index.html", "pt-BR.html", "xx.html"}
    for page in pages:
        header = (tmp_path / page).read_text("utf-8").partition("</header>")[0]
        linked = re.findall('<a href="([^"]+)"', header)
        assert {*linked} == pages - {page}


LINKS = {  # on a page in a folder beside `there.html`
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
    "/there.html": False,  # a site may stand under any path
}


@pytest.mark.parametrize(("link", "leads"), LINKS.items())
def test_a_link_that_leads_nowhere_is_noticed_in_what_was_built(tmp_path, link, leads):
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
    assert [*dead_links(tmp_path)] == ([] if leads else [f"docs/page.html: {link}"])
