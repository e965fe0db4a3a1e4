"""Organ function: reading it, and holding a rule against a patient."""

from names.clinical.organs.cover import organ_covers
from names.clinical.organs.reading import read_organs

__all__ = ["organ_covers", "read_organs"]
