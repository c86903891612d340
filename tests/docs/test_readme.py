"""The commands of the READMEs and of the essay print what is shown there."""

import doctest
import re
import shlex
import subprocess
import sys

import pytest
from conftest import ROOT
from helpers.counts import POSITIONS
from helpers.pages import blocks

READMES = [ROOT / name for name in ("README.md", "README.pt-BR.md")]
ESSAYS = [ROOT / "docs" / name for name in ("minimax.md", "minimax.pt-BR.md")]
CHECKER = doctest.OutputChecker()


def locale_of(path):
    """Return the locale of a page's readers."""
    return "pt_BR.UTF-8" if path.name.endswith(".pt-BR.md") else "C.UTF-8"


def commands(path):
    """Return (command, output) for each `$` line of the console blocks."""
    return [
        (command, "\n".join(expected))
        for body in blocks(path, "console")
        for command, *expected in (
            part.rstrip().split("\n")
            for part in re.split(r"^\$ ", body, flags=re.M)[1:]
        )
    ]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("locale", "command", "expected"),
    [
        pytest.param(locale_of(path), *row, id=f"{path.name}: {row[0]}")
        for path in READMES + ESSAYS
        for row in commands(path)
    ],
)
def test_commands_print_what_the_page_shows(locale, command, expected):
    """In the reader's language; `...` matches anything."""
    program, *arguments = shlex.split(command)
    assert program == "noughts"
    run = subprocess.run(
        [sys.executable, "-m", "noughts", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={"PATH": "", "NO_COLOR": "1", "LC_ALL": locale},
        stdin=subprocess.DEVNULL,
    )
    printed = "\n".join(line.rstrip() for line in run.stdout.splitlines())
    assert CHECKER.check_output(expected, printed, doctest.ELLIPSIS), printed
    assert not run.stderr


def test_the_readmes_quote_the_counts_of_the_first_and_last_search():
    first, *_, last = POSITIONS.values()
    for path, mark in zip(READMES, ",.", strict=True):
        text = path.read_text("utf-8")
        paragraphs = [part for part in text.split("\n\n") if "(docs/ladder" in part]
        numbers = re.findall(r"\d[\d.,]*\d", " ".join(paragraphs))
        assert numbers == [f"{first:,}".replace(",", mark), str(last)], path


def test_each_readme_links_to_the_other_in_its_first_line():
    for path, other in zip(READMES, reversed(READMES), strict=True):
        assert f"({other.name})" in path.read_text("utf-8").splitlines()[0]
