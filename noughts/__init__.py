"""What one can do with any Tic-Tac-Toe engine: play it, see it think, check it."""

__version__ = "0.1.0"
