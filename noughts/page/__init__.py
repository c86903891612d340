"""The page: a small web application, its files, and its frozen form."""
