"""What a position is worth to a seat: features of what the seat knows, and a network of whole numbers."""
