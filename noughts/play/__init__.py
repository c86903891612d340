"""The game against an engine: in a terminal and in a window."""
