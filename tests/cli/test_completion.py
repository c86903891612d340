"""`noughts completion`: the shells themselves complete what is typed."""

import os
import shutil
import subprocess
import sys

import pytest

from noughts import cli
from noughts.cli import completion
from noughts.cli.options import Parser, built
from noughts.words import LANGUAGES, words

pytest.importorskip("shtab")

TYPED = [
    ("pl", {"play"}),
    ("", {*cli.COMMANDS, cli.HELP}),
    ("explain --co", {"--counts"}),
    ("explain --search al", {"alphabeta"}),
    ("autograder ", {"gradescope", "check50", "github", "prairielearn"}),
    ("play --opponent ", {"perfect", "casual", "random", "friend"}),
    ("play --engine mi", {"mine.py"}),
    ("check mi", {"mine.py"}),
    ("start so", {"somewhere"}),
    ("help so", {"solve"}),
    ("duel --language pt", {"pt-BR"}),
]
BASH = """
source ./script
COMP_WORDS=(noughts {words}) COMP_CWORD={at}
_shtab_noughts noughts {last} ""
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def script(shell, capsys, folder):
    assert cli.main(["completion", shell]) == 0
    (folder / "script").write_text(capsys.readouterr().out, "utf-8")
    (folder / "mine.py").touch()
    (folder / "somewhere").mkdir()


def run(folder, *command):
    home = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    done = subprocess.run(command, cwd=folder, env=home, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize(("typed", "offered"), TYPED)
def test_bash_completes(typed, offered, capsys, tmp_path):
    script("bash", capsys, tmp_path)
    quoted = [f"'{word}'" for word in typed.split(" ")]
    line = BASH.format(words=" ".join(quoted), at=len(quoted), last=quoted[-1])
    assert set(run(tmp_path, "bash", "-c", line).split()) == offered


@pytest.mark.skipif(not shutil.which("fish"), reason="needs fish")
@pytest.mark.parametrize(("typed", "offered"), TYPED)
def test_fish_completes(typed, offered, capsys, tmp_path):
    script("fish", capsys, tmp_path)
    line = f"source script; complete -C 'noughts {typed}'"
    shown = run(tmp_path, "fish", "--no-config", "-c", line).splitlines()
    words = {row.split("\t")[0].rstrip("/") for row in shown}
    assert offered <= words


@pytest.mark.skipif(not shutil.which("zsh"), reason="needs zsh")
def test_zsh_can_read_its_script(capsys, tmp_path):
    script("zsh", capsys, tmp_path)
    run(tmp_path, "zsh", "-n", "script")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_parser_that_can_be_had_without_running_it(language):
    for name in cli.COMMANDS:
        module = cli.importlib.import_module(cli.module_of(name))
        parser = built(module.main, words(language))
        assert parser.prog == f"noughts {name}"
        assert parser.say.language == language
    assert Parser.reads


def test_before_a_command_there_are_help_the_version_and_the_language():
    root = completion.whole(words())
    assert [action.option_strings for action in root._actions] == [
        ["-h", "--help"],
        ["--language"],
        ["-V", "--version"],
        [],
    ]


def test_what_reads_no_arguments_is_a_fault():
    with pytest.raises(TypeError, match="reads no arguments"):
        built(lambda argv: 0, words())
    assert Parser.reads


def test_without_the_library_its_name_is_said(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert cli.main(["completion", "bash"]) == 2
    assert capsys.readouterr() == (
        "",
        "noughts completion: completion needs shtab, which is not installed: "
        "pip install shtab\n",
    )
