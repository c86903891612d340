"""The game in a terminal: a session, and two ways to show it."""
