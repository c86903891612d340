"""
The whole site as a folder that any host can serve, under any path.

    python docs/make_site.py [FOLDER]

SITE_URL, the address of the documentation, and REPO_URL, that of the repository, may be
given in the environment.

A front page, the page with the checker and the lessons, and the documentation. What
the checker needs in a browser (Pyodide and ruff) comes from the npm registry, pinned by
checksums.
"""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "docs" / "front"
sys.path.insert(0, str(ROOT))

from noughts import theme
from noughts.page.browser_python import Packages
from noughts.page.freeze import freeze

# What a browser fetches on its own, unlike links that a reader may follow, and unlike
# the published addresses of a page, its translations and its neighbours.
NAMED = r"""link\b(?=[^>]*\brel=["']?(?:canonical|alternate|next|prev)\b)"""
LOADED = re.compile(
    rf"""<(?!{NAMED})(?:script|link|img|iframe|source)\b[^>]*\b(?:src|srcset|href)=["']?"""
    r"""((?:https?:)?//[^"'\s>]+)"""
)
IMPORTED = re.compile(r"""(?:url\(|@import )["']?((?:https?:)?//[^"')\s]+)""")
LEADING = ("href", "src", "srcset")  # of one address each
DIALOG = 'role="dialog"'  # of the search, which the theme leaves without a name
PINNED = json.loads((HERE / "pinned.json").read_text("utf-8"))


def main(argv: list[str] | None = None) -> int:
    """Build the site, replacing what was in the folder."""
    given = sys.argv[1:] if argv is None else argv
    site = Path(given[0] if given else ROOT / "site").resolve()
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)
    for name, step in STEPS.items():
        print(f"{name} ...", flush=True)
        step(site)
    if dead := sorted(dead_links(site)):
        raise SystemExit("\n".join(["these links lead nowhere:", *dead]))
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{site}: {size / 1e6:.1f} MB")
    return 0


def front(site: Path) -> None:
    """Write the front page in each language."""
    templates = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined
    )
    page = templates.get_template("front.html")
    told = tomllib.loads((HERE / "front.toml").read_text("utf-8"))
    for language, say in told.items():
        text = page.render(
            language=language,
            say=say,
            told=told,
            root="",
            home=os.environ.get("SITE_URL", "").removesuffix("docs/"),
            source=os.environ.get("REPO_URL", ""),
        )
        (site / say["page"]).write_text(text + "\n", "utf-8")
    style = (HERE / "front.css").read_text("utf-8")
    (site / "front.css").write_text(theme.css() + style, "utf-8")


def page(site: Path, **some: Any) -> None:
    """Write the page, all its answers as files, and with it Python for the browser."""
    with tempfile.TemporaryDirectory() as folder:
        pyodide = fetched("pyodide", Path(folder) / "pyodide")
        ruff = fetched("@astral-sh/ruff-wasm-web", Path(folder) / "ruff")
        links: dict[str, Any] = {
            "documentation": {"en": "../docs/", "pt-BR": "../docs/pt-BR/"}
        }
        if source := os.environ.get("REPO_URL"):
            links["source"] = source
        packages = Packages(pyodide, ruff)
        freeze(site / "explore", packages=packages, links=links, **some)


def documentation(site: Path) -> None:
    """Build the documentation; a script from elsewhere is an error."""
    folder = site / "docs"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir"]
    more = {"PAGE": "explore/index.html", "NO_MKDOCS_2_WARNING": "1"}
    here = {**os.environ, **more}
    subprocess.run([*command, str(folder)], cwd=ROOT, check=True, env=here)
    (folder / "404.html").unlink()  # no host asks for one below its root
    shutil.copy(folder / "sitemap.xml", folder / "pt-BR")  # the menu of languages asks
    for path in folder.rglob("*.html"):
        name = "Busca" if "pt-BR" in path.parts else "Search"
        text = path.read_text("utf-8").replace(DIALOG, f'{DIALOG} aria-label="{name}"')
        path.write_text(text, "utf-8")
    with tempfile.TemporaryDirectory() as fetching:  # for the search from a disk
        shim = fetched("iframe-worker", Path(fetching)) / "shim" / "index.js"
        shutil.copy(shim, folder / "iframe-worker.js")
    if elsewhere := asked_elsewhere(folder):
        raise SystemExit(f"asked of another host: {', '.join(sorted(elsewhere))}")


def asked_elsewhere(folder: Path) -> set[str]:
    """Return the files that pages and styles would load from another host."""
    pages = {path.read_text("utf-8") for path in folder.rglob("*.html")}
    styles = {path.read_text("utf-8") for path in folder.rglob("*.css")}
    loaded = [found for page in pages for found in LOADED.findall(page)]
    return {*loaded, *(found for style in styles for found in IMPORTED.findall(style))}


class Page(HTMLParser):
    """The links of a page, and the anchors in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links, self.places = list[str](), set[str]()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add the links and the anchors of an element."""
        given = {name: value for name, value in attrs if value}
        self.places |= {given[name] for name in ("id", "name") if name in given}
        self.links += [given[name] for name in LEADING if name in given]


def dead_links(site: Path) -> Iterator[str]:
    """Yield the links within a site that lead to no file, or to no anchor."""
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links:
            scheme, host, name, _, place = urlsplit(link)
            if scheme or host:
                continue
            target = (path.parent / unquote(name)).resolve() if name else path
            target = target / "index.html" if target.is_dir() else target
            known = pages[target].places if target in pages else {place}
            state = place and target.parent.name == "explore"  # what the page shows
            if not target.is_file() or (place and not state and place not in known):
                yield f"{path.relative_to(site.resolve())}: {link}"


def fetched(package: str, folder: Path) -> Path:
    """Return an unpacked npm package; refuse one with another checksum."""
    pinned = PINNED[package]
    folder.mkdir(exist_ok=True)
    command = ["npm", "pack", "--silent", f"{package}@{pinned['version']}"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    [archive] = folder.glob("*.tgz")
    digest = hashlib.sha512(archive.read_bytes()).digest()
    if f"sha512-{base64.b64encode(digest).decode()}" != pinned["integrity"]:
        raise SystemExit(f"{archive.name}: not the bytes that were pinned")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / "package"


STEPS = {
    "the front page": front,
    "the page": page,
    "the documentation": documentation,
}

if __name__ == "__main__":
    sys.exit(main())
