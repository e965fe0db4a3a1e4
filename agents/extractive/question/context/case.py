"""Reads a question together with its case: of which kind it is, and on which drug."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.extractive.question.context.body_weight import tells_only_weight
from agents.extractive.question.context.case_drugs import (
    drugs_of_case,
    drugs_with_outcome,
    is_wished,
)
from agents.extractive.question.kinds import (
    EFFECTS,
    LINE,
    QuestionKind,
    kinds,
    only_names_drugs,
    treats,
    words_outside_names,
)
from agents.extractive.question.requests.aspects import asks_which_amount, kind_of_aspects
from agents.extractive.question.splitting.comparisons import are_compared
from agents.extractive.question.splitting.findings import asks_to_go_on_untold, has_finding
from agents.extractive.question.splitting.segments import UNSAID, kind_of
from agents.extractive.question.splitting.taken_drugs import (
    asks_what_next,
    taken_drugs_meant,
    without_drug_words,
)
from agents.facts.sheet import Fact, FactSheet
from names.clinical.readers import read_clinical
from names.clinical.toxicities import nameless_grades
from names.clinical.treatment.agents import find_agents
from names.clinical.values import (
    ENDED,
    ClinicalValue,
    Condition,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.entities import Entities
from names.recognise import recognise
from names.tables import effects_on_others
from names.tables.other_drugs import remedies
from names.tables.treatment.drug_classes import drug_classes

OPEN = frozenset(("dose",)) | EFFECTS
"""Kinds that become pharmacogenomics if the question or the case tells a phenotype."""
ADDED = re.compile(r"(?i)\badd(?:ing)? Name\b")
_HORMONAL = frozenset(("HR", "ER", "PR"))
"""Markers that decide on no drug given with endocrine therapy: "HR+. ribociclib + tamoxifen?"."""
WHAT_IS = re.compile(r"\W{0,3}what (?:is|are) (?:an? |the )?", re.I)
PAST = re.compile(
    r"(?i)\b(?:hx|h/o|history of|prior|previous(?:ly)?|past|earlier|former|had)\b[^.;:!?]{0,30}$"
)
LONG_AGO = re.compile(
    r"(?i)^[^.;:!?]{0,25}\b(?:in (?:19|20)\d\d|(?:years?|months?|yrs?|mos?) ago)\b"
)
"""Words behind an event that say that it is long past."""
BEFORE = 60
"""Characters before an event that are searched for such words. Chosen by hand: half a clause."""


@dataclass(frozen=True, slots=True)
class Case:
    """The message and the patient around a question."""

    sheet: FactSheet
    message: str
    drugs: frozenset[str]
    """The drugs that the patient takes or is to take. They count if the question itself names
    none."""


def case_of(message: str, sheet: FactSheet) -> Case:
    """The message, the patient and the patient's drugs, as the case of its questions."""
    return Case(sheet, message, drugs_of_case(message, sheet))


def kind_in_case(kind: QuestionKind, text: str, found: Entities, case: Case) -> QuestionKind:
    """The kind of a question on a patient: ``adverse`` if the question only names remedies of an
    event that the patient has, or asks for the next step in an event."""
    in_event = asks_to_go_on_untold(text, case.drugs) or asks_what_next(text, case.sheet)
    if taken_drugs_meant(text, found, case.sheet):
        told = kind_of(without_drug_words(text)) if kind == "dose" else kind
        return "adverse" if told in NEXT_OF else told
    managed = _asks_how_to_manage(kind, text, found, case) or (kind in NEXT_OF and in_event)
    told = "adverse" if managed else _kind_by_words(kind, text, found, case)
    of_drug = bool(found.of("drug")) and not found.of("gene")
    if told == "adverse" and of_drug and tells_only_weight(text, case.sheet):
        return "dose"
    return "dose" if told in NEXT_OF and of_drug and asks_which_amount(text) else told


def _kind_by_words(kind: QuestionKind, text: str, found: Entities, case: Case) -> QuestionKind:
    """The kind of a question on a patient, by its words. A question that says no kind asks what to
    give. With a drug and a finding it asks what to do about the finding. Drugs that are compared
    for a patient with a disease are a choice; the disease is then no adverse effect."""
    sheet = case.sheet
    drugs = found.names("drug", "unknown_drug")
    if not found.of("drug_class") and not (kind == "therapy" and _kinds_in(text) & {Setting}):
        # "Hypertension. Maintenance?" asks nothing of the drugs that were had.
        drugs = drugs or case.drugs
    if kind == "definition" and _asks_what_a_name_is(text, found):
        return kind
    another = _asks_for_another(drugs, text, case)
    if kind in OPEN and (another or _asks_for_a_choice(text, found, sheet)):
        return "therapy"
    if kind == "interaction" and _is_regimen_asked(text, found, case):
        return "therapy"
    outright = kind in kinds() and (kinds()[kind].asked_by.search(text) or LINE.search(text))
    unsaid = kind in UNSAID or (kind == "therapy" and not outright)
    whether = bool(drugs) and kinds()["adverse"].asked_in_case_by.search(text)
    apart = kind_of_aspects(text) == "adverse"
    if (unsaid or kind in OPEN or whether) and not apart and _speaks_of_phenotype(text, sheet):
        return "pharmacogenomics"
    if drugs and (unsaid or kind == "therapy") and _asks_about_finding(text, sheet, unsaid=unsaid):
        chosen = (unsaid and _is_choice_after(drugs, case)) or _is_put_forward(drugs, text, case)
        chosen = chosen or another or (unsaid and not whether and _compares_new(text, found, case))
        return "therapy" if chosen else "adverse"
    if unsaid and not (found.of("gene") and not drugs) and _holds(sheet, Marker, Tumour, Therapy):
        return "therapy"
    asks_effects = apart or kinds()["adverse"].asked_by.search(text)
    goes_on = whether and drugs <= drugs_with_outcome(sheet, "current")
    several = len(found.of("drug")) > 1 and bool(sheet.of(Condition)) and not goes_on
    if kind == "adverse" and not asks_effects and (several or _is_put_forward(drugs, text, case)):
        return "therapy"
    return kind


def _compares_new(text: str, found: Entities, case: Case) -> bool:
    """Whether a question compares cancer drugs that a patient with a known disease has not had, or
    that failed, or gives one its setting: "EF 52. T-DM1 adjuvant?". It did not come under them."""
    drugs = found.names("drug", "unknown_drug")
    failed = drugs_with_outcome(case.sheet, "progressed")
    had = {drug for each in case.sheet.of(Therapy) for drug in each.drugs} - failed
    new = bool(drugs) and not drugs <= failed and drugs.isdisjoint(had)
    told = new and all(map(treats, drugs)) and _holds(case.sheet, Tumour, Marker)
    placed = _kinds_in(text) & {Setting, Toxicity, Measurement, OrganFunction} == {Setting}
    return told and (placed or (len(drugs) > 1 and are_compared(text, drugs)))


def _kinds_in(text: str) -> set[type[ClinicalValue]]:
    return {type(each.value) for each in read_clinical(text)}


_ANOTHER = re.compile(
    r"(?i)\b(?:next|what now|now what|alternatives?|instead|what else|options|(?:second|third|2nd"
    r"|3rd|later)[- ]line|(?:what|which|any|other) (?:other )?(?:options?|treatments?|drugs?"
    r"|regimens?|therap(?:y|ies)|chemotherap(?:y|ies)|lines?))\b[^.;:!?]{0,40}(?:\?|$)"
)
"""Words that ask for the treatment that is to follow."""
_LINE_ASKED = re.compile(r"(?i)\b(?:lines?\b|options?\W{0,4}$)")


def _asks_for_another(drugs: frozenset[str], text: str, case: Case) -> bool:
    """Whether a question names only drugs whose treatment is over, and asks what is to be given
    next: "osimertinib stopped for ILD: next?". What is done for an event is not asked."""
    sheet, asks = case.sheet, _ANOTHER.search(text)
    over = drugs_with_outcome(sheet, *ENDED) - drugs_with_outcome(sheet, "current")
    if not asks or not over or not drugs <= over:
        return False
    if (drugs and drugs <= drugs_with_outcome(sheet, "progressed")) or _LINE_ASKED.search(
        asks.group()
    ):
        return _holds(sheet, Tumour, Marker)
    events = [fact for fact in sheet.facts if isinstance(fact.value, Toxicity)]
    past = all(_is_past(each, case.message) for each in events)
    return bool(drugs & drugs_with_outcome(sheet, "intolerant") or past) and _holds(
        sheet, Tumour, Marker
    )


NEXT_OF = UNSAID | {"therapy"}


def remedies_named(found: Entities, case: Case) -> frozenset[str]:
    """The named drugs that are remedies of an adverse event of the patient, without drugs that the
    patient takes."""
    if not _holds(case.sheet, Toxicity):
        return frozenset()
    current = [t for t in case.sheet.of(Therapy) if t.outcome == "current"]
    return (found.names("drug") & remedies()) - {drug for t in current for drug in t.drugs}


def blamed_beside(remedies: frozenset[str], case: Case) -> frozenset[str]:
    """The treatments that an event may come from, beside its remedies: those of the case, else
    those that are over ("PD on nivolumab, hepatitis grade 3. Infliximab?")."""
    of_case = frozenset(filter(treats, case.drugs - remedies))
    over = drugs_with_outcome(case.sheet, *ENDED) - remedies
    return of_case or frozenset(filter(treats, over))


def _asks_how_to_manage(kind: QuestionKind, text: str, found: Entities, case: Case) -> bool:
    """Whether all drugs that a question names are remedies of an event that another drug caused:
    "on pembrolizumab, colitis. Prednisone dose, when infliximab?"."""
    named = remedies_named(found, case)
    others = blamed_beside(named, case)
    only = bool(named) and named == found.names("drug") and bool(others)
    said = kinds()["interaction"].asked_by.search(words_outside_names(text, found))
    return only and not said and kind not in {"trial_result", "definition"}


CHOICE = re.compile(
    r"(?i)\b(?:options?|(?:drug|agent|tki|treatment) of choice|standard of care"
    r"|(?:which|what)(?:['’]s| is)? (?:(?!dos)[\w-]{1,20} ){0,2}?(?:drugs?|agents?|tkis?"
    r"|inhibitors?|regimens?|treatments?|therap(?:y|ies)|combinations?|combos?|medicines?"
    r"|targeted \w+)"
    r"|(?:preferred|recommended|best|suitable) (?:drug|agent|tki|regimen|treatment|therapy)"
    r"|what (?:can|could|should|do) (?:i|we) (?:offer|give|use)|what to (?:offer|give)"
    r"|what(?:['’]s| is| are) (?:currently |now |usually )?(?:recommended|preferred|indicated"
    r"|approved|advised|licen[cs]ed|given)(?! (?:dos|amount|schedule))"
    r"|(?:what|which)\b[^?.]{0,30}\b(?:do|does|would) (?:[\w-]{1,20} ){1,3}?(?:recommend|advise"
    r"|prefer|suggest|list)s?)\b"
)


def _asks_for_a_choice(text: str, found: Entities, sheet: FactSheet) -> bool:
    """Whether a drug is still to be chosen, so that "and the dose" is on the chosen drug. The
    question names only drugs that the patient has had ("after FOLFOX-bev. Targeted option and
    doses?")."""
    had = {drug for therapy in sheet.of(Therapy) for drug in therapy.drugs}
    new = found.names("drug", "unknown_drug") - had
    return bool(CHOICE.search(text)) and not new and _holds(sheet, Marker, Tumour)


def _is_regimen_asked(text: str, found: Entities, case: Case) -> bool:
    """Whether a question only names cancer drugs, and asks whether to give them: the patient has
    progressed, has a tested and treated tumour, a tumour to be treated or a later line, or somebody
    wants the drugs, or they are joined to a class of treatment. "pd on letrozole. capivasertib +
    fulvestrant?" asks for a choice, not for an interaction."""
    sheet = case.sheet
    failed = any(each.outcome == "progressed" for each in sheet.of(Therapy))
    altered = any(
        each.name not in _HORMONAL and each.polarity == "present" for each in sheet.of(Marker)
    )
    later = any(each.first > 1 for each in sheet.of(Line)) and _holds(sheet, Tumour, Marker)
    chosen = _holds(sheet, Tumour) and _holds(sheet, Line, Setting)
    chosen = chosen and not any(map(_acts_on_partners, found.names("drug")))
    words = words_outside_names(text, found)
    told = (Tumour, Marker) if ADDED.search(words) else (Tumour, Marker, Therapy)
    altered = altered or all(_holds(sheet, each) for each in told)
    altered = altered or (_holds(sheet, Tumour) and bool(found.of("drug_class")))
    named = (
        (failed or altered or later or chosen or is_wished(found.names("drug"), case.message))
        and only_names_drugs(found)
        and not kinds()["interaction"].asked_by.search(words)
    )
    return named and all(map(treats, found.names("drug")))


def _acts_on_partners(drug: str) -> bool:
    """Whether a pair with a cancer drug may be asked about for what it does to the other drug."""
    classes = drug_classes(drug)
    acts = "Endocrine therapy" in classes and classes.isdisjoint(_PARTNERS)
    return acts or drug in effects_on_others()


_PARTNERS = frozenset(("Aromatase inhibition", "Selective estrogen receptor degrader"))
"""Endocrine drugs that change the exposure to no partner, and lengthen no QT interval."""


def _is_choice_after(drugs: frozenset[str], case: Case) -> bool:
    """Whether a question that names drugs is on the choice of the next treatment. It is if the
    patient has progressed on all of them. It also is if the adverse events of a patient with a
    disease are long past and the patient has had none of these drugs."""
    if drugs <= drugs_with_outcome(case.sheet, "progressed"):
        return True
    events = [fact for fact in case.sheet.facts if isinstance(fact.value, Toxicity)]
    now = _holds(case.sheet, OrganFunction, Measurement) or not _holds(case.sheet, Tumour, Marker)
    had = frozenset(drug for therapy in case.sheet.of(Therapy) for drug in therapy.drugs)
    # A drug that is also named before the question may have caused the event.
    named = [name for agent in find_agents(case.message) for name in agent.drugs if name in drugs]
    once = len(named) == len(set(named)) and not drugs & had
    return not now and once and all(_is_past(each, case.message) for each in events)


def _is_put_forward(drugs: frozenset[str], text: str, case: Case) -> bool:
    """Whether somebody suggests a drug that the patient has not had, after an event that another
    treatment may have caused: "osimertinib stopped for ILD. Afatinib, agree?"."""
    before = [t for t in case.sheet.of(Therapy) if t.outcome not in ("planned", "not given")]
    had = {drug for therapy in before for drug in therapy.drugs}
    new = drugs - had
    named = [name for agent in find_agents(case.message) for name in agent.drugs if name in new]
    now = _holds(case.sheet, OrganFunction, Measurement)
    if now or not new or len(named) > len(new):
        return False
    if is_wished(new, case.message):
        return bool(before) or _holds(case.sheet, Tumour, Marker)
    if not _holds(case.sheet, Tumour, Marker):
        return False
    own = any(isinstance(each.value, Toxicity | Condition) for each in read_clinical(text))
    what_to_do = kinds()["adverse"].asked_in_case_by.search(text)
    return bool(before) and new <= recognise(text).names("drug") and not own and not what_to_do


def _is_past(fact: Fact, message: str) -> bool:
    if fact.place != "question" or message[fact.start : fact.end] != fact.text:
        return False
    before = message[max(0, fact.start - BEFORE) : fact.start]
    return bool(PAST.search(before) or LONG_AGO.match(message[fact.end :]))


def _asks_about_finding(text: str, sheet: FactSheet, *, unsaid: bool) -> bool:
    """Whether the question asks what to do about a finding. Its words say so, or they ask nothing
    else and the question or the case tells a finding."""
    if kinds()["adverse"].asked_in_case_by.search(text):
        there = any(each.polarity != "absent" for each in sheet.of(Condition))
        there = there or any(p.is_with_child for p in sheet.of(Population))
        return there or has_finding(sheet)
    if not unsaid:
        return False
    inside = (each.value for each in read_clinical(text))
    pregnant = any(isinstance(v, Population) and v.is_with_child for v in inside)
    return bool(nameless_grades(text)) or pregnant or has_finding(sheet)


def _speaks_of_phenotype(text: str, sheet: FactSheet) -> bool:
    """Whether the question tells a metaboliser phenotype, or the case tells an unusual one."""
    inside = any(
        isinstance(each.value, Phenotype) and (each.value.phenotype or each.value.alleles)
        for each in read_clinical(text)
    )
    return inside or any(each.phenotype not in ("", "normal") for each in sheet.of(Phenotype))


def _asks_what_a_name_is(text: str, found: Entities) -> bool:
    """Whether a question is only "what is" and a name."""
    start = WHAT_IS.match(text)
    places = [place for m in found.mentions for place in (m.start, m.end)]
    asked = bool(start and places) and min(places) <= (start.end() if start else 0)
    return asked and max(places) >= len(text.rstrip(" ?."))


def _holds(sheet: FactSheet, *kinds: type[ClinicalValue]) -> bool:
    return any(isinstance(fact.value, kinds) for fact in sheet.facts)
