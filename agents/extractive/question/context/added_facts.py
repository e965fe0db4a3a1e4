"""Messages of a thread that add a fact of the patient and ask nothing. The question before is asked
again with the fact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.question.context.thread import ON_DRUG, states_kind
from agents.matching.sub_question import SubQuestion
from names.clinical.reading import read_patient
from names.clinical.treatment.cycle_days import read_cycle_days
from names.clinical.values import Exposure, Marker, Therapy
from names.recognise import recognise

_ADDS = re.compile(
    r"^\W*(?:and |oh |sorry,? )?(?:also|additionally|in addition|plus|btw|by the way|i forgot"
    r"|forgot(?: to (?:say|mention|add))?|update|new|addendum|ps|one more thing|just (?:back|in))\b"
    r"(?!\W{0,3}(?:in|for|with|what|which|how|can|could|is|are|does|do|after|without|the dose)\b)",
    re.IGNORECASE,
)
"""How an addition begins ("Also: PIK3CA mutated"). "Also in renal impairment" is a question."""
_TELLS = re.compile(
    r"^\W*(?:and |but |oh |sorry,? )?(?:s?he|they|pt|(?:the |this |my |our )?patient"
    r"|(?:his|her|their) \w{2,30})\b(?: \w{2,12})?"
    r" (?:has|is|had|have|are|was|were|shows?|showed|came back|carries|takes|developed|got)\b",
    re.IGNORECASE,
)
"""How a message begins that tells of the patient: "he also has CKD", "her BRCA came back
positive"."""
MOST_WORDS = 25
"""Most words of an addition. Chosen by hand: longer messages are new cases."""


def adds_fact(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message only adds facts to a case, and the question before it was a choice. After a
    question on one drug ("dose of olaparib?") a new fact is what the next answer is on."""
    if not before or not all(part.is_choice for part in before):
        return False
    if "?" in text or states_kind(text) or len(text.split()) > MOST_WORDS:
        return False
    if not (_ADDS.match(text) or _TELLS.match(text)):
        return False
    values = [each.value for each in read_patient(text)]
    told = {drug for v in values if isinstance(v, Therapy | Exposure) for drug in v.drugs}
    return bool(values) and recognise(text).names("drug", "unknown_drug") <= told


def with_added(part: SubQuestion, text: str) -> SubQuestion:
    """A part of the question before, with the day of the cycle that the message adds. If it is a
    choice for an altered gene, the altered genes that the message adds are added to it, so that
    statements on these genes are on its subject."""
    days = read_cycle_days(text)
    part = replace(part, cycle_days=days) if days.days else part
    markers = [each.value for each in read_patient(text) if isinstance(each.value, Marker)]
    altered = {each.name for each in markers if each.polarity == "present"}
    found = recognise(text)
    genes = found.names("gene") & altered
    if not part.is_choice or not part.genes or not genes:
        return part
    variants = found.names("variant") if part.variants else frozenset()
    return replace(part, genes=part.genes | genes, variants=part.variants | variants)


def with_named_drug(parts: tuple[SubQuestion, ...], added: str) -> tuple[SubQuestion, ...]:
    """The parts on a drug, if none names one, with the drug that files or additions name."""
    drugs = recognise(added).names("drug")
    if not drugs or any(part.drugs or part.classes for part in parts):
        return parts
    return tuple(
        replace(part, drugs=drugs, lacks_drug=False) if part.kind in ON_DRUG else part
        for part in parts
    )
