"""Many files: finding them, judging them, resuming, what looks alike, the overview."""
