"""Whether the version, the changelog and the citation agree with a tag: `v1.2.3`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = {
    "noughts/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "CHANGELOG.md": r"^## \[(\d.*?)\] - \d{4}-\d\d-\d\d$",
}


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version that each file names: the newest one of the changelog."""
    found = {}
    for name, pattern in VERSION.items():
        match = re.search(pattern, (root / name).read_text("utf-8"), re.MULTILINE)
        found[name] = match[1] if match else "none"
    return found


def main(argv: list[str] | None = None) -> int:
    """Print where a file disagrees with the tag; return 1 if one does."""
    [tag] = sys.argv[1:] if argv is None else argv
    wrong = {name: v for name, v in versions().items() if f"v{v}" != tag}
    for name, version in wrong.items():
        print(f"{name}: {version}, but the tag is {tag}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
