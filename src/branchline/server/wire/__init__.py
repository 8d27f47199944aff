"""What goes over the wire: messages, notices as each viewer gets them, forms, and their schemas."""
