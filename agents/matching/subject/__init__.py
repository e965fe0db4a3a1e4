"""Whether a statement is on what a part of a question asks about."""
