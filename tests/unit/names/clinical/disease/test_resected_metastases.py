"""What was resected tells how far a disease has come: a metastasis is no early disease."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_clinical
from names.clinical.values import Setting


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("After resection of a single brain metastasis of breast cancer", ["metastatic"]),
        ("colorectal cancer, resectable liver metastases", ["metastatic"]),
        ("melanoma, resected lung met", []),
        ("after resection of stage III melanoma", ["adjuvant", "locally advanced"]),
        ("resected melanoma without metastases", ["early"]),
        ("resected colon cancer now with liver metastases", ["early", "metastatic"]),
    ],
)
def test_a_resected_metastasis_is_metastatic_disease(text: str, settings: list[str]) -> None:
    found = (each.value for each in read_clinical(text))
    read = [v.name for v in found if isinstance(v, Setting) and v.polarity == "present"]
    assert read == settings
