"""How somebody else's engine searches: its calls, and its source."""
