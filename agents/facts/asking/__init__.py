"""How a message asks about what it names."""
