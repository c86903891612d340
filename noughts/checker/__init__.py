"""The checker: a verdict on any `tictactoe.py`, on every position, with the reasons."""
