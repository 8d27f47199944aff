"""What learners need of the core: action spaces, observations, and many games at once."""
