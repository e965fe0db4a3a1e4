"""A setting that a question names although the patient's disease is in another one. Pure."""

from __future__ import annotations

from collections.abc import Set

from agents.facts.sheet import FactSheet
from names.clinical.values import Setting

FOR = {
    "adjuvant": "disease that was completely removed",
    "neoadjuvant": "disease that is to be removed",
}
"""Which disease a treatment around surgery is for."""


def settings_apart(named: Set[str], sheet: FactSheet) -> tuple[str, ...]:
    """A sentence for each treatment around surgery that a question names, of a patient with
    metastatic disease: its approvals would be told as if nothing spoke against them."""
    told = [
        fact
        for fact in sheet.facts
        if isinstance(fact.value, Setting)
        and (fact.value.name, fact.value.polarity) == ("metastatic", "present")
    ]
    said = told[-1].text if told else ""
    return tuple(
        f"Both {name} treatment and metastatic disease (“{said}”) were said; {name} treatment is"
        f" for {disease}."
        for name, disease in FOR.items()
        if told and name in named
    )
