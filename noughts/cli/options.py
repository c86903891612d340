"""Names of `parser.py` that the class's command still looks for here."""

from noughts.cli.parser import INTERRUPTED, MISUSE, Parser, whole_number

__all__ = ["INTERRUPTED", "MISUSE", "Parser", "whole_number"]
