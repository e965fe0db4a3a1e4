"""What follows from the facts that were said."""
