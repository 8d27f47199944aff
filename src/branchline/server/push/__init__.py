"""Web push: people are called back to their tables when it is their turn and no page of theirs is open."""
