"""A search, recorded: its events, and what is made of them."""
