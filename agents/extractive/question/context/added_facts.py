"""Messages of a thread that add a fact of the patient and ask nothing. The question before is asked
again with the fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agents.extractive.question.context.thread import (
    BRIEF,
    ON_DRUG,
    asks_anew,
    asks_of_other_drug,
    only_states_facts,
    states_kind,
    with_current_facts,
)
from agents.extractive.question.kinds import treats
from agents.facts.patients import is_correction
from agents.facts.sheet import FactSheet
from agents.facts.values.updates import PROGRESSED, progression_told
from agents.matching.sub_question import SubQuestion
from names.clinical.readers import read_patient
from names.clinical.treatment.cycle_days import read_cycle_days
from names.clinical.treatment.sequences import ASKS_NEXT
from names.clinical.values import (
    ClinicalValue,
    Exposure,
    Marker,
    Measurement,
    OrganFunction,
    Therapy,
    Toxicity,
)
from names.entities import EntityKind
from names.recognise import recognise
from names.tables.alleles import METABOLISM
from names.tables.treatment.safety import is_normal_value

_ADDS = re.compile(
    r"^\W*(?:and |oh |sorry,? )?(?:add(?:ed|ing)?(?=\s?[:–-])|also|additionally|in addition"
    r"|plus|btw|by the way|i forgot"
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
_INFERS = re.compile(
    r"(?i)(?:^|[\s,;.–-])(?:so|hence|thus|therefore|then|which (?:means|excludes|rules out)|meaning"
    r"|i (?:guess|assume|suppose|take it))\W{1,3}"
    r"(?:(?:i (?:guess|assume|suppose|think)|presumably|probably|that means|we have|there is|she is"
    r"|he is)\W{1,2}){0,2}(?:no|not|without|cannot (?:give|have|use|get)|can['’]?t (?:give|have|use"
    r"|get)|out with|excludes|rules out)\s(?:a candidate for\s|more\s)?$"
)
"""Words before a drug that a message takes to be out, as what follows from its fact."""
_JOINED = re.compile(r"(?i)\s?(?:[/+&-]|\b(?:and|or|plus)\b)\s?")
"""Between the drugs of a regimen: "so no atezo-bev"."""
MOST_WORDS = 25
"""Most words of an addition. Chosen by hand: longer messages are new cases."""
NEXT_TREATMENT = "What next?"
"""What a message asks that tells of a failure; who the patient is stands in the sheet."""


def adds_fact_to_choice(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message only adds facts to a case, and the question before it was a choice. After a
    question on one drug ("dose of olaparib?") a new fact is what the next answer is on."""
    if not before or not all(part.is_choice for part in before):
        return False
    if "?" in text or states_kind(text) or len(text.split()) > MOST_WORDS:
        return False
    inferred = _drugs_ruled_out(text)
    # A gene put right ("not RET, ROS1 fusion") is what the choice is on now.
    corrects = is_correction(text) and not recognise(text).of("gene", "variant")
    if not (_ADDS.match(text) or _TELLS.match(text) or inferred or corrects):
        return False
    values = [each.value for each in read_patient(text)]
    told = {drug for v in values if isinstance(v, Therapy | Exposure) for drug in v.drugs}
    return bool(values) and recognise(text).names("drug", "unknown_drug") <= told | inferred


def _drugs_ruled_out(text: str) -> frozenset[str]:
    """The drugs that a message takes to be none for the patient, by the fact that it tells:
    "variceal bleed last month, so no bev I guess"."""
    out: set[str] = set()
    end = -1
    for each in recognise(text).of("drug", "unknown_drug"):
        joined = end >= 0 and _JOINED.fullmatch(text, end, each.start)
        if joined or _INFERS.search(text, 0, each.start):
            out.update(each.names)
            end = each.end
        else:
            end = -1
    return frozenset(out)


def is_asked_again(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message asks the question before once more, with what it tells of the patient."""
    anew = asks_anew(text) and not asks_of_other_drug(text, before)
    return bool(before) and (anew or adds_fact_to_choice(text, before) or only_states_facts(text))


def supposes_finding(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message only asks what an alteration changes about a choice among named drugs:
    "and if ESR1 D538G shows up too?"."""
    chosen = all(part.is_choice and part.drugs for part in before)
    return bool(before) and chosen and _only_asks_of_finding(text)


def doses_with_finding(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message only asks, after the dose of a cancer drug, what an alteration changes:
    "and PDGFRA D842V?". Another drug may be the one for it."""
    dosed = any(part.kind == "dose" and any(map(treats, part.drugs)) for part in before)
    return dosed and _only_asks_of_finding(text)


def _only_asks_of_finding(text: str) -> bool:
    """Whether a message only asks what an alteration changes that it tells of the patient."""
    if "?" not in text or states_kind(text) or len(text.split()) > BRIEF:
        return False
    return not recognise(text).of(*_OTHER_SUBJECTS) and bool(_altered_genes(text))


_OTHER_SUBJECTS: tuple[EntityKind, ...] = (
    *("drug", "unknown_drug", "drug_class", "trial", "registration", "pmid", "tumour"),
)


def _altered_genes(text: str) -> frozenset[str]:
    """The markers that a text tells as present, without genes that only change a drug's dose."""
    told = (each.value for each in read_patient(text))
    names = {
        value.name
        for value in told
        if isinstance(value, Marker)
        and value.polarity == "present"
        and not METABOLISM.match(value.name)
    }
    # The marker HER2 is the gene ERBB2.
    return frozenset(names).union(*(recognise(name).names("gene") for name in names))


def _adds_gene(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message tells an altered gene beside those that the question before was on: there
    may be drugs for it, too. A gene of which another alteration is told was asked about."""
    genes = recognise(text).names("gene") & _altered_genes(text)
    asked = frozenset(gene for part in before for gene in part.genes)
    return bool(asked) and bool(genes) and genes.isdisjoint(asked)


def on_finding(text: str, parts: Sequence[SubQuestion]) -> list[SubQuestion]:
    """An open choice as one on the alterations of a message: the drugs that were chosen from need
    not be the ones for them."""
    found, altered = recognise(text), _altered_genes(text)
    return [
        replace(
            part,
            text=text,
            genes=found.names("gene") & altered,
            variants=found.names("variant"),
            statuses=found.names("status"),
        )
        for part in parts
    ]


def asks_what_follows(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message tells that a treatment failed and asks what comes then, after a question on
    named drugs: "and if she progresses with MET amplification, what then?". It asks for the next
    treatment then, not the question before once more. So it is after a choice where it says that
    the disease got worse: "progressed on scan. next?"."""
    if not any(part.drugs or (part.is_choice and PROGRESSED.search(text)) for part in before):
        return False
    told = (each.value for each in read_patient(text))
    failed = any(isinstance(value, Therapy) and value.outcome == "progressed" for value in told)
    failed = failed or progression_told(text) is not None
    return failed and (asks_anew(text) or bool(ASKS_NEXT.search(text)))


_UNDER_DRUG = re.compile(
    r"(?i)\b(?:on (?:it|this|that|treatment|therapy|the drug)|now|fell|falls|falling|dropped"
    r"|dropping|rose|risen|rising|rises|went (?:up|down)|jumped|up to|down to|develop\w{1,4}|new"
    r"|since (?:then|starting)|(?:after|at|on|in) (?:cycle|week|month|day|C|D)\s?\d{1,2})\b"
)
_ONE_OF = re.compile(r"(?i)\b(?:or|vs|versus)\b")
_BEFORE_DRUG = re.compile(r"(?i)\b(?:baseline|before|prior|actually|sorry|was|had|history|h/o)\b")


def drugs_of_finding(text: str, before: Sequence[SubQuestion]) -> tuple[str, ...]:
    """The drugs that a message tells a value or an event under, after a question whether to give
    just them, or on another value under them: "Hb fell to 7.6 on it". It asks what to do then, not
    for options once more. Empty for any other message."""
    drugs = frozenset(drug for part in before for drug in part.drugs)
    chosen = len(before) == 1 and before[0].is_choice and not _ONE_OF.search(before[0].text)
    again = len(before) > 1 and all(part.kind == "adverse" and part.drugs for part in before)
    if not (chosen or again) or not all(map(treats, drugs)):
        return ()
    if "?" in text or states_kind(text) or len(text.split()) > BRIEF or _BEFORE_DRUG.search(text):
        return ()
    values = [each.value for each in read_patient(text)]
    found = bool(values) and all(
        isinstance(v, OrganFunction | Measurement | Toxicity) for v in values
    )
    found = found and not all(map(_is_normal, values))
    named = recognise(text).of(*_OTHER_SUBJECTS)
    return tuple(sorted(drugs)) if found and not named and _UNDER_DRUG.search(text) else ()


def _is_normal(value: ClinicalValue) -> bool:
    """Whether a value is one that no drug is held for."""
    match value:
        case OrganFunction():
            return is_normal_value(value.measure, value.unit, value.low, value.high)
        case Measurement():
            return is_normal_value(value.name, value.unit, value.value, value.value)
        case _:
            return False


def parts_on_new_facts(
    text: str,
    sheet: FactSheet,
    before: Sequence[SubQuestion],
    opened: Callable[[str], Sequence[SubQuestion]],
) -> tuple[tuple[SubQuestion, ...], tuple[str, ...]] | None:
    """The parts of a message that only tells what is new of the patient, and asks what follows or
    the question before once more, with the drugs taken over; None of any other message.
    ``opened``: the parts of a question that stands alone."""
    if asks_what_follows(text, before):
        return tuple(opened(NEXT_TREATMENT)), ()
    if drugs := drugs_of_finding(text, before):
        asked = (f"{drug}: {text.rstrip(' .')}, hold?" for drug in drugs)
        return tuple(part for each in asked for part in opened(each)), drugs
    supposed = supposes_finding(text, before)
    if not (supposed or is_asked_again(text, before)):
        return None
    again = [with_added(with_current_facts(part, sheet), text) for part in before]
    adds_gene = all(part.is_choice and not part.drugs for part in before) and _adds_gene(
        text, before
    )
    again += on_finding(text, opened(NEXT_TREATMENT)) if supposed or adds_gene else []
    return tuple(again), tuple(sorted({drug for part in before for drug in part.drugs}))


def with_added(part: SubQuestion, text: str) -> SubQuestion:
    """A part of the question before, with the day of the cycle that the message adds. If it is a
    choice for an altered gene, the altered genes that the message adds are added to it, so that
    statements on these genes are on its subject."""
    days = read_cycle_days(text)
    part = replace(part, cycle_days=days) if days.days else part
    found = recognise(text)
    genes = found.names("gene") & _altered_genes(text)
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
