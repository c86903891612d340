"""What the commands print: help, errors, explanations, duels, proofs and games."""

import re
import shlex
import shutil
import tomllib

import pytest
from helpers.golden import HERE, compare, noughts

TRANSCRIPTS = HERE / "transcripts"
GROUPS = tomllib.loads((TRANSCRIPTS / "commands.toml").read_text("utf-8"))
LONG = {"errors", "duel", "solve", "play"}


@pytest.mark.parametrize(
    "group",
    [pytest.param(g, marks=[pytest.mark.ci] * (g in LONG)) for g in GROUPS],
)
def test_commands_print_what_they_printed(group, tmp_path, update_golden):
    folder = shutil.copytree(HERE / "files", tmp_path / "files")
    (folder / "empty_folder").mkdir()
    (folder / "big.bin").write_bytes(bytes(range(256)) * 8)
    blocks = [transcript(row, folder) for row in GROUPS[group]]
    compare(TRANSCRIPTS / f"{group}.txt", "\n".join(blocks), update_golden)


def transcript(row, folder):
    """Run one command; return what was typed, what was printed and the exit code."""
    command, typed = (row, "") if isinstance(row, str) else row
    done = noughts(*shlex.split(command), cwd=folder, stdin=typed)
    parts = [f"$ noughts {command}", *(f"< {line}" for line in typed.splitlines())]
    parts += [done.stdout.rstrip("\n")] if done.stdout else []
    parts += [f"! {line}" for line in done.stderr.splitlines()]
    text = "\n".join([*parts, f"exit code {done.returncode}", ""])
    text = re.sub(r"\d+[.,]\d(?= s\.)|\d[.,]\d{4}$", "TIME", text, flags=re.M)
    return text.replace(str(folder), "FOLDER")
