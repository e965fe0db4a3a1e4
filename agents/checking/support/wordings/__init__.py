"""Wordings of numbers that are written as figures before a text is read."""
