"""Facts in words."""

from __future__ import annotations

from agents.facts.value_words import describe
from names.clinical.values import Therapy


def test_a_class_named_beside_a_drug_is_told_and_one_that_follows_from_it_is_not() -> None:
    beside = Therapy(drugs=("alectinib",), classes=("Taxane-based chemotherapy",))
    assert "alectinib + taxane-based chemotherapy" in describe(beside)
    implied = Therapy(drugs=("docetaxel",), classes=("Taxane-based chemotherapy",))
    assert "axane" not in describe(implied)
