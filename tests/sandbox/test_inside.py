"""The inside of the sandbox, asked in this very process."""

import builtins
import importlib
import os
import sys
from types import ModuleType, SimpleNamespace

import pytest

from noughts import contract
from noughts.sandbox import in_process, inside
from noughts.sandbox.in_process import LoadedFile
from noughts.sandbox.protocol import decode, encode

SIZE = 1000


class Loud(Exception):  # noqa: N818 - it is a student's
    """An exception whose message cannot be shown."""

    def __str__(self):
        raise RuntimeError


def fails(*_):
    raise ValueError("no")


def ask(function, *arguments, size=SIZE, **names):
    """Return status, and the value or the reason."""
    extra = {"extra": lambda: "ours"}
    status, said = inside.answer(names, extra, b"", size, function, [*arguments])
    return status, decode(said)


@pytest.mark.parametrize(
    ("function", "names", "said"),
    [
        ("winner", {"winner": lambda board: "X"}, ("ok", "X")),
        ("winner", {"winner": fails}, ("raised", ["ValueError", "no", ""])),
        (
            "winner",
            {},
            (
                "raised",
                ["AttributeError", "module 'tictactoe' has no attribute 'winner'", ""],
            ),
        ),
        (
            "winner",
            {"winner": lambda board: object()},
            ("odd", "an object of type object"),
        ),
    ],
)
def test_a_question_is_answered_with_a_value_or_with_what_went_wrong(
    function, names, said
):
    assert ask(function, ["X", "O"], **names) == said


def test_what_an_extension_adds_comes_before_what_the_file_has():
    assert ask("extra", extra=lambda: "theirs") == ("ok", "ours")


def test_an_answer_leaves_two_hundred_characters_for_what_is_said_of_it():
    fits = "x" * (SIZE - 200 - 2)
    assert ask("echo", fits, echo=lambda text: text) == ("ok", fits)
    status, why = ask("echo", fits, echo=lambda text: text + "x")
    assert (status, why) == ("odd", f"more than {SIZE - 200} characters")


def test_an_answer_that_cannot_even_be_looked_at_is_said_to_be_one(monkeypatch):
    def encoded(value, size=0, real=encode):
        if size:
            raise RecursionError("too deep")
        return real(value)

    monkeypatch.setattr(inside.protocol, "encode", encoded)
    told = ask("winner", winner=lambda: 7)
    assert told == ("odd", "what cannot be read (RecursionError)")


def test_a_message_is_told_up_to_its_limit_or_not_at_all():
    limit = inside.TEXT
    for length in (limit - 1, limit, limit + 1):
        told = inside.describe(ValueError("x" * length), b"")
        assert told == ["ValueError", "x" * min(length, limit), ""]
    assert inside.describe(Loud(), b"") == [
        "Loud",
        "(its message cannot be shown: its __str__ fails)",
        "",
    ]


def test_where_the_calls_cannot_be_told_the_exception_is():
    assert inside.describe(ValueError("no"), None) == ["ValueError", "no", ""]


def test_a_line_that_the_file_has_not_is_told_by_its_number():
    """As where code was made by `exec`, under the same name."""
    names = {}
    exec(compile("\n\n\ndef f():\n    1 / 0\n", inside.FILE, "exec"), names)
    with pytest.raises(ZeroDivisionError) as raised:
        names["f"]()
    for source, line in ((b"a\nb\nc\nd\ne", "e"), (b"a\nb\nc\nd", ""), (b"", "")):
        told = inside.traceback_text(raised.value, source)
        assert told == f"line 5, in f\n    {line}"


@pytest.mark.usefixtures("loading")
def test_a_file_is_loaded_as_the_module_of_the_assignment():
    module = ModuleType(inside.NAME)
    settings = {"constants": ["X", "O", "EMPTY"], "functions": ["player", "winner"]}
    source = b"import sys\nX, O = __file__, sys.argv\ndef winner(): pass\nplayer = 3\n"
    status, found = inside.load(module, source, settings)
    assert status == "ok"
    constants = {"X": os.path.abspath("tictactoe.py"), "O": ["tictactoe.py"]}
    assert found == [constants, ["EMPTY", "player"]]
    assert sys.modules["tictactoe"] is module


@pytest.mark.usefixtures("loading")
@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"def", ("syntax", [1, "invalid syntax"])),
        (b"\n\n)", ("syntax", [3, "unmatched ')'"])),
        (
            b"\0",
            ("syntax", [None, "source code string cannot contain null bytes"]),
        ),
        (
            b"\n1 / 0",
            (
                "raised",
                [
                    "ZeroDivisionError",
                    "division by zero",
                    "line 2, in <module>\n    1 / 0",
                ],
            ),
        ),
        (
            b"raise SystemExit",
            ("raised", ["SystemExit", "", "line 1, in <module>\n    raise SystemExit"]),
        ),
    ],
)
def test_a_file_that_cannot_be_loaded_says_where(source, told):
    settings = {"constants": [], "functions": []}
    assert inside.load(ModuleType(inside.NAME), source, settings) == told


@pytest.mark.usefixtures("loading")
def test_a_file_finds_the_builtins_that_python_has_without_our_options(monkeypatch):
    names = ["exit", "quit", "help", "copyright", "credits", "license"]
    for name in names:
        monkeypatch.delattr(builtins, name)
    source = f"X = [{', '.join(names)}]\ndef result(): exit(1)\n".encode()
    file = LoadedFile(source, "def install(module, register): pass")
    assert not file.refusal
    status, said = file.answer("result", "[]")
    assert (status, decode(said)[:2]) == ("raised", ["SystemExit", "1"])


def test_a_constant_of_a_thousand_characters_is_one():
    settings = {"constants": ["X", "O", "EMPTY"], "functions": []}
    module = SimpleNamespace(X="x" * 998, O="x" * 999, EMPTY=len)
    assert inside.survey(module, settings) == [{"X": "x" * 998}, ["O", "EMPTY"]]


@pytest.mark.parametrize(
    ("made", "missing"),
    [
        ("return {'X': 'X', 'EMPTY': None, 'player': len}[name]", []),
        ("return {'X': 'X', 'player': len}[name]", ["EMPTY"]),
        ("return 1", ["player"]),
        ("raise SystemExit", ["X", "EMPTY", "player"]),
        ("return __getattr__(name)", ["X", "EMPTY", "player"]),
    ],
)
def test_a_modules_getattr_is_asked_for_what_the_contract_names(
    made, missing, monkeypatch
):
    monkeypatch.setitem(sys.modules, inside.NAME, None)  # where it is put
    file = ModuleType(inside.NAME)
    settings = {"constants": ["X", "O", "EMPTY"], "functions": ["player"]}
    source = f"O = 'O'\ndef __getattr__(name):\n    {made}\n".encode()
    assert inside.load(file, source, settings)[1][1] == missing
    answered = inside.answer(vars(file), {}, source, 1000, "player", [[1, 2]])
    assert answered[0] == ("raised" if "player" in missing else "ok")


def test_an_extension_runs_with_builtins_of_its_own():
    module, extra = ModuleType(inside.NAME), {}
    text = "def install(module, register):\n    register('f', lambda: len([module]))\n"
    assert inside.extend(module, text, b"", extra) == ("ok", [])
    assert extra["f"]() == 1
    assert inside.extend(module, "", b"", {}) == (
        "extension",
        ["KeyError", "'install'", ""],
    )


PASSED_OVER = {  # what a notebook has, and what is raised when it is loaded
    "1 / 0": "",
    "exit()": "",
    "import nowhere": "",
    "import nowhere\nn = nowhere.n": "",
    "for n in [1]:\n    missing": "",
    "def f(): return [].n\nn = 1 / 0\ng = f": "",
    "from __future__ import annotations\n1 / 0\ndef f(n: missing): pass": "",
    "def g():\n    return n\nn = 1 / 0": "",
    "@missing\ndef g(): pass": "",
    "def f():\n    return n\nn = 1 / 0": "ZeroDivisionError",
    "def f():\n    return n\nn = 1 / 0\nn = 2": "",
    "def f():\n    return n\nn = 2\nfor n in [3]:\n    missing": "",
    "def f():\n    return n, m\nn = m = 1 / 0\nn = 2": "ZeroDivisionError",
    "def f():\n    return g()\ng = lambda: n\nn = 1 / 0": "ZeroDivisionError",
    "f = lambda: [n for _ in [1]]\nfor n in 1 / 0, 1: pass": "ZeroDivisionError",
    "class A:\n    n = n": "",
    "class A:\n    n = n\ndef f():\n    return A": "NameError",
    "def f():\n    nowhere.n\nimport nowhere": "ModuleNotFoundError",
    "from tictactoe import f\ndef f():\n    return f()": "",
    "from nowhere import *": "ModuleNotFoundError",
    "def f(n: missing): pass": "NameError",
    "def f(): pass\ndef f(n: missing): pass": "NameError",
    "n = 1 / 0\ndef f(b: n): pass": "ZeroDivisionError",
    # When it is run once more, nothing is there of the first time.
    "def f(): n\nn = {}[1] if 'm' in globals() else 0\nm = 1\n1 / 0": "",
    "X = missing": "",
    '"""Says what it is."""\nfrom __future__ import annotations\nmissing': "",
    "def f(:": "invalid syntax",
}


@pytest.mark.usefixtures("loading")
@pytest.mark.parametrize(("text", "raised"), PASSED_OVER.items())
def test_what_fails_of_a_notebook_is_passed_over_unless_it_is_needed(
    text, raised, monkeypatch
):
    assert {*contract.NAMES} == inside.WANTED
    assert contract.CELL.encode() == inside.CELL
    monkeypatch.setattr(inside, "WANTED", {"X", "f"})
    settings = {"constants": ["X"], "functions": [], "size": SIZE}
    source = f"# %% code cell 1\n{text}\n# %% code cell 2\nX = 1\n".encode()
    status, found = inside.load(ModuleType(inside.NAME), source, settings)
    if raised:
        assert raised in found
    else:
        assert (status, found[0]) == ("ok", {"X": 1})


def test_each_statement_of_a_notebook_is_looked_at_once(monkeypatch):
    """One that bound 2,000 names was looked at for each of them: half a minute."""
    asked = []
    names_in = inside.names_in

    def counted(code, *others, **named):
        asked.append(code)
        return names_in(code, *others, **named)

    monkeypatch.setattr(inside, "names_in", counted)
    names = ", ".join(f"a{n}" for n in range(100))
    inside.forgiving(f"{names} = 1\ndef minimax(): {names}\n".encode(), "x")
    assert len(asked) < 10


@pytest.mark.usefixtures("loading")
def test_nothing_that_fails_of_a_file_is_passed_over():
    settings = {"constants": [], "functions": [], "size": SIZE}
    source = b"X = 1\n# %% code cell 1\n1 / 0\n"
    assert inside.load(ModuleType(inside.NAME), source, settings)[0] == "raised"


@pytest.mark.usefixtures("loading")
def test_what_fails_of_a_notebook_in_a_package_is_passed_over_too():
    module = ModuleType("game")
    source = b"# %% code cell 1\nX = 1\n1 / 0\n"
    inside.Beside({"game": None}, module, source).exec_module(module)
    assert module.X == 1


@pytest.mark.usefixtures("loading")
def test_what_is_run_has_nothing_of_our_own_file_s_future():
    """There annotations are not evaluated; everywhere else they are."""
    text = "def player(board: nobody): pass\n"
    settings = {"constants": [], "functions": [], "size": SIZE}
    loaded = inside.load(ModuleType(inside.NAME), text.encode(), settings)
    assert (loaded[0], loaded[1][0]) == ("raised", "NameError")
    with pytest.raises(NameError):
        inside.Beside({"other": text}, ModuleType("m"), b"").exec_module(
            ModuleType("other")
        )
    with pytest.raises(NameError):
        exec(inside.compiled(text), {})


def test_lines_come_whole_however_they_are_sent():
    reading, writing = os.pipe()
    lines = inside.read_lines(reading)
    os.write(writing, b"one\ntwo\nthr")
    assert [next(lines), next(lines)] == ["one", "two"]
    os.write(writing, b"ee\n\nlost")
    os.close(writing)
    assert [*lines] == ["three", ""]
    os.close(reading)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("helper", False),
        ("tools", True),
        ("tools.deep", False),
        ("all", True),
        ("all.below", True),
        ("helpers", None),
        ("tool", None),
        ("random", None),
    ],
)
def test_what_lies_beside_the_file_can_be_imported(name, package):
    sources = {"helper": "", "tools": "", "tools.deep": "", "all.*": ""}
    spec = inside.Beside(sources, ModuleType("m"), b"").find_spec(name)
    if package is None:
        assert spec is None
    else:
        assert (spec.name, spec.submodule_search_locations is not None) == (
            name,
            package,
        )


def test_what_is_imported_is_run_with_its_name_and_its_place():
    finder = inside.Beside(
        {"tools.deep": "X = __file__", "all.*": "X = 'é'".encode().decode("latin-1")},
        ModuleType("m"),
        b"",
    )
    deep, below = ModuleType("tools.deep"), ModuleType("all.below")
    finder.exec_module(deep)
    finder.exec_module(below)
    places = [os.path.abspath("tools/deep.py"), os.path.abspath("all/below.py")]
    assert [deep.X, below.__file__] == places
    assert below.X == "é"


NAMED = {
    # the modules beside a file, None for itself; what each of these is then
    "none": ({}, {"tictactoe": True}),
    "another": ({"other": ""}, {"tictactoe": True}),
    "its own name": ({"engine": None}, {"engine": True, "tictactoe": True}),
    "its own, and the wanted one is another's": (
        {"engine": None, "tictactoe": "Y = 1"},
        {"engine": True, "tictactoe": False},
    ),
    "a part of a package that takes it": (
        {"game": "from .engine import X", "game.engine": None},
        {"game": False, "game.engine": True, "tictactoe": True},
    ),
    "a package": (
        {"tictactoe": None, "tictactoe.marks": "X = 1"},
        {"tictactoe": True, "tictactoe.marks": False},
    ),
}


@pytest.mark.parametrize(("modules", "names"), NAMED.values(), ids=NAMED)
def test_a_file_is_run_once_and_is_what_it_is_called(monkeypatch, modules, names):
    module, source = (
        ModuleType(inside.NAME),
        b"import builtins\nbuiltins.runs += 1\nX = 1",
    )
    finder = inside.Beside(modules, module, source)
    monkeypatch.setattr(builtins, "runs", 0, raising=False)
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    for name in names:  # other tests leave what they import
        monkeypatch.delitem(sys.modules, name, raising=False)
    before = {*sys.modules}
    settings = {"modules": modules, "constants": ["X"], "functions": []}
    try:
        assert inside.load(module, source, settings) == ("ok", [{"X": 1}, []])
        for name, itself in names.items():
            assert (importlib.import_module(name) is module) == itself
        assert builtins.runs == 1
        assert module.__name__ in names
        assert module.__file__ == os.path.abspath("tictactoe.py")
    finally:
        for name in {*sys.modules} - before:
            del sys.modules[name]


@pytest.mark.usefixtures("loading")
@pytest.mark.parametrize(
    ("source", "extension", "why"),
    [
        (b"def", "", "tictactoe.py, line 1: does not compile: invalid syntax"),
        (
            b"\0",
            "",
            "tictactoe.py: does not compile: source code string cannot contain null"
            " bytes",
        ),
        (
            b"1 / 0",
            "",
            "tictactoe.py, line 1: fails when it is imported: ZeroDivisionError:"
            " division by zero",
        ),
        (
            b"def f():\n    raise SystemExit\nf()",
            "",
            "tictactoe.py, line 2: fails when it is imported: SystemExit",
        ),
        (
            b"X = 1",
            "1 / 0",
            "tictactoe.py: fails when it is imported: ZeroDivisionError:"
            " division by zero",
        ),
        (b"X = 1", "def install(module, register): pass", ""),
    ],
)
def test_a_file_in_this_process_is_refused_in_the_words_of_the_sandbox(
    source, extension, why
):
    assert LoadedFile(source, extension).refusal == why


@pytest.mark.usefixtures("loading")
def test_a_file_in_this_process_answers_up_to_a_length():
    extension = "def install(module, register): register('twice', lambda n: 2 * n)"
    file = LoadedFile(b"def player(board):\n    return len(board)\n", extension)
    assert file.answer("player", "[[1, 2, 3]]") == ("ok", "3")
    assert file.answer("twice", "[4]") == ("ok", "8")
    longest = in_process.SIZE - 200 - 2
    assert file.answer("twice", f'["{"x" * (longest // 2)}"]')[0] == "ok"
    assert file.answer("twice", f'["{"x" * (longest // 2 + 1)}"]')[0] == "odd"
