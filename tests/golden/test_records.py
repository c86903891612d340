"""The checker's verdict on some 250 files, and its report on twenty of them."""

import ast
import tomllib
import zlib

import pytest
from conftest import ENGINES
from helpers.golden import HERE, compare, facts, noughts

RECORDS = HERE / "records"
FILES = sorted(path for path in RECORDS.rglob("*") if path.suffix in (".py", ".ipynb"))
CHANGES = tomllib.loads((RECORDS / "changes.toml").read_text("utf-8"))
MACHINE = {"huge_answer.py", "memory_hog.py"}  # how far they get depends on it
INPUTS = [
    *(
        f"engines/{path.name}"
        for path in sorted(ENGINES.glob("*.py"))
        if path.name not in MACHINE
    ),
    *(path.relative_to(RECORDS).as_posix() for path in FILES),
    *CHANGES,
]
QUICK = "unfinished/starter.py"
ALWAYS = {  # judged in CI
    "engines/actions_list.py",
    "engines/first_cell.py",
    "engines/recursion.py",
    "engines/textbook_deepcopy.py",
    "notebooks/a_list_of_names.ipynb",
    "styles/lru_cache.py",
}
SEARCHED = "mutants/plain"  # plain Minimax, which takes long
CI = 13  # one in so many files is judged in CI; before a release, all are


def marks(name):
    """Return the marks of one file of a long table."""
    if name == QUICK:
        return []
    rare = zlib.crc32(name.encode()) % CI or name.startswith(SEARCHED)
    return [pytest.mark.slow if rare and name not in ALWAYS else pytest.mark.ci]


def path_of(name):
    """Return where an input is kept."""
    folder, _, rest = name.partition("/")
    return ENGINES / rest if folder == "engines" else RECORDS / name


REPORTED = [
    name
    for name in INPUTS
    if (HERE / f"reports/{path_of(name).stem}.en.txt").exists()
    and path_of(name).parent.name != "mutants"
]


def changed(base, line, remove, insert=None, unparsed=False):
    """Return the source of an engine with one change."""
    source = path_of(base).read_text("utf-8")
    source = ast.unparse(ast.parse(source)) + "\n" if unparsed else source
    lines = source.split("\n")
    lines[line - 1 : line - 1 + remove] = [] if insert is None else insert.split("\n")
    return "\n".join(lines)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=marks(name)) for name in INPUTS]
)
def test_a_file_is_judged_as_before(name, tmp_path, update_golden):
    path = path_of(name)
    if name in CHANGES:
        path = tmp_path / "tictactoe.py"
        path.write_text(changed(**CHANGES[name]), "utf-8")
    compare(RECORDS / f"{name}.txt", facts(path), update_golden)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("name", REPORTED)
def test_a_report_reads_as_before(name, language, update_golden):
    path = path_of(name)
    done = noughts("check", "--language", language, path, cwd=path.parent)
    golden = HERE / "reports" / f"{path.stem}.{language}.txt"
    text = (done.stdout + done.stderr).replace(str(path.parent), "FOLDER")
    compare(golden, text, update_golden)
