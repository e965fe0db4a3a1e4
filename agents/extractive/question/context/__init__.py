"""What a question takes over: from the thread, the case around it, the question before it."""
