"""Reads a question: its parts, their kinds, and what they take over from the thread."""
