"""Independent questions of one message: each is read as if it stood alone."""
