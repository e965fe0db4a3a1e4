"""Searches for a target of the patient: as documents word it, what is indicated for it, and what is
first given against it."""

from __future__ import annotations

from collections.abc import Sequence

from agents.cores import ToolCard
from agents.extractive.question.parsing import ParsedQuestion
from agents.facts.marker_states import is_gene
from agents.matching.patient.markers import marker_words
from agents.matching.sequence.first_target import genes_treated
from agents.matching.sub_question import SubQuestion
from names.clinical.values import HAD, Marker, Therapy, Tumour
from names.tables.treatment.drug_classes import drugs_of_class

INHIBITION = "{} inhibition"
"""How the class of drugs against a target is named."""


def marker_wordings(marker: Marker) -> list[str]:
    """A marker as documents may word it: by its number, and as positive where a report gives the
    staining alone."""
    stained = marker.state == "positive" and marker.unit == "IHC"
    level = [f"{marker.name}-{marker.state}"] if stained else []
    return list(dict.fromkeys((marker_words(marker), *level)))


def searches_for_target(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for what is given against a target, as pairs of (card, query): for its indications,
    where the message tells of other genes, and of guidelines for the first treatment, if the
    treatments that were had were not against it. The words of the message find those others. For
    what a drug asked about did in the patient's own gene, if it is not against that gene."""
    found = [*_for_altered_genes(asked, parsed, cards), *_for_first(asked, parsed, cards)]
    return [*found, *_for_own_gene(asked, parsed, cards)]


def _for_own_gene(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches of variant evidence for a drug asked about and an altered gene of the patient that
    is not its target: an approval for a list of genes may rest on the others of the list."""
    if not asked.is_choice or not asked.drugs:
        return []
    told = (each for each in parsed.sheet.of(Marker) if each.polarity == "present")
    genes = [each.name for each in told if is_gene(each)]
    aims = {gene: drugs_of_class(INHIBITION.format(gene)) for gene in genes}
    tumours = " ".join(e.name for e in parsed.sheet.of(Tumour) if e.polarity == "present")
    return [
        (card, f"{drug} {gene} {tumours}".strip())
        for gene in list(dict.fromkeys(genes))[:MOST_ALTERED]
        for drug in sorted(asked.drugs)[:MOST_ALTERED]
        if drug not in aims[gene]
        for card in cards
        if card.role == "variant"
    ]


MOST_ALTERED = 2
"""Altered genes whose indications are searched one by one. Chosen by hand: a tumour has one driver,
and may have gained another."""


def _for_altered_genes(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches by each altered gene of the patient and the tumour alone, for a choice, where genes
    are told that are not altered."""
    told = [each for each in parsed.sheet.of(Marker) if is_gene(each)]
    altered = [marker_words(each) for each in told if each.polarity == "present"]
    tumours = [each.name for each in parsed.sheet.of(Tumour) if each.polarity == "present"]
    if not asked.is_choice or asked.drugs or not tumours or len(told) == len(altered):
        return []
    return [
        (card, f"{name} {' '.join(tumours)}")
        for name in list(dict.fromkeys(altered))[:MOST_ALTERED]
        for card in cards
        if card.role == "label"
    ]


def _for_first(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    had = [each for each in parsed.sheet.of(Therapy) if each.outcome in HAD]
    if not asked.is_choice or asked.drugs or asked.classes or not had:
        return []
    treated = {gene for each in had for gene in genes_treated(each)}
    targets = [
        each.name
        for each in parsed.sheet.of(Marker)
        if (each.state, each.polarity) == ("positive", "present")
        if drugs_of_class(INHIBITION.format(each.name)) and each.name not in treated
    ]
    tumours = [each.name for each in parsed.sheet.of(Tumour) if each.polarity == "present"]
    return [
        (card, f"{name}-positive {' '.join(tumours)} first-line treatment")
        for name in dict.fromkeys(targets)
        for card in cards
        if card.role == "guideline"
    ]
