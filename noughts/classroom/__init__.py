"""A class: read, judge and compare many files, and report on them."""
