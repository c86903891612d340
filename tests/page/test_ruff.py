"""Ruff in a browser: what it finds is what the command line's ruff finds."""

import json
import random
import shutil
import subprocess
import sys

import pytest
from conftest import ENGINES, ROOT
from helpers.browsing import missing

from noughts.checker import style
from noughts.page.browser_python import RUFF, WORKERS

sys.path.append(str(ROOT / "docs"))
import make_site

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

# What a student's file may have, put at random places.
ODDITIES = (
    """
# noqa|#NOQA: F401|# ruff: noqa|# ruff: disable[F401]|# ruff: ignore[F401]
# flake8: noqa|if not x in y: pass|l = [1, 2 ,3 ]
# type: ignore|import os|from math import *|x = 1; y = 2|if x == None: pass|print 'x'
async def f(): pass|def F(X): pass|class low: pass|lambda: 0|return 1|await x|0777
match x:|type A = int|f'{'a'}'|t'{x}'|except A, B:|%matplotlib inline|global v
# é 漢 😀|'''|[|{|)|\\|\t|\f|\r|\ufeff|\u2028|\0
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
MUTANTS = 300


@pytest.fixture(scope="module")
def ruff(tmp_path_factory):
    """Return a folder with ruff as WebAssembly and the worker that runs it."""
    folder = tmp_path_factory.mktemp("ruff")
    try:
        package = make_site.fetched("@astral-sh/ruff-wasm-web", folder / "package")
    except (OSError, subprocess.CalledProcessError):
        missing("npm cannot fetch ruff here")
    for name in RUFF:
        shutil.copy(package / name, folder)
    shutil.copy(WORKERS / "ruff-worker.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def mutated(source, dice):
    """Return a source with a few oddities, or pieces missing."""
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(source) + 1)
        if dice.random() < 0.3:
            source = source[:at] + source[at + dice.randint(1, 40) :]
        else:
            end = dice.choice(["", "\n", " " * 5, "x" * 120 + "\n"])
            source = source[:at] + dice.choice(ODDITIES) + end + source[at:]
    return source


def test_both_builds_of_ruff_find_the_same(ruff):
    dice = random.Random(1)
    sources = [path.read_bytes() for path in sorted(ENGINES.glob("*.py"))]
    texts = [each.decode("utf-8", "replace") for each in sources]
    texts += [mutated(dice.choice(texts), dice) for _ in range(MUTANTS)]
    programs = [text.encode() for text in texts]
    asked = {
        "texts": [style.readable(each) for each in programs],
        "settings": style.SETTINGS,
    }
    command = ["node", ROOT / "tests/page/ruff.mjs", ruff]
    run = subprocess.run(
        command, input=json.dumps(asked), encoding="utf-8", stdout=-1, check=True
    )
    said = json.loads(run.stdout)
    assert said[::2] == ["ready"] * len(programs)
    found = [
        style.remarks_about(text, json.loads(each))
        for text, each in zip(asked["texts"], said[1::2], strict=True)
    ]
    natively = [style.findings(each) for each in programs]
    assert found == natively
    assert len({remark.code for remarks in found for remark in remarks}) > 10
