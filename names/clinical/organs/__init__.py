"""Organ function: reading it, and holding a rule against a patient."""

from names.clinical.organs.classes import child_pugh_classes
from names.clinical.organs.cover import organ_covers
from names.clinical.organs.organ_function import read_organs

__all__ = ["child_pugh_classes", "organ_covers", "read_organs"]
