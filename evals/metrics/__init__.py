"""Scores of many samples as one figure, with its interval."""
