"""What is told once a day."""
