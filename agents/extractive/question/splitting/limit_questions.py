"""Parts that ask what each fact of the patient means for the drugs of the question.

"Urologist insists on docetaxel with bilirubin 1.6x ULN. Acceptable?" can be read as several kinds
of question. In each case a statement on docetaxel with this bilirubin is useful. The answers to
these parts are shown if nothing answers the question itself. Beside the answer of a look-up, the
rules that the patient meets are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from agents.extractive.question.kinds import answering_kinds
from agents.extractive.question.splitting.circumstances import (
    is_of_chemistry,
    without_mild_values,
)
from agents.extractive.question.splitting.doses_of_others import is_on_dose_of_other
from agents.extractive.question.splitting.split_by_entity import (
    is_other_drug,
    pair_of,
    treatments_among,
    without_surplus,
)
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.facts.values.unsure_variants import UNSURE
from agents.matching.patient.tumours import tumour_names
from agents.matching.safety.safety_facts import CO_MEDICATION, safety_facts_of
from agents.matching.sub_question import LIMITS, SubQuestion
from agents.matching.subject.asked_circumstances import topic_of
from agents.matching.subject.aspects import RESUMPTION
from names.clinical.exposures import effects_of
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
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

LIMITED = frozenset(
    (
        "therapy",
        "eligibility",
        "dose",
        "interaction",
        "adverse",
        "contraindication",
        "monitoring",
        "pharmacogenomics",
        "general",
    )
)
"""Kinds of question for which a limit of the drug may be the answer."""
TOLD_BESIDE = LIMITED - {"therapy", "eligibility", "general"}
"""Kinds of question on a named drug beside whose answer every limit of the drug is told."""
MOST_FACTS = 4
"""Most facts that are looked up for the drugs of one part. Chosen by hand: each is judged for
itself."""
MOST_DRUGS = 4
"""Drugs of a part for which limits are looked up. Chosen by hand: two regimens of
two drugs."""


def limit_parts(
    parts: Sequence[SubQuestion],
    sheet: FactSheet,
    of_case: frozenset[str],
    told_now: frozenset[ClinicalValue],
    message: str,
) -> tuple[tuple[int, SubQuestion], ...]:
    """Pairs of the number of a part and a new part on one fact that may limit its drugs. If a part
    has no drugs, those of the case count, in a choice without those that failed. ``told_now``: what
    this message tells. If a part names a circumstance ("and in hepatic impairment?"), facts of
    earlier messages do not count."""
    found = []
    over = (each for each in sheet.of(Therapy) if each.outcome in {"progressed", "intolerant"})
    failed = frozenset(drug for each in over for drug in each.drugs)
    acting = _acting_treatments(sheet) - drugs_replaced(message, sheet)
    for place, asked in enumerate(parts):
        given = of_case - failed if asked.is_choice else of_case
        own = frozenset() if is_on_dose_of_other(asked) else treatments_among(given)
        drugs = treatments_among(asked.drugs) or own or asked.drugs
        if asked.kind not in LIMITED or asked.trials or not 0 < len(drugs) <= MOST_DRUGS:
            continue
        others = [part for part in parts if part is not asked and (part.focus or asked.partners)]
        elsewhere = {v for part in others for v in part.about}
        paired = {drug for part in parts for drug in part.partners}
        on_facts = [
            *_with_partners(asked, drugs, sheet, acting, paired if asked.partners else set()),
            *_with_findings(asked, drugs, _findings(asked, sheet, told_now), elsewhere),
        ]
        found += [(place, each) for each in on_facts[:MOST_FACTS]]
    return tuple(found)


def is_told_beside(on_fact: SubQuestion, asked: SubQuestion) -> bool:
    """Whether a part on a fact is told beside the answers of the part ``asked``, which is on
    something else: the genotype, while the kidneys limit the dose too. "Needs rifampicin. Options?"
    is on what the patient is given as well, and so is "CYP2D6 poor metaboliser on tamoxifen, what
    now?"."""
    new = on_fact.partners - asked.partners or {*on_fact.about} - {*asked.about}
    given = asked.is_choice and not asked.drugs and is_on_what_is_given(on_fact)
    return (given or asked.kind in TOLD_BESIDE) and bool(new)


def is_on_what_is_given(on_fact: SubQuestion) -> bool:
    """Whether a part is on what a drug taken beside, or a genotype, means for the treatment."""
    return bool(on_fact.partners) or any(isinstance(each, Phenotype) for each in on_fact.about)


def _with_partners(
    asked: SubQuestion,
    drugs: frozenset[str],
    sheet: FactSheet,
    acting: frozenset[str],
    paired: AbstractSet[str],
) -> Iterator[SubQuestion]:
    """One part for each drug for something other than the tumour that the patient takes or the
    message names. In a question on named drugs also for each other treatment of the patient that
    acts on them (``acting``). ``paired``: drugs that parts on a pair already ask about."""
    if not treatments_among(drugs):
        return
    taken = [drug for value in sheet.of(Exposure) for drug in value.drugs]
    had = [each for each in sheet.of(Therapy) if each.outcome in {"current", "given"}]
    taken += [drug for each in had for drug in each.drugs]
    never = {d for each in sheet.of(Therapy) if each.outcome == "not given" for d in each.drugs}
    named = dict.fromkeys((*taken, *sorted(asked.mentioned - (never - asked.partners))))
    beside = frozenset() if asked.is_choice and not asked.drugs else acting - drugs
    partners = [d for d in named if (is_other_drug(d) or d in beside) and d not in paired]
    for partner in partners:
        yield _plain(pair_of(asked, drugs, partner, tuple(partners)), asked)


_IN_ITS_PLACE = re.compile(
    r"(?i)\b(?:switch|swap|chang|replac|stop|discontinu|instead|rather|next|after|second[ -]line)"
)
"""Words by which a drug takes the place of the one that is taken now."""


def drugs_replaced(message: str, sheet: FactSheet) -> frozenset[str]:
    """The treatments that the patient takes now, if the message asks about what takes their
    place."""
    return _acting_treatments(sheet) if _IN_ITS_PLACE.search(message) else frozenset()


def _acting_treatments(sheet: FactSheet) -> frozenset[str]:
    """The cancer drugs that the patient takes now, if the tables know how they act on other drugs.
    Mitotane or ribociclib changes the exposure to another treatment as any other drug does."""
    now = (each.drugs for each in sheet.of(Therapy) if each.outcome == "current")
    return frozenset(drug for drugs in now for drug in drugs if effects_of(drug))


def _with_findings(
    asked: SubQuestion,
    drugs: frozenset[str],
    findings: Sequence[tuple[ClinicalValue, ...]],
    elsewhere: set[ClinicalValue],
) -> Iterator[SubQuestion]:
    """One part for each organ, event, condition, genotype and pregnancy. Facts that another part of
    the message asks about are left out."""
    for values in findings:
        if (elsewhere - {*asked.about}) & {*values}:
            continue
        part = replace(
            asked, kind=LIMITS, answered_by=answering_kinds(LIMITS), drugs=drugs, about=values
        )
        yield _plain(replace(part, together=False, partners=frozenset()), asked)


def _findings(
    asked: SubQuestion, sheet: FactSheet, told_now: frozenset[ClinicalValue]
) -> list[tuple[ClinicalValue, ...]]:
    """The facts that may limit a drug, grouped by organ or event."""
    own: list[ClinicalValue] = [v for v in asked.about if not isinstance(v, Exposure)]
    facts = [each for each in safety_facts_of(sheet) if each.name != CO_MEDICATION]
    told = [(each.value, _value_of(each.name, each.value)) for each in facts]
    told += [(v, v) for v in sheet.of(OrganFunction) if not is_of_chemistry(v)]
    told += [(v, v) for v in sheet.of(Toxicity)]
    told += [(v, v) for v in sheet.of(Phenotype) if v.phenotype != "normal"]
    told += [(v, v) for v in sheet.of(Measurement) if v.name == "weight" and v.unit == "kg"]
    # An inherited genotype holds for every later question, too.
    lasting = {value for value, _ in told if not own or isinstance(value, Phenotype)}
    values = own + [sign for value, sign in told if value in lasting | told_now]
    together: dict[object, list[ClinicalValue]] = {}
    for value in dict.fromkeys(values):
        if not (isinstance(value, OrganFunction) and value.grade == "normal"):
            together.setdefault(topic_of(value, values), []).append(value)
    return [tuple(each) for each in together.values()]


def _value_of(name: str, value: ClinicalValue) -> ClinicalValue:
    """A measured value as the condition that it is a sign of. Other values are unchanged."""
    own = (Condition, OrganFunction, Phenotype, Population, Toxicity)
    return value if isinstance(value, own) else Condition(name=name)


def _plain(part: SubQuestion, asked: SubQuestion) -> SubQuestion:
    """The part without what only the words of the question ask for, such as topics and aspects.
    Whether a drug is given again is no such thing: that it is withheld does not answer it."""
    return replace(
        part,
        text=asked.text,
        focus=asked.focus,
        lacks_drug=False,
        compared=False,
        alone=False,
        classes=frozenset(),
        genes=frozenset(),
        variants=frozenset(),
        statuses=frozenset(),
        words=frozenset(),
        routes=frozenset(),
        aspects=asked.aspects & {RESUMPTION},
        topics=frozenset(),
        said=frozenset(),
        numbers=frozenset(),
    )


_GIVES = frozenset(("dose", "interaction", "therapy"))
"""Kinds of question on giving a drug, for which a variant of uncertain significance counts."""
_ON_GENES = frozenset(("gene", "classification", "general"))
"""Kinds of question on a gene. They may ask what a variant of uncertain significance means."""


def indication_parts(
    parts: Sequence[SubQuestion], sheet: FactSheet
) -> tuple[tuple[int, SubQuestion], ...]:
    """Pairs of the number of a part and a new part. For a dose of a drug that the patient does not
    take, or such a drug with one taken beside, the new part asks whether the drug is indicated in
    this patient: these questions take that for granted. If the patient has a variant of uncertain
    significance, a part asks what it means."""
    tumours = tumour_names(sheet.of(Tumour))
    over = {"planned", "not given", "progressed"}
    taken = {d for each in sheet.of(Therapy) if each.outcome not in over for d in each.drugs}
    unsure = frozenset(each.name for each in sheet.of(Marker) if each.polarity == "uncertain")
    found = []
    for place, asked in enumerate(parts):
        drugs = treatments_among(asked.drugs)
        if unsure and not drugs and asked.kind in _ON_GENES and UNSURE.search(asked.text):
            on_genes = on_indication(asked, frozenset(), tumours)
            found.append((place, replace(on_genes, genes=unsure)))
        if asked.kind not in _GIVES or asked.trials or not _tells_whom(asked, sheet):
            continue
        if not 0 < len(drugs) <= MOST_DRUGS or drugs & taken:
            continue
        on_drugs = on_indication(asked, drugs, tumours)
        if unsure:
            found.append((place, replace(on_drugs, drugs=frozenset(), genes=unsure)))
        if asked.kind != "therapy":
            found.append((place, on_drugs))
    return tuple(found)


def wider_parts(parts: Sequence[SubQuestion]) -> Iterator[tuple[int, SubQuestion]]:
    """Pairs of the number of a part, and the part without what may be too much in it."""
    for place, asked in enumerate(parts):
        for wider in (without_surplus(asked), without_mild_values(asked)):
            if wider is not None:
                yield place, wider


def parts_instead(parts: Sequence[SubQuestion]) -> tuple[tuple[int, SubQuestion], ...]:
    """Pairs of the number of a part on whether a drug is an option, and a new part on the other
    options of the patient. It is heard only where the drug is none, over what was found for the
    drug: nothing more is searched."""
    return tuple(
        (place, replace(_plain(asked, asked), drugs=frozenset(), instead_of=asked.drugs))
        for place, asked in enumerate(parts)
        if asked.is_choice and asked.drugs and not (asked.trials or asked.partners)
    )


def _tells_whom(asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a part or the case names a marker, tumour, line or setting."""
    told = any(isinstance(each.value, Marker | Tumour | Line | Setting) for each in sheet.facts)
    return told or bool(asked.tumours or asked.settings or asked.line)


def on_indication(
    asked: SubQuestion, drugs: frozenset[str], tumours: frozenset[str]
) -> SubQuestion:
    """A part on what drugs are for, in place of what ``asked`` asks of them."""
    part = replace(
        asked, kind="therapy", answered_by=answering_kinds("therapy"), drugs=drugs, about=()
    )
    single = replace(part, together=False, partners=frozenset(), tumours=asked.tumours or tumours)
    return _plain(single, asked)


def told_facts(part: SubQuestion) -> str:
    """The facts that a part asks about, in words: ``bilirubin 1.6 ×ULN``, ``warfarin``."""
    if part.partners:
        return " and ".join(sorted(part.partners))
    return " and ".join(dict.fromkeys(map(describe, part.about)))
