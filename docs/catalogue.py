"""
MkDocs hooks: descriptions, links into the page, and the catalogue of mistakes.

A description is the first paragraph of a page of the documentation, for search engines
and previews. PAGE, in the environment, is where the page is within the site.
"""

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from noughts.checker.mistakes.catalogue import Mistake, catalogue
from noughts.game.contract import PARAMETERS
from noughts.texts import words

TABS = tomllib.loads((Path(__file__).parent / "front" / "tabs.toml").read_text("utf-8"))
PAGES = {"mistakes.md": "en", "mistakes.pt-BR.md": "pt-BR"}
WORDS = {
    "en": {
        "code": "In code, `$x` is an expression, and `$*x` any number of them.",
        "several": "In several functions",
        "wrong": "wrong",
        "right": "right",
    },
    "pt-BR": {
        "code": "No código, `$x` é uma expressão, e `$*x` qualquer número delas.",
        "several": "Em várias funções",
        "wrong": "errado",
        "right": "certo",
    },
}
TEXTS = ("title", "text", "hint")
PARTS = {"rest": "…", "v": "…", "lines": "", "shown": "…"}


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Return a page as the site shows it, and set its description."""
    page.meta.setdefault("description", description(markdown))
    if address := os.environ.get("PAGE"):
        up = "../" * (page.file.dest_uri.count("/") + 1)
        markdown = with_link(markdown, page.file.src_uri, up + address)
    language = PAGES.get(page.file.src_uri)
    return completed(markdown, language) if language else markdown


def with_link(markdown: str, source: str, address: str) -> str:
    """Return the text with a link into the page below its title, if it has one."""
    name, _, language = source.removesuffix(".md").partition(".")
    language = language or "en"
    if name not in TABS:
        return markdown
    tab = TABS[name]
    link = f'<a href="{address}?lang={language}#{tab["opens"]}">'
    title, rest = markdown.split("\n", 1)
    return f"{title}\n\n{link}{tab[language]}</a>\n{rest}"


def description(markdown: str) -> str:
    """Return the first paragraph of a page as plain text."""
    plain = re.compile(r"[A-Za-zÀ-ÿ`*]")
    paragraph = next((p for p in markdown.split("\n\n") if plain.match(p)), "")
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", paragraph)
    return " ".join(re.sub(r"[`*]", "", text).split())


def completed(markdown: str, language: str) -> str:
    """Return the page with every mistake below its table, and links to them."""
    rows, say = catalogue().values(), WORDS[language]
    lines = [linked(markdown).rstrip(), "", say["code"]]
    for function in (*PARAMETERS, ""):
        lines += ["", f"## `{function}`" if function else f"## {say['several']}"]
        for row in rows:
            if (row.of[0] if len(row.of) == 1 else "") == function:
                lines += ["", *entry(row, language)]
    return "\n".join(lines) + "\n"


def linked(markdown: str) -> str:
    """Return the text with a link on each name of a mistake."""
    names = "|".join(catalogue())
    return re.sub(f"`({names})`", r"[\1](#\1)", markdown)


def entry(row: Mistake, language: str) -> list[str]:
    """Return the lines about one mistake."""
    table, say = words(language).feedback, WORDS[language]
    texts = {part: table[f"mistakes.{row.name}.{part}"] for part in TEXTS}
    code = row.pairs[0] if row.pairs else row.seen[:1]
    text = texts["text"].replace(" ({lines})", "").format(**PARTS)
    lines = [f'### <a id="{row.name}"></a>{texts["title"]}', "", text, ""]
    for name, pattern in zip(("wrong", "right"), code, strict=False):
        lines += ["```text", f"# {say[name]}", pattern.strip(), "```", ""]
    return [*lines, texts["hint"]]
