"""Training a network for a board: games of bots, a fit, whole numbers, and measures on games that it has not seen."""
