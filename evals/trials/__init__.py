"""Criteria of trials against judgements made by reading."""
