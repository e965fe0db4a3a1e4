"""What is kept for other programs: their questions in the inbox, and their tokens."""
