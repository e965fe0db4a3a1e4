"""Completes a follow-up with what it takes over from the thread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.question.context.case_drugs import (
    drugs_mentioned,
    drugs_over,
    names_only_beside,
    only_taken,
    without_drugs_over,
)
from agents.extractive.question.context.trial_follow_ups import stays_on_trial
from agents.extractive.question.kinds import (
    EFFECTS,
    PLACEHOLDER,
    answering_kinds,
    kinds,
    treats,
    words_outside_names,
)
from agents.extractive.question.requests.aspects import aspects_asked
from agents.extractive.question.splitting.circumstances import circumstances_in, kind_of_finding
from agents.extractive.question.splitting.segments import kind_of
from agents.extractive.question.subjects import ALONE, drugs_asked
from agents.facts.new_values import tells_bare_value
from agents.facts.patients import is_correction
from agents.facts.relations import EXTENTS, relation
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from names.clinical.events.resolved import tells_how_long
from names.clinical.grades import grade_of, is_unremarkable
from names.clinical.organs.named_alone import organ_or_count
from names.clinical.readers import read_patient
from names.clinical.treatment.sequences import ASKS_NEXT
from names.clinical.values import ClinicalValue, Exposure, OrganFunction, Setting, Therapy
from names.entities import EntityKind
from names.recognise import recognise

LEADING = re.compile(
    r"^\W*(?:and|what about|how about|also|or|same|but|ok|okay|then|so|in|for|with|why|instead|if"
    r"|sorry|no|is it|are they|does it|do they|any|what if|which of)\b",
    re.IGNORECASE,
)
POINTING = re.compile(
    r"\b(?:it|its|this|that|them|they|their|those|these|she|he|her|him|the (?:drug|trial|study|gene"
    r"|variant|mutation|patient|dose|same|other|combination|treatment|regimen))\b",
    re.IGNORECASE,
)
LEANING = re.compile(
    r"\b(?:instead|rather|likewise|as well|too|same (?:for|with|in)|alternative(?:s|ly))\b"
    r"|\bthen\W{0,2}$",
    re.IGNORECASE,
)
"""Words that refer back, anywhere in a follow-up: "niraparib instead?"."""
_ANEW = (
    r"(?:(?:and|so|but|ok|okay|what|what about|how about|then)[, ]{1,2}){0,2}"
    r"(?:now|so|then|still(?: (?:ok|okay|no|not|valid|an option|the same))?|again|what now"
    r"|(?:does|would|will) (?:it|that|this) change (?:anything|it|that|things|this"
    r"|(?:your|the) (?:answer|advice|choice|plan|recommendation|treatment))"
    r"|change (?:anything|your answer)|chang(?:es|ed) anything|any changes?"
    r"|what does (?:it|that|this) change|same (?:answer|advice)|still the same)"
)
_TELLS = re.compile(
    r"(?i)\A\W*(?:(?:and|but|now|so|ok|okay|sorry|oh|update|made a mistake|my mistake|actually|btw"
    r"|well)\W{1,3}){0,3}(?:it|that|they|these|s?he)(?:['’](?:s|re)\b|\s(?:is|are|was|were|went|rose"
    r"|fell|dropped|came back|has|have|had)\b)(?!\s(?:it|this|that|she|he)\b)"
)
"""Begins a message that tells something of what was asked about: "she's 58 kg"."""
ASKS_ANEW = re.compile(rf"(?:^|[.;:,!\n–-] ?){_ANEW} ?\?{{1,3}} ?$", re.IGNORECASE)
"""A question that only asks what new facts before it change: "ESR1 wt. And now?"."""
BRIEF = 14
"""Most words of a follow-up that refers back. Chosen by hand: longer ones say what they ask."""
FEW = 4
"""Most words of a follow-up that only names something. Chosen by hand."""
WITHOUT = re.compile(r"\b(?:without|w/o|no longer|stop(?:s|ped)?|off|not taking)\b", re.IGNORECASE)
"""Words of a follow-up that say that a drug is no longer taken."""
SUBJECTS: tuple[EntityKind, ...] = (
    "drug",
    "drug_class",
    "unknown_drug",
    "gene",
    "variant",
    "status",
    "tumour",
    "trial",
    "registration",
    "pmid",
)
_NEW_SUBJECTS = tuple(each for each in SUBJECTS if each not in {"gene", "status"})
DOSING_ORGANS = frozenset(("renal", "hepatic"))
BESIDE_DOSE = frozenset(("pharmacogenomics", "therapy", "general", "dose"))
"""Kinds of question behind which a kidney or liver value asks what it changes about the dose."""
ON_DRUG = frozenset(("dose", "interaction", "mechanism", "pharmacogenomics")) | EFFECTS


def asks_anew(text: str) -> bool:
    """Whether a message tells something new and asks the earlier question again."""
    return bool(ASKS_ANEW.search(" ".join(text.split())))


def only_states_facts(text: str) -> bool:
    """Whether a message of a thread asks nothing and names nothing new to ask about. It then adds
    facts to the question before ("CrCl 40", "now symptomatic, needs O2")."""
    if "?" in text or states_kind(text) or len(text.split()) > BRIEF:
        return False
    tells = tells_bare_value(text) or _TELLS.match(text) or is_correction(text)
    if not tells and depends_on_previous(text):
        return False
    found = recognise(text)
    over = drugs_over(text)
    new = [m for m in found.of(*_NEW_SUBJECTS) if not (m.name.startswith("*") or m.name in over)]
    alleles = found.of("variant")
    return not new and bool(alleles or read_patient(text) or not found.mentions)


def tells_nothing(text: str) -> bool:
    """Whether a message asks nothing, and no fact in it can be read."""
    return only_states_facts(text) and not (read_patient(text) or tells_how_long(text))


def depends_on_previous(text: str) -> bool:
    """Whether a question cannot be understood without the question before it."""
    if len(text.split()) > BRIEF:
        return names_only_beside(text)
    if LEADING.match(text) or POINTING.search(text) or organ_or_count(text) is not None:
        return True
    if LEANING.search(text) and ("?" in text or not read_patient(text)):
        return True
    found = recognise(text)
    words = words_outside_names(text, found).replace(PLACEHOLDER, "")
    if found.of("drug") and not any(map(str.isalnum, words)):
        return True  # "niraparib?"
    if found.of("drug") and not any(map(treats, found.names("drug"))):
        # "interaction with gemfibrozil?" and "is on phenytoin. dose then?" name no cancer drug.
        return names_only_beside(text) or (
            kind_of(text) in {"interaction", "dose"} and not found.of("unknown_drug")
        )
    return not found.of(*SUBJECTS) and bool(found or states_kind(text))


def states_kind(text: str) -> bool:
    """Whether the words of a question, not only its names, say what kind it is."""
    return bool(aspects_asked(text)) or any(
        kind.asked_by.search(text)
        for name, kind in kinds().items()
        if name not in {"general", "definition"}
    )


def keeps_kind(text: str) -> bool:
    """Whether a follow-up asks the same kind of question as the one before, about something
    else."""
    if states_kind(text):
        return False
    return not recognise(text).of("drug") or kind_of(text) in {"definition", "general"}


def drugs_only_taken(text: str, before: SubQuestion) -> frozenset[str]:
    """The drugs of a follow-up on a choice that are only taken beside another fact. It asks what
    these facts change, not of these drugs."""
    return only_taken(text) if before.is_choice and not states_kind(text) else frozenset()


def take_over(
    own: SubQuestion, before: SubQuestion, drug_of_answer: str
) -> tuple[SubQuestion, tuple[str, ...]]:
    """A follow-up completed from the question before, and the names that it took over.

    If the follow-up names a drug, it takes over no drug; the same holds for genes and tumours. The
    drug that the earlier answer named most is taken if the earlier question named none and the new
    one is on a drug."""
    own = _of_dose(own, before)
    # The kind before, such as a dose, does not answer how a drug goes with a partner.
    same_kind = (
        own.kind != "dose"
        and not (before.kind == "interaction" and own.kind == kind_of_finding(own.text))
        and (before.is_choice or not own.partners)
        and (keeps_kind(own.text) or bool(drugs_only_taken(own.text, before)))
    )
    taken: dict[str, object] = {}
    told: list[str] = []
    moves_on = bool(own.drugs or own.genes or own.tumours)
    on_drug = own.kind in ON_DRUG and not same_kind
    found = [_drugs_of(own, before, drug_of_answer if on_drug else "")]
    if not on_drug:
        found.append(_genes_of(own, before))
    for more, names in found:
        taken |= more
        told += names
    same_days = not (moves_on or own.cycle_days.days)
    taken["cycle_days"] = before.cycle_days if same_days else own.cycle_days
    if not own.tumours:
        taken["tumours"] = before.tumours
        told += sorted(before.tumours)
    if stays_on_trial(own, before, same_kind=same_kind, on_drug=on_drug):
        taken["trials"] = before.trials
        told += sorted(before.trials)
    if same_kind:
        taken |= {"kind": before.kind, "answered_by": before.answered_by}
        taken["topics"] = own.topics | before.topics
        taken["together"] = before.together
        if not own.about:
            taken["about"] = circumstances_in(own.text, before.kind) or _about_before(own, before)
        if own.line is None and not on_drug:
            taken |= {"line": own.line, "settings": own.settings or before.settings}
    elif own.kind == before.kind == "dose" and keeps_kind(own.text):
        taken |= _dose_before(own, before)
    return replace(own, **taken), tuple(dict.fromkeys(told))  # type: ignore[arg-type]


def with_drug_before(
    own: SubQuestion, text: str, before: SubQuestion, drug_of_answer: str, sheet: FactSheet
) -> SubQuestion:
    """A follow-up that names no treatment, as one on that of the question before, or else of its
    answer: "had carboplatin. Osimertinib dose?", "and with phenytoin?" asks of osimertinib. What
    the patient had is left out of the drugs that it may be on."""
    asked = frozenset(filter(treats, before.drugs or {drug_of_answer}))
    own = without_drugs_over(own, text, asked, sheet)
    if any(map(treats, own.drugs)):
        return own
    return replace(own, mentioned=drugs_mentioned(text, FactSheet()) | asked) if asked else own


def _dose_before(own: SubQuestion, before: SubQuestion) -> dict[str, object]:
    """What a follow-up on a dose takes from the dose asked before: its circumstances, and its line
    and setting, so that no dose of another line comes beside it."""
    taken: dict[str, object] = {} if own.about else {"about": _about_before(own, before)}
    if own.line is None and not own.settings and not own.drugs and not own.tumours:
        taken |= {"line": before.line, "settings": before.settings}
    return taken


def _about_before(own: SubQuestion, before: SubQuestion) -> tuple[ClinicalValue, ...]:
    """The circumstances of the question before. If the message names another partner ("and
    azithromycin instead?") or ends the old one, what the old partner does is left out."""
    found = recognise(own.text)
    unread = not found and own.topics and not states_kind(own.text)
    unread = unread and len(own.text.split()) <= FEW  # "and levetiracetam?"
    ended = WITHOUT.search(own.text)
    if all(map(treats, found.names("drug"))) and not unread and not ended:
        return before.about
    return tuple(value for value in before.about if not isinstance(value, Exposure))


def asks_of_other_drug(text: str, before: Sequence[SubQuestion]) -> bool:
    """Whether a message asks the question again for another drug: "switched to ribociclib. QTc 485.
    now?". False if the question before was not on a drug."""
    if not all(part.kind in ON_DRUG for part in before):
        return False
    named = frozenset(filter(treats, recognise(text).names("drug")))
    had = frozenset(
        drug
        for each in read_patient(text)
        if isinstance(each.value, Therapy) and each.value.outcome != "current"
        for drug in each.value.drugs
    )
    return bool(named - had - frozenset(drug for part in before for drug in part.drugs))


def with_current_facts(asked: SubQuestion, sheet: FactSheet) -> SubQuestion:
    """The question before, with the facts that hold now: the newest grade, value and phenotype. A
    setting or line that is over is left out."""
    about = (_current(value, sheet) for value in asked.about)
    own = (asked.text, recognise(asked.text), asked.kind)
    drugs = drugs_asked(*own, sheet) if asked.drugs == drugs_asked(*own, FactSheet()) else None
    told = [value.name for value in sheet.of(Setting) if value.polarity == "present"]
    spread = [EXTENTS.index(name) for name in told if name in EXTENTS]
    over = bool(spread) and max(spread) > max(map(_extent, asked.settings), default=len(EXTENTS))
    failed = any(value.outcome == "progressed" for value in sheet.of(Therapy))
    return replace(
        asked,
        drugs=asked.drugs if drugs is None else drugs,
        about=tuple(dict.fromkeys(about)),
        settings=frozenset() if over else asked.settings,
        line=None if failed and asked.line and asked.line.last == 1 else asked.line,
    )


def _extent(setting: str) -> int:
    """How far the disease has spread in a setting, as a rank; 0 for early disease."""
    return EXTENTS.index(setting) if setting in EXTENTS else 0


def _current(value: ClinicalValue, sheet: FactSheet) -> ClinicalValue:
    """The newest value of the sheet that replaces a value, or else the value itself."""
    now = [other for other in sheet.of(type(value)) if relation(value, other) != "apart"]
    return now[-1] if now else value


def _of_dose(own: SubQuestion, before: SubQuestion) -> SubQuestion:
    """A follow-up that tells a kidney or liver value, or the event that it is, after a question on
    a drug, as a question on the dose."""
    about = circumstances_in(own.text, "dose") if keeps_kind(own.text) else ()
    told = [v for v in about if isinstance(v, OrganFunction) and v.organ in DOSING_ORGANS]
    if all(map(is_unremarkable, told)) or not (before.drugs and before.kind in BESIDE_DOSE):
        return own
    events = tuple(event for v in told if (event := grade_of(v)) is not None)
    return replace(own, kind="dose", answered_by=answering_kinds("dose"), about=(*told, *events))


_Taken = tuple[dict[str, object], list[str]]
"""Fields to take over from the question before, and the names in them."""


def _lead_drug(before: SubQuestion) -> frozenset[str]:
    """The drug that the question before names first. "Alone" in a follow-up refers to this drug."""
    named = (m for m in recognise(before.text).of("drug") if before.drugs & frozenset(m.names))
    first = min(named, key=lambda each: each.start, default=None)
    return before.drugs & frozenset(first.names) if first else before.drugs


def _asks_after_failure(own: SubQuestion) -> bool:
    """Whether a follow-up tells of a failure and asks what comes next: "relapsed, option?"."""
    told = (each.value for each in read_patient(own.text))
    failed = any(isinstance(v, Therapy) and v.outcome == "progressed" for v in told)
    return not own.drugs and failed and bool(ASKS_NEXT.search(own.text))


def _drugs_of(own: SubQuestion, before: SubQuestion, drug_of_answer: str) -> _Taken:
    """The drugs to take over, if a follow-up names none of its own. If it asks whether "it" can be
    given with its own drugs, the drugs of both questions."""
    exposing = {d for value in own.about if isinstance(value, Exposure) for d in value.drugs}
    new = own.drugs - exposing - drugs_only_taken(own.text, before)
    if new and before.drugs and own.kind == "interaction" and POINTING.search(own.text):
        drugs = own.drugs | before.drugs
        return {"drugs": drugs, "together": True, "compared": False}, sorted(before.drugs)
    if new or own.classes or _asks_after_failure(own):
        return {}, []
    alone = bool(ALONE.search(own.text))
    drugs = _lead_drug(before) if alone else before.drugs
    drugs = drugs or frozenset({drug_of_answer} if drug_of_answer else ())
    lacks = own.lacks_drug and not (drugs or before.classes)
    taken = {"drugs": drugs, "classes": before.classes, "lacks_drug": lacks}
    taken["alone"] = own.alone or (alone and len(drugs) == 1)
    return taken, [*sorted(drugs), *sorted(before.classes)]


def _genes_of(own: SubQuestion, before: SubQuestion) -> _Taken:
    """The genes, variants and states to take over. A variant that a follow-up names without a gene
    belongs to the gene of the question before."""
    if own.variants and not own.genes:
        return {"genes": before.genes}, sorted(before.genes)
    if own.genes or own.statuses:
        return {}, []
    taken = {"genes": before.genes, "variants": before.variants, "statuses": before.statuses}
    return dict(taken), [*sorted(before.genes), *sorted(before.variants)]
