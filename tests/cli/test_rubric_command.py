"""`noughts rubric`: a rubric to start from, and a look over one's own."""

import pytest

from noughts.checker import rubric
from noughts.cli import main


@pytest.mark.parametrize("name", [[], *([each] for each in rubric.shipped())])
def test_a_printed_rubric_can_be_loaded(capsys, tmp_path, name):
    assert main(["rubric", *name]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out, "utf-8")
    assert rubric.load(path) == rubric.load(*name)
    assert main(["rubric", "--check", str(path)]) == 0
