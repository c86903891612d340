"""
Bigger boards: our solver beside what one can install, on the empty board.

    python benchmarks/boards.py [PYTHON]

PYTHON is an interpreter that has the others' packages (`make bench` makes one). Each
gets 60 seconds per board, in a fresh process; times are CPU times.
"""

import subprocess
import sys
from pathlib import Path

from figures import table

ROOT = Path(__file__).parent.parent
LIMIT = 60
BOARDS = [(3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 5, 4)]

NOUGHTS = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from noughts.solver.mnk import Rules
from noughts.solver.prover import Prover
from noughts.solver.narrowing import narrow
prover = Prover(Rules(m, n, k))
*_, (value, _) = narrow(prover, prover.rules.start())
"""

# As its documentation shows: the rules in a class, Negamax with a transposition table.
EASYAI = """
from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame

CELLS = [(i, j) for i in range(m) for j in range(n)]
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]
ALL = [[(i + s * a, j + s * b) for s in range(k)] for i, j in CELLS for a, b in STEPS]
LINES = [line for line in ALL if set(line) <= set(CELLS)]

class Board(TwoPlayerGame):
    def __init__(self, players):
        self.players, self.current_player = players, 1
        self.board = dict.fromkeys(CELLS, 0)
    def possible_moves(self):
        return [cell for cell in CELLS if not self.board[cell]]
    def make_move(self, cell):
        self.board[cell] = self.current_player
    def unmake_move(self, cell):
        self.board[cell] = 0
    def lose(self):
        them = self.opponent_index
        return any(all(self.board[cell] == them for cell in line) for line in LINES)
    def is_over(self):
        return not self.possible_moves() or self.lose()
    def scoring(self):
        return -100 if self.lose() else 0
    def ttentry(self):
        return tuple(self.board.values()), self.current_player

ai = Negamax(m * n, tt=TranspositionTable())
game = Board([AI_Player(ai), AI_Player(ai)])
ai(game)
value = ai.alpha
"""

OPENSPIEL = """
import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search
game = pyspiel.load_game(f"mnk(m={n},n={m},k={k})")
value, _ = alpha_beta_search(game, maximum_depth=m * n)
"""

SOLVERS = {
    "noughts": NOUGHTS,
    "easyAI Negamax, table": EASYAI,
    "OpenSpiel alpha-beta": OPENSPIEL,
}


def run(python: str, program: str, board: tuple[int, int, int]) -> str:
    """Return what a solver says of a board and its time, or how long it gave none."""
    source = (
        f"import time\nm, n, k = {board}\n{program}\n"
        "print('win' if value > 0 else 'draw', time.process_time())"
    )
    try:
        done = subprocess.run(
            [python, "-c", source], capture_output=True, text=True, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return f"more than {LIMIT} s"
    if done.returncode:
        return done.stderr.strip().splitlines()[-1][:30]
    outcome, seconds = done.stdout.split()
    return f"{outcome}, {float(seconds):.2f} s"


def main() -> None:
    """Print what each solver makes of each board."""
    python = next(iter(sys.argv[1:]), sys.executable)
    rows = [
        [
            ",".join(map(str, board)),
            *(run(python, each, board) for each in SOLVERS.values()),
        ]
        for board in BOARDS
    ]
    print(table(["board", *SOLVERS], rows, "What the first player gets, and CPU time."))


if __name__ == "__main__":
    main()
