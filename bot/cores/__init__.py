"""What answers questions: the cores, and by which channel."""
