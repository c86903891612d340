"""A search that prints is heard, and what it prints goes nowhere."""

from types import SimpleNamespace

from noughts.observe.listen import heard

BOARD = [["X", None, None], [None, "O", None], [None, None, None]]


def engine(lines):
    def minimax(board):
        for n in range(lines):
            print("looking at", n)
        return (0, 1)

    return SimpleNamespace(minimax=minimax, result=lambda board, action: board)


def test_the_lines_that_a_search_prints_are_counted(capsys):
    assert heard(engine(3), BOARD) == ["", 0, 3]
    assert heard(engine(0), BOARD) == ["", 0, 0]
    assert not capsys.readouterr().out


def test_the_output_is_as_it_was_when_a_search_fails(capsys):
    broken = SimpleNamespace(minimax=lambda board: 1 / 0, result=None)
    try:
        heard(broken, BOARD)
    except ZeroDivisionError:
        print("still here")
    assert capsys.readouterr().out == "still here\n"
