"""What a question asks: parts, kinds, and what it takes over from the thread."""
