"""Messages that hold several questions, each of which is read as if it stood alone."""
