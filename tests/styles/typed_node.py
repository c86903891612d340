"""Type hints, and a node class for the tree."""

from __future__ import annotations

from typing import List, Optional, Set, Tuple

X = "X"
O = "O"
EMPTY = None

Board = List[List[Optional[str]]]
Cell = Tuple[int, int]


def initial_state() -> Board:
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board: Board) -> str:
    used: int = 9 - sum(row.count(EMPTY) for row in board)
    return X if used % 2 == 0 else O


def actions(board: Board) -> Set[Cell]:
    cells: Set[Cell] = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                cells.add((i, j))
    return cells


def result(board: Board, action: Cell) -> Board:
    if action not in actions(board):
        raise ValueError("not a free cell")
    after: Board = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def is_full(board: Board, mark: str, cells: List[Cell]) -> bool:
    for i, j in cells:
        if board[i][j] != mark:
            return False
    return True


def winner(board: Board) -> Optional[str]:
    lines: List[List[Cell]] = []
    for k in range(3):
        lines.append([(k, 0), (k, 1), (k, 2)])
        lines.append([(0, k), (1, k), (2, k)])
    lines.append([(0, 0), (1, 1), (2, 2)])
    lines.append([(0, 2), (1, 1), (2, 0)])
    for mark in (X, O):
        for cells in lines:
            if is_full(board, mark, cells):
                return mark
    return None


def terminal(board: Board) -> bool:
    return winner(board) is not None or not actions(board)


def utility(board: Board) -> int:
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


class Node:
    def __init__(self, board: Board, action: Optional[Cell] = None) -> None:
        self.board = board
        self.action = action

    def children(self) -> List[Node]:
        return [Node(result(self.board, cell), cell) for cell in actions(self.board)]

    def value(self) -> int:
        if terminal(self.board):
            return utility(self.board)
        values = [child.value() for child in self.children()]
        return max(values) if player(self.board) == X else min(values)


def minimax(board: Board) -> Optional[Cell]:
    if terminal(board):
        return None
    nodes = Node(board).children()
    best = nodes[0]
    for node in nodes[1:]:
        if player(board) == X and node.value() > best.value():
            best = node
        elif player(board) == O and node.value() < best.value():
            best = node
    return best.action
