"""Hostile inputs at every entry point: each gets an answer or a sentence, nothing else."""
