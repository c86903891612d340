"""A notebook as a program: its code cells, without what they only try out."""
