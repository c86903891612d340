"""`noughts rubric`: a rubric to start from, and a look over one's own."""

import pytest

from noughts.checker import rubric
from noughts.cli import main

MINE = """title = "Mine"
[[section]]
title = "Rules"
checks = { player.turn = 2.5, winner.rows = 1 }
[[section]]
title = "More"
bonus = true
checks = { search.alphabeta = 3 }
"""


@pytest.mark.parametrize("name", [[], *([each] for each in rubric.shipped())])
def test_what_is_printed_is_a_rubric_that_can_be_used(capsys, tmp_path, name):
    assert main(["rubric", *name]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out, "utf-8")
    assert rubric.load(path) == rubric.load(*name)
    assert main(["rubric", "--check", str(path)]) == 0


def test_ones_own_is_summed_up(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE)
    code = main(["rubric", "--check", str(tmp_path / "mine.toml"), "--language", "en"])
    assert code == 0
    lines = ["Mine", "    3.5  Rules", "      3  More (bonus)", "    3.5  in all"]
    assert capsys.readouterr().out.splitlines() == lines
    main(["rubric", "--check", str(tmp_path / "mine.toml"), "--language", "pt-BR"])
    assert capsys.readouterr().out.splitlines()[-1].startswith("    3,5  ")


def test_a_mistake_is_one_sentence_with_a_suggestion(capsys, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace("player.turn", "player.trun"))
    assert main(["rubric", "--check", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"noughts rubric: {path}: ")
    assert said.endswith("did you mean player.turn?\n")
