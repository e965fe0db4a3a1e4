"""Hostile inputs at every door: each gets an answer or a sentence, nothing else."""
