"""What every evaluation and benchmark has in common at the command line."""
