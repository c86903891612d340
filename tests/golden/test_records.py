"""The checker's verdict on some 380 files, and its report on twenty of them."""

import zlib

import pytest
from helpers.golden import HERE, compare, facts, noughts

RECORDS = HERE / "records"
INPUTS = sorted(path for path in RECORDS.rglob("*") if path.suffix in (".py", ".ipynb"))
QUICK = 13  # of so many files, one is judged by `make test`; CI judges all
REPORTED = [
    "engines/actions_list.py",
    "engines/alpha_beta.py",
    "engines/bad_style.py",
    "engines/board_only_cache.py",
    "engines/crashes_on_ties.py",
    "engines/first_cell.py",
    "engines/half_written.py",
    "engines/import_numpy.py",
    "engines/loops_forever.py",
    "engines/max_slip.py",
    "engines/negative_index.py",
    "engines/no_antidiagonal.py",
    "engines/overwrites.py",
    "engines/shallow_copy.py",
    "engines/syntax_error.py",
    "engines/terminal_or.py",
    "engines/turn_miscounted.py",
    "engines/value_returned.py",
    "engines/winner_empty_line.py",
    "unfinished/starter.py",
]


def name(path):
    return path.relative_to(RECORDS).as_posix()


def quick(path):
    """Return whether this one of a long table is run by `make test`, too."""
    return zlib.crc32(name(path).encode()) % QUICK == 0


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, id=name(p), marks=[pytest.mark.ci] * (not quick(p)))
        for p in INPUTS
    ],
)
def test_a_file_is_judged_as_before(path, update_golden):
    compare(path.with_name(f"{path.name}.txt"), facts(path), update_golden)


@pytest.mark.ci
@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("path", REPORTED)
def test_a_report_reads_as_before(path, language, update_golden):
    done = noughts("check", "--language", language, RECORDS / path, cwd=RECORDS)
    golden = HERE / "reports" / f"{(RECORDS / path).stem}.{language}.txt"
    text = (done.stdout + done.stderr).replace(str(RECORDS), "FOLDER")
    compare(golden, text, update_golden)
