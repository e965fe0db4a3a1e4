"""Oncologists' questions on what to give, scored by the regimens that the answer names."""
