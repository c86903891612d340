"""Trees as pictures: where their nodes are."""

import json
import subprocess
from xml.etree import ElementTree

import pytest
from conftest import ROOT

from noughts.theme.tree_picture import DrawnNode, place, tree_svg

LAYOUT = ROOT / "noughts/page/web/drawing/layout.js"
SCRIPT = f"""
const {{ place }} = await import("{LAYOUT.as_uri()}");
const [tree, width, height] = JSON.parse(process.argv[1]);
const rows = place(tree, width, height);
const shown = ({{ x, y, size, kind }}) => [x, y, size, kind];
console.log(JSON.stringify(rows.map((row) => row.map(shown))));
"""


def tree(*fans):
    """Return a tree whose nodes have that many children, level by level."""
    children = (tree(*fans[1:]) for _ in range(fans[0] if fans else 0))
    return DrawnNode("XO.......", "0", "X", children=tuple(children))


def data(node):
    return {"children": [data(child) for child in node.children]}


UNEVEN = DrawnNode("." * 9, "0", "X", children=(tree(3), tree(), tree(1, 2)))
TREES = [tree(), *(tree(n) for n in range(1, 10)), tree(3, 2, 1), tree(9, 8), UNEVEN]


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 696])
@pytest.mark.parametrize("root", TREES)
def test_nodes_are_where_the_page_draws_them(root, width):
    asked = json.dumps([data(root), width, 150])
    command = ["node", "--input-type=module", "-e", SCRIPT, asked]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    for row, theirs in zip(
        place(root, width, 150), json.loads(said.stdout), strict=True
    ):
        ours = [(each.x, each.y, each.size, each.kind) for each in row]
        for (*numbers, kind), (*others, other) in zip(ours, theirs, strict=True):
            assert (pytest.approx(numbers), kind) == (others, other)


@pytest.mark.parametrize("n", range(1, 10))
def test_all_moves_of_a_position_have_room_as_boards_on_a_telephone(n):
    assert all(each.kind == "board" for row in place(tree(n), 320, 150) for each in row)


def test_the_picture_says_its_text_and_escapes_it():
    root = DrawnNode("." * 9, "<b>", "X", children=(tree(), tree()))
    picture = ElementTree.fromstring(tree_svg(root, 320, 150, "a < b"))
    assert picture[0].text == "a < b"
    assert "<b>" in [*picture.itertext()]
