"""One table, without clock, database or network: events, the commands that make them, and the state they add up to."""
