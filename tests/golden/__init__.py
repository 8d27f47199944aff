"""Golden playthroughs: records of whole games, and what must come out when they are replayed."""
