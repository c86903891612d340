"""minimax answers with an object whose type has no proper name."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


class Meta(type):
    @property
    def __name__(cls):
        raise RuntimeError("no name")

    def __eq__(cls, other):
        raise RuntimeError("no comparison")

    __hash__ = type.__hash__


class Name(str):
    def __getitem__(self, key):
        raise RuntimeError("no letters")


class Odd(metaclass=Meta):
    pass


type.__dict__["__name__"].__set__(Odd, Name("Odd"))


def minimax(board):
    return Odd()


def utility(board):
    raise type("Strange", (Exception,), {"__str__": lambda self: Name("strange")})
