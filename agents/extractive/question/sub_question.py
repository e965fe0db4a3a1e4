"""What one question of a message asks about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.question.context.case import (
    Case,
    blamed_beside,
    case_of,
    kind_in_case,
    remedies_named,
)
from agents.extractive.question.context.case_drugs import (
    drugs_mentioned,
    remedies_taken,
)
from agents.extractive.question.context.denied_events import (
    kind_of_untreated,
    without_denied_events,
)
from agents.extractive.question.disease.genes import genes_asked, variants_asked
from agents.extractive.question.disease.tumours import tumours_asked
from agents.extractive.question.drugs_meant import LAST_SENTENCE, drugs_meant
from agents.extractive.question.kinds import EFFECTS, answering_kinds, asking_words, kinds
from agents.extractive.question.splitting.circumstances import (
    QuestionContext,
    circumstances_of,
    interacting_drugs,
)
from agents.extractive.question.splitting.segments import QuestionSegment
from agents.extractive.question.splitting.split_by_entity import (
    asking_clause,
    comedication,
    routes_asked,
    treatments_among,
)
from agents.extractive.question.splitting.taken_drugs import taken_drugs_meant, words_for_taken
from agents.extractive.question.subjects import (
    ALONE,
    classes_asked,
    classes_blamed,
    drugs_asked,
    names_others,
    numbers_asked,
    trials_asked,
    words_asked,
    words_of_values,
)
from agents.extractive.question.supportive_drugs import without_supportive
from agents.extractive.question.topics import stems, topic_stems
from agents.facts.assertion import assertion_of
from agents.facts.sheet import FactSheet
from agents.facts.values.intervals import RULES_OF_TIME
from agents.matching.patient.class_partners import allergens
from agents.matching.sub_question import CHOICES, SubQuestion
from names.clinical.comparison import without_compared_names
from names.clinical.readers import read_patient
from names.clinical.values import (
    HAD,
    ClinicalValue,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.entities import Entities
from names.recognise import recognise
from names.tables.treatment.drug_classes import drug_classes

OF_A_DRUG = frozenset(("dose", "interaction")) | EFFECTS
"""Kinds of question that are on a drug. The question or the case around it names the drug."""
FOR_CASE_DRUG = OF_A_DRUG | {"pharmacogenomics", "general"}
"""Kinds of question that take the drug of the case if their words name none."""

FINDINGS = (Measurement, OrganFunction, Toxicity)


def ask_of(
    segment: QuestionSegment, message: str, sheet: FactSheet, beside: str = ""
) -> SubQuestion:
    """What one question of a message asks about. ``beside``: the words of its later questions."""
    case = case_of(message, sheet)
    segment = without_supportive(segment, case)
    text = f"{segment.shared} {segment.text}".strip()
    found = without_compared_names(recognise(text), text)
    segment = _with_kind_in_case(segment, text, found, case)
    values = patient_values(text)
    remedies = _remedies(found, case, message) if segment.kind == "adverse" else frozenset()
    drugs = drugs_meant(drugs_asked(text, found, segment.kind, sheet), text, case, remedies)
    told = QuestionContext(sheet, text, beside)
    about = circumstances_of(found, values, segment.kind, told)
    meant = taken_drugs_meant(text, found, sheet) if segment.kind in OF_A_DRUG else frozenset()
    classes = frozenset() if meant else classes_asked(text, found)
    if meant or (_is_of_case_drug(segment.kind, found) and not (drugs or classes)):
        drugs = meant or case.drugs
        about = about or _about_case(found, message, segment.kind, told)
    about = about or _events_asked(segment, found, sheet, remedies)
    if segment.kind == "adverse" and not (drugs - remedies or classes):
        drugs, classes = _causes_of_event(message, sheet, drugs, remedies)
    drugs = _without_others(drugs - interacting_drugs(about) or drugs, segment, case)
    routes, route_words = routes_asked(text, segment.kind, found.of("drug", "unknown_drug"))
    return SubQuestion(
        text=text,
        message=message,
        kind=segment.kind,
        answered_by=answering_kinds(segment.kind, message),
        drugs=drugs,
        lacks_drug=not (drugs or classes or _is_on_other(segment.kind, text, found, about))
        and _is_of_drug(segment.kind, found, message, sheet),
        mentioned=drugs_mentioned(message, sheet),
        compared=len(drugs) > 1 and segment.kind != "interaction",
        together=len(drugs) > 1 and segment.kind == "interaction",
        alone=bool(len(drugs or classes) == 1 and ALONE.search(text)),
        classes=classes,
        genes=genes_asked(found, values, segment.kind),
        variants=variants_asked(found, values),
        statuses=found.names("status"),
        tumours=tumours_asked(found, text),
        trials=trials_asked(found, segment.kind, text, message),
        line=_line_asked(values, sheet),
        settings=_settings_present(values),
        about=about,
        words=words_asked(found, segment.kind),
        routes=routes,
        topics=_topics(text, segment, message) - topic_stems(route_words),
        numbers=numbers_asked(text, found),
    )


def _causes_of_event(
    message: str, sheet: FactSheet, drugs: frozenset[str], remedies: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """The drugs and the classes that an event may come from, where no treatment is named."""
    classes = classes_blamed(message) or (_classes_had(sheet) if remedies else frozenset())
    return (frozenset() if classes else drugs), classes


def _remedies(found: Entities, case: Case, message: str) -> frozenset[str]:
    """The remedies of an event that a question names, and those that the patient takes for it,
    where the message tells what it came from."""
    named, taken = remedies_named(found, case), remedies_taken(case.sheet)
    blamed = classes_blamed(message) or blamed_beside(named | taken, case)
    blamed = blamed or _classes_had(case.sheet)
    return named | taken if blamed else named


def _with_kind_in_case(
    segment: QuestionSegment, text: str, found: Entities, case: Case
) -> QuestionSegment:
    if segment.is_on_other_matter:
        return segment
    kind = without_denied_events(segment.kind, text, found)
    kind = kind_in_case(kind, text, found, case)
    whose = (case.sheet, case.message)
    return replace(segment, kind=kind_of_untreated(kind, text, found, whose, case.drugs))


def _settings_present(values: Sequence[ClinicalValue]) -> frozenset[str]:
    return frozenset(v.name for v in values if isinstance(v, Setting) and v.polarity == "present")


def _topics(text: str, segment: QuestionSegment, message: str) -> frozenset[str]:
    """The topic words of a question. Words by which it asks, and words that were read as values,
    are left out."""
    topics = topic_stems(text) if _is_short(message) else topic_stems(segment.text)
    told = words_for_taken(text) if segment.kind == "adverse" else ""
    topics -= topic_stems(f"{words_of_values(text, segment.kind)} {told}")
    return topics - stems(asking_words(text, segment.kind))


def _asks_what_to_do(segment: QuestionSegment, found: Entities) -> bool:
    """Whether a question asks what to do about an effect that only the case names: "which do I
    hold?"."""
    if segment.kind != "adverse" or found.of("effect"):
        return False
    return bool(kinds()["adverse"].asked_in_case_by.search(segment.text))


def _without_others(drugs: frozenset[str], segment: QuestionSegment, case: Case) -> frozenset[str]:
    """The drugs that the question asks about. If a treatment is chosen or an effect managed, drugs
    for something other than the tumour are left out, unless the asking sentence names them. An
    effect comes from the treatment. "Can I give X" asks about X, whatever stands behind it."""
    choice = segment.kind in CHOICES and bool(case.sheet.of(Tumour))
    drugs = drugs.difference(allergens(case.sheet)) or drugs
    if not choice and segment.kind != "adverse":
        return drugs
    asks = asking_clause(segment.text) if choice else LAST_SENTENCE.split(segment.text.strip())[-1]
    beside = drugs - treatments_among(drugs) - recognise(asks).names("drug", "unknown_drug")
    if choice:
        return drugs - beside - comedication(segment.text, case.sheet) | _to_give(segment.text)
    return drugs - beside or treatments_among(case.drugs) or drugs


_MAY_GIVE = re.compile(
    r"(?i)\b(?:can|could|may|should|shall|ok|okay|safe)\b[^,.;?]{0,12}"
    r"\b(?:give|use|have|get|start|take)\s$"
)
BEFORE_DRUG = 30
"""Characters before a drug in which it is asked whether it may be given. Chosen by hand."""


def _to_give(text: str) -> frozenset[str]:
    """The drugs right before which it is asked whether they may be given."""
    return frozenset(
        name
        for each in recognise(text).of("drug", "unknown_drug")
        if _MAY_GIVE.search(text, max(0, each.start - BEFORE_DRUG), each.start)
        for name in each.names
    )


def _about_case(
    found: Entities, message: str, kind: str, told: QuestionContext
) -> tuple[ClinicalValue, ...]:
    """The circumstances of the case, for a question that names no effect ("LVEF drop and QT")."""
    own = bool(found.of("effect"))
    return () if own else circumstances_of(found, patient_values(message), kind, told)


def _is_on_other(kind: str, text: str, found: Entities, about: Sequence[ClinicalValue]) -> bool:
    """Whether a question that names no drug is on something else: a genotype, a gene, a trial, or
    an effect as such. What to do about an effect in a patient depends on the drug that caused
    it."""
    if any(isinstance(each, Phenotype) for each in about):
        return True
    had = any(isinstance(v, FINDINGS) and has_grade_or_number(v) for v in about)
    managed = bool(kinds()["adverse"].asked_in_case_by.search(text))
    of_event = had or (managed and about) or _is_rate_of_event(kind, found)
    return names_others(found, effects=not of_event)


def _events_asked(
    segment: QuestionSegment, found: Entities, sheet: FactSheet, remedies: frozenset[str]
) -> tuple[ClinicalValue, ...]:
    """The patient's adverse events, if it asks what to do about them or names their remedies."""
    asked = remedies or _asks_what_to_do(segment, found)
    return tuple(sheet.of(Toxicity)) if asked else ()


def _is_of_drug(kind: str, found: Entities, message: str, sheet: FactSheet) -> bool:
    """Whether a question is on a drug, whether its words name it or not."""
    of_drug = kind in OF_A_DRUG or _is_rate_of_event(kind, found)
    return of_drug or _is_on_beside_drug(message, sheet)


def _is_of_case_drug(kind: str, found: Entities) -> bool:
    """Whether a question that names no trial is on the drug of the case if it names none."""
    of_case = kind in FOR_CASE_DRUG or _is_rate_of_event(kind, found)
    return of_case and not found.of("trial", "registration")


def _is_rate_of_event(kind: str, found: Entities) -> bool:
    """Whether it asks how often an adverse event is seen: that differs from drug to drug."""
    return kind == "rate" and bool(found.of("effect"))


def _is_on_beside_drug(message: str, sheet: FactSheet) -> bool:
    """Whether all that the message tells of the patient is a drug that treats no cancer ("on
    apixaban, how many hours off before a biopsy?"): no other drug is asked about then."""
    named = drugs_mentioned(message, sheet)
    disease = any((sheet.of(Tumour), sheet.of(Marker), sheet.of(Toxicity)))
    return bool(named) and not disease and not treatments_among(named)


def has_grade_or_number(value: ClinicalValue) -> bool:
    """Whether an event has a grade, or a finding has a number. Then it belongs to a patient."""
    match value:
        case Toxicity(grade_from=grade):
            return grade is not None
        case OrganFunction(low=low, high=high):
            return low is not None or high is not None
        case _:
            return isinstance(value, Measurement)


def _line_asked(values: Sequence[ClinicalValue], sheet: FactSheet) -> Line | None:
    """The line of treatment that a question names. None if a rule has counted the lines of the
    patient: the counted line then holds. The line of a treatment that is over is not the one that
    is asked for: "first line FOLFOX, PD, next?"."""
    counted = any(isinstance(f.value, Line) and f.rule in RULES_OF_TIME for f in sheet.facts)
    over = {each.line for each in sheet.of(Therapy) if each.outcome in HAD}
    asked = (
        v for v in values if isinstance(v, Line) and not (v.first == v.last and v.first in over)
    )
    return None if counted else next(asked, None)


def _classes_had(sheet: FactSheet) -> frozenset[str]:
    """The classes of the patient's treatments that are known only by their class: "from IO"."""
    told = [each for each in sheet.of(Therapy) if not each.drugs]
    taken = {name for drug in remedies_taken(sheet) for name in drug_classes(drug)}
    return frozenset(name for each in told for name in each.classes) - taken


def patient_values(text: str) -> tuple[ClinicalValue, ...]:
    """The clinical values of a text that are the patient's own, not a relative's."""
    read = read_patient(text)
    return tuple(each.value for each in read if assertion_of(text, each) != "of a relative")


def _is_short(message: str) -> bool:
    return len(message.split()) <= 60
