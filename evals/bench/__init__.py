"""What answers cost: time and memory, printed as figures and ratios."""
