"""Patterns that are only tried on a text which can hold what they look for."""
