"""What was told on which morning."""
