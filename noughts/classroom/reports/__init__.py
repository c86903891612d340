"""What a class is told, and its teacher."""
