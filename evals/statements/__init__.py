"""Judged pairs of a question and a statement, and the weights fitted on them."""
