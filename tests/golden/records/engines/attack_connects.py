"""Talk to the network."""

import socket

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def tcp(port):
    socket.create_connection(("127.0.0.1", port), 2).close()
    return "done"


def udp(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.sendto(b"hello", ("127.0.0.1", port))
    return "done"


def unix(path):
    with socket.socket(socket.AF_UNIX) as unix:
        unix.connect(path)
    return "done"


def listen(_):
    socket.create_server(("127.0.0.1", 0)).close()
    return "done"
