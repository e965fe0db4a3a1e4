"""What the answer to a choice of treatment shows, and in which order."""
