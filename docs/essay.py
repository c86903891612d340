"""
A MkDocs hook: the pictures of the essay become live figures, with one script.

In Markdown a figure is a linked picture, which is what readers on GitHub and without
scripts see. The script is made from the page's own modules.
"""

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "docs" / "essay"
WEB = ROOT / "noughts" / "page" / "web"
sys.path.insert(0, str(ROOT))

from noughts import theme
from noughts.page.bundle import bundle
from noughts.texts import words

PAGES = {"minimax.md": "en", "minimax.pt-BR.md": "pt-BR"}
SHARED = ("practice.", "list.")  # the sentences of the page that the figures need
INDENTATION = re.compile(r"^ +", re.MULTILINE)  # readers have the modules
FIGURE = re.compile(
    r'<p>(<a href="[^"]*"><img [^>]*/essay-([\w-]+)\.svg"[^>]*></a>)</p>'
)
MARKED = r'<div class="essay-figure" data-figure="\2">\1</div>'


def on_page_content(html: str, *, page: Any, **_: Any) -> str:
    """Mark the figures of an essay, and add the words and the script for them."""
    language = PAGES.get(page.file.src_uri)
    if language is None:
        return html
    root = "../" * page.url.count("/")
    said = json.dumps(sentences(language), ensure_ascii=False).replace("</", "<\\/")
    return "\n".join(
        [
            f'<link rel="stylesheet" href="{root}essay.css">',
            FIGURE.sub(MARKED, html),
            f'<script type="application/json" id="essay-words">{said}</script>',
            f'<script src="{root}essay.js"></script>',
        ]
    )


def on_post_build(*, config: Any, **_: Any) -> None:
    """Write the script and its style beside the pages."""
    site = Path(config.site_dir)
    (site / "essay.js").write_text(script(), "utf-8")
    (site / "essay.css").write_text(style(), "utf-8")


def sentences(language: str) -> dict[str, str]:
    """Return what the figures say in a language."""
    table = words(language).table
    own = tomllib.loads((HERE / "essay.toml").read_text("utf-8"))[language]
    return {key: table[key] for key in table if key.startswith(SHARED)} | own


def script() -> str:
    """Return the figures and the page's modules that they need as a classic script."""
    modules = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for folder in (WEB, HERE)
        for path in sorted(folder.rglob("*.js"))
        if path.name != "begin.js"
    }
    text, _ = bundle(modules, "docs/essay/essay.js")
    return INDENTATION.sub("", f"(() => {{\n{text}\n}})();\n")


def style() -> str:
    """Return the style of the figures: the page's palette and its drawing of trees."""
    colours = theme.COLOURS.items()
    light = " ".join(f"--{name}: {colour.light};" for name, colour in colours)
    dark = " ".join(f"--{name}: {colour.dark};" for name, colour in colours)
    sheets = (WEB / "practice" / "numbers.css", HERE / "essay.css")
    return "\n".join(
        [
            f".essay-figure {{ {light} }}",
            f'[data-md-color-scheme="slate"] .essay-figure {{ {dark} }}',
            *(path.read_text("utf-8") for path in sheets),
        ]
    )
