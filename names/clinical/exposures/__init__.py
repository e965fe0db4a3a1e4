"""What changes the exposure to a drug: reading it, and holding a rule against a patient."""

from names.clinical.exposures.comedication import read_comedication
from names.clinical.exposures.cover import exposure_covers
from names.clinical.exposures.interacting_drugs import effects_of, read_exposures
from names.clinical.exposures.untaken import without_untaken

__all__ = [
    "effects_of",
    "exposure_covers",
    "read_comedication",
    "read_exposures",
    "without_untaken",
]
