"""Everything clinical that a text says, over all dimensions together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from names.clinical.comparison import without_compared_values
from names.clinical.conditions import read_conditions
from names.clinical.disease import (
    read_features,
    read_risk_groups,
    read_settings,
    read_tumours,
    with_present_settings,
)
from names.clinical.disease.chromosome_arms import read_chromosome_arms
from names.clinical.disease.denied_spread import read_denied_sites
from names.clinical.disease.early_findings import read_early_findings
from names.clinical.events.allergies import with_drugs_borne
from names.clinical.events.holds import events_of_holds
from names.clinical.events.resolved import without_resolved
from names.clinical.events.ruled_out import without_ruled_out
from names.clinical.exposures import read_comedication, read_exposures, without_untaken
from names.clinical.exposures.of_other_diseases import with_uses_for_other_diseases
from names.clinical.grades import read_bounded
from names.clinical.grammar.denial import without_doubtful
from names.clinical.grammar.requirements import without_required_values
from names.clinical.markers import doubted_markers, read_markers
from names.clinical.measurements import read_measurements
from names.clinical.organs import read_organs
from names.clinical.organs.ratios import read_ratios
from names.clinical.phenotypes import read_phenotypes
from names.clinical.population import read_population
from names.clinical.toxicities import read_toxicities
from names.clinical.treatment import read_lines_of_treatment, read_therapies
from names.clinical.treatment.cumulative_doses import treatments_of_cumulative_doses
from names.clinical.treatment.fitness import read_fitness, without_fitness
from names.clinical.treatment.held_treatments import with_held
from names.clinical.treatment.no_progression import read_no_progression
from names.clinical.treatment.outcomes.bare_progression import failed_since, hastily_failed
from names.clinical.treatment.outcomes.beside_values import (
    treatments_asked_to_stop,
    treatments_beside_values,
)
from names.clinical.treatment.outcomes.clauses_told import treatments_of_clauses
from names.clinical.treatment.outcomes.cycles import cycled_treatments
from names.clinical.treatment.outcomes.failed_for_harm import failed_for_harm
from names.clinical.treatment.outcomes.past_events import treatments_of_past_events
from names.clinical.treatment.outcomes.still_to_come import with_times_told_behind
from names.clinical.treatment.sequences import listed_treatments
from names.clinical.treatment.therapies import read_regimens_of_trials
from names.clinical.values import FoundValue, Marker, Phenotype, Therapy
from names.patterns.signs import with_plain_signs

Reader = Callable[[str], tuple[FoundValue, ...]]
READERS: tuple[Reader, ...] = (
    read_markers,
    read_chromosome_arms,
    read_tumours,
    read_settings,
    read_lines_of_treatment,
    read_therapies,
    read_organs,
    read_ratios,
    read_exposures,
    read_phenotypes,
    read_toxicities,
    read_population,
    read_measurements,
    read_conditions,
    read_features,
    read_risk_groups,
    read_fitness,
)
"""One reader a dimension."""


KI67 = "MKI67"
STAINS = frozenset((
    KI67, "TTF1", "CDX2", "GATA3", "S100B", "SOX10", "PMEL", "PAX8", "INSM1", "SATB2", "GPC3",
    "ANO1",
))  # fmt: skip
"""Genes by the names of whose proteins pathologists tell where a tumour comes from."""
_ALTERED = re.compile(r"(?i)mutat|mutant|variant|fusion|amplif|delet|rearrang|frameshift|truncat")
_STAIN_OF_VIRUS = re.compile(r"(?i)\bp16\b(?!\s?(?:loss|lost|del|mut|alter|homozyg|inactiv))")
"""The stain that tells of the papilloma virus, no alteration of the gene by that name (CDKN2A)."""
_BEHIND = 14
"""Characters behind a gene in which its alteration is named."""


@lru_cache(maxsize=30_000)
def read_clinical(text: str) -> tuple[FoundValue, ...]:
    """The values that a question or a sentence of a source states, ordered by place.

    What the text does not say is left out; nothing is assumed. Values of one dimension with one and
    the same span belong together: "BRCA-mutated" is BRCA1 or BRCA2, "BRCA wild type" is both."""
    text = with_plain_signs(text)
    found = _without_read_genes([each for reader in READERS for each in reader(text)])
    found = without_fitness(found)
    found += _beside(found, read_comedication(text))
    return tuple(sorted(found, key=lambda each: (each.start, each.end)))


@lru_cache(maxsize=500)
def read_patient(text: str) -> tuple[FoundValue, ...]:
    """The same of words on a patient, for whom the setting of a treatment that is over is past.
    What stands in the reach of a denial that its reader has missed is left out."""
    text = with_plain_signs(text)
    doubted = doubted_markers(text)
    found = (
        *(each for each in _without_stains(read_clinical(text), text) if each not in doubted),
        *read_regimens_of_trials(text),
        *read_no_progression(text),
        *read_early_findings(text),
        *read_denied_sites(text),
        *events_of_holds(text),
    )
    taken = tuple(without_untaken(with_drugs_borne(found), text))
    taken = tuple(without_ruled_out(without_resolved(taken, text), text))
    own = without_compared_values(_with_bounded(taken, text), text)
    sure = without_doubtful(without_required_values(own, text), text)
    sure = [*sure, *cycled_treatments(text, sure)]
    sure = [*sure, *hastily_failed(text, sure)]
    sure = [*sure, *treatments_asked_to_stop(text, sure)]
    sure = failed_since(text, [*sure, *treatments_beside_values(text, sure)])
    sure = [*sure, *treatments_of_cumulative_doses(text, sure)]
    had = [*sure, *treatments_of_past_events(text, sure), *listed_treatments(text, sure)]
    had = failed_for_harm(text, [*had, *treatments_of_clauses(text, had)])
    had = with_held(with_times_told_behind(text, had), text)
    had = list(with_uses_for_other_diseases(had, text))
    had.sort(key=lambda each: (each.start, each.end))
    return tuple(with_present_settings(without_fitness(had), text))


def _without_stains(found: Iterable[FoundValue], text: str) -> list[FoundValue]:
    """The values without genes of which a patient's tissue is stained to tell its origin ("TTF-1
    positive"), or how fast it grows, as altered genes, unless an alteration is named."""
    return [
        each
        for each in found
        if not (isinstance(each.value, Marker) and _is_stain(each, text))
        or (each.value.name != KI67 and _ALTERED.search(text, each.start, each.end + _BEHIND))
    ]


def _is_stain(found: FoundValue, text: str) -> bool:
    name = found.value.name if isinstance(found.value, Marker) else ""
    of_virus = name == "CDKN2A" and _STAIN_OF_VIRUS.search(text, found.start, found.end + _BEHIND)
    return name in STAINS or bool(of_virus)


def _with_bounded(found: tuple[FoundValue, ...], text: str) -> tuple[FoundValue, ...]:
    """The values with the events that a bound tells, where nothing else was read of its words."""
    added = [
        each
        for each in read_bounded(text)
        if not any(other.start < each.end and each.start < other.end for other in found)
    ]
    return tuple(sorted([*found, *added], key=lambda each: (each.start, each.end)))


def _without_read_genes(found: list[FoundValue]) -> list[FoundValue]:
    """The values without the alteration of a gene whose phenotype the same words tell: "G6PD
    deficient" is no altered gene."""
    told = [each for each in found if isinstance(each.value, Phenotype)]
    if not told:
        return found
    return [
        each
        for each in found
        if not isinstance(each.value, Marker)
        or not any(
            isinstance(other.value, Phenotype)
            and other.value.gene == each.value.name
            and other.start < each.end
            and each.start < other.end
            for other in told
        )
    ]


def _beside(found: Iterable[FoundValue], comedication: Iterable[FoundValue]) -> list[FoundValue]:
    """Co-medication of which no therapy was read at its place."""
    taken = {
        place
        for each in found
        if isinstance(each.value, Therapy)
        for place in range(each.start, each.end)
    }
    return [each for each in comedication if each.start not in taken]
