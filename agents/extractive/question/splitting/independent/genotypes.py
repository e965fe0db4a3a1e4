"""A genotype of drug metabolism beside a choice of drugs for a tumour.

"CML T315I, imatinib failed. Dasatinib or nilotinib, UGT1A1 *28/*28?" asks what the genotype means
for the drugs, and before that which of them works at all. The first does not replace the second.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Protocol

from agents.extractive.question.kinds import kind_of_question, treats
from agents.extractive.question.splitting.comparisons import are_compared
from agents.extractive.question.splitting.segments import QuestionSegment
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from names.clinical.readers import read_clinical
from names.clinical.values import ENDED, Line, Marker, Phenotype, Therapy, Tumour
from names.recognise import recognise
from names.tables.alleles import METABOLISM

PHARMACOGENOMICS = "pharmacogenomics"
_BESIDE = re.compile(
    r"(?i)(?:[\s,;:()–—-]|\b(?:with|and|has|is|are|an?|the|she|he|pt|patient|known|germline|also|who"
    r"|but|her|his|homozygous|heterozygous|for)(?=\s)){1,12}$"
)
"""What only leads up to a genotype."""
_BEHIND = re.compile(
    r"(?i)(?:[\s():-]{1,3}(?:genotyp\w{0,3}|homozygous|heterozygous|hom|het|carriers?|variants?"
    r"|alleles?|diplotypes?|haplotypes?|metaboli[sz]ers?|status|wild[- ]?type|wt|normal)\b\)?"
    r"|\s?\)){0,4}"
)
"""What belongs to a genotype behind it."""
_ASKS_HARM = re.compile(r"(?i)\b(?:safe(?:ly|ty)?|harm\w{0,3}|dangerous|contraindicated)\b")
LOOKED_AT = 60
"""Characters before a genotype in which such words are sought. Chosen by hand."""


class QuestionReader(Protocol):
    """Reads what a question asks of a patient."""

    def __call__(self, segment: QuestionSegment, *, sheet: FactSheet) -> SubQuestion: ...


def with_choice_beside_genotype(
    asked: SubQuestion, segment: QuestionSegment, sheet: FactSheet, ask: QuestionReader
) -> tuple[SubQuestion, ...]:
    """A question, with the choice of a drug that it asks beside a genotype of drug metabolism as a
    part of its own before it. The part on the genotype is then on no other gene."""
    choice = _choice_of(asked, segment, sheet, ask)
    if choice is None:
        return (asked,)
    tumours_own = {each.name for each in _markers_of_tumour(sheet)}
    states = {each.state for each in _markers_of_tumour(sheet)}
    of_genotype = replace(asked, genes=asked.genes - tumours_own, variants=asked.variants - states)
    apart = replace(choice, own_sheet=asked.own_sheet, cycle_days=asked.cycle_days)
    return apart, of_genotype


def _choice_of(
    asked: SubQuestion, segment: QuestionSegment, sheet: FactSheet, ask: QuestionReader
) -> SubQuestion | None:
    """The choice of a drug for a tumour that a question asks beside a genotype; None if it asks for
    none. The patient is told with a tumour and something by which a drug is chosen: a marker, a
    line, a treatment that is over, or drugs that are compared. A dose, whether a drug is safe, or a
    drug that is had or planned, is no choice."""
    if asked.kind != PHARMACOGENOMICS or not _has_tumour(asked, sheet):
        return None
    text = without_genotype(segment.text)
    shared = without_genotype(segment.shared) if segment.shared else ""
    whole = f"{shared} {text}".strip()
    kind = kind_of_question(whole, recognise(whole))
    others = tuple(fact for fact in sheet.facts if not isinstance(fact.value, Phenotype))
    bare = replace(segment, text=text, shared=shared, kind=kind)
    choice = ask(bare, sheet=replace(sheet, facts=others))
    decided = {
        drug for t in sheet.of(Therapy) if t.outcome in ("current", "planned") for drug in t.drugs
    }
    if not choice.is_choice or choice.trials or _ASKS_HARM.search(whole):
        return None
    if choice.drugs and not any(map(treats, choice.drugs - decided)):
        return None
    return choice if _is_open(choice, whole, sheet) else None


def _has_tumour(asked: SubQuestion, sheet: FactSheet) -> bool:
    return bool(asked.tumours or sheet.of(Tumour) or _markers_of_tumour(sheet))


def _markers_of_tumour(sheet: FactSheet) -> list[Marker]:
    return [
        each
        for each in sheet.of(Marker)
        if each.polarity == "present" and not METABOLISM.match(each.name)
    ]


def _is_open(choice: SubQuestion, text: str, sheet: FactSheet) -> bool:
    """Whether something is told by which a drug is chosen."""
    if len(choice.drugs) > 1 and are_compared(text, choice.drugs):
        return True
    over = any(each.outcome in ENDED for each in sheet.of(Therapy))
    return bool(over or _markers_of_tumour(sheet) or sheet.of(Line) or choice.line)


def without_genotype(text: str) -> str:
    """The text without the genes, alleles and groups of drug metabolism that it names."""
    kept = text
    for start, end in reversed(_places(text)):
        lead = _BESIDE.search(kept[max(0, start - LOOKED_AT) : start])
        before = kept[: start - len(lead.group())] if lead else kept[:start]
        told = _BEHIND.match(kept, end)
        behind = kept[told.end() if told else end :].lstrip()
        joined = before and behind.strip(" ?.!,;") and behind[0] not in ",;.:?!"
        kept = f"{before}{', ' if joined else ''}{behind}"
    return kept.lstrip(" ,;.:")


def _places(text: str) -> list[tuple[int, int]]:
    """Where genotypes stand, those that overlap or touch as one."""
    found = recognise(text)
    spans = [
        (each.start, each.end)
        for each in read_clinical(text)
        if isinstance(each.value, Phenotype)
        or (isinstance(each.value, Marker) and METABOLISM.match(each.value.name))
    ]
    for each in found.of("gene", "variant", "phenotype"):
        is_allele = each.kind == "variant" and any(name.startswith("*") for name in each.names)
        if each.kind == "phenotype" or is_allele or any(map(METABOLISM.match, each.names)):
            spans.append((each.start, each.end))
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        last = joined[-1] if joined else None
        if last and (start < last[1] or not text[last[1] : start].strip(" :(/")):
            joined[-1] = (last[0], max(end, last[1]))
        else:
            joined.append((start, end))
    return joined
