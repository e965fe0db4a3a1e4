"""Whether a rule that was found is about what a question asks, its case included."""
