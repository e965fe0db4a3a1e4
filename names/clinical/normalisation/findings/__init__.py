"""Findings of a tumour that a message tells in lists, under heads or by several methods, each told
by itself with its own words."""
