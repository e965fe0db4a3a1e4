"""Statements of the corpus told again by rules: in other words, or with one thing turned."""
