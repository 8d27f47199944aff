"""HTTP and WebSocket: endpoints, sockets, the page, and who may do what."""
