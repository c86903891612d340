"""
Hostile files that want points, a crash or a stall, and odd ones that are right.

One function of each is judged in a real process. There must be a record in bounded
time, with full points for a right function and fewer for a wrong one.
"""

import codecs

import pytest
from conftest import ENGINES

from noughts.checker.asking import Effort
from noughts.checker.check_file import check_file

RIGHT = (ENGINES / "remembering.py").read_text("utf-8")
EFFORT = Effort(answer=2.0, rule=1.0, budget=20.0)


def wrapped(name, body, before=""):
    """Return the right engine with one function wrapped; `own` is the original."""
    given = "board, action" if name == "result" else "board"
    given = "" if name == "initial_state" else given
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"{RIGHT}\n\nown = {name}\n{before}\n\n\ndef {name}({given}):\n{lines}\n"


def judged(tmp_path, text, functions):
    path = tmp_path / "tictactoe.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return check_file(path, functions=functions, effort=EFFORT)


LIAR = """
class {name}({base}):
    __class__ = {base}
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return hash("X")
    def __len__(self): return 9
    def __iter__(self): return iter([(0, 0)])
    def __contains__(self, item): return True
    def __bool__(self): return True
    def __str__(self): return "X"
    __repr__ = __str__
"""
TEXT = LIAR.format(name="Text", base="str")
NUMBER = LIAR.format(name="Number", base="int")
PAIR = LIAR.format(name="Pair", base="tuple")
CELLS = LIAR.format(name="Cells", base="set")
ROW = LIAR.format(name="Row", base="list")
META = """
class Meta(type):
    __name__ = "str"
    def __eq__(cls, other): return True
    def __hash__(cls): return hash(str)
    def __instancecheck__(cls, other): return True
    def __subclasscheck__(cls, other): return True
class Any(metaclass=Meta):
    __class__ = str
    def __eq__(self, other): return True
    def __hash__(self): return hash("X")
"""
ERROR = """
class Odd(Exception):
    def __str__(self): raise SystemExit("str")
    def __repr__(self): raise KeyboardInterrupt
    def __reduce__(self): raise MemoryError
    def __getattribute__(self, name):
        if name.startswith("__"):
            raise RecursionError
        return self
    @property
    def __traceback__(self): raise ValueError
"""

# Whose type raises when it is looked up, as a valid exception would be.
SHY = """
class Shy(type):
    def __eq__(cls, other): raise ValueError
    def __hash__(cls): raise ValueError
class Quiet(metaclass=Shy):
    pass
class Rows(list, metaclass=Shy):
    pass
"""
SHIFTY = """
class Shifty:
    def __eq__(self, other): raise ValueError
    __ne__ = __eq__
"""

# The function asked, and a file in which it is wrong, however it is made up.
WRONG = {
    "a tuple that equals all, and so does its type": (
        "minimax",
        wrapped(
            "minimax",
            "cell = own(board)\nreturn cell and Cell(cell)",
            "class Like(type):\n"
            "    __eq__ = lambda cls, other: True\n"
            "    __hash__ = type.__hash__\n"
            "class Cell(tuple, metaclass=Like):\n"
            "    __eq__ = lambda self, other: True\n"
            "    __hash__ = tuple.__hash__",
        ),
    ),
    "a list given as an action, to which something is added": (
        "result",
        wrapped(
            "result",
            "if type(action) is list: action[0] = Shifty()\nreturn own(board, action)",
            SHIFTY,
        ),
    ),
    "a str that equals all": ("player", wrapped("player", "return Text('O')", TEXT)),
    "an int that equals all": (
        "utility",
        wrapped("utility", "return Number(0)", NUMBER),
    ),
    "a tuple that equals all": (
        "minimax",
        wrapped("minimax", "return Pair((9, 9))", PAIR),
    ),
    "a set that has all": ("actions", wrapped("actions", "return Cells()", CELLS)),
    "an int that equals all, and is right": (
        "utility",
        wrapped("utility", "return Number(own(board))", NUMBER),
    ),
    "rows that equal all": (
        "result",
        wrapped("result", "return [Row(), Row(), Row()]", ROW),
    ),
    "a metaclass that is all": ("player", wrapped("player", "return Any()", META)),
    "a class as an answer": ("player", wrapped("player", "return Any", META)),
    "an object whose type cannot be looked up, for what is not valid": (
        "result",
        wrapped(
            "result",
            "try: return own(board, action)\nexcept ValueError: return Quiet()",
            SHY,
        ),
    ),
    "rows whose type cannot be looked up": (
        "result",
        wrapped(
            "result",
            "try: return own(board, action)\n"
            "except ValueError: return [Rows(), [Quiet()] * 3, [Quiet()] * 3]",
            SHY,
        ),
    ),
    "cells whose type cannot be looked up": (
        "actions",
        wrapped("actions", "return [Quiet() for cell in own(board)]", SHY),
    ),
    "a board with a mark whose type cannot be looked up": (
        "winner",
        wrapped("winner", "board[0][0] = Quiet()\nreturn own(board)", SHY),
    ),
    "a named tuple that equals all": (
        "actions",
        wrapped(
            "actions",
            "return {Pair(cell) for cell in own(board)}",
            PAIR.replace('hash("X")', "id(self)"),
        ),
    ),
    "what stands for random raises where it should begin alike": (
        "result",
        wrapped(
            "result",
            "try: return own(board, action)\nexcept ValueError: return board",
            "import sys\nclass Chance:\n    def seed(self, n):\n"
            "        if 'keys' in sys._getframe(1).f_back.f_locals:\n"
            "            raise SystemExit\nsys.modules['random'] = Chance()",
        ),
    ),
    "bool for int": ("utility", wrapped("utility", "return own(board) > 0")),
    "minus nothing": ("utility", wrapped("utility", "return own(board) * 1.0 or -0.0")),
    "a generator": ("actions", wrapped("actions", "yield from own(board)")),
    "a lazy map": ("actions", wrapped("actions", "return map(tuple, own(board))")),
    "a coroutine": ("player", RIGHT + "\n\nasync def player(board):\n    return X\n"),
    "a generator function": ("terminal", wrapped("terminal", "yield own(board)")),
    "a partial that lacks one": (
        "player",
        RIGHT + "\nimport functools\nplayer = functools.partial(player, 1, 2)\n",
    ),
    "a class, not a function": (
        "player",
        RIGHT + "\n\nclass player:\n    def __init__(self, board):\n        pass\n",
    ),
    "cells with a boolean": (
        "minimax",
        wrapped("minimax", "a = own(board)\nreturn a and (bool(a[0]), bool(a[1]))"),
    ),
    "cells of floats": (
        "actions",
        wrapped("actions", "return {(float(i), float(j)) for i, j in own(board)}"),
    ),
    "a NUL in the mark": ("player", wrapped("player", "return own(board) + '\\0'")),
    "a surrogate": ("player", wrapped("player", "return '\\ud800'")),
    "lines and signs of the wire": (
        "player",
        wrapped("player", "return 'mX\\nmO\\n!B|n'"),
    ),
    "an integer of many digits": ("utility", wrapped("utility", "return 10 ** 10_000")),
    "not a number": ("utility", wrapped("utility", "return float('nan')")),
    "right by the count of calls": (
        "player",
        wrapped(
            "player", "n.append(1)\nreturn own(board) if len(n) % 7 else X", "n = []"
        ),
    ),
    "nothing at the first call": (
        "minimax",
        wrapped(
            "minimax",
            "n.append(1)\nreturn own(board) if len(n) > 1 else None",
            "n = []",
        ),
    ),
    "right for shallow callers": (
        "player",
        wrapped(
            "player",
            "f, n = sys._getframe(), 0\nwhile f:\n    f, n = f.f_back, n + 1\n"
            "return own(board) if n < 3 else O",
            "import sys",
        ),
    ),
    "a name that a caller's frame has": (
        "player",
        wrapped(
            "player",
            "f = sys._getframe().f_back\nwhile f:\n"
            "    for name in ('wanted', 'expected', 'truth', 'want'):\n"
            "        if name in f.f_locals: return f.f_locals[name]\n"
            "    f = f.f_back\nreturn None",
            "import sys",
        ),
    ),
    "right only under another name": (
        "player",
        wrapped(
            "player",
            "return own(board) if sys.argv[0] != 'tictactoe.py' else X",
            "import sys",
        ),
    ),
    "right only where a variable is set": (
        "player",
        wrapped(
            "player", "return own(board) if os.environ.get('HOME') else X", "import os"
        ),
    ),
    "an exception that cannot be looked at": (
        "player",
        wrapped("player", "raise Odd", ERROR),
    ),
    "a group of exceptions": (
        "player",
        wrapped(
            "player",
            "if any(map(any, board)): return own(board)\n"
            "raise ExceptionGroup('x' * 10**6, [ValueError(n) for n in range(10**4)])",
        ),
    ),
    "a chain of causes": (
        "player",
        wrapped(
            "player",
            "if any(map(any, board)): return own(board)\n"
            "error = None\nfor n in range(20_000):\n    new = ValueError(n)\n"
            "    new.__cause__, error = error, new\nraise error",
        ),
    ),
    "an endless recursion in a C function": (
        "player",
        wrapped(
            "player",
            "if any(map(any, board)): return own(board)\n"
            "return sorted([0], key=lambda _: player(board))",
        ),
    ),
    "what is patched": (
        "player",
        wrapped(
            "player",
            "return X",
            "import builtins, json, gc, threading, atexit\n"
            "for name in ('len', 'type', 'str', 'repr', 'isinstance', 'issubclass',\n"
            "             'map', 'zip', 'sorted', 'tuple', 'set'):\n"
            "    setattr(builtins, name, lambda *a, **k: 'mX')\n"
            "json.dumps = json.loads = lambda *a, **k: 'mX'\n"
            "gc.disable()\natexit.register(print, 'mX')",
        ),
    ),
    "a trace that changes what is returned": (
        "player",
        wrapped(
            "player",
            "return X",
            "import sys\ndef trace(frame, event, arg):\n"
            "    if event == 'return' and 'told' in frame.f_locals:\n"
            "        frame.f_locals['told'][:] = ['mX']\n    return trace\n"
            "sys.settrace(trace)\nsys.setprofile(trace)",
        ),
    ),
    "a thread that writes on every pipe": (
        "player",
        wrapped(
            "player",
            "return X",
            "import os, threading, time\ndef write():\n    while True:\n"
            "        for fd in range(3, 20):\n            try: os.write(fd, b'mX\\n')\n"
            "            except OSError: pass\n        time.sleep(0.01)\n"
            "threading.Thread(target=write, daemon=True).start()",
        ),
    ),
    "pipes that are closed": (
        "player",
        wrapped(
            "player",
            "if any(map(any, board)): return own(board)\n"
            "os.closerange(0, 100)\nreturn own(board)",
            "import os",
        ),
    ),
    "pipes that are exchanged": (
        "player",
        wrapped(
            "player",
            "if any(map(any, board)): return own(board)\n"
            "for fd in range(3, 10):\n    try: os.dup2(1, fd)\n"
            "    except OSError: pass\nreturn own(board)",
            "import os",
        ),
    ),
    "an end by signal": (
        "player",
        wrapped(
            "player",
            "if any(map(any, board)): return own(board)\n"
            "os.kill(os.getpid(), signal.SIGKILL)",
            "import os, signal",
        ),
    ),
    "an end without a word": (
        "player",
        wrapped(
            "player",
            "if any(map(any, board)): return own(board)\nos._exit(0)",
            "import os",
        ),
    ),
    "an answer in __del__": (
        "player",
        wrapped(
            "player",
            "return Last()",
            "class Last:\n    def __del__(self):\n        raise SystemExit(0)",
        ),
    ),
    "a board that is changed later": (
        "result",
        wrapped(
            "result",
            "after = own(board, action)\nif kept: kept[-1][0][0] = O\n"
            "kept.append(after)\nreturn after",
            "kept = []",
        ),
    ),
    "a board that is changed by the next call": (
        "player",
        wrapped(
            "player",
            "if kept: kept.pop()[1][1] = X\nkept.append(board)\nreturn own(board)",
            "kept = []",
        ),
    ),
    "a row that is changed by a later call": (
        "winner",
        wrapped(
            "winner",
            "kept.append(board[1])\nif len(kept) > 3: kept.pop(0).reverse()\n"
            "return own(board)",
            "kept = []",
        ),
    ),
    "tuples for boards": (
        "result",
        wrapped("result", "return tuple(map(tuple, own(board, action)))"),
    ),
    "rows that are lists, a board that is not": (
        "result",
        wrapped("result", "return dict(enumerate(own(board, action))).values()"),
    ),
    "a name that is removed at once": (
        "player",
        RIGHT + "\n\ndel player\n\n\ndef __getattr__(name):\n    return lambda b: X\n",
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("function", "text"), WRONG.values(), ids=WRONG)
def test_a_disguised_fault_is_found(tmp_path, function, text):
    record = judged(tmp_path, text, [function])
    assert record.refusal or {check.function for check in record.faults} == {function}
    assert record.points < record.maximum


STRAIGHT = {
    "a move that is a tuple, though its type cannot be compared": (
        "minimax",
        wrapped(
            "minimax",
            "cell = own(board)\nreturn cell and Cell(cell)",
            "class Mute(type):\n"
            "    __eq__ = lambda cls, other: 1 / 0\n"
            "    __hash__ = type.__hash__\n"
            "class Cell(tuple, metaclass=Mute):\n    pass",
        ),
    ),
    "a table that is filled under another name": (
        "minimax",
        wrapped(
            "winner",
            "load(board)\nreturn next((m for m in (X, O) if full(board, m)), None)",
            "GRID = [[None] * 3 for _ in range(3)]\n"
            "LINES = [[(n, k) for k in range(3)] for n in range(3)]\n"
            "LINES += [[(k, n) for k in range(3)] for n in range(3)]\n"
            "LINES += [[(k, k) for k in range(3)], [(k, 2 - k) for k in range(3)]]\n"
            "def load(board):\n"
            "    for mine, row in zip(GRID, board):\n"
            "        mine[:] = row\n"
            "def full(board, mark):\n"
            "    return any(all(GRID[i][j] == mark for i, j in one) for one in LINES)",
        ),
    ),
    "a recursion limit of 80": (
        "minimax",
        wrapped(
            "minimax", "return own(board)", "import sys\nsys.setrecursionlimit(80)"
        ),
    ),
    "lru_cache": (
        "utility",
        RIGHT + "\nimport functools\n@functools.lru_cache(None)\ndef _worth(rows):\n"
        "    return {X: 1, O: -1, None: 0}[winner([list(row) for row in rows])]\n"
        "def utility(board):\n    return _worth(tuple(map(tuple, board)))\n",
    ),
    "an object that can be called": (
        "player",
        wrapped("player", "return 1") + "\nclass Player:\n"
        "    def __call__(self, board): return own(board)\nplayer = Player()\n",
    ),
    "a decorator": (
        "player",
        RIGHT + "\nimport functools\ndef loud(f):\n    @functools.wraps(f)\n"
        "    def inner(*a):\n        print('called', a)\n        return f(*a)\n"
        "    return inner\nplayer = loud(player)\n",
    ),
    "a bound method": (
        "player",
        RIGHT + "\nown = player\nclass Rules:\n    def turn(self, board):\n"
        "        return own(board)\nplayer = Rules().turn\n",
    ),
    "a flood on standard error": (
        "player",
        wrapped(
            "player", "sys.stderr.write('x' * 5_000)\nreturn own(board)", "import sys"
        ),
    ),
    "__all__ and __getattr__": (
        "player",
        RIGHT + "\n__all__ = ['nothing']\n\ndef __getattr__(name):\n    return 1\n",
    ),
    "a move that is a named tuple": (
        "minimax",
        wrapped(
            "minimax",
            "cell = own(board)\nreturn cell and Cell(*cell)",
            "import typing\nclass Cell(typing.NamedTuple):\n    i: int\n    j: int",
        ),
    ),
    "a board that is a list of one's own, of rows of one's own": (
        "result",
        wrapped(
            "result",
            "return Board(map(Board, own(board, action)))",
            "class Board(list):\n    def __repr__(self): return 'board'",
        ),
    ),
    "marks that are members of an Enum, and compared by what they are": (
        "player",
        RIGHT + "\nimport enum\nclass Mark(enum.StrEnum):\n    X = 'X'\n    O = 'O'\n"
        "X, O = Mark\ndef player(board):\n    cells = sum(board, [])\n"
        "    count = lambda mark: sum(cell is mark for cell in cells)\n"
        "    return X if count(X) == count(O) else O\n",
    ),
    "keys that are the set's": (
        "actions",
        wrapped("actions", "return set(dict.fromkeys(own(board)))"),
    ),
    "carriage returns": ("player", RIGHT.replace("\n", "\r\n").encode()),
    "form feeds": ("player", RIGHT.replace("\n\n\ndef", "\n\x0c\n\ndef").encode()),
    "tabs": ("player", RIGHT.replace("    ", "\t").encode()),
    "a coding cookie": (
        "player",
        ("# -*- coding: latin-1 -*-\n# caf\xe9\n" + RIGHT).encode("latin-1"),
    ),
    "a thread of its own": (
        "player",
        wrapped(
            "player",
            "told = []\ndo = lambda: told.append(own(board))\n"
            "thread = threading.Thread(target=do)\nthread.start()\n"
            "thread.join()\nreturn told[0]",
            "import threading",
        ),
    ),
    "an exception in between": (
        "player",
        wrapped(
            "player",
            "try:\n    raise ExceptionGroup('x', [ValueError()])\n"
            "except* ValueError:\n    pass\nreturn own(board)",
        ),
    ),
    "an error with its own looks for what is not valid": (
        "result",
        wrapped(
            "result",
            "try:\n    return own(board, action)\nexcept ValueError:\n    raise Odd",
            ERROR,
        ),
    ),
    "a slow destructor": (
        "player",
        wrapped(
            "player",
            "Last()\nreturn own(board)",
            "class Last:\n    def __del__(self): raise ValueError",
        ),
    ),
    "boards that are kept, and left as they are": (
        "result",
        wrapped(
            "result",
            "kept.append(own(board, action))\nreturn copy.deepcopy(kept[-1])",
            "import copy\nkept = []",
        ),
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("function", "text"), STRAIGHT.values(), ids=STRAIGHT)
def test_an_odd_but_right_function_keeps_its_points(tmp_path, function, text):
    record = judged(tmp_path, text, [function])
    assert not record.refusal
    assert not record.faults
    assert record.points == record.maximum > 0


UNREADABLE = {
    "UTF-16": RIGHT.encode("utf-16"),
    "UTF-32 without a mark": RIGHT.encode("utf-32-le"),
    "an unknown coding": b"# coding: nothing-at-all\n" + RIGHT.encode(),
    "a coding that runs code": b"# coding: unicode_escape\n" + RIGHT.encode(),
    "two marks": codecs.BOM_UTF8 * 2 + RIGHT.encode(),
    "NUL": RIGHT.encode() + b"\0",
    "nothing": b"",
    "brackets": b"(" * 100_000,
    "a tower of nots": b"x = " + b"not " * 90_000 + b"x",
    "an endless line of pluses": b"x = 1" + b" + 1" * 200_000,
    "a nest of lists": b"x = " + b"[" * 199 + b"]" * 199,
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_file_has_a_record(tmp_path, text):
    record = judged(tmp_path, text, ["player"])
    assert record.points == 0 or text.startswith(b"# coding: unicode_escape")
    assert record.refusal or record.faults or record.points
