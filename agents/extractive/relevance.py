"""Whether a sentence supports an answer: it must speak of what was asked, not merely be near it.

:func:`support` is 0 for a sentence that must not be shown for a question, else above 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from agents.extractive.circumstances import circumstances_support, topics_support
from agents.extractive.drug_support import drugs_support
from agents.extractive.fit import evidence_fit, form, kind_fit, settings_fit
from agents.extractive.measures import measures_fit
from agents.extractive.needs import DENIED, ORDINARY_STATES, Need, is_after
from agents.extractive.scope import ABOUT, ABOVE, INSIDE, Scope, best
from names.entities import EntityKind
from names.recognition.variants import residue_of
from names.tables import is_same_tumour
from names.tables.trials import acronym_key

BROAD = frozenset(
    {"fusion", "overexpression", "loss of function", "biallelic loss", "amplification"}
)
BESIDE = 40
"""Characters around a gene within which its mutation is told."""
MUTATED = re.compile(r"(?i)mutat|mutant|\balter(?:ed|ation)|variant|activating")


def support(scope: Scope, need: Need) -> float:
    """How well a sentence supports an answer; 0 when it must not be used."""
    if silent_label(scope, need):
        return 0.0
    judged = []
    for part, weight in PARTS:
        score = part(scope, need)
        if score == 0.0:
            return 0.0
        if score is not None:
            judged.append((score, weight))
    if not judged:
        return 0.0
    score = sum(score * weight for score, weight in judged) / sum(weight for _, weight in judged)
    fit = settings_fit(scope, need) * kind_fit(scope, need) * evidence_fit(scope, need)
    return score * fit * form(scope) * measures_fit(scope.text, need.text)


def silent_label(scope: Scope, need: Need) -> bool:
    """Whether a sentence of a label says nothing of what the drug is to be chosen for."""
    kinds: tuple[EntityKind, ...] = ("tumour", "status", "gene", "variant", "setting")
    asked = need.found.names(*kinds)
    told = scope.told.names(*kinds) | scope.above.names(*kinds)
    choice = need.kind_name == "therapy" and bool(need.drugs) and not need.crowded
    return choice and scope.headed_by_drug and bool(asked) and not told


def genes_support(scope: Scope, need: Need) -> float | None:
    asked = frozenset(name for gene in need.genes for name in gene.names)
    if not asked:
        return None
    about = scope.genes_about
    told, above = told_genes(scope), scope.above.names("gene")
    score = best(asked, (told, INSIDE), (above, ABOVE), (about, ABOUT))
    if score and len(need.genes) > 1:
        here = told | above | about
        share = sum(bool(frozenset(gene.names) & here) for gene in need.genes) / len(need.genes)
        score *= 0.4 + 0.6 * share
    silent = 0.5 if need.drugs else 0.3
    return score or silent * need.crowded


def told_genes(scope: Scope) -> frozenset[str]:
    """The genes a sentence speaks of; not those it excludes ("without a BRCA mutation")."""
    genes = scope.told.of("gene")
    return frozenset(
        name for g in genes if not is_after(DENIED, scope.text, g.start) for name in g.names
    )


def speaks_for(told: str, asked: frozenset[str]) -> bool:
    """Whether a variant of the source covers the one asked about (a residue, any fusion…)."""
    if told in asked or any(residue_of(name) == told for name in asked):
        return True
    if told == "fusion" or "fusion" in asked:
        return any("::" in name or name == "fusion" for name in (told,)) and any(
            "::" in name or name == "fusion" for name in asked
        )
    if told in {residue_of(told)} and told in {residue_of(name) for name in asked}:
        return True
    parts = {part for name in asked for part in name.split("/")}
    return bool(set(told.split("/")) & parts) or any(residue_of(told) == name for name in asked)


def variants_support(scope: Scope, need: Need) -> float | None:
    """A sentence on another variant is not an answer; one on the gene's mutations is a weak one."""
    asked = need.variants
    if not asked:
        return None
    told, above, about = (
        place.names("variant") for place in (scope.told, scope.above, scope.about)
    )
    for names, weight in ((told, INSIDE), (above, ABOVE), (about, ABOUT)):
        fused = {"fusion"} if any("::" in name for name in asked) else set()
        specific = {name for name in names if name not in BROAD or name in asked | fused}
        if any(speaks_for(name, asked) for name in specific):
            return weight
        if specific:
            return 0.0
    if any(name.startswith("exon ") for name in asked):
        return 0.0
    if asked <= BROAD:
        return 0.35 if scope.told.names("gene") or scope.about.names("gene") else 0.0
    if any(speaks_for(name, asked) for name in scope.whole):
        return 0.55
    if need.found.of("phenotype"):
        return 0.0
    return 0.5 if says_mutated(scope, need) else 0.35 * need.crowded


def says_mutated(scope: Scope, need: Need) -> bool:
    """Whether the sentence speaks of mutations of the gene itself, whichever they are."""
    asked = {name for gene in need.genes for name in gene.names}
    if not asked:
        return bool(MUTATED.search(scope.text))
    places = [m for m in scope.told.of("gene") if asked & set(m.names)]
    beside = (scope.text[max(0, m.start - BESIDE) : m.end + BESIDE] for m in places)
    return any(MUTATED.search(words) for words in beside)


def marker(state: str) -> str:
    """``HER2`` of ``HER2-low``; the pairs that exclude each other share a marker."""
    if state in {"MSI-high or dMMR", "microsatellite-stable"}:
        return "microsatellites"
    if state in {"germline", "somatic"}:
        return "origin"
    return state.rsplit("-", 1)[0] if not state.endswith("wild-type") else state[:-10]


COMPATIBLE = (
    frozenset({"HER2-negative", "HER2-low", "HER2-ultralow"}),
    frozenset({"HER2-negative", "HER2-0"}),
)


def states_support(scope: Scope, need: Need) -> float | None:
    """HER2-negative is not HER2-positive: a contradicting state rules a sentence out."""
    asked = need.found.names("status")
    if not asked:
        return None
    told = scope.told.names("status")
    titled = frozenset() if scope.headed_by_drug else scope.about.names("status")
    places = (told, scope.above.names("status"), titled)
    for names in places:
        for state in asked:
            rivals = {name for name in names if marker(name) == marker(state)}
            if rivals and state not in rivals and not compatible(rivals | {state}):
                return 0.0
        if names & asked:
            break
    deciding = asked - ORDINARY_STATES
    if "HER2-0" in deciding and any("HER2-negative" in names for names in places):
        return ABOVE
    score = best(deciding or asked, *zip(places, (INSIDE, ABOVE, ABOUT), strict=True))
    if not score and "HER2-positive" in deciding and amplified(scope, "ERBB2"):
        return ABOVE
    return score or (0.0 if deciding and not need.crowded else 0.6)


def compatible(states: set[str]) -> bool:
    return any(states <= together for together in COMPATIBLE)


def amplified(scope: Scope, gene: str) -> bool:
    """Whether the sentence or what it stands under speaks of the gene's amplification."""
    places = (scope.told, scope.above, scope.about)
    return any(gene in place.names("gene") for place in places) and any(
        place.names("variant") & {"amplification", "overexpression"} for place in places
    )


def tumours_support(scope: Scope, need: Need) -> float | None:
    asked = need.found.names("tumour")
    if not asked:
        return None
    about = scope.about.names("tumour") or scope.tumours
    places = (
        (scope.told.names("tumour"), INSIDE),
        (scope.above.names("tumour"), ABOVE),
        (about, ABOUT),
    )
    exact = best(asked, *places)
    for names, weight in places:
        if asked & names:
            return max(weight, 0.85)
        told = names if biomarker_asked(need) else names - {"solid tumour"}
        if any(is_same_tumour(wanted, name) for wanted in asked for name in told):
            wider = 0.0 if need.kind_name == "definition" else 0.6 * weight
            return max(wider, 0.9 * exact)
        if names:
            return 0.0
    choice = need.kind_name in {"therapy", "trial_result"} and not need.found.of("trial")
    return 0.0 if choice and not on_subject(scope, need) else 0.45


def biomarker_asked(need: Need) -> bool:
    """Whether a biomarker or a drug is named, without which what holds for all solid tumours does
    not hold for this one."""
    return bool(need.genes or need.variants or need.drugs or need.found.names("status"))


def on_subject(scope: Scope, need: Need) -> bool:
    """Whether a document that names no tumour is on the drug or the gene asked about."""
    drugs = frozenset(name for drug in need.drugs for name in drug.names)
    genes = frozenset(name for gene in need.genes for name in gene.names)
    return need.crowded or bool(drugs & scope.drugs_about or genes & scope.genes_about)


def trials_support(scope: Scope, need: Need) -> float | None:
    numbers = need.found.names("registration", "pmid")
    acronyms = need.found.names("trial")
    if not numbers and not acronyms:
        return None
    if need.crowded and need.kind_name != "trial_result":
        return None
    told = scope.told.names("registration", "pmid", "trial")
    words, title = acronym_key(scope.text), acronym_key(scope.title)
    if numbers & (told | scope.identifiers) or acronyms & told:
        return INSIDE if numbers & told or acronyms & told else ABOUT
    if any(acronym in words for acronym in acronyms):
        return INSIDE
    named = any(acronym in title for acronym in acronyms) or acronyms & set(
        map(acronym_key, scope.identifiers)
    )
    return ABOUT if named else 0.0


Part = Callable[[Scope, Need], float | None]
PARTS: tuple[tuple[Part, float], ...] = (
    (drugs_support, 2.0),
    (genes_support, 1.5),
    (variants_support, 2.0),
    (states_support, 1.0),
    (tumours_support, 1.0),
    (trials_support, 2.0),
    (circumstances_support, 1.5),
    (topics_support, 1.5),
)
"""What is judged, None when the question does not ask for it, and how much it weighs."""
