"""What a question takes over from the thread, from its case, and from the question before it."""
