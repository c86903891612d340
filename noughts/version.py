"""The version of noughts; the build reads it here, too."""

__version__ = "2.0.0"
