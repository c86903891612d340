"""
Draw the pictures of the essay, as its figures look at first. Needs Node.

    python docs/make_tree_pictures.py [FOLDER]
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """
const [root, folder] = process.argv.slice(1);
const { writeFileSync } = await import("node:fs");
const { svgText } = await import(`${root}/noughts/page/web/practice/export.js`);
const { stills, STYLE } = await import(`${root}/docs/essay/looks.js`);
for (const [name, { title, picture }] of Object.entries(stills())) {
  const text = svgText(picture, { title, more: STYLE });
  writeFileSync(`${folder}/essay-${name}.svg`, text);
}
"""


def main(argv: list[str] | None = None) -> int:
    """Write the pictures into a folder."""
    given = sys.argv[1:] if argv is None else argv
    folder = given[0] if given else str(ROOT / "docs" / "pictures")
    command = ["node", "--input-type=module", "-e", SCRIPT, ROOT.as_uri(), folder]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    raise SystemExit(main())
