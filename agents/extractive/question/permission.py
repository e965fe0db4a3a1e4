"""Whether a question asks if a drug may be given to the patient, or may be continued."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.question.context.thread import with_current_facts
from agents.extractive.question.kinds import kinds
from agents.extractive.question.splitting.findings import has_class_or_number
from agents.extractive.question.splitting.limit_questions import LIMITED, on_indication
from agents.extractive.question.splitting.split_by_entity import is_other_drug, treatments_among
from agents.facts.sheet import Fact, FactSheet
from agents.matching.patient.tumours import tumour_names
from agents.matching.safety.limiting_facts import (
    LimitingFact,
    drugs_had,
    is_asked_about,
    limiting_facts,
)
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.aspects import RESUMPTION
from names.clinical.readers import read_patient
from names.clinical.treatment.fitness import UNFIT
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Population,
    Therapy,
    Toxicity,
    Tumour,
)
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise

_WORDS = filtered_pattern(
    r"(?i)\b(?:ok|okay|fine|safe|safely|contra-?indicat\w{1,5}|allowed|permitted|acceptable"
    r"|advisable|possible|feasible|tolerable|appropriate|(?:problem|concern|issue)s?|worr(?:y|ies|ied)"
    r"|restart|resume|re-?challenge|what (?:to|do|should|shall|now)|now what|go ahead|proceed"
    r"|(?:keep|carry) (?:on|going))\b"
)
_MAY = filtered_pattern(
    r"(?i)\b(?:can|could|may|might|should|shall|must|is|are|would)(?:n't| not)?\s"
    r"(?:i|we|he|she|they|it|you|(?:the|my|this|our|a|his|her) (?:pt|patient|man|woman|lady)|to)\b"
    r"|\b(?:continue|stop|hold|start|give|use|avoid)(?:\s\S{1,30}){0,4}\s?\?"
    r"|\b(?:can|may|could|should) \S{3,30}(?: \S{3,30})? (?:be|still|start|continue)\b"
)
_OF_HARM = filtered_pattern(
    r"(?i)\b(?:risks?|causes?|caused|incidence|rates?|frequen\w{1,5}|how (?:often|common|likely)"
    r"|percent\w{0,4}|side[- ]effects?|adverse|linked|associated|due to)\b"
    r"|\b(?:does|do|did|will)\b.{1,60}\b(?:lower|reduce|prevent|decrease)\b"
)
"""Words that ask what a drug, or something against its effects, does in any patient: "MDS risk with
olaparib?", "does scalp cooling lower alopecia under docetaxel?"."""
_IN_PERSON = filtered_pattern(
    r"(?i)\b(?:in|for) (?:(?:an?|this|my|the|our) )?(?:\w{2,20} )?(?:patients?|pts?|man|woman|lady"
    r"|someone|somebody|people)\b|\b(?:despite|with (?:known|pre-?existing|underlying|h/o"
    r"|(?:a )?history of|prior|previous))\b"
)
"""Words that ask about a drug in somebody with a disease: "T-DXd in a patient with IPF?"."""
_SUPPOSES = filtered_pattern(
    r"(?i)^\W{0,3}(?:(?:and|but|so|ok|okay|then)[, ]{1,2})?"
    r"(?:what if|if|with|what about|how about|suppos(?:e|ing)|assum(?:e|ing)|imagine|in case)\b"
)
"""How a follow-up begins that only supposes a fact of the patient: "and with EF 40%?"."""
WEIGHED = (Condition, Measurement, OrganFunction, Toxicity)
"""Kinds of fact that a treatment has to weigh."""
PLAIN = frozenset(("amount",))
"""Aspects of a question that asks for the plain dose."""
_OPEN = frozenset(("general", "therapy"))
"""Kinds of question that become "may the drug be given" by such words."""
_BARE = 3
"""Most words between a drug and the question mark if nothing but the drug is asked: "ribociclib
today?". Chosen by hand."""
MOST_DRUGS = 6
"""Most drugs of one part that are compared with the patient's facts. Chosen by hand: three regimens
of two drugs."""
NEEDS_WORDS = frozenset(("dose", "monitoring", "pharmacogenomics"))
"""Kinds of question that need words such as "ok" to ask whether a drug may be given. A drug with a
question mark is not enough."""
_UNDER_WAY = filtered_pattern(
    r"(?i)\b(?:manag(?:e|ed|ing|ement)|hold(?:ing)?|held|paus(?:e|ing)|interrupt\w{0,3}|stop(?:ping)?"
    r"|discontinu\w{1,4}|continu\w{1,4}|resum\w{1,4}|(?:keep|carry) (?:on|going)|re-?start\w{0,3}"
    r"|re-?challeng\w{1,4}|re-?introduc\w{1,4}|what (?:to do|now)|now what)\b"
)
"""Words by which a question is on a drug that the patient already gets or got."""

_BECAUSE = re.compile(
    r"(?i)\s?\((?:(?:for|with|by|due to|because of|given)\s|[^().?]{1,30}[,;/]\s?)?"
    r"|,?\s(?:because of|due to|owing to|given|on account of)\s(?:(?:an?|the|his|her)\s)?"
)
"""Between what somebody is unfit for and the reason: "cisplatin-ineligible (eGFR 38)"."""
_THEREFORE = re.compile(r"(?i)\s?\(|,?\s(?:so|hence|thus|therefore)\s|\s?(?:->|→|=)\s?")
"""Between the reason and what somebody is unfit for: "eGFR 38 → cisplatin-unfit"."""


def reasons_unfit(sheet: FactSheet, text: str) -> frozenset[ClinicalValue]:
    """The facts that the question tells as the reason why another treatment cannot be given:
    "cisplatin-ineligible (eGFR 38)". It does not ask what they mean for the drug asked about."""
    said = [each for each in sheet.facts if each.place == "question"]
    unfit = [each for each in said if _is_unfit(each)]
    told = [each for each in said if not each.rule and not _is_unfit(each)]
    spans = {
        (each.start, each.end)
        for each in told
        if any(_is_reason(each.text, other.text, text) for other in unfit)
    }
    return frozenset(each.value for each in said if (each.start, each.end) in spans)


def _is_unfit(fact: Fact) -> bool:
    return isinstance(fact.value, Condition) and fact.value.name.startswith(UNFIT)


def _is_reason(reason: str, unfit: str, text: str) -> bool:
    first, second = text.find(unfit), text.find(reason)
    if min(first, second) < 0:
        return False
    if first < second:
        return _BECAUSE.fullmatch(text, first + len(unfit), second) is not None
    return _THEREFORE.fullmatch(text, second + len(reason), first) is not None


def drugs_to_permit(asked: SubQuestion, sheet: FactSheet) -> tuple[str, ...]:
    """The drugs for which a part asks whether they may be given. Empty if the part asks something
    else, or asks for options in general."""
    # How to prevent an event, or how long to give a drug, are other questions.
    if asked.kind not in LIMITED or asked.trials:
        return ()
    told = asked.aspects - {RESUMPTION}
    if not is_dose_with_finding(asked, sheet) and (told or not _asks(asked)):
        return ()
    drugs = treatments_among(asked.drugs)
    if not drugs:
        taken = {d for each in sheet.of(Exposure) for d in each.drugs} | asked.partners
        taken |= {d for each in sheet.of(Therapy) for d in each.drugs if is_other_drug(d)}
        drugs = asked.drugs - taken
    return tuple(sorted(drugs)) if 0 < len(drugs) <= MOST_DRUGS else ()


def is_offer_asked(asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a part asks if a drug should be given that the patient has never had, and asks
    neither for its dose nor for its adverse reactions. What the drug is for may then stand behind
    the notice that nothing speaks of a fact of the patient."""
    drugs = drugs_to_permit(asked, sheet)
    if not drugs or asked.partners or not drugs_had(sheet).isdisjoint(drugs):
        return False
    if asked.is_choice:
        return True
    told = any(isinstance(fact.value, Tumour | Marker) for fact in sheet.facts)
    if asked.kind != "adverse" or not told or _has_graded_event(sheet):
        return False
    text = asked.text
    return not (kinds()["adverse"].asked_by.search(text) or _UNDER_WAY.search(text))


def _has_graded_event(sheet: FactSheet) -> bool:
    """Whether a text tells the grade of an adverse event that the drug may have caused. A grade
    that follows from a number ("QTc 478 ms") does not count, nor one of a patient who is untreated
    or had other treatments."""
    if sheet.of(Therapy) or any(each.last == 1 for each in sheet.of(Line)):
        return False
    return any(
        isinstance(fact.value, Toxicity) and fact.value.grade_from is not None and not fact.rule
        for fact in sheet.facts
    )


def offer_parts(
    parts: Sequence[SubQuestion], sheet: FactSheet
) -> tuple[tuple[int, SubQuestion], ...]:
    """Pairs of the number of a part that only asks what a finding means for a drug to be given, and
    a new part on what the drug is for. A choice finds that itself."""
    tumours = tumour_names(sheet.of(Tumour))
    return tuple(
        (place, on_indication(asked, frozenset(drugs_to_permit(asked, sheet)), tumours))
        for place, asked in enumerate(parts)
        if not asked.is_choice and is_offer_asked(asked, sheet)
    )


def choices_again(
    parts: Sequence[SubQuestion], before: Sequence[SubQuestion], text: str, sheet: FactSheet
) -> tuple[tuple[int, SubQuestion], ...]:
    """Pairs of the number of a part and the choice asked before, if the message only supposes a
    fact of the patient ("and with pantoprazole?"). It is asked again where nothing tells what the
    fact means for a drug: the fact alone takes no option away."""
    if len(before) != 1 or not before[0].is_choice or not _only_supposes(text):
        return ()
    known = {fact.value for fact in sheet.facts}
    if any(each.value not in known for each in read_patient(text)):
        # What is asked about and not told of the patient would be passed over.
        return ()
    again = with_current_facts(before[0], sheet)
    return tuple((place, again) for place, part in enumerate(parts) if part.text != again.text)


def is_dose_with_finding(asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a part asks for the plain dose while the patient has a limiting finding. A dose that
    does not weigh the finding is then not told as this patient's dose."""
    if asked.kind != "dose" or asked.aspects - PLAIN or asked.partners:
        return False
    return any(binds_dose(each, asked) for each in limiting_facts(sheet))


def binds_dose(fact: LimitingFact, asked: SubQuestion) -> bool:
    """Whether a limiting fact is a pregnancy, or a finding with a grade or number, and the part
    does not already ask about it."""
    if is_asked_about(fact, asked.about):
        return False
    return any(
        has_class_or_number(v) or (isinstance(v, Population) and v.pregnancy) for v in fact.values
    )


def says_permission(text: str) -> bool:
    """Whether a text asks if something may be done: "KEYNOTE-522 regimen ok?"."""
    return bool(_WORDS.search(text) or _MAY.search(text))


def _asks(asked: SubQuestion) -> bool:
    text = asked.text
    if says_permission(text):
        return True
    if asked.is_choice and _only_supposes(text):
        return True
    if asked.kind in NEEDS_WORDS or _OF_HARM.search(text):
        return False
    return _ends_in_drug(text) or (asked.kind in _OPEN and bool(_IN_PERSON.search(text)))


def _only_supposes(text: str) -> bool:
    """Whether a question names no treatment and only supposes a fact of the patient: the drugs of
    the question before are then asked about with it."""
    if not _SUPPOSES.search(text) or treatments_among(recognise(text).names("drug")):
        return False
    values = [each.value for each in read_patient(text)]
    return any(
        isinstance(v, (*WEIGHED, Exposure, Therapy))
        or (isinstance(v, Population) and v.is_with_child)
        for v in values
    )


def _ends_in_drug(text: str) -> bool:
    """Whether a question ends with a drug and at most a few words."""
    if not text.rstrip().endswith("?"):
        return False
    last = max((m.end for m in recognise(text).of("drug", "unknown_drug")), default=-1)
    return last >= 0 and len(text[last:].split()) <= _BARE
