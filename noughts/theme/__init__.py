"""The shared look, from `palette.toml`: colours, signs and keys."""

import tomllib
from pathlib import Path
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour on a light ground, and on a dark one."""

    light: str
    dark: str


_FILE = Path(__file__).with_name("palette.toml")
_DATA = tomllib.loads(_FILE.read_text("utf-8"))

COLOURS = {name: Colour(*pair) for name, pair in _DATA["colours"].items()}
TERMINAL: dict[str, int] = _DATA["terminal"]
SIGNS: dict[str, str] = _DATA["signs"]
KEYS: dict[str, str] = _DATA["keys"]

# Light unless the system or the page's own switch says dark; on paper always light.
_CSS = """\
:root {{ color-scheme: light; {light} }}
@media screen {{
  :root[data-theme="dark"] {{ color-scheme: dark; {dark} }}
  @media (prefers-color-scheme: dark) {{
    :root:not([data-theme="light"]) {{ color-scheme: dark; {dark} }}
  }}
}}
"""


def css() -> str:
    """Return the palette as variables of a style sheet: `--ink`, `--win-tint`."""
    light = " ".join(f"--{name}: {colour.light};" for name, colour in COLOURS.items())
    dark = " ".join(f"--{name}: {colour.dark};" for name, colour in COLOURS.items())
    return _CSS.format(light=light, dark=dark)
