"""A disease of the marrow that the patient has or had beside the tumour asked about: a drug that is
known to cause one is to be checked before."""

from __future__ import annotations

from collections.abc import Iterator

from agents.facts.sheet import FactSheet
from names.clinical.values import Tumour

MARROW_DISEASE = "myelodysplastic syndrome or acute leukaemia"
"""Its name in the table of safety facts."""
_OF_MARROW = frozenset(("myelodysplastic syndrome", "acute myeloid leukaemia"))


def marrow_disease_beside(sheet: FactSheet) -> Iterator[tuple[str, str, Tumour]]:
    """Name, words and value of each such disease of a patient who has another tumour as well. Of
    one who has no other, it is what is treated."""
    present = [each for each in sheet.of(Tumour) if each.name and each.polarity == "present"]
    beside = [each for each in present if each.name in _OF_MARROW]
    if len(beside) < len(present):
        yield from ((MARROW_DISEASE, each.name, each) for each in beside)
