"""The page's files as they are sent: the page, one script and one style sheet."""

import base64
import hashlib
import re
from pathlib import Path

from noughts import theme
from noughts.page.bundle import bundle, without_comments
from noughts.page.data import LATER
from noughts.texts import LANGUAGES

WEB = Path(__file__).parent / "web"
BEGIN = "<script>{}</script>"  # the only code in the page itself
POLICY = (
    "default-src 'none'; script-src 'self' {begin}; style-src 'self'; "
    "img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
# The style sheets in their order: a later rule wins over an earlier one like it.
STYLES = (
    *("drawing/base", "drawing/editor", "frame/frame", "game/game", "frame/panel"),
    *("drawing/tree", "search/search", "game/values", "check/check", "link/link"),
    *("frame/keys", "frame/screens", "lessons/lessons", "practice/numbers"),
    *("practice/practice", "class/class"),
)
# A comment on lines of its own, in a style sheet or before a function.
COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


def page_files() -> dict[str, bytes]:
    """Return what the page loads from its folder, by name."""
    first, later = scripts()
    return {
        "noughts.js": first.encode(),
        **{f"{part}.js": script.encode() for part, script in later.items()},
        "style.css": style().encode(),
        "icon.svg": (WEB / "icon.svg").read_bytes(),
    }


def scripts() -> tuple[str, dict[str, str]]:
    """Return the page's modules as one script, and the parts that are loaded later."""
    modules = {
        path.relative_to(WEB).as_posix(): path.read_text("utf-8")
        for path in sorted(WEB.rglob("*.js"))
        if path.name != "begin.js"
    }
    return bundle(modules, "main.js", later=[f"{part}/view.js" for part in LATER])


def style() -> str:
    """Return the palette and the page's style as one sheet."""
    sheets = ((WEB / f"{name}.css").read_text("utf-8") for name in STYLES)
    return theme.css() + COMMENT.sub("", "".join(sheets))


def index(*facts: str, policy: str = "") -> str:
    """
    Return the page, with facts about it: "frozen", "engine".

    A static host sends no Content-Security-Policy header, so its page contains one.
    """
    names = "".join(f" data-{fact}" for fact in facts)
    html = f'<html{names} data-languages="{" ".join(LANGUAGES)}"'
    head = '<meta charset="utf-8">'
    meta = f'\n<meta http-equiv="Content-Security-Policy" content="{policy}">'
    text = (WEB / "index.html").read_text("utf-8")
    text = replaced(text, "<html", html)
    text = replaced(text, head, head + (meta if policy else ""))
    return replaced(text, BEGIN.format("begin.js"), BEGIN.format(begin()))


def begin() -> str:
    """Return the script that stands in the page."""
    return without_comments((WEB / "begin.js").read_text("utf-8"))


def policy_of(scripts: str = "", others: str = "") -> str:
    """Return the page's policy, with more sources of scripts and more directives."""
    allowed = " ".join(filter(None, [script_hash(begin()), scripts]))
    return POLICY.format(begin=allowed) + others


def script_hash(script: str) -> str:
    """Return an inline script as a source in a Content-Security-Policy."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def replaced(text: str, old: str, new: str) -> str:
    """Replace a text that occurs once; raise if it does not."""
    if text.count(old) != 1:
        raise ValueError(f"expected {old!r} once, found it {text.count(old)} times")
    return text.replace(old, new)
