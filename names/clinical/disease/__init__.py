"""The tumour, how far it has spread, and in which setting it is treated."""

from names.clinical.disease.features import read_features
from names.clinical.disease.past_settings import has_come_back, with_present_settings
from names.clinical.disease.risk_groups import read_risk_groups
from names.clinical.disease.settings import read_settings
from names.clinical.disease.tumours import is_site, read_tumours

__all__ = [
    "has_come_back",
    "is_site",
    "read_features",
    "read_risk_groups",
    "read_settings",
    "read_tumours",
    "with_present_settings",
]
