"""What becomes of a decision: a handler for each kind, and the table that finds it."""
