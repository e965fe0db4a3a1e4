"""What one question names as its subject: drugs, genes, variants, circumstances, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.question.kinds import EFFECTS, QuestionKind
from agents.extractive.question.splitting.circumstances import ORGANS
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import CHOICES
from names.clinical.disease import is_site
from names.clinical.grammar.numerals import NUMBER, number_of
from names.clinical.reading import read_clinical
from names.clinical.values import (
    ClinicalValue,
    Exposure,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Setting,
    Therapy,
    Tumour,
)
from names.entities import Entities, EntityMention
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise
from names.tables import lineage
from names.tables.other_drugs import other_drugs, remedies
from names.tables.variant_classes import lung_drivers

ALONE = re.compile(r"\b(?:alone|monotherapy|single[- ]agent|by itself)\b", re.IGNORECASE)
"""How a drug is asked about without partners."""
FITNESS = re.compile(r"(?i)[\s-](?:in)?eligib\w{1,5}\b")
"""Behind a drug: what the patient is fit for, not what is asked ("cisplatin-eligible")."""
IMMUNE = filtered_pattern(
    r"(?i)\b(?:(?:immune(?:[\s-](?:related|mediated))?|checkpoint(?:[\s-]inhibitor)?|ICI|IO)[\s-]"
    r"(?:\w{1,20} ){0,2}?(?:\w{3,12}itis|diarrh\w{2,4}|toxicit\w{1,3}|adverse|AEs?|events?)\b"
    r"|irAEs?\b|ir[\s-]?\w{3,12}itis\b)"
)
"""An event that names its cause: a checkpoint inhibitor."""
HAD = frozenset(("progressed", "intolerant", "completed", "current", "given"))


def drugs_asked(text: str, found: Entities, kind: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs that the words ask about. Where a choice is asked for, those that the patient has
    had tell only the setting; where it is not, the drug that is taken is the one asked about. What
    is given with it ("on olaparib, wants itraconazole") is asked about together with it."""
    named_drugs = found.of("drug", "unknown_drug")
    mentions = [each for each in named_drugs if not FITNESS.match(text, each.end)]
    past = (HAD - {"current"} if kind == "interaction" else HAD) | {"not given"}
    spans = [
        (each.start, each.end, each.value)
        for each in read_clinical(text)
        if isinstance(each.value, Therapy) and each.value.outcome in past
    ]
    new = frozenset(
        name
        for mention in mentions
        for name in mention.names
        if not any(_inside(mention, start, end) and name in v.drugs for start, end, v in spans)
    )
    named = frozenset(name for mention in mentions for name in mention.names)
    described = any(isinstance(fact.value, Marker | Tumour) for fact in sheet.facts)
    if new or (kind in CHOICES and described):
        return new
    if named:
        return named
    taking = [t for t in sheet.of(Therapy) if t.outcome == "current" and _is_treatment(t)]
    of_taken = kind == "dose" or kind in EFFECTS
    return frozenset(taking[-1].drugs) if taking and of_taken else frozenset()


def _is_treatment(therapy: Therapy) -> bool:
    """Whether it is not only a supportive drug, or another beside the treatment."""
    return not therapy.drugs or not set(therapy.drugs) <= other_drugs() | remedies()


def _inside(mention: EntityMention, start: int, end: int) -> bool:
    return start <= mention.start and mention.end <= end


def classes_asked(text: str, found: Entities) -> frozenset[str]:
    """Classes that are asked about; not those that the patient has had, nor interacting ones. A
    class that was had and is named once more ("again after") is asked about."""
    read = read_clinical(text)
    if any(isinstance(each.value, Exposure) for each in read):
        return frozenset()
    had = [
        (each.start, each.end, each.value.classes)
        for each in read
        if isinstance(each.value, Therapy) and each.value.classes
    ]
    return frozenset(
        name
        for mention in found.of("drug_class")
        for name in mention.names
        if not any(_inside(mention, start, end) and name in own for start, end, own in had)
    )


def classes_blamed(message: str) -> frozenset[str]:
    """The classes of drugs that a message names by their effect alone: "immune hepatitis"."""
    classes = ("PD-1/PD-L1 inhibition", "CTLA-4 inhibition")
    return frozenset(classes if IMMUNE.search(message) else ())


def tumours_asked(found: Entities, text: str) -> frozenset[str]:
    """The tumours of a question; a place of metastases is none."""
    named = (mention for mention in found.of("tumour") if not is_site(text, mention))
    return frozenset(name for mention in named for name in mention.names)


def genes_of_states(found: Entities) -> frozenset[str]:
    """Genes that only stand inside a state ("HER2-negative")."""
    states = [s for s in found.of("status") if s.names[0] not in {"germline", "somatic"}]
    inside = [
        gene
        for gene in found.of("gene")
        if any(state.start <= gene.start and gene.end <= state.end for state in states)
    ]
    outside = [gene for gene in found.of("gene") if gene not in inside]
    return frozenset(n for g in inside for n in g.names) - frozenset(
        n for g in outside for n in g.names
    )


def open_markers(text: str, sheet: FactSheet) -> frozenset[str]:
    """Drivers of the patient's lung cancer that a message names and of whose state nothing was
    read: because the words are not known ("RET fuzion"), because a denial stands beside them that
    may belong to something else, or because none is told ("EGFR pending")."""
    tumours = {name for each in sheet.of(Tumour) for name in lineage(each.name) | {each.name}}
    if "lung cancer" not in tumours or "small cell lung cancer" in tumours:
        return frozenset()
    read = [
        (each.start, each.end) for each in read_clinical(text) if not isinstance(each.value, Marker)
    ]
    named = (
        mention
        for mention in recognise(text).of("gene")
        if not any(_inside(mention, start, end) for start, end in read)
    )
    known = {each.name for each in sheet.of(Marker)}
    drivers = frozenset(gene for gene, _ in lung_drivers())
    return frozenset(name for mention in named for name in mention.names) & drivers - known


def wild_type_genes(values: Sequence[ClinicalValue]) -> frozenset[str]:
    """Genes of which the words only say that they are not altered."""
    markers = [v for v in values if isinstance(v, Marker)]
    altered = {v.name for v in markers if v.polarity != "absent"}
    return frozenset(v.name for v in markers if v.polarity == "absent") - altered


def variants_asked(found: Entities, values: Sequence[ClinicalValue]) -> frozenset[str]:
    """Variants that the question is on; not those that it says are absent, nor alleles that were
    read as how the patient metabolises."""
    absent = {v.state for v in values if isinstance(v, Marker) and v.polarity == "absent"}
    alleles = {name for v in values if isinstance(v, Phenotype) for name in v.alleles}
    stars = {name for name in found.names("variant") if name.startswith("*")}
    return found.names("variant") - absent - stars - alleles


def numbers_asked(text: str, found: Entities) -> frozenset[str]:
    """The numbers that stand in no name and in no value of the patient."""
    taken = [(m.start, m.end) for m in found.mentions]
    taken += [(each.start, each.end) for each in read_clinical(text)]
    return frozenset(
        number_of(match)
        for match in NUMBER.finditer(text)
        if not any(start <= match.start() < end for start, end in taken)
    )


def words_of_values(text: str, kind: str) -> str:
    """The words of a question on a drug that were read as a setting, a line or a number of the
    patient. The verdicts weigh these; they are no topics that an answer has to repeat. Of a trial's
    result that is the setting, with what places it ("post neoadj")."""
    if kind == "trial_result" and recognise(text).of("trial", "registration"):
        told = [each for each in read_clinical(text) if isinstance(each.value, Setting)]
        return " ".join(text[each.start : each.end] for each in told)
    if kind != "dose" and kind != "interaction" and kind not in EFFECTS:
        return ""
    alone = (match.group() for match in ALONE.finditer(text))
    values = (Setting, Line, Measurement, OrganFunction)
    read = [each for each in read_clinical(text) if isinstance(each.value, values)]
    return " ".join((*alone, *(text[each.start : each.end] for each in read)))


def trials_asked(found: Entities, kind: str, message: str) -> frozenset[str]:
    """The trials of a question; a question on results that names none is on the one that the
    message names before it."""
    own = found.names("trial", "registration", "pmid")
    named = recognise(message).names("trial") if kind == "trial_result" and not own else frozenset()
    return own or (named if len(named) == 1 else frozenset())


def names_others(found: Entities, *, effects: bool = True) -> bool:
    """Whether something else than a drug is named that such a question may be on."""
    named = found.of("gene", "phenotype", "trial", "registration", "pmid")
    return bool(named or (effects and found.of("effect")))


def words_asked(found: Entities, kind: QuestionKind) -> frozenset[str]:
    """Outcomes and effects; where no treatment is chosen, also conditions ("with brain
    metastases"). An organ's function is a circumstance, not a word."""
    words = found.names("outcome", "effect")
    return words if kind in CHOICES else words | (found.names("condition") - ORGANS.keys())
