"""Treatments had, going on or planned, and lines of treatment."""

from names.clinical.treatment.lines import read_lines_of_treatment
from names.clinical.treatment.therapies import read_therapies

__all__ = ["read_lines_of_treatment", "read_therapies"]
