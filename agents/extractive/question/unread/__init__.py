"""What of a message was named and not read."""
