"""Workflows, CONTRIBUTING and the version agree with the code."""

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


def test_all_files_name_the_same_version():
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        from release_check import versions
    finally:
        sys.path.pop(0)
    assert len(set(versions().values())) == 1, versions()
