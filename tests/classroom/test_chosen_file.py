"""What a file has of the assignment, with the files beside it."""

import pytest

from noughts.classroom.chosen_file import candidates
from noughts.classroom.files import FoundFile

IDLE = "def player(board):\n    raise NotImplementedError\n"
WRITTEN = "def player(board):\n    return 1\n"
HELPER = "def turn(board):\n    return 1\n"


def found(text, beside=""):
    """Return a file, and another beside it."""
    texts = {"a.py": text, "b.py": beside}
    nodes = [
        FoundFile(
            name,
            f"ana/{name}",
            "file",
            read=lambda limit, name=name: texts[name].encode(),
        )
        for name in texts
    ]
    return candidates(nodes, nodes)


@pytest.mark.parametrize(
    ("text", "beside", "begun"),
    [
        (WRITTEN, "", True),
        (IDLE, "", False),
        (HELPER, "", False),
        (IDLE + HELPER, "", False),
        ("from b import *\n", WRITTEN, True),
        ("from b import *\n", IDLE, False),
        ("from others import player\n", "", False),
    ],
)
def test_a_file_is_begun_that_has_more_than_everybody_is_given(text, beside, begun):
    file, _ = found(text, beside)
    assert file.begun is begun


@pytest.mark.parametrize(
    "text",
    [
        "from b import *\n",
        "import b\nplayer = b.turn\n",
        "import b\nplayer = f(b.turn)\n",
    ],
)
def test_a_file_has_what_it_takes_from_one_beside_it(text):
    file, _ = found(text, HELPER + "player = lambda board: 1\n" * ("*" in text))
    assert file.has == {"player"}


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("from b import player\n", False),  # a window
        ("from b import player\ndef utility(board):\n    return 1\n", True),
        ("def utility(board):\n    return 1\n", True),
        ("", False),
    ],
)
def test_a_file_that_imports_all_its_functions_does_not_stand_for_them(text, stands):
    every = found(
        text, WRITTEN + "def winner(board):\n    return 1\nactions = winner\n"
    )
    assert every[0].stands(every) is stands
