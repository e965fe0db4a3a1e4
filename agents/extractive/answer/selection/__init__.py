"""Which statements make the answer to one part, and in which order."""
