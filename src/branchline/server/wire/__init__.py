"""The wire format: messages, forms, the drawing of a board, and what each viewer may see."""
