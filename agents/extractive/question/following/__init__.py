"""What follows a question: a further one in the message, a fact added in the thread."""
