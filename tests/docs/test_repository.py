"""What a repository has beside its code: workflows, templates, papers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCHEMAS = [(path, "vendor.github-workflows") for path in WORKFLOWS]
SCHEMAS.append((ROOT / ".github" / "dependabot.yml", "vendor.dependabot"))


@pytest.mark.parametrize(("path", "schema"), SCHEMAS, ids=lambda each: Path(each).name)
def test_workflows_are_what_github_reads(path, schema):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    subprocess.run([*command, str(path)], check=True)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_only_what_the_makefile_has(path):
    targets = re.findall(
        r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    text = path.read_text("utf-8")
    called = re.findall(r"make ([a-z-]+)", text) + re.findall(r"target: \[(.+)\]", text)
    for target in ", ".join(called).split(", "):
        assert target in targets, f"{path.name}: make {target}"
