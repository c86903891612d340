"""What `import noughts` offers beyond the names that a room has as they are."""
