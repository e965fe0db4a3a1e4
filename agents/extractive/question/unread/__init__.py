"""What a message says that nothing has read: its words, and the findings of its patient."""
