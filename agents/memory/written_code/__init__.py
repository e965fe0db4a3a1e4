"""Code of models that is kept because it was written for more than one question."""
