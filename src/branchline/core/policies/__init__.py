"""Policies: how bots choose, each from what its own seat may know. Also self-play and rollouts with them."""
