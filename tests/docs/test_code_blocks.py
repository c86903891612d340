"""Code on the pages runs; commands and data are at least parsed."""

import re
import shlex
import tomllib
from contextlib import suppress
from itertools import takewhile

import pytest
from conftest import ROOT
from helpers.pages import FENCE, blocks, run_block

from noughts import texts as tables
from noughts.checker import rubric
from noughts.cli.parser import COMMANDS, build
from noughts.lessons import course

PAGES = [*{*ROOT.glob("*.md")} - {ROOT / "CHANGELOG.md"}, *(ROOT / "docs").glob("*.md")]
INDENTED = re.compile(r"^    (noughts .+)$", re.MULTILINE)
INLINE = re.compile(r"`noughts (?!\[)([^`]+)`")
VALUES = (
    {"M": "4", "N": "4", "K": "4", "TARGET": "github"}
    | dict.fromkeys(("COMMAND", "COMANDO"), "explain")
    | dict.fromkeys(("BOARD", "TABULEIRO"), "X...O...X")
)
LONG = ("exercises.md", "checker.md", "ladder.md")
RUN_ELSEWHERE = ("library.md", "minimax.md")  # their own tests


def having(language):
    """Return the English pages with such a block; translations have the same ones."""
    pages = [path for path in sorted(PAGES) if ".pt-BR" not in path.name]
    return [
        pytest.param(page, id=page.name, marks=[pytest.mark.ci] * (page.name in LONG))
        for page in pages
        if blocks(page, language)
    ]


def test_every_block_names_its_language():
    for path in PAGES:
        for word, body in FENCE.findall(path.read_text("utf-8")):
            assert word in {"python", "console", "sh", "toml", "text"}, (path, body)


# --- Python -----------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [page for page in having("python") if page.id not in RUN_ELSEWHERE]
)
def test_the_python_of_a_page_runs_as_shown(path, tmp_path, monkeypatch):
    """Each page is one session, in a folder with a `tictactoe.py`."""
    (tmp_path / "tictactoe.py").write_bytes((ROOT / "tictactoe.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    session = {"__name__": "page"}
    for block in blocks(path, "python"):
        run_block(block, session, path.name)


# --- Commands ---------------------------------------------------------------


def shown(path):
    """Return the `noughts` commands of a page, each as a list of words."""
    text = path.read_text("utf-8")
    fenced = [body for word, body in FENCE.findall(text) if word in ("sh", "console")]
    lines = [line.removeprefix("$ ") for body in fenced for line in body.splitlines()]
    lines += INDENTED.findall(text)
    lines += [f"noughts {rest}" for rest in INLINE.findall(FENCE.sub("", text))]
    return [words(line) for line in lines if line.startswith("noughts ")]


def words(line):
    """Return a command's words up to a pipe, a redirection or a comment."""
    command = line.replace("\n", " ").removesuffix(" ...")
    split = shlex.shlex(command, posix=True, punctuation_chars=True)
    split.whitespace_split = True
    found = takewhile(lambda word: not set(word) <= set("&|>"), split)
    return [VALUES.get(word, word) for word in found]


@pytest.mark.parametrize("path", sorted(PAGES), ids=lambda path: path.name)
def test_every_command_is_parsed(path, capsys):
    for command in shown(path):
        if len(command) == 2:  # only its name
            assert command[1] in (*COMMANDS, "help", "--version")
            continue
        rest = ["--help"]
        with suppress(SystemExit):
            _, rest = build(tables.words()).parse_known_args(command[1:])
        assert not rest or "--help" in command, f"{command}: {capsys.readouterr().err}"


def test_every_command_is_documented():
    documented = {command[1] for path in PAGES for command in shown(path)}
    missing = [name for name in COMMANDS if name not in documented]
    assert not missing, f"no page in docs/ shows `noughts {missing[0]}`"


# --- Data -------------------------------------------------------------------


@pytest.mark.parametrize("path", having("toml"))
def test_toml_on_a_page_is_a_valid_rubric_or_course(path, tmp_path):
    for number, block in enumerate(blocks(path, "toml")):
        file = tmp_path / f"{number}.toml"
        file.write_text(block, "utf-8")
        assert read(file, tomllib.loads(block))


def read(file, data):
    return course.load(file) if "lesson" in data else rubric.load(file)
