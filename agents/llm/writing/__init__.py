"""How a model writes answers: what it is asked for, and what it wrote as values."""
