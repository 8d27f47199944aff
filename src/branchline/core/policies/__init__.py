"""What bots think with: policies over a state, each from what its own seat may know."""
