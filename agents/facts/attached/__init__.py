"""What the files of a thread tell of its patient."""
