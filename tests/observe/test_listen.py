"""Recording the calls and prints of a search."""

from threading import Thread
from types import SimpleNamespace

from noughts.contract import default
from noughts.observe.listen import UNREADABLE, heard, install, listen
from noughts.observe.watch import assess

BOARD = [["X", None, None], [None, "O", None], [None, None, None]]


def engine(lines):
    def minimax(board):
        for n in range(lines):
            print("looking at", n)
        return (0, 1)

    return SimpleNamespace(minimax=minimax, result=lambda board, action: board)


def test_the_functions_are_registered():
    ways, ours = {}, engine(2)
    install(ours, ways.__setitem__)
    assert ways["listen"](BOARD) == listen(ours, BOARD)
    assert ways["heard"](BOARD) == heard(ours, BOARD)


def in_threads(function, many):
    """Call a function in several threads, one after the other."""
    for n in range(many):
        thread = Thread(target=function, args=[n])
        thread.start()
        thread.join()


def test_calls_in_other_threads_are_unreadable():
    def minimax(board):
        in_threads(lambda n: engine.result(board, (0, n)), 3)

    engine = SimpleNamespace(minimax=minimax, result=lambda board, action: board)
    assert heard(engine, BOARD) == [UNREADABLE, 1, 0]
    assert assess(default(), BOARD, UNREADABLE, 1).code == "unclear"


def test_printed_lines_are_counted(capsys):
    assert heard(engine(3), BOARD) == ["", 0, 3]
    assert heard(engine(0), BOARD) == ["", 0, 0]
    assert not capsys.readouterr().out


def test_the_output_is_restored_after_an_exception(capsys):
    broken = SimpleNamespace(minimax=lambda board: 1 / 0, result=None)
    try:
        heard(broken, BOARD)
    except ZeroDivisionError:
        print("still here")
    assert capsys.readouterr().out == "still here\n"
