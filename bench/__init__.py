"""How fast Branchline is: `make bench`. And tools that look for its slowest cases."""
