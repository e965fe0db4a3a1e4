"""What answers are worth and what they cost; how tables, silos and pictures are made."""
