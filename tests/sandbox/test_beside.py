"""What lies beside a file goes into its sandbox, and nothing else."""

from noughts.sandbox import beside


def test_what_lies_beside_a_file_goes_along_if_it_is_its_own_and_small(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(beside, "ROOM", 8)
    home = tmp_path / "ana"
    (home / "package").mkdir(parents=True)
    source = b"import fits, large, other, package, tictactoe, nowhere"
    (home / "tictactoe.py").write_bytes(source)
    (home / "fits.py").write_text("x = 1234")
    (home / "large.py").write_text("x = 12345")
    (home / "package" / "__init__.py").write_text("y = 2")
    (tmp_path / "other.py").write_text("z = 3")
    (home / "other.py").symlink_to(tmp_path / "other.py")
    found = beside.modules_beside(home / "tictactoe.py", source)
    assert found == {"fits": "x = 1234", "package": "y = 2"}
