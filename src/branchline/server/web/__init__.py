"""HTTP and WebSocket: endpoints, sockets, access, the page, and documents about them."""
