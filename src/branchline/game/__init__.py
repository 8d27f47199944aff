"""One game: `Game`, what a seat can do and may know, and a game as text. Everything above this package uses it."""
