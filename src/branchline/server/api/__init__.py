"""What clients may ask for: endpoints and messages, whatever carries them."""
