"""Texts as they are compared: normalised, with their numbers and names."""
