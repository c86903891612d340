"""The pictures of the window in the docs are up to date."""

import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("pygame")
Image = pytest.importorskip("PIL.Image")


def difference(one, other):
    """Return how much two thumbnails differ: from 0 to 255."""
    seen = []
    for path in (one, other):
        with Image.open(path) as image:
            seen.append(image.convert("RGB").resize((30, 38)).tobytes())
    return sum(abs(a - b) for a, b in zip(*seen, strict=True)) / len(seen[0])


@pytest.mark.ci
def test_pictures_of_the_window_are_up_to_date(tmp_path):
    """Typefaces differ between machines, so thumbnails are compared."""
    script = ROOT / "docs" / "make_pictures.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    pictures = sorted(tmp_path.glob("*.png"))
    assert [p.stem for p in pictures] == ["looked-back", "runner", "start", "values"]
    for path in pictures:
        kept = ROOT / "docs" / "pictures" / path.name
        assert difference(path, kept) < 6, f"{path.name} is out of date: make docs"
        others = [other for other in pictures if other != path]
        assert all(difference(path, other) > 6 for other in others)
    with Image.open(tmp_path / "window.gif") as film:
        assert film.n_frames > 15
