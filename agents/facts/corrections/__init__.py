"""What a message puts right of what was told before it."""
