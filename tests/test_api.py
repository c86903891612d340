"""The public API: quick to import, typed and documented; it refuses bad input."""

import ast
import doctest
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest
from conftest import ENGINES, ROOT
from helpers.odds import odds_against_random
from helpers.refusals import refused

import noughts
from noughts.game import oracle
from noughts.game.contract import MachineError
from noughts.texts import words

PAGE = ROOT / "docs" / "library.md"
START = noughts.parse_board("... ... ...")
BOARD = noughts.parse_board("XO. .X. ..O")
FINISHED = noughts.parse_board("XXX OO. ...")
UNREACHABLE = [["X", "X", "X"], ["O", "O", "O"], [None, None, None]]


# --- Quick and typed --------------------------------------------------------


def fresh(program):
    """Return what a program prints in a fresh process, in an empty folder."""
    command = [sys.executable, "-I", "-c", program]
    return subprocess.check_output(command, text=True)


def test_importing_noughts_imports_nothing_else():
    program = "import sys; before = set(sys.modules); import noughts; "
    program += "print(*sorted(set(sys.modules) - before))"
    assert fresh(program).split() == ["noughts"]


@pytest.mark.parametrize(
    ("use", "spared"),
    [
        ("parse_board('... ... ...')", ["oracle", "sandbox", "checker", "classroom"]),
        ("value(noughts.parse_board('... ... ...'))", ["sandbox", "checker", "search"]),
        ("engine()", ["checker", "classroom", "search", "explainer", "solver"]),
    ],
)
def test_a_name_loads_only_what_it_needs(use, spared):
    program = f"import sys, noughts; noughts.{use}; print(*sys.modules)"
    loaded = fresh(program).split()
    assert not [name for name in spared if f"noughts.{name}" in loaded]


def test_the_names_have_their_types():
    tree = ast.parse((ROOT / "noughts" / "__init__.py").read_text("utf-8"))
    imported = {
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module.startswith("noughts")
        for alias in node.names
    }
    homes = noughts._HOMES.items()
    assert imported == {
        (f"noughts.{home}", name) for home, names in homes for name in names.split()
    }


@pytest.mark.parametrize("name", noughts.__all__)
def test_every_name_exists_and_has_a_docstring(name):
    assert name in dir(noughts)
    assert getattr(noughts, name).__doc__ or name in ("Action", "Board")


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"^module 'noughts' has no .* 'chess'$"):
        noughts.chess  # noqa: B018 - the access is the test


CHANGING = "Session Diagnosis Case Examination Seen Call Gradebook Node Entrant"


def test_dataclasses_are_values_but_for_those_that_change():
    sources = (path.read_text("utf-8") for path in (ROOT / "noughts").rglob("*.py"))
    changing = r"^@dataclass(?!\(frozen=True).*\nclass (\w+)"
    found = re.findall(changing, "\n".join(sources), re.MULTILINE)
    assert {*found} <= {*CHANGING.split()}


@pytest.mark.ci
def test_a_client_passes_mypy_strict(tmp_path):
    assert (ROOT / "noughts" / "py.typed").is_file()
    client = ROOT / "tests" / "helpers" / "api_client.py"
    for name, code in {"right": 0, "wrong": 1}.items():
        text = client.read_text("utf-8")
        if name == "wrong":
            text += "\nnoughts.value(3)\nverdict.colour\n"
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        command = [sys.executable, "-m", "mypy", "--strict", f"{name}.py"]
        done = subprocess.run(
            [*command, f"--cache-dir={ROOT / '.mypy_cache'}"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stdout + done.stderr
    assert "Found 2 errors" in done.stdout


# --- Documented -------------------------------------------------------------


@pytest.fixture
def classroom(tmp_path, monkeypatch):
    """Change to a folder with one file and a small class."""
    for name in ("my", "hand-ins/ana"):
        (tmp_path / name).mkdir(parents=True)
        faulty = ENGINES / "no_antidiagonal.py"
        shutil.copy(faulty, tmp_path / name / "tictactoe.py")
    (tmp_path / "hand-ins" / "bob").mkdir()
    (tmp_path / "hand-ins" / "bob" / "notes.txt").write_text("Sorry!", "utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.ci
def test_the_examples_of_the_page_are_correct(classroom):
    text = PAGE.read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert len(test.examples) > 20
    told = []
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(test, out=told.append)
    assert not runner.failures, "".join(told)


def test_the_page_names_the_whole_api():
    page = PAGE.read_text("utf-8")
    named = set(re.findall(r"\b\w+\b", page))
    assert set(noughts.__all__) - named == {"Action", "Board", "Engine", "Sandbox"}


# --- Right ------------------------------------------------------------------


def test_values_and_best_follow_the_oracle_in_every_position(in_progress, share):
    for board in in_progress[::share]:
        values = noughts.values(board)
        truth = oracle.truth_of(board)
        assert list(values) == [
            (i, j) for i in range(3) for j in range(3) if board[i][j] is None
        ]
        assert max(verdict.outcome for verdict in values.values()) == (
            noughts.value(board).outcome
        )
        assert noughts.best(board) == truth.best
        assert {values[action] for action in truth.best} == {noughts.value(board)}


@pytest.mark.ci
def test_odds_are_exact_for_each_side():
    engine = noughts.engine()
    fares = noughts.odds(engine, "random")
    assert fares == {m: odds_against_random(engine.minimax, m) for m in "XO"}
    assert noughts.odds("perfect", "random") == fares
    assert noughts.odds("random")["X"].wins == Fraction(737, 1260)
    assert str(fares["O"]) == "wins 91.640 %, draws 8.360 %, losses 0.000 %"


def test_odds_accept_an_engine_from_a_file():
    with noughts.engine(ENGINES / "first_cell.py") as engine:
        fares = noughts.odds(engine, "perfect")
        assert engine.limits.answer == 60
    assert [fare.losses for fare in fares.values()] == [1, 1]


def test_a_search_is_a_tree_of_its_visits():
    search = noughts.record(BOARD, "minimax")
    assert len([*search.visits()]) == search.positions
    assert (search.value, len(search.children), search.board) == (1, 5, BOARD)
    assert len(search.data(plies=1)["children"]) == 5


# --- Shown ------------------------------------------------------------------


def test_a_board_is_text_at_a_prompt_and_a_drawing_in_a_notebook(positions, share):
    for board in positions[::share]:
        picture = noughts.show(board)
        cells = repr(picture).replace("│", " ").replace("┼", " ").replace("─", " ")
        marks = [mark for row in board for mark in row]
        assert cells.split() == [mark or str(n) for n, mark in enumerate(marks, 1)]
        assert f"<title>{noughts.board_text(board)}</title>" in picture._repr_html_()


@pytest.mark.parametrize(
    ("thing", "text", "drawing"),
    [
        (noughts.explain(BOARD), " 4 + │", "<svg"),
        (noughts.explain(FINISHED), "X", "<svg"),
        (noughts.record(BOARD), "├ X 3", "<pre>"),
        (noughts.parse_board("." * 16, 4, 4), " 16", 'viewBox="0 0 80 80"'),
        (noughts.parse_board("X", 1, 1), "X", "<svg"),
        (noughts.solve(4, 4, 3), "X │", "<svg"),
        (noughts.solve(2, 2, 3), "2,2,3: draw", "2,2,3: draw"),
    ],
)
def test_explanations_searches_and_solutions_can_be_shown(thing, text, drawing):
    picture = noughts.show(thing)
    assert text in repr(picture)
    assert str(picture) == repr(picture)
    assert drawing in picture._repr_html_()


def test_a_solution_is_shown_with_best_play_on_its_board():
    solution = noughts.solve(3, 4, 3)
    first, second, *rows = str(noughts.show(solution)).splitlines()
    squares = [str(4 * i + j + 1) for i, j in solution.line]
    assert first == str(solution) == f"3,4,3: {words().verdict(1, 4)}"
    assert second == f"{words()('solve.best_line')} {' '.join(squares)}"
    cells = " ".join(rows[::2]).replace("│", " ")
    played = dict(zip(squares, "XOXOXOXOXOXO", strict=False))
    assert cells.split() == [played.get(str(n), str(n)) for n in range(1, 13)]


def test_a_record_is_shown_in_a_frame_that_runs_no_script():
    record = noughts.check(ENGINES / "half_written.py", functions=["player"])
    html = noughts.show(record)._repr_html_()
    assert html.startswith("<iframe sandbox style=")
    assert "<!doctype" not in html


# --- Refusals ----------------------------------------------------------------

NO_BOARDS = [None, 5, "X........", [], [[]], [[1] * 3] * 3, ["XOX"] * 3, [["X"], []]]
ON_A_BOARD = [noughts.value, noughts.values, noughts.best, noughts.record]


@pytest.mark.parametrize("board", NO_BOARDS, ids=repr)
@pytest.mark.parametrize(
    "ask", [*ON_A_BOARD, noughts.explain, noughts.show], ids=lambda ask: ask.__name__
)
def test_a_value_that_is_not_a_board_is_refused(ask, board):
    with refused("refusal.not_a_board") as caught:
        ask(board)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("ask", ON_A_BOARD, ids=lambda ask: ask.__name__)
def test_a_finished_game_and_an_unreachable_position_are_refused(ask):
    with refused("refusal.finished", board="XXX OO. ..."):
        ask(FINISHED)
    with refused("refusal.board_both", text="XXX OOO ..."):
        ask(UNREACHABLE)


@pytest.mark.parametrize(
    ("ask", "key"),
    [
        (lambda: noughts.parse_board("XO"), "refusal.board_cells"),
        (lambda: noughts.engine("gone.py"), "refusal.no_file"),
        (lambda: noughts.odds("me"), "refusal.not_an_engine"),
        (lambda: noughts.odds(None), "refusal.not_an_engine"),
        (lambda: noughts.record(BOARD, "gamma"), "cli.one_of"),
        (lambda: noughts.record(BOARD, []), "cli.one_of"),
        (lambda: noughts.solve(0, 3.0, 3), "refusal.size"),
        (lambda: noughts.solve(3, 3, 9), "refusal.size"),
        (lambda: noughts.check("gone.py"), "refusal.no_file"),
        (lambda: noughts.check("."), "refusal.not_a_file"),
        (lambda: noughts.check(__file__, functions=["go"]), "check.not_a_function"),
        (lambda: noughts.check_class("gone", "r"), "refusal.no_path"),
        (lambda: noughts.check_class(".", "r"), "cli.inside"),
        (lambda: noughts.explain(BOARD).move(1), "refusal.not_free"),
    ],
)
def test_bad_input_is_refused_with_its_key(ask, key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(noughts.NoughtsError) as error:
        ask()
    assert error.value.key == key
    assert isinstance(error.value, ValueError)
    assert str(error.value)


def test_a_machine_error_is_not_a_loss():
    def fails(board):
        raise MachineError("refusal.ruff_fails")

    with pytest.raises(MachineError):
        noughts.odds(SimpleNamespace(**{**vars(noughts.engine()), "minimax": fails}))
