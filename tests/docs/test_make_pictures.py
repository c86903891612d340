"""The pictures of the window are taken from the program itself."""

import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("pygame")
Image = pytest.importorskip("PIL.Image")
pytestmark = pytest.mark.ci


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    script = ROOT / "docs" / "make_pictures.py"
    subprocess.run([sys.executable, script, folder], check=True, capture_output=True)
    return folder


def test_the_pictures_kept_are_those_that_the_program_makes(folder):
    """Typefaces differ from machine to machine; from afar they look the same."""
    names = {path.name for path in folder.iterdir()}
    assert names == {"start.png", "values.png", "looked-back.png", "window.gif"}
    for path in folder.glob("*.png"):
        kept = ROOT / "docs" / "pictures" / path.name
        assert distance(path, kept) < 6, f"{path.name} is out of date: make docs"


def distance(one, other):
    """Return how much two pictures differ from afar: 0 not at all, 255 altogether."""
    seen = []
    for path in (one, other):
        with Image.open(path) as image:
            seen.append(image.convert("RGB").resize((30, 38)).tobytes())
    return sum(abs(a - b) for a, b in zip(*seen, strict=True)) / len(seen[0])


def test_pictures_of_different_things_are_far_apart(folder):
    assert distance(folder / "start.png", folder / "values.png") > 6
    assert distance(folder / "values.png", folder / "looked-back.png") > 6


def test_each_picture_shows_something_else(folder):
    images = set()
    for path in folder.glob("*.png"):
        with Image.open(path) as image:
            assert image.size == (600, 760)
            images.add(image.convert("RGB").tobytes())
    assert len(images) == 3


def test_the_film_moves_and_can_be_sent_by_mail(folder):
    path = folder / "window.gif"
    with Image.open(path) as film:
        assert film.n_frames > 15
    assert path.stat().st_size < 500_000
