"""How a message asks about what it names, and what it supposes."""
