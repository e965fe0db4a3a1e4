"""Biomarkers and their states in running text."""

from names.clinical.markers.reader import read_markers

__all__ = ["read_markers"]
