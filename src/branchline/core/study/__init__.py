"""What many games say about a board: sums over them, gathered while they are played."""
