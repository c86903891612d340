"""Autograders for other platforms: packages that contain noughts itself."""
