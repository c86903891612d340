"""Change files, in many ways."""

import os
import shutil

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def write(path):
    with open(path, "w") as file:
        file.write("defaced")
    return "done"


def append(path):
    os.write(os.open(path, os.O_WRONLY | os.O_APPEND), b"defaced")
    return "done"


def remove(path):
    os.remove(path)
    return "done"


def rename(path):
    os.rename(path, path + ".gone")
    return "done"


def truncate(path):
    os.truncate(path, 0)
    return "done"


def forbid(path):
    os.chmod(path, 0)
    return "done"


def link(path):
    os.symlink(path, path + ".link")
    return "done"


def make_folder(path):
    os.mkdir(path + ".folder")
    return "done"


def write_here(path):
    with open("notes.txt", "w") as file:
        file.write("notes")
    return "done"
