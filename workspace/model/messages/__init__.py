"""Messages: posted, changed, deleted, read, reacted to."""
