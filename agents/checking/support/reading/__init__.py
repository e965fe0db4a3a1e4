"""Texts read once for all checks: canonical words, concepts, denials, figures."""
