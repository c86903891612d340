"""What the commands print: help, errors, explanations, duels, proofs and games."""

import io
import re
import shlex
import shutil
import sys
import tomllib

import pytest
from conftest import ENGINES
from helpers.commands import command
from helpers.golden import ENVIRONMENT, HERE, compare

from noughts import cli
from noughts.texts import LANGUAGES

TRANSCRIPTS = HERE / "transcripts"
GROUPS = tomllib.loads((TRANSCRIPTS / "commands.toml").read_text("utf-8"))
ERRORS = GROUPS.pop("errors")
LONG = {"duel", "solve", "play"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Enter a folder with files to name on a command line."""
    folder = shutil.copytree(HERE / "files", tmp_path / "files")
    shutil.copy(ENGINES / "remembering.py", folder / "right.py")
    shutil.copy(ENGINES / "first_cell.py", folder)
    (folder / "empty_folder").mkdir()
    (folder / "big.bin").write_bytes(bytes(range(256)) * 8)
    monkeypatch.chdir(folder)
    for name in ("COLUMNS", "NO_COLOR"):
        monkeypatch.setenv(name, ENVIRONMENT[name])
    return folder


@pytest.mark.parametrize(
    "group", [pytest.param(g, marks=[pytest.mark.ci] * (g in LONG)) for g in GROUPS]
)
def test_commands_print_what_they_printed(
    group, folder, monkeypatch, capsys, update_golden
):
    blocks = []
    for row in GROUPS[group]:
        line, typed = (row, "") if isinstance(row, str) else row
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(line)
        blocks.append(transcript(line, typed, code, *capsys.readouterr()))
    text = "\n".join(blocks).replace(str(folder), "FOLDER")
    compare(TRANSCRIPTS / f"{group}.txt", text, update_golden)


@pytest.mark.parametrize("language", LANGUAGES)
def test_misuse_is_one_sentence_in_every_language(
    language, folder, monkeypatch, capsys, update_golden
):
    monkeypatch.setenv("LC_ALL", language.replace("-", "_"))
    blocks = []
    for row in ERRORS:
        code = run(row)
        out, err = capsys.readouterr()
        found = (code, len(err.splitlines()), bool(out))
        assert found in {(2, 1, False), (1, 0, True), (0, 0, True)}, row
        blocks.append(f"$ noughts {row}\n{err or out}exit code {code}\n")
    compare(TRANSCRIPTS / f"errors.{language}.txt", "\n".join(blocks), update_golden)


def run(line):
    """Run a command line; return its exit code."""
    name, *rest = shlex.split(line) or [""]
    return command(name)(rest) if name else cli.main([])


def transcript(line, typed, code, out, err):
    """Return what was typed, what was printed and the exit code."""
    parts = [f"$ noughts {line}", *(f"< {line}" for line in typed.splitlines())]
    parts += [out.rstrip("\n")] if out else []
    parts += [f"! {line}" for line in err.splitlines()]
    text = "\n".join([*parts, f"exit code {code}", ""])
    return re.sub(r"\d+[.,]\d(?= s\.)|\d[.,]\d{4}$", "TIME", text, flags=re.M)
