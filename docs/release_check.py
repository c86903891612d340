"""Whether the version, the changelog and the citation are ready for a tag: `v1.2.3`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = {
    "noughts/version.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "CHANGELOG.md": r"^## (\d\S*) (?:- \d{4}-\d\d-\d\d|\(not released\))$",
}
# What a release has and the work towards one has not: its date.
DATED = {
    "CITATION.cff": r"^date-released: .\d{4}-\d\d-\d\d.$",
    "CHANGELOG.md": r"\A(?:(?!^## ).*\n)*## \S+ - \d{4}-\d\d-\d\d$",
}


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version that each file names: the newest one of the changelog."""
    found = {}
    for name, pattern in VERSION.items():
        match = re.search(pattern, (root / name).read_text("utf-8"), re.MULTILINE)
        found[name] = match[1] if match else "none"
    return found


def undated(root: Path = ROOT) -> list[str]:
    """Return the files that do not say when this version was released."""
    return [
        name
        for name, pattern in DATED.items()
        if not re.search(pattern, (root / name).read_text("utf-8"), re.MULTILINE)
    ]


def main(argv: list[str] | None = None) -> int:
    """Print what a file lacks for the tag; return 1 if one lacks something."""
    [tag] = sys.argv[1:] if argv is None else argv
    wrong = {name: v for name, v in versions().items() if f"v{v}" != tag}
    for name, version in wrong.items():
        print(
            f"{name}: version {version} has the tag v{version}, not {tag}",
            file=sys.stderr,
        )
    for name in (missing := undated()):
        print(f"{name}: the date of the release is missing", file=sys.stderr)
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
