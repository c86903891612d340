"""Links lead somewhere, the menu is complete, and translations match."""

import importlib
import re
from collections import Counter
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.commands import parsers
from helpers.counts import POSITIONS

import noughts
import tictactoe
from noughts.search import LADDER

DOCS = ROOT / "docs"
PAGES = sorted(
    [*ROOT.glob("*.md"), *DOCS.glob("*.md"), *(ROOT / ".github").rglob("*.md")]
)
TRANSLATED = [path for path in PAGES if path.name.endswith(".pt-BR.md")]
MENU = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\ntheme:")[0]

LINK = re.compile(r"""\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)\"""")
FENCED = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```(?:python|sh|toml)\n.*?^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r" +# .*$", re.MULTILINE)
COMMAND = re.compile(r"^    (noughts \S+|python3? \S+)|^\$ (.+)", re.MULTILINE)
INLINE = r"`[^`]+`|^    [^\n]+|\]\(\S+\)|<[^>]*>"
VERBATIM = re.compile(rf"{FENCED.pattern}|{INLINE}", re.MULTILINE | re.DOTALL)
THOUSANDS = r"(?<![\d.,])\d{1,3}(?:MARK\d{3})+(?![.,]?\d)"


def links(path):
    """Return the links of a page to files of this repository."""
    text = FENCED.sub("``", path.read_text("utf-8"))
    found = ["".join(link) for link in LINK.findall(text)]
    return [link for link in found if not re.match(r"https?:|mailto:", link)]


def anchors(path):
    """Return the anchors of a page: its headings and explicit ids."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    words = [re.sub(r"[^\w\s-]", "", title).strip() for title in HEADING.findall(text)]
    headings = {re.sub(r"[\s-]+", "-", title.lower()) for title in words}
    return headings | set(re.findall(r'<a id="([^"]+)"></a>', text))


def targets(path, link):
    """Return the file a link names, and its translation (the site may swap it in)."""
    name = link.partition("#")[0]
    target = (path.parent / name).resolve() if name else path
    translated = target.with_suffix(".pt-BR.md")
    return [target, translated] if name and translated.exists() else [target]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path):
    for link in links(path):
        anchor = link.partition("#")[2]
        for target in targets(path, link):
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), f"{target.name}: {link}"


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_every_page_is_in_the_menu_and_builds(path):
    original = path.name.replace(".pt-BR", "")
    assert (DOCS / original).is_file()
    assert f": {original}\n" in MENU
    # mkdocstrings takes board[i][j] in plain text for a cross-reference.
    assert "][" not in FENCED.sub("", path.read_text("utf-8"))


@pytest.mark.parametrize("part", ["Play", "Learn", "Students", "Teachers"])
def test_pages_for_learners_and_teachers_are_translated(part):
    section = MENU.partition(f"\n  - {part}:\n")[2].partition("\n  - ")[0]
    names = re.findall(r"^      - [^\n]+: (\S+)\.md$", section, re.MULTILINE)
    assert names
    assert [n for n in names if not (DOCS / f"{n}.pt-BR.md").is_file()] == []


def test_every_public_name_is_documented():
    page = (DOCS / "api.md").read_text("utf-8")
    described = re.findall(r"^::: noughts\.([\w.]+)\.(\w+)$", page, re.MULTILINE)
    assert sorted(name for _, name in described) == sorted(noughts.__all__)
    for module, name in described:
        defined = getattr(importlib.import_module(f"noughts.{module}"), name)
        assert defined is getattr(noughts, name)


@pytest.mark.parametrize("language", ["", ".pt-BR"])
def test_every_option_of_the_checker_is_documented(language):
    options = parsers()["check"]._option_string_actions.keys()
    pages = [DOCS / f"{name}{language}.md" for name in ("checker", "teachers")]
    text = "".join(path.read_text("utf-8") for path in pages)
    documented = set(re.findall(r"--?[a-z0-9]+", text))
    assert options - documented <= {"-h", "--help", "--output"}


def test_every_exercise_has_an_answer():
    page = (DOCS / "exercises.md").read_text("utf-8")
    questions, answers = page.split("## Answers")
    numbers = [str(n) for n in range(1, 11)]
    assert re.findall(r"^\*\*(\d+)\. ", questions, re.M) == numbers
    assert re.findall(r"^\*\*(\d+)\.\*\* ", answers, re.M) == numbers


def test_the_ladder_page_lists_every_search_with_its_file_and_count():
    text = (DOCS / "ladder.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| `(\w+\.py)` \|.*\| ([\d,]+) \|$", text, re.M)
    assert {name: int(n.replace(",", "")) for name, _, n in rows} == POSITIONS
    assert [name for name, _, _ in rows] == list(LADDER)
    for name, file, _ in rows:
        assert LADDER[name].__module__ == f"noughts.search.{file.removesuffix('.py')}"


@pytest.mark.ci
def test_the_ladder_page_counts_the_calls_of_result():
    """Boards that a search glances at are made by `result`, too."""
    counts = []
    for name in list(LADDER)[3:]:
        calls = []

        def counted(board, action, calls=calls):
            calls.append(action)
            return tictactoe.result(board, action)

        engine = SimpleNamespace(**{**vars(tictactoe), "result": counted})
        LADDER[name](engine).value(engine.initial_state())
        counts.append(f"{len(calls):,}")
    shown = f"{', '.join(counts[:-1])} and {counts[-1]}"
    page = (DOCS / "ladder.md").read_text("utf-8")
    assert f"the last four rungs are {shown}" in " ".join(page.split())


# --- Translations -----------------------------------------------------------


@pytest.fixture(params=TRANSLATED, ids=lambda path: path.name)
def both(request):
    """Return the English and the Portuguese text of one page."""
    path = request.param
    original = path.with_name(path.name.replace(".pt-BR", ""))
    return original.read_text("utf-8"), path.read_text("utf-8")


def test_a_translation_shows_the_same_commands_and_code(both):
    english, portuguese = (COMMENT.sub("", text) for text in both)
    for pattern in (COMMAND, CODE):
        assert pattern.findall(english) == pattern.findall(portuguese)


def test_a_translation_has_the_same_code_words(both):
    """Placeholders such as FILE are translated."""
    english, portuguese = (set(re.findall(r"`([-\w.()/]+)`", text)) for text in both)
    assert {name for name in english - portuguese if not name.isupper()} == set()


def test_a_translation_has_the_same_headings(both):
    english, portuguese = (
        re.findall("^#+ ", FENCED.sub("", text), re.MULTILINE) for text in both
    )
    assert english == portuguese


def test_a_translation_has_the_same_numbers_in_brazilian_notation(both):
    """1,234 and 3.2 s become 1.234 and 3,2 s."""
    english, portuguese = (VERBATIM.sub(" ", text) for text in both)
    assert Counter(digits(english)) == Counter(digits(portuguese))
    large = re.findall(THOUSANDS.replace("MARK", ","), english)
    assert Counter(number.replace(",", ".") for number in large) == Counter(
        re.findall(THOUSANDS.replace("MARK", r"\."), portuguese)
    )
    assert not re.findall(r"\d\.(?!\d{3}\b)\d+ ?(?:%|(?:s|ms|[KMG]B)\b)", portuguese)


def digits(text):
    """Return the numbers of a text without their separators."""
    found = re.findall(r"\d+(?:[.,]\d+)*", text)
    return [re.sub(r"[.,]", "", number) for number in found]


def test_the_portuguese_readme_links_to_portuguese_pages():
    """The site would choose the language itself; the README is read outside of it."""
    readme = ROOT / "README.pt-BR.md"
    translated = [link for link in links(readme) if len(targets(readme, link)) > 1]
    assert translated == ["README.md"]
