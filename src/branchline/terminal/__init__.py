"""Play in a terminal, line by line."""
