"""What an answer says of the cumulative doses that a message tells: no statement is compared with
them. Pure."""

from __future__ import annotations

from agents.wording.not_found import dose_not_weighed
from names.clinical.treatment.cumulative_doses import CumulativeDose, cumulative_doses
from names.tables.treatment.drug_classes import class_in_sentence


def doses_not_weighed(text: str) -> tuple[str, ...]:
    """A sentence for each cumulative dose that a text tells."""
    told = (
        dose_not_weighed(_name(each), f"{each.amount:g} {each.unit}")
        for each in cumulative_doses(text)
    )
    return tuple(dict.fromkeys(told))


def _name(dose: CumulativeDose) -> str:
    return " or ".join(dose.drugs or map(class_in_sentence, dose.classes))


def limits_asked_by(text: str) -> tuple[str, ...]:
    """The question for the limit of each drug of which a text tells a cumulative dose: nobody tells
    one for another reason."""
    drugs = dict.fromkeys(drug for each in cumulative_doses(text) for drug in each.drugs[:1])
    return tuple(f"Maximum cumulative dose of {drug}?" for drug in drugs)
