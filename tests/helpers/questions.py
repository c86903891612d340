"""The judge's questions, as calls of an engine."""

from noughts.board import board_of


def arguments_of(question):
    """Return the arguments of a question."""
    board = [board_of(question.key)] if question.key else []
    return board if question.action is ... else [*board, question.action]
