"""Shapes of hand-ins: who the students are, and which file of each is judged."""

from itertools import product

import pytest
from classroom.exports import found, lay_out, notebook

from noughts.classroom import submissions
from noughts.contract import PARAMETERS

FUNCTIONS = [*PARAMETERS]


def program(*names, taken=""):
    """Return a program that takes something from elsewhere, and has functions."""
    return "\n".join([taken, *(f"def {name}(*_): return 0" for name in names)]).encode()


def cells(*names, taken=""):
    """Return the same as a notebook, which also tries something out."""
    return notebook(taken, program(*names).decode(), "%time\nprint(1)")


ALL, FIRST = program(*FUNCTIONS), program("player")
LARGE, UTF_16 = b"#" * 1_000_001, ALL.decode().encode("utf-16")
BROKEN = b'{"cells": ['


def stub(body):
    """Return what is given to begin with."""
    heads = (f'def {name}(*_):\n    """What it returns."""\n' for name in FUNCTIONS[1:])
    text = "".join(f"{head}    {body}\n" for head in heads)
    return text.encode() + program("initial_state")


STUB = stub("raise NotImplementedError")
RULES, SEARCH = FUNCTIONS[:7], FUNCTIONS[7:]
IMPORTING = {"taken": "from helpers import winner"}
PARTS = {
    "main.py": b"from rules import *\nfrom search import *",
    "rules.py": program(*RULES),
    "search.py": program(*SEARCH),
}
GAME = "def me(b): return input()\ndef play(*_): return me(0)"
# What a student handed in, and the file that is judged; "": several may be meant.
MEANT = {
    "the wanted name": ({"tictactoe.py": ALL, "main.py": ALL}, "tictactoe.py"),
    "the game in another name": (
        {"my tic-tac-toe.py": FIRST, "main.py": ALL},
        "my tic-tac-toe.py",
    ),
    **{
        f"what was given to begin with, as `{body}`": (
            {"tictactoe.py": stub(body), "main.py": FIRST},
            "main.py",
        )
        for body in (
            "pass",
            "...",
            "return",
            "return None",
            "raise NotImplementedError()",
        )
    },
    **{
        f"what was given to begin with, and {about}": (
            {"tictactoe.py": STUB} | files,
            meant,
        )
        for about, files, meant in (
            ("a last version", {"tictactoe_v2.py": ALL}, "tictactoe_v2.py"),
            ("a notebook", {"tictactoe.ipynb": cells("player")}, "tictactoe.ipynb"),
            ("another name", {"main.py": FIRST}, "main.py"),
            ("the same in parts", PARTS, "main.py"),
            ("a copy of it", {"tictactoe_original.py": STUB}, "tictactoe.py"),
            (
                "a window",
                {"play.py": f"from tictactoe import *\n{GAME}".encode()},
                "tictactoe.py",
            ),
            (
                "a function that needs it",
                {"my_tictactoe.py": b"import tictactoe\n" + FIRST},
                "my_tictactoe.py",
            ),
        )
    },
    "a draft": ({"tictactoe.py": ALL, "tictactoe_v1.py": ALL}, "tictactoe.py"),
    "what was given to begin with": (
        {"tictactoe.py": FIRST, "tictactoe_original.py": ALL},
        "tictactoe.py",
    ),
    "functions that are no def": (
        {
            "tictactoe.py": b"class G:\n def play(b): return 0\n minimax = play\n"
            b"player, minimax = G.play, G.minimax\n",
            "play.py": b"import tictactoe\n" + FIRST,
            "tictactoe_old.py": ALL,
        },
        "tictactoe.py",
    ),
    "lines that end as they did long ago": (
        {"tictactoe.py": ALL.replace(b"\n", b"\r"), "play.py": FIRST},
        "tictactoe.py",
    ),
    "the wanted name, which only imports": (
        {
            "tictactoe.py": program(taken="from tictactoe_rules import *")
            + program(taken="from tictactoe_ai import minimax"),
            "tictactoe_ai.py": program(*SEARCH, taken="import tictactoe_rules"),
            "tictactoe_rules.py": program(*RULES),
        },
        "tictactoe.py",
    ),
    "a report too large to be read": (
        {
            "tictactoe.py": FIRST,
            "plots-tictactoe.ipynb": b" " * 1_000_001,
            "report.ipynb": b" " * 1_000_001,
        },
        "tictactoe.py",
    ),
    "a report too large to be read, and another name": (
        {"main.py": FIRST, "report.ipynb": b" " * 1_000_001},
        "main.py",
    ),
    "a draft that has more": (
        {"tic-tac-toe.py": FIRST, "tictactoe_2.py": ALL},
        "tictactoe_2.py",
    ),
    "drafts": ({"tictactoe_1.py": ALL, "tictactoe_2.py": ALL + b"#"}, ""),
    "a notebook and a module of its own": (
        {
            "tictactoe.ipynb": cells(*FUNCTIONS, **IMPORTING),
            "helpers.py": program("winner"),
        },
        "tictactoe.ipynb",
    ),
    "a notebook that is called otherwise, and its module": (
        {"work.ipynb": cells(*RULES[:4], **IMPORTING), "helpers.py": program("winner")},
        "work.ipynb",
    ),
    "a notebook that has all that its module has": (
        {"work.ipynb": cells(*FUNCTIONS, taken="import rules"), "rules.py": ALL},
        "work.ipynb",
    ),
    "a notebook and an old attempt": (
        {"tictactoe.ipynb": cells(*FUNCTIONS), "old_attempt.py": FIRST},
        "tictactoe.ipynb",
    ),
    "a notebook and an empty file": (
        {"tictactoe.ipynb": cells(*FUNCTIONS), "tictactoe.py": b"", "a.py": b"x = 1"},
        "tictactoe.ipynb",
    ),
    "a notebook and a file with less": (
        {"TicTacToe.ipynb": cells(*FUNCTIONS), "tictactoe.py": FIRST},
        "TicTacToe.ipynb",
    ),
    "a notebook and a file with as much": (
        {"tictactoe.ipynb": cells(*FUNCTIONS), "tictactoe.py": ALL},
        "tictactoe.py",
    ),
    "a notebook and a broken archive": (
        {"work.ipynb": cells("player"), "old.zip": b"PK"},
        "work.ipynb",
    ),
    "a notebook that plays with the file": (
        {
            "tictactoe.ipynb": cells(taken="from tictactoe import *"),
            "tictactoe.py": ALL,
        },
        "tictactoe.py",
    ),
    "another name, and a file without functions": (
        {"main.py": ALL, "utils.py": b"y = 1"},
        "main.py",
    ),
    "another name, and less in another file": (
        {"main.py": ALL, "attempt.py": FIRST},
        "main.py",
    ),
    "two other names": ({"main.py": ALL, "game.py": ALL + b"#"}, ""),
    "the search, and the rules that it takes": (
        {
            "main.py": program(*SEARCH, taken="from rules import *"),
            "rules.py": program(*RULES),
        },
        "main.py",
    ),
    "the same, by name": (
        {
            "main.py": program(
                *SEARCH, taken=f"from rules import (\n{', '.join(RULES)})"
            ),
            "rules.py": program(*RULES),
        },
        "main.py",
    ),
    "a program that plays with the functions": (
        {
            "play.py": program("player", taken="from engine import *"),
            "engine.py": ALL,
        },
        "engine.py",
    ),
    "a window that has the name and takes functions": (
        {
            "tictactoe.py": b"from engine import minimax, winner\nprint(1)",
            "engine.py": ALL,
        },
        "engine.py",
    ),
    "a window that has the name alone": (
        {"tictactoe.py": b"import engine\nprint(1)", "engine.py": ALL},
        "engine.py",
    ),
    **{
        f"a window, {about}": (
            {name: f"import engine\n{text}".encode(), "engine.py": ALL},
            "engine.py",
        )
        for about, name, text in (
            ("with all of another's", "tictactoe.py", "from tkinter import *\nTk()"),
            ("with all of pygame's", "tictactoe_gui.py", "from pygame.locals import *"),
            ("with globals", "tictactoe.py", "player = engine.X\nwinner = None"),
            ("with an answer", "tictactoe.py", "winner = engine.winner(board)"),
            ("with annotations", "tictactoe.py", "player: str\nresult: str = 'X'"),
            ("with a text", "tictactoe.py", '"""\nplayer = X\ndef winner(b):\n"""'),
            ("that takes by another name", "tictactoe.py", "winner = engine.winner"),
            (
                "with a game's end",
                "tictactoe.py",
                f"{GAME}\nwinner = play(me, engine.minimax)",
            ),
            (
                "with a choice",
                "tictactoe.py",
                f"{GAME}\nplayer = me if input() else play",
            ),
            ("with a thread", "tictactoe.py", f"{GAME}\nplayer = Thread(play)"),
            (
                "with a game's end by name",
                "tictactoe_gui.py",
                f"{GAME}\nresult = play(me)",
            ),
            ("with a function", "tictactoe.py", "def player(): return input()"),
            (
                "that begins only as a program",
                "tictactoe.py",
                "if __name__ == '__main__':\n    from engine import *\n",
            ),
        )
    },
    "other names of functions": (
        {"tictactoe.py": b"def f(b): return 0\nminimax = f", "main.py": ALL},
        "tictactoe.py",
    ),
    **{
        f"functions, {about}": (
            {
                "tictactoe.py": f"import core\n{text}".encode(),
                "core.py": b"def ab(b): return 0\ndef mm(b): return 0",
                "utils.py": FIRST,
            },
            "tictactoe.py",
        )
        for about, text in (
            ("wrapped", "def _mm(b): return 0\nminimax = cache(_mm)"),
            (
                "wrapped twice",
                "def _mm(b): return 0\nminimax = lru_cache(None)(memo(_mm))",
            ),
            ("by choice", "def ab(b): return 0\nminimax = ab if FAST else core.mm"),
            ("of a module, wrapped", "minimax = partial(core.mm)"),
            ("of a module, by choice", "minimax = core.ab if FAST else core.mm"),
        )
    },
    "a function without a name": (
        {"tictactoe.py": b"winner: object = lambda b: 0", "main.py": ALL},
        "tictactoe.py",
    ),
    "another name of a lambda": (
        {"tictactoe.py": b"best = lambda b: 0\nwinner = best", "main.py": ALL},
        "tictactoe.py",
    ),
    "functions that are there where they can": (
        {
            "tictactoe.py": b"try:\n    def player(b): return 0\nfinally: ...",
            "a.py": ALL,
        },
        "tictactoe.py",
    ),
    "a function that waits": (
        {"tictactoe.py": b"async def player(b): return 0", "main.py": ALL},
        "tictactoe.py",
    ),
    "the same as ever, with the mark of Windows": (
        {"tictactoe.py": b"\xef\xbb\xbfdef player(b): return 0", "main.py": ALL},
        "tictactoe.py",
    ),
    "functions in what Python cannot read": (
        {
            "main.py": program(*SEARCH, taken=f"from rules import {', '.join(RULES)}")
            + b" )",
            "rules.py": program(*RULES),
        },
        "main.py",
    ),
    "the name, and all that a module has by another name": (
        {
            "tictactoe.py": "\n".join(f"{n} = e.{n}_" for n in FUNCTIONS).encode()
            + b"\nimport rules as e",
            "rules.py": program(*(f"{name}_" for name in FUNCTIONS)),
            "main.py": FIRST,
        },
        "tictactoe.py",
    ),
    "the name, and all in modules": (
        {
            "tictactoe.py": b"from rules import *\nfrom search import *\n",
            "rules.py": program(*RULES),
            "search.py": program(*SEARCH, taken="from rules import result"),
        },
        "tictactoe.py",
    ),
    "the name, and all in one module": (
        {"tictactoe.py": b"from rules import *\n", "rules.py": ALL},
        "tictactoe.py",
    ),
    "files that import each other": (
        {
            "a.py": program("player", taken="import b"),
            "b.py": program("winner", taken="import a"),
        },
        "",
    ),
    "tests and the window": (
        {"main.py": FIRST, "test_main.py": ALL, "runner.py": ALL},
        "main.py",
    ),
}
FORMS = {
    "a folder for each": "{who}/{file}",
    "Moodle": "{who}_{id}_assignsubmission_file_{file}",
    "Canvas": "{who}_{id}_{n}_{file}",
    "Google": "{who} - {file}",
}
MANY = [f"a{n}.py" for n in range(30)]
NOTES = {"Thumbs.db": b"", "index.html": b"", "plan.docx": b"", "grades.ods": b""}


def below(folder, files):
    return {f"{folder}/{name}": content for name, content in files.items()}


# The same class, wherever it lies; and what its paths begin with.
DEPTHS = {
    "as it is": (lambda files: files, ""),
    "a folder deeper": (lambda files: below("x", files), "x/"),
    "two folders deeper": (lambda files: below("x/y", files), "x/y/"),
    "an archive deeper": (lambda files: {"x.zip": files}, "x.zip/"),
    "a folder deeper, beside what is nobody's": (
        lambda files: below("x", files) | NOTES | {"runner.py": ALL},
        "x/",
    ),
}
at_every_depth = pytest.mark.parametrize("depth", DEPTHS)


def judged(folder, files, depth):
    """Return where the file of each student lies in the class, or why there is none."""
    laid, above = DEPTHS[depth]
    lay_out(folder / "class", laid(files))
    return {
        who: each.refusal.replace(above, "") or each.where.removeprefix(above)
        for who, each in found(folder / "class").items()
    }


def crossed(rows, columns):
    """Return all pairs of two tables; CI alone takes those of neither's first."""
    plain = next(iter(rows)), next(iter(columns))
    return [
        pytest.param(*pair, marks=() if {*pair} & {*plain} else pytest.mark.ci)
        for pair in product(rows, columns)
    ]


@pytest.mark.parametrize(("form", "depth"), crossed(FORMS, DEPTHS))
def test_which_file_is_meant_does_not_hang_on_where_it_lies(tmp_path, form, depth):
    class_, expected = {}, {}
    for id_, (who, (files, meant)) in enumerate(MEANT.items()):
        places = {
            name: FORMS[form].format(who=who, id=id_, n=n, file=name)
            for n, name in enumerate(sorted(files))
        }
        class_ |= {places[name]: content for name, content in files.items()}
        several = f"2 different candidates: {', '.join(places.values())}"
        expected[who] = places[meant] if meant else several
    assert judged(tmp_path, class_, depth) == expected


CLASSES = {
    # what there is, and whose: the file that is judged, or why there is none
    "folders": (
        {"ana/tictactoe.py": FIRST, "bob/src/tictactoe.py": ALL, "cy/a.txt": b""},
        {
            "ana": "ana/tictactoe.py",
            "bob": "bob/src/tictactoe.py",
            "cy": "no tictactoe.py in cy, only a.txt",
        },
    ),
    "files": ({"ana.py": ALL, "bob.py": FIRST}, {"ana": "ana.py", "bob": "bob.py"}),
    "files with the game in their names": (
        {"ana_tictactoe.py": b"", "tictactoe_bob.ipynb": cells("player")},
        {"ana": "ana_tictactoe.py", "bob": "tictactoe_bob.ipynb"},
    ),
    "many files": (
        {f"{n:02}.py": ALL for n in range(25)},
        {f"{n:02}": f"{n:02}.py" for n in range(25)},
    ),
    "another name in each folder": (
        {"ana/main.py": ALL, "bob/main.py": FIRST, "cy/tictactoe.py": ALL},
        {"ana": "ana/main.py", "bob": "bob/main.py", "cy": "cy/tictactoe.py"},
    ),
    "archives": (
        {"ana.zip": {"main.py": ALL}, "bob.zip": {"x/tictactoe.py": ALL}},
        {"ana": "ana.zip/main.py", "bob": "bob.zip/x/tictactoe.py"},
    ),
    "archives that are not zip": (
        {"ana.rar": b"", "bob.7z": b""},
        {
            "ana": "ana.rar is neither a Python file nor a zip archive",
            "bob": "bob.7z is neither a Python file nor a zip archive",
        },
    ),
    "archives out of which a file climbs": (
        {
            "ana.zip": {"(1)/tictactoe.py": ALL, "../evil.py": b""},
            "bob/a.zip": {"../evil.py": b"", "a.py": ALL},
        },
        {
            "ana": "../evil.py climbs out of its archive",
            "bob": "../evil.py climbs out of its archive",
        },
    ),
    "beside what is nobody's": (
        {"ana/tictactoe.py": ALL, "bob/tictactoe.py": ALL, "tictactoe.md": b""} | NOTES,
        {
            "ana": "ana/tictactoe.py",
            "bob": "bob/tictactoe.py",
            "tictactoe": "tictactoe.md is neither a Python file nor a zip archive",
        },
    ),
    "two files of one name": (
        {
            "ana/tictactoe.py": ALL,
            "ana/old/tictactoe.py": FIRST,
            "bob/a.zip": {"main.py": ALL},
            "bob/main.py": FIRST,
        },
        {
            "ana": "2 different candidates: ana/old/tictactoe.py, ana/tictactoe.py",
            "bob": "2 different candidates: bob/main.py, bob/a.zip/main.py",
        },
    ),
    "two files of one name, one of which is as it was given": (
        {
            "ana/tictactoe.py": STUB,
            "ana/new/tictactoe.py": FIRST,
            "bob/tictactoe.py": ALL,
            "bob/given.zip": {"tictactoe.py": STUB},
        },
        {"ana": "ana/new/tictactoe.py", "bob": "bob/tictactoe.py"},
    ),
    "folders that are called alike": (
        {"ana/main.py": ALL, "ana2/main.py": FIRST},
        {"ana": "ana/main.py", "ana2": "ana2/main.py"},
    ),
    "the same name, as a module of it": (
        {
            "ana/tictactoe.py": program(*SEARCH, taken="from src.tictactoe import *"),
            "ana/src/tictactoe.py": program(*RULES),
            "bob/src/tictactoe.py": ALL,
            "bob/tictactoe.py": b"from src.tictactoe import *",
        },
        {"ana": "ana/tictactoe.py", "bob": "bob/tictactoe.py"},
    ),
    "all in a package": (
        {
            "ana/tictactoe.py": b"from game import *\n",
            "ana/game/__init__.py": b"from .rules import *\nfrom .ai import minimax\n",
            "ana/game/rules.py": program(*FUNCTIONS[:-1]),
            "ana/game/ai.py": program("minimax", taken="from .rules import result"),
            "bob/tictactoe.py": b"import game",
            "bob/game/__init__.py": ALL,
        },
        {"ana": "ana/tictactoe.py", "bob": "bob/game/__init__.py"},
    ),
    "a file that cannot be read, which may hold all": (
        {
            "ana/tictactoe.py": LARGE,
            "ana/tictactoe_v1.py": ALL,
            "bob/tictactoe.py": ALL,
            "bob/tictactoe_v1.py": LARGE,
            "cy/tictactoe.ipynb": BROKEN,
            "cy/tictactoe_original.py": ALL,
            "di/tic_tac_toe.py": LARGE,
            "di/utils.py": FIRST,
            "eve/tictactoe.ipynb": b'{"cells": [',
            "eve/utils.py": FIRST,
            "flo/tictactoe.ipynb": b'{"nbformat": 3, "worksheets": []}',
            "flo/utils.py": FIRST,
            "gil/tictactoe.py": UTF_16,
            "gil/old.py": FIRST,
            "hal/tictactoe.py": FIRST,
            "hal/tictactoe.ipynb": BROKEN,
            "ida/tictactoe.py": ALL,
            "ida/tictactoe.ipynb": b"<<<<<<< HEAD",
            "jo/game.py": ALL,
            "jo/tictactoe_report.ipynb": BROKEN,
            "kit/tictactoe.py": STUB,
            "kit/tictactoe.ipynb": BROKEN,
            "lea/game.py": STUB,
            "lea/tictactoe_report.ipynb": BROKEN,
            "mia/tictactoe.py": FIRST,
            "mia/new/tictactoe.py": LARGE,
            "nia/game.py": ALL,
            "nia/tictactoe_old.py": UTF_16,
            **below("ole", PARTS),
            "ole/tic_tac_toe.py": UTF_16,
            **below("pam", PARTS),
            "pam/tictactoe_report.ipynb": BROKEN,
            **below("ron", PARTS),
            "ron/tictactoe.py": LARGE,
        },
        {
            "ana": "ana/tictactoe.py is larger than 1 MB",
            "bob": "bob/tictactoe.py",
            "cy": "cy/tictactoe.ipynb is not a readable notebook",
            "di": "di/tic_tac_toe.py is larger than 1 MB",
            "eve": "eve/tictactoe.ipynb is not a readable notebook",
            "flo": "flo/tictactoe.ipynb is not a readable notebook",
            "gil": "gil/tictactoe.py",
            "hal": "hal/tictactoe.py",
            "ida": "ida/tictactoe.py",
            "jo": "jo/game.py",
            "kit": "kit/tictactoe.ipynb is not a readable notebook",
            "lea": "lea/tictactoe_report.ipynb is not a readable notebook",
            "mia": "mia/new/tictactoe.py is larger than 1 MB",
            "nia": "nia/game.py",
            "ole": "ole/main.py",
            "pam": "pam/main.py",
            "ron": "ron/tictactoe.py is larger than 1 MB",
        },
    ),
    "nothing begun, beside what cannot be opened": (
        {
            "ana/tictactoe.py": STUB,
            "ana/work.rar": b"",
            "bob/main.py": STUB,
            "bob/work.zip": b"PK",
            "cy/tictactoe.py": b"",
            "cy/report.ipynb": BROKEN,
            "di/tictactoe.py": b"from rules import *",
            "di/rules.py": STUB,
            "di/solution.py": UTF_16,
            "eve/tictactoe.py": STUB,
            "eve/report.pdf": b"",
        },
        {
            "ana": "ana/work.rar is neither a Python file nor a zip archive",
            "bob": "bob/work.zip is not a readable zip archive: File is not a zip file",
            "cy": "cy/report.ipynb is not a readable notebook",
            "di": "di/solution.py is not a readable Python file",
            "eve": "eve/tictactoe.py",
        },
    ),
    "a module of which there are two, for a file that is not meant": (
        {
            "ana/game.py": ALL,
            "ana/play.py": program("player", taken="from helper import *"),
            "ana/helper.py": b"",
            "ana/helper/__init__.py": b"x = 1",
            "bob.py": ALL,
        },
        {"ana": "ana/game.py", "bob": "bob.py"},
    ),
    "as many files as are looked into, and more": (
        below("ana", dict.fromkeys(MANY[:19], b"") | {"main.py": ALL})
        | below("bob", dict.fromkeys(MANY[:20], b"") | {"main.py": ALL})
        | below("cy", dict.fromkeys(MANY, ALL) | {"tictactoe.py": b"from a0 import *"})
        | below("di", dict.fromkeys(MANY, ALL) | {"tictactoe.py": b"import a7"})
        | below("eve", dict.fromkeys(MANY, ALL) | {"tictactoe.py": b""})
        | below("flo", dict.fromkeys(MANY, ALL) | {"tictactoe.py": STUB})
        | below("gil", dict.fromkeys(MANY, ALL) | {"tictactoe.py": FIRST}),
        {
            "ana": "ana/main.py",
            "bob": "21 candidates, more than 20",
            "cy": "cy/tictactoe.py",
            "di": "di/a7.py",
            "eve": "31 candidates, more than 20",
            "flo": "31 candidates, more than 20",
            "gil": "gil/tictactoe.py",
        },
    ),
    "Google": (
        {"Ana - tictactoe.py": ALL, "Ana - tictactoe (1).py": FIRST},
        {
            "Ana": "2 different candidates: Ana - tictactoe (1).py, Ana - tictactoe.py",
        },
    ),
    "Moodle": (
        {"Ana_1_assignsubmission_file_/a.py": ALL},
        {"Ana": "Ana_1_assignsubmission_file_/a.py"},
    ),
    "Canvas": (
        {"silvaana_1_2_a.zip": {"a.py": ALL}, "silvaana_1_3_notes.py": b"x = 1"},
        {"silvaana": "silvaana_1_2_a.zip/a.py"},
    ),
    "texts in Canvas": (
        {"silvaana_1_text.html": b"", "xubob_2_text.html": b""},
        dict.fromkeys(["silvaana", "xubob"], "only online text was handed in"),
    ),
}


@at_every_depth
@pytest.mark.parametrize(("files", "students"), CLASSES.values(), ids=CLASSES)
def test_a_class_has_the_same_students_at_every_depth(tmp_path, files, students, depth):
    assert judged(tmp_path, files, depth) == students


LONE = {
    # what one student handed in, all in one folder, and the file that is judged
    "a notebook and its module": (
        {"work.ipynb": cells(*RULES, **IMPORTING), "helpers.py": program("winner")},
        "work.ipynb",
    ),
    "a program that plays with the functions": (
        {"play.py": program("player", taken="import engine"), "engine.py": ALL},
        "engine.py",
    ),
    "a file without functions": ({"main.py": ALL, "utils.py": b"y = 1"}, "main.py"),
    "the game's name": ({"tic_tac_toe.py": FIRST, "main.py": ALL}, "tic_tac_toe.py"),
    "archives": (
        {"tictactoe.zip": {"main.py": ALL}, "old.zip": {"attempt.py": FIRST}},
        "tictactoe.zip/main.py",
    ),
    "a report too large to be read": (
        {"solution.py": ALL, "report.ipynb": b" " * 1_000_001},
        "solution.py",
    ),
    "a program, its module and a report too large to be read": (
        {
            "main.py": program(*SEARCH, taken="from rules import *"),
            "rules.py": program(*RULES),
            "report.ipynb": b" " * 1_000_001,
        },
        "main.py",
    ),
    "folders": ({"src/main.py": ALL, "docs/a.txt": b"", "a.pdf": b""}, "src/main.py"),
}


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "archive"])
@pytest.mark.parametrize(("files", "meant"), LONE.values(), ids=LONE)
def test_a_folder_that_is_alone_is_one_student_s_if_its_work_is_one(
    tmp_path, files, meant, packed
):
    lay_out(tmp_path, {"ana.zip": files} if packed else below("ana", files))
    ana = found(tmp_path)["ana"]
    assert ana.where == f"ana{'.zip' if packed else ''}/{meant}"


def test_versions_of_one_file_are_one_student_s(tmp_path):
    lay_out(tmp_path, below("ana", {"main.py": ALL, "main_old.py": ALL + b"#"}))
    assert found(tmp_path)["ana"].refusal.startswith("2 different candidates")
    lay_out(tmp_path, below("ana", {"maine.py": FIRST}))
    assert {*found(tmp_path)} == {"main", "main_old", "maine"}


def test_what_is_nobody_s_beside_a_class_is_named(tmp_path):
    lay_out(tmp_path, below("x", {"ana.py": ALL, "bob.py": ALL}) | NOTES)
    with submissions.students(tmp_path) as units:
        assert [unit.student for unit in units] == ["ana", "bob"]
        assert units.left_out == sorted(NOTES)
