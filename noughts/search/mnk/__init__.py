"""The solver of bigger boards: one idea per file."""
