"""The page's files as they are sent: the page, one script and one style sheet."""

import re
from pathlib import Path

from noughts import theme
from noughts.page.bundle import bundle

WEB = Path(__file__).parent / "web"
FROZEN = ("<html", "<html data-frozen")
# A comment on lines of its own, in a style sheet or before a function.
COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


def page_files() -> dict[str, bytes]:
    """Return what the page loads from its folder, by name."""
    return {
        "noughts.js": script().encode(),
        "style.css": style().encode(),
        "begin.js": (WEB / "begin.js").read_bytes(),
        "icon.svg": (WEB / "icon.svg").read_bytes(),
    }


def script() -> str:
    """Return the page's modules as one script: 40 requests would take many rounds."""
    return bundle(
        {
            path.relative_to(WEB).as_posix(): path.read_text("utf-8")
            for path in sorted(WEB.rglob("*.js"))
            if path.name != "begin.js"
        }
    )


def style() -> str:
    """Return the palette and the page's style as one sheet."""
    return theme.css() + COMMENT.sub("", (WEB / "style.css").read_text("utf-8"))


def index(*changes: tuple[str, str]) -> str:
    """Return the page with some of its text replaced."""
    text = (WEB / "index.html").read_text("utf-8")
    for old, new in changes:
        text = replaced(text, old, new)
    return text


def replaced(text: str, old: str, new: str) -> str:
    """Replace a text that occurs once; raise if it does not."""
    if text.count(old) != 1:
        raise ValueError(f"expected {old!r} once, found it {text.count(old)} times")
    return text.replace(old, new)
