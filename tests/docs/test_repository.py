"""Workflows, CONTRIBUTING and the version agree with the code."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCHEMAS = [(path, "vendor.github-workflows") for path in WORKFLOWS]
SCHEMAS.append((ROOT / ".github" / "dependabot.yml", "vendor.dependabot"))


@pytest.mark.ci
@pytest.mark.parametrize(("path", "schema"), SCHEMAS, ids=lambda each: Path(each).name)
def test_workflows_match_the_schema_of_github(path, schema):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    subprocess.run([*command, str(path)], check=True)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_existing_targets(path):
    targets = re.findall(
        r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    text = path.read_text("utf-8")
    called = re.findall(r"make ([a-z-]+)", text) + re.findall(r"target: \[(.+)\]", text)
    for target in ", ".join(called).split(", "):
        assert target in targets, f"{path.name}: make {target}"


def test_contributing_names_every_target_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    targets = re.findall(r"^([a-z0-9-]+):.*## ", makefile, re.MULTILINE)
    named = set(re.findall(r"`make ([a-z0-9-]+)", text))
    assert set(targets) - {"help"} <= named <= set(targets)


def test_contributing_lists_every_package():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listing = text.partition("\nnoughts/ ")[2].partition("\ntests/ ")[0]
    packages = {path for path in (ROOT / "noughts").iterdir() if path.suffix == ".py"}
    packages |= {path.parent for path in (ROOT / "noughts").glob("*/__init__.py")}
    names = {path.name + "/" * path.is_dir() for path in packages} - {"__main__.py"}
    assert set(re.findall(r"^  ([\w.]+/?) ", listing, re.MULTILINE)) == names


def test_contributing_names_existing_files():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:noughts|tests|docs|benchmarks)/[\w./-]*)`", text)
    assert named
    for path in named:
        if not re.search(r"NAME|\bxx\b", path):
            assert (ROOT / path).exists(), path


PUBLISHED = [
    "mkdocs.yml",
    "pyproject.toml",
    "CITATION.cff",
    "README.md",
    "README.pt-BR.md",
]
PLACEHOLDER = re.compile(
    r"example\.(?:com|org)|(?:github|gitlab)\.(?:com|io)/(?:user|you|owner|noughts)",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "path",
    [ROOT / name for name in PUBLISHED]
    + WORKFLOWS
    + sorted((ROOT / "docs").glob("*.md")),
    ids=lambda path: path.name,
)
def test_no_address_is_a_placeholder(path):
    """The repository's and the site's addresses come from the place that runs this."""
    assert not PLACEHOLDER.search(path.read_text("utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path):
    """A tag of an action can be moved; a commit cannot."""
    used = re.findall(r"uses: (.+)", path.read_text("utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v[\d.]+", action), action


def test_a_release_waits_for_the_tests():
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "needs: test" in text
    assert "needs: build" in text
    assert ".ci/run" in text


def test_the_readme_of_a_release_has_no_relative_address(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    release_readme = importlib.import_module("release_readme")
    text = (ROOT / "README.md").read_text("utf-8")
    found = release_readme.absolute(text, "https://host.invalid/o/r", "v1.2.3")
    addresses = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", found)
    assert len(addresses) > 30
    ours = "https://host.invalid/o/r/"
    for link, source in addresses:
        assert (link or source).startswith("https://")
    for path in re.findall(rf"{ours}(?:raw|blob)/v1.2.3/([^)#\"]+)", found):
        assert (ROOT / path).exists()
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)|src=\"([^\"]+)\"", found)
    for link, source in pictures:
        assert (link or source).startswith(f"{ours}raw/v1.2.3/docs/pictures/")


@pytest.fixture
def release_check(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    return importlib.import_module("release_check")


def test_all_files_name_the_same_version(release_check):
    versions = release_check.versions()
    assert len(set(versions.values())) == 1, versions


def test_a_version_without_a_date_is_not_released(release_check, tmp_path):
    """The changelog's first section decides, not an older one that has a date."""
    changelog, citation = tmp_path / "CHANGELOG.md", tmp_path / "CITATION.cff"
    older = "## 1.0.0 - 2026-11-15\n"
    changelog.write_text(f"# Changelog\n\n## 2.0.0 (not released)\n\n{older}")
    citation.write_text("version: 2.0.0\n")
    assert release_check.undated(tmp_path) == ["CITATION.cff", "CHANGELOG.md"]
    changelog.write_text(f"# Changelog\n\n## 2.0.0 - 2026-12-01\n\n{older}")
    citation.write_text('version: 2.0.0\ndate-released: "2026-12-01"\n')
    assert release_check.undated(tmp_path) == []
