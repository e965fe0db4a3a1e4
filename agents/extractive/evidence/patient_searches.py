"""Searches by what is known of the patient, whatever the words of the message are."""

from __future__ import annotations

from collections.abc import Sequence

from agents.cores import ToolCard
from agents.extractive.evidence.target_searches import marker_wordings
from agents.extractive.question.parsing import ParsedQuestion
from agents.facts.value_words import describe
from agents.matching.patient.single_gene import AROUND_SURGERY
from agents.matching.sub_question import SubQuestion
from names.clinical.disease.denied_spread import spread_to
from names.clinical.disease.number_ranges import SCORE
from names.clinical.treatment.fitness import UNFIT
from names.clinical.values import (
    HAD,
    Condition,
    Line,
    Marker,
    Population,
    Setting,
    Therapy,
    Tumour,
)


def searches_for_group(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches of guidelines for the patient's group, of trials for a score, as (card, query)."""
    sheet = parsed.sheet
    groups = [describe(each) for each in sheet.of(Population) if each.is_with_child]
    tumours = [each.name for each in sheet.of(Tumour) if each.polarity == "present"]
    groups += [name for name in tumours if name.startswith("male ")]
    settings = [each.name for each in sheet.of(Setting) if each.polarity == "present"]
    held = [each.name for each in sheet.of(Condition)]
    barred = [f"contraindication to {e.removeprefix(UNFIT)}" for e in held if e.startswith(UNFIT)]
    scored = [SCORE for name in held if name.startswith(SCORE)][:1]
    told = [*barred, *tumours, *settings, *sorted(asked.drugs), *sorted(asked.classes)]
    names = (groups + scored)[: 1 if asked.is_choice else 0]
    roles = ("guideline", *(scored and ["landmark_trial"]))
    return [(c, " ".join((name, *told))) for name in names for c in cards if c.role in roles]


def searches_for_more_options(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for what else the patient may be given, as pairs of (card, query), where a choice
    has found little."""
    found = searches_for_own_markers(asked, parsed, cards)
    return [*found, *searches_for_any_gene(asked, parsed, cards)]


MOST_MARKERS = 2
"""Markers whose indications are searched one by one. Chosen by hand: a step has few actions."""


def searches_for_own_markers(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for what is indicated for the markers of the patient, for a choice that names a
    drug, as pairs of (card, query): the words on a drug that is none for them find no other."""
    if not (asked.is_choice and asked.drugs):
        return []
    present = [each for each in parsed.sheet.of(Marker) if each.polarity == "present"]
    names = list(dict.fromkeys(name for each in present for name in marker_wordings(each)))
    tumours = " ".join(e.name for e in parsed.sheet.of(Tumour) if e.polarity == "present")
    return [
        (card, f"{name} {tumours}".strip())
        for name in names[:MOST_MARKERS]
        for card in cards
        if card.role in {"label", "indication"}
    ]


def searches_for_any_gene(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for what is given in the first line, or around surgery, whichever genes are altered,
    for a choice on a gene, as pairs of (card, query): its drugs may all be for later."""
    if not asked.is_choice or asked.drugs or asked.classes or not asked.genes:
        return []
    lines = [asked.line] if asked.line else parsed.sheet.of(Line)
    settings = [each.name for each in parsed.sheet.of(Setting) if each.polarity == "present"]
    around = [name for name in settings if name in AROUND_SURGERY]
    if not around and not any(line.last == 1 for line in lines):
        return []
    tumours = [each.name for each in parsed.sheet.of(Tumour) if each.polarity == "present"]
    told = dict.fromkeys((*(around or ["first-line"]), *tumours, *settings))
    query = f"{' '.join(told)} treatment without a required marker"
    return [(card, query) for card in cards if card.role in {"guideline", "label"}]


def searches_for_trials(
    asked: SubQuestion, parsed: ParsedQuestion, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Searches for the landmark trials in the disease of the patient, for a choice, as pairs of
    (card, query). Labels and guidelines that answer do not say which of two options was better."""
    sheet = parsed.sheet
    tumours = [each.name for each in sheet.of(Tumour) if each.polarity == "present"]
    tumours = tumours or sorted(asked.tumours)
    if not asked.is_choice or not tumours or asked.from_silos:
        return []
    told = [*tumours, *(e.name for e in sheet.of(Setting) if e.polarity == "present")]
    told += [f"stage {each.stage}" for each in sheet.of(Tumour) if each.stage]
    told += [spread_to(site) for each in sheet.of(Tumour) for site in each.sites]
    had = [each for each in sheet.of(Therapy) if each.outcome in HAD and not each.drugs]
    told += [name for each in had for name in each.classes[:1]]
    told += [describe(each) for each in ([asked.line] if asked.line else sheet.of(Line))]
    present = [each for each in sheet.of(Marker) if each.polarity == "present"]
    told += [name for each in present for name in marker_wordings(each)]
    told += [each.menopause for each in sheet.of(Population) if each.menopause]
    told += [*sorted(asked.drugs), *sorted(asked.classes), "versus survival"]
    query = " ".join(dict.fromkeys(told))
    return [(card, query) for card in cards if card.role == "landmark_trial"]
