"""Reports on a class."""
