"""
Make the links and pictures of README.md absolute, for a package index.

    python docs/release_readme.py REPOSITORY TAG

REPOSITORY is the address of the repository. The release workflow knows it, and runs
this before it builds.
"""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
# A picture or a link, up to its address. An address with a scheme is left alone.
PICTURE = re.compile(r'(!\[[^]]*\]\(|<img src=")(?![a-z]+:|#)')
LINK = re.compile(r"((?<!!)\[[^]]*\]\()(?![a-z]+:|#)")


def absolute(text: str, repository: str, tag: str) -> str:
    """Return a README whose pictures and links work outside of the repository."""
    text = PICTURE.sub(rf"\1{repository}/raw/{tag}/", text)
    return LINK.sub(rf"\1{repository}/blob/{tag}/", text)


def main(argv: list[str] | None = None) -> int:
    """Rewrite README.md."""
    repository, tag = sys.argv[1:] if argv is None else argv
    text = absolute(README.read_text("utf-8"), repository, tag)
    README.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
