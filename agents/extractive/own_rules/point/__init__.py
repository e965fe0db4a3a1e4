"""Whether a rule that was found is on the point of a question."""
