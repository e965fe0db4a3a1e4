"""Facts of the patient that an option rests on, and that are not known to be what it needs: a
variant whose classification is not said or that no source names, a drug after which the disease
soon came back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.extractive.answer.selection.statements import PartHits
from agents.facts.sheet import FactSheet
from agents.facts.values.relapse_times import came_back_soon
from agents.facts.values.variant_significance import PATHOGENIC, is_unclassified
from agents.wording.not_found import no_source_speaks_of, only_on_gene
from names.clinical.values import Marker, Therapy
from names.tables.variant_classes import genes_of_variant
from retrieval.statements.model import Statement

_RELAPSE_AFTER = re.compile(
    r"(?i)\b(?:relaps\w*|recur\w*|progress\w*|came back|PD(?!-))\b[^.;?\n]{0,20}?\d{1,2}\s?"
    r"(?:months?|mos?|m|weeks?|wks?|w)\b (?:after|from|post|following|into|of)\b[^.,;?\n]{0,60}"
)
_OF_SURGERY = frozenset(("adjuvant", "neoadjuvant"))
_EXCHANGE = re.compile(r"([A-Z]\d{1,4})[A-Z]")
"""A variant that exchanges one amino acid, with its place: D835 in D835Y."""


def unproven_facts(sheet: FactSheet, text: str, shown: Sequence[Statement]) -> Iterator[str]:
    """Such facts, in words. ``text``: the message. ``shown``: the statements that offer options."""
    yield from _variants_without_class(sheet, shown)
    yield from _early_relapses(sheet, text, shown)


def _variants_without_class(sheet: FactSheet, shown: Sequence[Statement]) -> Iterator[str]:
    """The named variants whose class nobody said, of genes that a statement shown requires."""
    named = {variant for each in shown for variant in each.variants}
    needed = {m.name for s in shown for rule in s.applies.requires for m in rule.any_of}
    told = {value.name for value in sheet.of(Marker) if value.state == PATHOGENIC}
    for value in sheet.of(Marker):
        if not is_unclassified(value) or value.name not in needed - told:
            continue
        if value.state not in named:
            yield f"whether {value.name} {value.state} is pathogenic"


def _early_relapses(sheet: FactSheet, text: str, shown: Sequence[Statement]) -> Iterator[str]:
    """The words that tell how soon the disease came back, if a drug that was given around surgery
    is offered again."""
    found = _RELAPSE_AFTER.search(text)
    if found is None:
        return
    offered = {drug for each in shown for drug in each.drugs}
    # A relapse so soon that the drug counts as failed has been weighed.
    early = (t for t in sheet.of(Therapy) if t.setting in _OF_SURGERY and not came_back_soon(t))
    had = {drug for each in early for drug in each.drugs}
    for drug in sorted(offered & had):
        yield f"“{found[0].strip()}” for {drug}"


def lines_on_variants(selected: PartHits, told: str) -> Iterator[str]:
    """Lines on the variants asked about that no statement of a part names. ``told``: the words and
    titles of its statements. The place of a variant names it, too ("FLT3 D835" of
    D835Y). If a rule shown holds for the altered gene as such, the line says that."""
    asked = selected.asked
    verdicts = [v for each in selected.answers for v in each.judgement.verdicts]
    met = [v for v in verdicts if v.dimension == "marker" and v.outcome == "ok"]
    altered = {name for v in met for name in v.markers}
    for name in sorted(asked.variants):
        if is_named(name, told) or (met and name.isalpha()):
            # In "ROS1-positive" the fusion is not named, but meant.
            continue
        gene = next(iter(sorted(altered & (genes_of_variant(name) & asked.genes))), "")
        yield only_on_gene(gene, name) if gene else no_source_speaks_of(name)


def is_named(name: str, told: str) -> bool:
    """Whether words name a variant, or the place of one ("V600" of V600E), or another marker."""
    place = _EXCHANGE.fullmatch(name)
    return name in told or bool(place and re.search(rf"\b{place[1]}\b", told))
