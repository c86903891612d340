"""An engine that needs two modules of the student's own, and a board to ask it."""

from conftest import ENGINES

ENGINE = (ENGINES / "textbook_deepcopy.py").read_bytes()
HELPED = b"from helper import turn\n" + ENGINE
HELPED += b"\nplayer = lambda board: turn(board)\n"
HELPER = b"import deeper\nimport random\n\n"
HELPER += b"def turn(board):\n    return deeper.turn(board)\n"
DEEPER = b"def turn(board):\n    marks = sum(map(bool, sum(board, [])))\n"
DEEPER += b"    return 'XO'[marks % 2]\n"
EMPTY = [[None] * 3 for _ in range(3)]
