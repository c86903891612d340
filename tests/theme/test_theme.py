"""The palette: enough contrast, and the same colours, signs and keys everywhere."""

import re
from types import SimpleNamespace

import pytest
from conftest import ROOT
from helpers.golden import HERE, compare

from noughts import theme
from noughts.checker.reports import html
from noughts.play.terminal import session
from noughts.play.window.controls import CONTROLS
from noughts.theme.ansi import PLAIN, STYLES, Pen, board_lines, pen_for
from noughts.theme.pictures import board_svg

# Text colours and their backgrounds.
EVERYWHERE = [
    (ink, ground)
    for ink in ("ink", "soft", "accent", "x-text", "o-text", "win", "draw", "loss")
    for ground in ("paper", "ground")
]
TINTED = [
    *(("x-text", "x-tint"), ("o-text", "o-tint"), ("win", "win-tint")),
    *(("draw", "draw-tint"), ("loss", "loss-tint"), ("on-accent", "accent")),
    *((("ink", f"{name}-tint")) for name in ("x", "o", "win", "draw", "loss")),
]
SHAPES = [(ink, on) for ink in ("x", "o", "edge") for on in ("paper", "ground")]

PAGES = [
    *sorted((ROOT / "noughts/page/web").rglob("*.css")),
    ROOT / "noughts/checker/reports/page.css",
    ROOT / "noughts/classroom/class_report/class.css",
]


def luminance(colour):
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", theme.Colour._fields)
@pytest.mark.parametrize(("ink", "ground"), EVERYWHERE + TINTED)
def test_text_has_a_contrast_of_4_5_to_1(ink, ground, mode):
    pair = (getattr(theme.COLOURS[name], mode) for name in (ink, ground))
    assert contrast(*pair) >= 4.5


@pytest.mark.parametrize("mode", theme.Colour._fields)
@pytest.mark.parametrize(("ink", "ground"), SHAPES)
def test_shapes_have_a_contrast_of_3_to_1(ink, ground, mode):
    pair = (getattr(theme.COLOURS[name], mode) for name in (ink, ground))
    assert contrast(*pair) >= 3


def test_the_signs_of_the_three_outcomes_differ_and_so_do_those_of_checks():
    assert len(set(theme.SIGNS.values())) == len(theme.SIGNS)
    assert all(len(sign) == 1 for sign in theme.SIGNS.values())


def windows_keys():
    """Return what each letter does in the window, by our names."""
    names = {"new_game": "new"}
    return {
        names.get(name, str(name).lower()): control.keys.split()[0]
        for controls in CONTROLS.values()
        for name, control in controls.items()
        if isinstance(name, str) and len(control.keys.split()[0]) == 1
    }


def pages_keys():
    """Return what each letter does on the page, by our names."""
    names = {
        "advise": "hint",
        "toggleValues": "values",
        "lookBack": "analyse",
        "again": "new",
        "toggleTheme": "dark",
        "showKeys": "help",
    }
    source = (ROOT / "noughts/page/web/frame/view.js").read_text("utf-8")
    rows = []
    for table in ("GAME", "KEYS"):
        found = re.search(rf"const {table} = \{{(.*?)\}};", source, re.DOTALL)[1]
        rows += re.findall(r'\s"?(.)"?: (?:game\.|frame\.)?(\w+)', found)
    return {names.get(deed, deed): key for key, deed in rows}


def terminals_keys():
    """Return what each letter does at the terminal, by our names."""
    phases = (session.SIDE, session.TURN, session.END)
    commands = {command for phase in phases for command in phase.commands}
    return {command.name: command.key for command in commands if command.key}


@pytest.mark.parametrize("keys", [windows_keys, terminals_keys, pages_keys])
def test_the_same_key_does_the_same_everywhere(keys):
    there = keys()
    assert there.keys() >= {"undo", "hint", "values", "analyse", "new"}
    for name, key in there.items():
        if name in theme.KEYS or key in theme.KEYS.values():
            assert theme.KEYS.get(name) == key


def test_every_key_of_the_page_is_in_its_list():
    source = (ROOT / "noughts/page/web/frame/view.js").read_text("utf-8")
    listed = re.findall(r'\["(.)", "key\.', source)
    assert {key.upper() for key in pages_keys().values()} <= {*listed}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_style_sheet_names_its_colours_and_each_name_is_in_the_palette(path):
    style = path.read_text("utf-8")
    assert not re.findall(r":[^;{}]*#[0-9a-fA-F]{3,8}\b[^{}]*[;}]", style)
    page = ROOT / "noughts/page/web"
    parts = [each for each in page.rglob("*") if each.suffix in (".css", ".js")]
    more = "".join(each.read_text("utf-8") for each in parts if page in path.parents)
    own = set(re.findall(r"(--[\w-]+)\"?:", style + more))
    used = set(re.findall(r"var\((--[\w-]+)", style))
    assert used <= {f"--{name}" for name in theme.COLOURS} | own


def test_no_other_file_names_a_colour_by_its_number():
    """A picture that leaves the page has the palette's colours, or its own test."""
    light = {colour.light for colour in theme.COLOURS.values()}
    for path in (ROOT / "noughts").rglob("*"):
        if path.suffix in (".py", ".css", ".js", ".html"):
            found = re.findall(r"[\"':\s]#[0-9a-fA-F]{6}\b", path.read_text("utf-8"))
            is_export = path.name == "export.js"
            assert not found or (is_export and {each[1:] for each in found} <= light)


def test_every_theme_defines_every_colour():
    blocks = re.findall(r"color-scheme: (\w+); ([^}]*)", theme.css())
    assert [name for name, _ in blocks] == ["light", "dark", "dark"]
    for which, block in blocks:
        given = dict(re.findall(r"--([\w-]+): (#\w{6});", block))
        assert given == {
            name: getattr(colour, which) for name, colour in theme.COLOURS.items()
        }


def test_the_reports_begin_with_the_palette():
    assert html.stylesheet().startswith(theme.css())


def test_the_pictures_of_the_marks_have_the_marks_colours():
    icon = (ROOT / "noughts/page/web/icon.svg").read_text("utf-8").lower()
    marks = {theme.COLOURS[mark].light for mark in "xo"}
    assert set(re.findall(r"#[0-9a-f]{6}", icon)) == marks


def test_boards_are_drawn_as_they_were(update_golden):
    """As SVG for a page, and as text with the numbers of the empty squares."""
    played = board_svg(["XO.", ".X."], (1, 1))
    empty = board_svg([[None] * 4] * 3)
    text = board_lines([["X", None, None, None], [None] * 4, [None, None, None, "O"]])
    drawn = "\n\n".join([played, empty, text]).replace("><", ">\n<")
    compare(HERE / "look" / "boards.txt", f"{drawn}\n", update_golden)


def test_only_one_module_contains_escape_codes():
    escape = re.compile(r"\\(033|x1b|e)\[")
    files = (ROOT / "noughts").rglob("*.py")
    knowing = [path.name for path in files if escape.search(path.read_text("utf-8"))]
    assert knowing == ["ansi.py"]


COLOURS = [
    (True, {"TERM": "xterm"}, True),
    (True, {"WT_SESSION": "1"}, True),
    (True, {}, False),
    (True, {"TERM": "dumb"}, False),
    (True, {"TERM": "dumb", "WT_SESSION": "1"}, False),
    (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
    (True, {"TERM": "xterm", "NO_COLOR": ""}, True),
    (False, {"TERM": "xterm"}, False),
]


@pytest.mark.parametrize(("terminal", "environ", "colours"), COLOURS)
def test_colours_are_for_terminals_that_show_them(terminal, environ, colours):
    assert pen_for(SimpleNamespace(isatty=lambda: terminal), environ).colour is colours


@pytest.mark.parametrize("style", STYLES)
def test_a_pen_adds_styles_and_a_plain_one_does_not(style):
    assert Pen()("word", "bold", style) == f"\033[1;{STYLES[style]}mword\033[0m"
    assert PLAIN("word", style) == "word"
