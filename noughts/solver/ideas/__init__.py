"""What the solver knows, one idea per file."""
