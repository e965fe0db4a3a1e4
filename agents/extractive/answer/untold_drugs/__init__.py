"""Drugs that an answer does not tell and might be expected: the lines that say so, and why."""
