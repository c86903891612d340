"""What the commands print: help, errors, explanations, duels, proofs and games."""

import re
import shlex
import shutil
import tomllib

import pytest
from conftest import ENGINES
from helpers.commands import command
from helpers.golden import HERE, compare, noughts

from noughts import cli
from noughts.words import LANGUAGES

TRANSCRIPTS = HERE / "transcripts"
GROUPS = tomllib.loads((TRANSCRIPTS / "commands.toml").read_text("utf-8"))
ERRORS = GROUPS.pop("errors")
LONG = {"duel", "solve", "play"}


@pytest.fixture
def folder(tmp_path):
    """Return a folder with files to name on a command line."""
    folder = shutil.copytree(HERE / "files", tmp_path / "files")
    shutil.copy(ENGINES / "remembering.py", folder / "right.py")
    shutil.copy(ENGINES / "first_cell.py", folder)
    (folder / "empty_folder").mkdir()
    (folder / "big.bin").write_bytes(bytes(range(256)) * 8)
    return folder


@pytest.mark.parametrize(
    "group",
    [pytest.param(g, marks=[pytest.mark.ci] * (g in LONG)) for g in GROUPS],
)
def test_commands_print_what_they_printed(group, folder, update_golden):
    blocks = [transcript(row, folder) for row in GROUPS[group]]
    compare(TRANSCRIPTS / f"{group}.txt", "\n".join(blocks), update_golden)


@pytest.mark.parametrize("language", LANGUAGES)
def test_misuse_is_one_sentence_in_every_language(
    language, folder, monkeypatch, capsys, update_golden
):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LC_ALL", language.replace("-", "_"))
    blocks = []
    for row in ERRORS:
        name, *rest = shlex.split(row) or [""]
        code = command(name)(rest) if name else cli.main([])
        out, err = capsys.readouterr()
        found = (code, len(err.splitlines()), bool(out))
        assert found in {(2, 1, False), (1, 0, True), (0, 0, True)}, row
        blocks.append(f"$ noughts {row}\n{err or out}exit code {code}\n")
    compare(TRANSCRIPTS / f"errors.{language}.txt", "\n".join(blocks), update_golden)


def transcript(row, folder):
    """Run one command; return what was typed, what was printed and the exit code."""
    line, typed = (row, "") if isinstance(row, str) else row
    done = noughts(*shlex.split(line), cwd=folder, stdin=typed)
    parts = [f"$ noughts {line}", *(f"< {line}" for line in typed.splitlines())]
    parts += [done.stdout.rstrip("\n")] if done.stdout else []
    parts += [f"! {line}" for line in done.stderr.splitlines()]
    text = "\n".join([*parts, f"exit code {done.returncode}", ""])
    text = re.sub(r"\d+[.,]\d(?= s\.)|\d[.,]\d{4}$", "TIME", text, flags=re.M)
    return text.replace(str(folder), "FOLDER")
