"""Tables without a server: what a server does for its tables, in a worker of a browser."""
