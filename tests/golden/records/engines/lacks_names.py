"""It lacks half of the contract; one of its functions is none."""

X = "X"
O = "O"

winner = None


def player(board):
    return X
