"""It does not compile."""

X = "X"

def player(board)
    return X
