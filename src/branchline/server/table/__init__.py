"""One table: the events that are stored, the commands that make them, and the state that they add up to."""
