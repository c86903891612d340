"""
Draw the trees of numbers in the docs, as the page exports them. Needs Node.

    python docs/make_tree_pictures.py [FOLDER]
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = (ROOT / "noughts" / "page" / "web" / "practice").as_uri()
# The textbook's tree when MIN B has its first leaf, and the whole search.
SCRIPT = """
const [modules, folder] = process.argv.slice(1);
const { writeFileSync } = await import("node:fs");
const { sheetPicture, svgText } = await import(`${modules}/export.js`);
const { knowledge, pictureOf } = await import(`${modules}/picture.js`);
const { parse, search, typed } = await import(`${modules}/tree.js`);
const root = parse("3 12 8 / 2 4 6 / 14 5 2");
const events = search(root);
const asked = events.findIndex(({ isCut }) => isCut);
const known = knowledge(root, events.slice(0, asked), { showsLeaves: true });
const look = (node) => ({ ...known(node), window: undefined });
const pictures = {
  "tree-question": pictureOf(root, look),
  "tree-solution": sheetPicture(root, true, "alphabeta"),
};
for (const [name, picture] of Object.entries(pictures))
  writeFileSync(`${folder}/${name}.svg`, svgText(picture, { title: typed(root) }));
"""


def main(argv: list[str] | None = None) -> int:
    """Write the pictures into a folder."""
    given = sys.argv[1:] if argv is None else argv
    folder = given[0] if given else str(ROOT / "docs" / "pictures")
    command = ["node", "--input-type=module", "-e", SCRIPT, MODULES, folder]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    raise SystemExit(main())
