"""A message taken apart: its questions, the things they are on, circumstances, limits."""
