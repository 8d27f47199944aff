"""Environments for learners: what they say is what a seat may know, and they are the same in any thread."""
