"""What a file imports: the student's own goes along, others' is stood in for."""

import pytest
from helpers.helped import DEEPER, EMPTY, ENGINE, HELPED, HELPER

from noughts.contract import ContractError
from noughts.sandbox import EngineRaised, Limits, Sandbox
from noughts.sandbox.own_modules import (
    LONGEST,
    MOST,
    MOST_NAMES,
    ROOM,
    FilePlace,
    imports,
    own_modules,
    place_of,
)
from noughts.sandbox.stand_ins import CATCHES, with_stand_ins
from noughts.text import LARGEST_PARSED


@pytest.fixture
def file(tmp_path):
    (tmp_path / "tictactoe.py").write_bytes(HELPED)
    return tmp_path / "tictactoe.py"


def test_what_a_file_imports_goes_along_and_what_that_imports():
    files = {"helper": HELPER, "deeper": DEEPER, "x": b"no"}
    assert sorted(own_modules(HELPED, files.get)) == ["deeper", "helper"]
    source = b"import helper, helper.more\nimport os"
    assert own_modules(source, files.get).keys() == {"helper", "deeper"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import os, numpy", ["numpy"]),
        ("import os.path", []),
        ("from ai import search", ["ai", "ai.search"]),
        ("def f():\n    import helper", ["helper"]),
        ("import a.b.c", ["a", "a.b", "a.b.c"]),
        ("def f(:", []),
        ("\0", []),
    ],
)
def test_imports_are_read_and_not_run(text, names):
    assert list(imports("", text.encode())) == names


@pytest.mark.parametrize(
    ("module", "text", "meant"),
    [
        ("", "from . import helper", "helper"),
        ("ai.search", "from . import util", "ai.util"),
        ("ai.search", "from .util import x", "ai.util"),
        ("ai", "from .util import x", "ai.util"),
        ("ai.deep.search", "from ..util import x", "ai.util"),
        ("ai.deep.search", "from .. import util", "ai.util"),
    ],
)
def test_dots_count_from_where_they_stand(module, text, meant):
    assert meant in list(imports(module, text.encode()))


def test_dots_mean_the_package_itself_or_the_one_around_it():
    """Of a module `a.b` nobody knows here whether it is a package."""

    def named(module, text):
        return {*imports(module, text.encode())}

    assert named("", "from . import x") == {"x"}
    assert named("a.b", "from . import x") == {"a", "a.b", "a.b.x", "a.x"}
    assert named("a.b.c", "from . import x") == {
        *("a", "a.b", "a.b.c"),
        *("a.b.c.x", "a.b.x"),
    }
    assert named("a.b.c", "from .. import x") == {"a", "a.b", "a.b.x", "a.x"}
    assert named("a.b", "from .. import x") == {"a", "a.x"}
    assert named("a", "from ... import x") == set()


@pytest.mark.parametrize(
    ("folder", "package", "module", "paths"),
    [
        ("a", "", "x.y", ["a/x/y"]),
        ("a/b", "b", "b", ["a/b"]),
        ("a/b", "b", "b.x", ["a/b/x"]),
        ("a/b", "b", "x", ["a/b/x", "a/x"]),
        ("a/b/c", "b.c", "b.x", ["a/b/x"]),
        ("a/b/c", "b.c", "x.c", ["a/b/c/x/c", "a/x/c"]),
    ],
)
def test_a_module_lies_beside_a_file_or_where_its_package_does(
    folder, package, module, paths
):
    assert [*FilePlace(folder, package).paths(module)] == paths


@pytest.mark.parametrize(
    ("text", "place", "files", "found"),
    [
        ("import a.b", "", "a.b", {"a": "", "a.b": "x"}),
        ("import a, a.b", "", "a a.b", {"a": "x"}),
        ("import a, a.b", "", "a a.__init__ a.b", {"a": "x", "a.b": "x"}),
        ("import os", "engine", "x", {}),
        ("import engine", "engine", "x", {"engine": None}),
        ("import engine", "engine", "engine", {"engine": "x"}),
        ("import engine.x", "engine", "engine.x", {"engine": None}),
        ("import x", "engine", "x", {"x": "x", "engine": None}),
        (
            "from .x import y",
            "g g.engine",
            "g.x",
            {"g": "", "g.x": "x", "g.engine": None},
        ),
        ("from .x import y", "g g", "g.x", {"g": None, "g.x": "x"}),
    ],
)
def test_a_module_is_no_package_and_a_file_goes_by_its_own_name(
    text, place, files, found
):
    there = dict.fromkeys(files.split(), b"x")
    package, _, name = place.rpartition(" ")
    own = own_modules(text.encode(), there.get, FilePlace("", package, name))
    assert own == found


@pytest.mark.parametrize(
    ("text", "there", "package"),
    [
        ("import x", [], ""),
        ("from .x import y", [], "b"),
        ("from ..x import y", [], "a.b"),
        ("try:\n    from .x import y\nexcept ImportError:\n    y = 1", [], ""),
        ("from b.x import y", ["a/b/x"], "b"),
        ("from b.x import y", [], ""),
        ("from b.x import y", ["a/b/x", "a/b/b"], ""),
        ("from c.x import y", ["a/b/x"], ""),
        ("from ..x import y\nimport b.x", ["a/b/x"], "a.b"),
    ],
)
def test_a_file_is_in_a_package_that_it_cannot_do_without(text, there, package):
    place = place_of(text.encode(), "a/b/main", {*there}.__contains__)
    assert place == ("a/b", package, f"{package}.main".lstrip("."))


def test_a_name_may_be_as_long_as_the_longest_and_no_longer():
    fits, long = "a" * LONGEST, "b" * (LONGEST + 1)
    assert list(imports("", f"import {long}, {fits}".encode())) == [fits]


def test_a_circle_of_imports_ends():
    files = {"a": b"import b", "b": b"import a"}
    assert sorted(own_modules(b"import a", files.get)) == ["a", "b"]


def test_what_goes_along_is_bounded_in_number_and_size():
    many = b"".join(b"import m%d\n" % n for n in range(1000))
    assert len(own_modules(many, lambda name: b"x = 1")) == MOST
    large = own_modules(b"import a, b, c", lambda name: bytes(ROOM // 2))
    assert sorted(large) == ["a", "b"]
    asked = list[str]()
    too_large = bytes(ROOM + 1)
    many = b"import a\n" * 9 + many
    own_modules(many, lambda name: asked.append(name) or too_large)
    assert len(asked) == len(set(asked)) == MOST
    text = b"import a #".ljust(LARGEST_PARSED)
    assert list(imports("", text)) == ["a"]
    assert list(imports("", text + b" ")) == []


@pytest.mark.parametrize("start", ["import ", "from pkg import ", "from a.b.c import "])
@pytest.mark.parametrize("there", [[], ["pkg"], ["pkg", "pkg.__init__"]])
def test_each_name_is_looked_for_once_and_those_that_are_not_there_count(start, there):
    names = [f"m{n}" for n in range(2 * MOST_NAMES)]
    asked = list[str]()
    files = dict.fromkeys(there, b"import pkg.m0, m0\nfrom . import n0")

    def find(name):
        asked.append(name)
        return files.get(name)

    own_modules((start + ", ".join(names)).encode(), find)
    assert len(asked) == len(set(asked)) <= MOST_NAMES + len(there)
    last = f"{start}{', '.join(names[: MOST_NAMES // 5])}\nimport helper"
    files["helper"] = b""
    assert "helper" in own_modules(last.encode(), find)


@pytest.mark.parametrize("module", ["consts", "a.b.c"])
def test_however_much_is_taken_from_a_module_those_named_behind_it_are_found(module):
    names = ", ".join(f"C{n}" for n in range(2 * MOST_NAMES))
    text = f"from {module} import {names}\nimport helper\nfrom other import x"
    there = dict.fromkeys(["consts", "helper", "other"], b"")
    assert {"helper", "other"} <= {*own_modules(text.encode(), there.get)}


def test_a_name_counts_once_however_often_it_is_imported():
    text = "import a.b\nfrom a import b, c\n" * MOST_NAMES + "from d import e"
    assert list(imports("", text.encode())) == ["a", "a.b", "d", "a.c", "d.e"]


def test_names_are_counted_over_all_modules():
    files = dict[str, bytes]()
    for n in range(MOST):
        names = ", ".join(f"m{n}_{k}" for k in range(MOST_NAMES // 2))
        files[f"a{n}"] = f"import {names}, a{n + 1}".encode()
    asked = list[str]()
    own_modules(
        b"import a0, a1, a2", lambda name: asked.append(name) or files.get(name)
    )
    assert len(asked) == len(set(asked)) == MOST_NAMES


def test_a_file_is_looked_for_in_its_own_folder_for_a_bounded_number_of_names():
    names = ", ".join(f"m{n}" for n in range(2 * MOST_NAMES))
    asked = list[str]()
    place_of(f"from ana import {names}".encode(), "/ana/tictactoe", asked.append)
    assert len(asked) == len(set(asked)) <= MOST_NAMES


def test_a_name_with_thousands_of_dots_is_nobodys():
    """Each of its packages would be looked for, and has thousands of dots itself."""
    long = ".".join("a" * 500)
    assert list(imports("", f"import {long}".encode())) == []
    assert list(imports("", f"from {long} import a".encode())) == []


@pytest.mark.parametrize("name", ["test", "random", "my engine", "__main__"])
def test_a_file_is_called_otherwise_where_its_name_is_python_s_or_none(name):
    assert place_of(b"", f"/ana/{name}", lambda _: None).name == "tictactoe_"


def test_lines_of_another_file_of_that_name_are_not_told_as_those_of_the_file():
    modules = {"engine": None, "tictactoe": "def bad():\n\n\n    raise ValueError\n"}
    source = b"from tictactoe import bad\ndef player(board): bad()\n"
    with (
        Sandbox("a.py", source=source, modules=modules, partial=True) as engine,
        pytest.raises(EngineRaised) as raised,
    ):
        engine.call("player", [EMPTY])
    assert raised.value.traceback.splitlines()[0] == "line 2, in player"
    assert "line 4" not in raised.value.traceback


def test_modules_are_imported_in_the_sandbox_and_nowhere_else(file):
    modules = {"helper": HELPER.decode(), "deeper": DEEPER.decode()}
    with Sandbox(file, Limits(), modules=modules) as engine:
        assert engine.player(EMPTY) == "X"
    with pytest.raises(ContractError, match="No module named 'helper'"):
        Sandbox(file, Limits())


def test_no_module_takes_the_place_of_pythons_own(file):
    file.write_bytes(b"import random\nrandom.random()\n" + ENGINE)
    with Sandbox(file, Limits(), modules={"random": "raise ValueError"}) as engine:
        assert engine.player(EMPTY) == "X"


TRIED = "try:\n    import numpy as np\nexcept {}:\n    {}\n"
SUPPRESSED = "with contextlib.suppress({}):\n    import numpy.linalg\n"
LOOKED_FOR = "if importlib.util.find_spec('numpy'):\n    from numpy import array\n"


@pytest.mark.parametrize(
    ("text", "stands_in"),
    [
        *((TRIED.format(kind, "np = None"), False) for kind in sorted(CATCHES)),
        (TRIED.format("(KeyError, ImportError)", "np = None"), False),
        (TRIED.format("*ImportError", "np = None"), False),
        ("try:\n    import numpy\nexcept:\n    numpy = None\n", False),
        (
            TRIED.format("ImportError", "np = None") + "else:\n    import numpy.x\n",
            False,
        ),
        (SUPPRESSED.format("ImportError"), False),
        (LOOKED_FOR, False),
        ("import numpy\n", True),
        ("", True),  # perhaps it is imported in a way that nobody sees
        (TRIED.format("ValueError", "np = None"), True),
        (TRIED.format("ImportError", "raise"), True),
        (TRIED.format("ImportError", "sys.exit('no numpy')"), True),
        (TRIED.format("ImportError", "import numpy"), True),
        (TRIED.format("ImportError", "np = None") + "import numpy\n", True),
        (SUPPRESSED.format("ValueError"), True),
        ("if True:\n    import numpy\n", True),
        ("import numpy (\n", True),
    ],
)
def test_what_a_file_can_do_without_has_no_stand_in(text, stands_in):
    found = with_stand_ins(["numpy"], text.encode(), {"own": "x = 1"})
    assert found.pop("own") == "x = 1"
    assert list(found) == (["numpy", "numpy.*"] if stands_in else [])


def test_nor_has_what_the_modules_beside_it_can_do_without():
    careful = TRIED.format("ImportError", "np = None")
    assert with_stand_ins(["numpy"], b"import own", {"own": careful}).keys() == {"own"}
    assert "numpy" in with_stand_ins(["numpy"], b"import numpy", {"own": careful})
