"""Read, or list, what is none of its business."""

import os

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def read(path):
    with open(path) as file:
        return file.read()


def names(path):
    return os.listdir(path)


def read_from(folder, name):
    os.chdir(folder)
    return read(name)


def names_from(folder):
    os.chdir(folder)
    return os.listdir()
