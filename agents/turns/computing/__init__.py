"""Code of a model and what became of it."""
