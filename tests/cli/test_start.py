"""`noughts start` and `noughts rubric`: what they write."""

import subprocess
import sys

import pytest
from helpers.commands import command
from helpers.trusted import judged

from noughts import cli
from noughts.checker import rubric
from noughts.checker.reports.wording import summary
from noughts.game.contract import hand_in
from noughts.texts import words

main = command("start")
FILES = ["README.md", "requirements.txt", "runner.py", "tictactoe.py"]


def test_it_writes_the_files_of_an_unsolved_hand_in(tmp_path, capsys):
    folder = tmp_path / "deep" / "mine"
    assert main([str(folder), "--language", "en"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == FILES
    assert "noughts check --watch" in capsys.readouterr().out
    record = judged(folder / "tictactoe.py")
    assert summary(record, words()) == words()("report.begin", next="player")
    assert record.points == 0
    window = (folder / "runner.py").read_bytes()
    assert window == hand_in("runner.py").read_bytes()


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_readme_asks_for_the_student_first(language, tmp_path, capsys):
    main([str(tmp_path), "--language", language])
    first, *_ = (tmp_path / "README.md").read_text("utf-8").split("\n## ")[1:]
    say = words(language)
    wanted = ["start.heading.student", "start.student.name", "start.student.id"]
    assert first.strip().split("\n\n") == [say(key) for key in wanted]


@pytest.mark.skipif(sys.platform == "win32", reason="no sh to try it in")
@pytest.mark.parametrize("name", ["mine", "my game", "Ana's $HOME", "."])
def test_the_printed_commands_enter_the_folder(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["--language", "en", "--", name])
    typed = [line for line in capsys.readouterr().out.splitlines() if "    " in line]
    assert typed[-1].strip() == "noughts check --watch"
    assert len(typed) == (1 if name == "." else 2)
    script = "\n".join([*typed[:-1], "pwd"])
    found = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert found.stdout.strip() == str((tmp_path / name).resolve())


def test_it_never_overwrites(tmp_path, capsys):
    (tmp_path / "tictactoe.py").write_text("mine")
    assert main([str(tmp_path), "--language", "en"]) == 0
    assert (tmp_path / "tictactoe.py").read_text() == "mine"
    assert words()("start.kept", name="tictactoe.py") in capsys.readouterr().out


@pytest.mark.parametrize("name", [[], *([each] for each in rubric.shipped())])
def test_a_printed_rubric_can_be_loaded(capsys, tmp_path, name):
    assert cli.main(["rubric", *name]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out, "utf-8")
    assert rubric.load(path) == rubric.load(*name)
    assert cli.main(["rubric", "--check", str(path)]) == 0
