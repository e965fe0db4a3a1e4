"""Variants that a report tells in sentences: which are findings of its sample."""
