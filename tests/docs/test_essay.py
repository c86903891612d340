"""The essay's figures are live where scripts run, and pictures where they do not."""

import json
import re
import runpy
import subprocess
import sys
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.browsing import browser, expect, violations

DOCS = ROOT / "docs"
HOOK = runpy.run_path(str(DOCS / "essay.py"))
PICTURE = re.compile(r"\[!\[([^]]*)\]\(pictures/essay-([\w-]+)\.svg\)\]")
MOST = 900  # pixels without a figure
WIDTHS = [1280, 1366]
__all__ = ["browser"]  # a fixture


def pictures(page):
    """Return the figures of a page: their names, and what the pictures show."""
    text = (DOCS / page).read_text("utf-8")
    return {name: " ".join(alt.split()) for alt, name in PICTURE.findall(text)}


def html_of(page):
    """Return a page with nothing but its figures, as the hook makes it."""
    drawn = "\n".join(
        f'<p><a href="page.html"><img alt="" src="pictures/essay-{name}.svg" /></a></p>'
        for name in pictures(page)
    )
    there = SimpleNamespace(file=SimpleNamespace(src_uri=page), url=page)
    language = HOOK["PAGES"][page]
    body = HOOK["on_page_content"](drawn, page=there)
    return f'<!doctype html><html lang="{language}"><meta charset="utf-8">{body}'


def test_both_languages_have_the_same_figures_and_say_what_they_show():
    english, portuguese = map(pictures, HOOK["PAGES"])
    assert [*english] == [*portuguese]
    assert {path.stem for path in (DOCS / "pictures").glob("essay-*.svg")} == {
        f"essay-{name}" for name in english
    }
    for name, alternative in english.items():
        assert len(alternative) > 40, name
        assert alternative != portuguese[name]


def test_the_words_of_the_figures_are_the_same_in_both_languages():
    english, portuguese = map(HOOK["sentences"], HOOK["PAGES"].values())
    blanks = [
        {key: {*re.findall(r"\{\w+\}", text)} for key, text in words.items()}
        for words in (english, portuguese)
    ]
    assert blanks[0] == blanks[1]


def test_other_pages_stay_as_they_are():
    there = SimpleNamespace(file=SimpleNamespace(src_uri="page.md"), url="page.html")
    assert HOOK["on_page_content"]("<p>", page=there) == "<p>"


def test_the_script_is_small_and_asks_nobody():
    script = HOOK["script"]()
    assert len(script.encode()) < 66_000
    assert not re.search(r"https?:(?!//www\.w3\.org/)", script)


# --- In a browser --------------------------------------------------------------------


@pytest.fixture
def essay(browser, tmp_path):
    """Open the figures of a page; errors in the console fail the test."""
    troubles, contexts = [], []

    def opened(page, **options):
        HOOK["on_post_build"](config=SimpleNamespace(site_dir=tmp_path))
        written = tmp_path / "essay.html"
        written.write_text(html_of(page), "utf-8")
        contexts.append(browser.new_context(**{"locale": "en-US"} | options))
        tab = contexts[-1].new_page()
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.goto(written.as_uri())
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.mark.ci
@pytest.mark.parametrize("page", HOOK["PAGES"])
def test_every_picture_becomes_a_figure(essay, page):
    tab = essay(page)
    for name in pictures(page):
        figure = tab.locator(f"[data-figure={name}]")
        expect(figure.locator("svg")).to_have_count(1)
        expect(figure.locator("img")).to_have_count(0)
        assert figure.locator("button, input").count(), name
        said = figure.locator(".said").inner_text()
        assert said
        assert not re.search(r"[_{]", said), said  # a key, or a blank
    assert violations(tab, "aria-allowed-attr", "button-name", "label") == []


@pytest.mark.ci
def test_a_picture_has_its_figure_before_anything_is_done(essay):
    """The texts in it are the same, so nothing else appears when the script comes."""
    tab = essay("minimax.md")
    for name in pictures("minimax.md"):
        if name in ("watch", "board"):  # a picture shows the end of the search
            tab.locator(f"[data-figure={name}] input").fill("99")
        live = tab.locator(f"[data-figure={name}] svg text").all_text_contents()
        picture = (DOCS / "pictures" / f"essay-{name}.svg").read_text("utf-8")
        still = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
        assert [text.removesuffix(".0") for text in live] == still, name


@pytest.mark.ci
def test_the_first_question_has_an_answer(essay):
    words = HOOK["sentences"]("en")
    figure = essay("minimax.md").locator("[data-figure=question]")
    cut = figure.get_by_role("button", name=words["practice.cut_rest"])
    figure.get_by_role("button", name=words["practice.go_on"]).click()
    expect(figure.locator(".said")).to_contain_text("2")
    figure.get_by_role("button", name=words["again"]).click()
    cut.click()
    expect(figure.locator(".said b")).to_have_text(words["practice.right"])
    expect(figure.locator(".cut-mark")).to_have_count(2)


@pytest.mark.ci
def test_a_wrong_cut_is_refuted_and_comes_again(essay):
    words = HOOK["sentences"]("en")
    figure = essay("minimax.md").locator("[data-figure=deep]")
    figure.get_by_role("button", name=words["practice.cut_rest"]).click()
    expect(figure.locator(".said b")).to_have_text(words["practice.wrong.cut"])
    figure.get_by_role("button", name=words["practice.next"]).click()
    expect(figure.locator(".claim")).to_have_count(0)


@pytest.mark.ci
def test_values_rise_from_the_leaves_by_keyboard(essay):
    figure = essay("minimax.md").locator("[data-figure=rising]")
    for _ in range(5):
        figure.locator("[role=button]").first.press("Enter")
    shown = figure.locator(".value").all_text_contents()
    assert shown == "1 1 0 0 1 -1 0 -1".replace("-", "\u2212").split()


@pytest.mark.ci
def test_the_best_order_visits_five_leaves(essay):
    words = HOOK["sentences"]("en")
    figure = essay("minimax.md").locator("[data-figure=order]")
    for node in ("C", "BC", "CC"):
        name = words["practice.front"].format(name=node)
        figure.get_by_role("button", name=name, exact=True).click()
    expect(figure.locator(".said")).to_contain_text(words["practice.least"])


# --- On the built site ---------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the documentation, which `make site` can do."""
    pytest.importorskip("material", reason="make site installs what builds the pages")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir"]
    subprocess.run([*command, folder], cwd=ROOT, check=True, capture_output=True)
    return folder


ADDRESSES = ["minimax.html", "pt-BR/minimax.html"]
GAPS = """() => {
  const article = document.querySelector("article").getBoundingClientRect();
  const figures = [...document.querySelectorAll("[data-figure].is-live")];
  const boxes = figures.map((figure) => figure.getBoundingClientRect());
  const tops = [...boxes.map(({ top }) => top), article.bottom];
  const bottoms = [article.top, ...boxes.map(({ bottom }) => bottom)];
  return tops.map((top, n) => Math.round(top - bottoms[n]));
}"""


@pytest.mark.ci
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("address", ADDRESSES)
def test_no_stretch_of_the_essay_is_without_a_figure(browser, site, address, width):
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto((site / address).as_uri())
    expect(page.locator("[data-figure].is-live")).to_have_count(
        len(pictures("minimax.md"))
    )
    gaps = page.evaluate(GAPS)
    print(address, width, json.dumps(gaps))
    page.close()
    assert max(gaps) <= MOST, gaps


@pytest.mark.ci
@pytest.mark.parametrize("address", ADDRESSES)
def test_readers_without_scripts_see_the_pictures(browser, site, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / address).as_uri())
    images = page.locator("[data-figure] img")
    expect(images).to_have_count(len(pictures("minimax.md")))
    for image in images.all():
        image.scroll_into_view_if_needed()
        assert image.bounding_box()["height"] > 100
    assert [url for url in asked if not url.startswith("file:")] == []
    context.close()


@pytest.mark.ci
@pytest.mark.parametrize("address", ADDRESSES)
def test_the_essay_has_no_frame_and_needs_no_sideways_scrolling(browser, site, address):
    page = browser.new_page(viewport={"width": 360, "height": 800})
    page.goto((site / address).as_uri())
    expect(page.locator("iframe")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()
