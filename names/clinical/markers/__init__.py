"""Biomarkers and their states in running text."""

from names.clinical.markers.reader import doubted_markers, read_markers

__all__ = ["doubted_markers", "read_markers"]
