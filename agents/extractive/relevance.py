"""Whether a sentence supports an answer: it must speak of what was asked, not merely be near it.

:func:`support` is 0 for a sentence that must not be shown for a question, else above 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from agents.extractive.drug_support import drugs_support
from agents.extractive.fit import evidence_fit, form, kind_fit, settings_fit
from agents.extractive.needs import ORDINARY_STATES, Need, stems
from agents.extractive.scope import ABOUT, ABOVE, INSIDE, Scope, best
from agents.names.entities import Kind
from agents.names.recognise import same_tumour
from agents.names.trials import key
from agents.names.variants import residue

BROAD = frozenset(
    {"fusion", "overexpression", "loss of function", "biallelic loss", "amplification"}
)
MUTATED = re.compile(
    r"(?i)mutat|mutant|alter|variant|activating|positive|\+|amplif|fusion|rearrang"
)


def support(scope: Scope, need: Need) -> float:
    """How well a sentence supports an answer; 0 when it must not be used."""
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
    return score * fit * form(scope)


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
    return score


DENIED = re.compile(
    r"(?i)\b(?:without|lack\w*|absence of|no)\s+"
    r"(?:(?:an?|any|the|germline|somatic|known|detectable|deleterious|pathogenic)\s+)*$"
)


def told_genes(scope: Scope) -> frozenset[str]:
    """The genes a sentence speaks of; not those it excludes ("without a BRCA mutation")."""
    genes = scope.told.of("gene")
    return frozenset(
        name for g in genes if not DENIED.search(scope.text[: g.start]) for name in g.names
    )


def speaks_for(told: str, asked: frozenset[str]) -> bool:
    """Whether a variant of the source covers the one asked about (a residue, any fusion…)."""
    if told in asked or any(residue(name) == told for name in asked):
        return True
    if told == "fusion" or "fusion" in asked:
        return any("::" in name or name == "fusion" for name in (told,)) and any(
            "::" in name or name == "fusion" for name in asked
        )
    if told in {residue(told)} and told in {residue(name) for name in asked}:
        return True
    parts = {part for name in asked for part in name.split("/")}
    return bool(set(told.split("/")) & parts) or any(residue(told) == name for name in asked)


def variants_support(scope: Scope, need: Need) -> float | None:
    """A sentence on another variant is not an answer; one on the gene's mutations is a weak one."""
    asked = need.variants
    if not asked:
        return None
    told, above, about = (
        place.names("variant") for place in (scope.told, scope.above, scope.about)
    )
    for names, weight in ((told, INSIDE), (above, ABOVE), (about, ABOUT)):
        specific = {name for name in names if name not in BROAD or name in asked}
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
    return 0.5 if MUTATED.search(scope.text) and not need.found.of("phenotype") else 0.0


def marker(state: str) -> str:
    """``HER2`` of ``HER2-low``; the pairs that exclude each other share a marker."""
    if state in {"MSI-high or dMMR", "microsatellite-stable"}:
        return "microsatellites"
    if state in {"germline", "somatic"}:
        return "origin"
    return state.rsplit("-", 1)[0] if not state.endswith("wild-type") else state[:-10]


COMPATIBLE = frozenset({"HER2-negative", "HER2-low", "HER2-ultralow"})


def states_support(scope: Scope, need: Need) -> float | None:
    """HER2-negative is not HER2-positive: a contradicting state rules a sentence out."""
    asked = need.found.names("status")
    if not asked:
        return None
    told = scope.told.names("status")
    places = (told, scope.above.names("status"), scope.about.names("status"))
    for names in places:
        for state in asked:
            rivals = {name for name in names if marker(name) == marker(state)}
            if rivals and state not in rivals and not (rivals | {state} <= COMPATIBLE):
                return 0.0
        if names & asked:
            break
    deciding = asked - ORDINARY_STATES
    score = best(deciding or asked, *zip(places, (INSIDE, ABOVE, ABOUT), strict=True))
    if not score and "HER2-positive" in deciding and amplified(scope, "ERBB2"):
        return ABOVE
    return score or (0.0 if deciding and not need.crowded else 0.6)


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
    for names, weight in places:
        if asked & names:
            return weight
        if any(same_tumour(wanted, name) for wanted in asked for name in names):
            return 0.0 if need.kind_name == "definition" else 0.75 * weight
        if names:
            return 0.0
    return 0.45


def trials_support(scope: Scope, need: Need) -> float | None:
    numbers = need.found.names("registration", "pmid")
    acronyms = need.found.names("trial")
    if not numbers and not acronyms:
        return None
    told = scope.told.names("registration", "pmid", "trial")
    words, title = key(scope.text), key(scope.title)
    if numbers & (told | scope.identifiers) or acronyms & told:
        return INSIDE if numbers & told or acronyms & told else ABOUT
    if any(acronym in words for acronym in acronyms):
        return INSIDE
    return ABOUT if any(acronym in title for acronym in acronyms) else 0.0


KINDS_OF_CIRCUMSTANCE: tuple[Kind, ...] = ("condition", "effect")


def circumstances_support(scope: Scope, need: Need) -> float | None:
    """Conditions, unwanted effects and metaboliser groups have to be spoken of."""
    judged = [
        spoken_of(need.found.names(kind), scope.told.names(kind), scope.above.names(kind))
        for kind in KINDS_OF_CIRCUMSTANCE
        if need.found.names(kind)
    ]
    asked = need.found.names("phenotype")
    if asked:
        told = scope.told.names("phenotype") or scope.above.names("phenotype")
        neutral = 0.5 if "activity score" in scope.text.lower() else 0.35
        judged.append(INSIDE if asked & told else 0.0 if told else neutral)
    asked = need.found.names("outcome")
    if asked:
        told, above = scope.told.names("outcome"), scope.above.names("outcome")
        judged.append(best(asked, (told, INSIDE), (above, ABOUT)) or 0.25)
    if not judged:
        return None
    return max(min(judged), 0.4) if need.crowded else min(judged)


def spoken_of(asked: frozenset[str], told: frozenset[str], above: frozenset[str]) -> float:
    """A sentence that names another condition is not on the one asked about, whatever stands
    above it."""
    if told:
        return INSIDE if asked & told else 0.0
    return ABOVE if asked & above else 0.0


def topics_support(scope: Scope, need: Need) -> float | None:
    """The share of the remaining words; where nothing else is named, nearly all must occur."""
    wanted = need.topic_stems
    if not wanted:
        return None
    inside = stems(scope.text)
    share = len(wanted & (inside | stems(scope.heading) | stems(scope.title))) / len(wanted)
    if need.subjects:
        if need.kind_name == "general" and not share:
            return 0.0
        least = 0.3 if need.drugs or need.genes or need.variants else 0.1
        return least + (1 - least) * share
    enough = share == 1.0 if len(wanted) <= 2 else share >= 0.66
    return share if enough and wanted & inside else 0.0


Part = Callable[[Scope, Need], float | None]
PARTS: tuple[tuple[Part, float], ...] = (
    (drugs_support, 2.0),
    (genes_support, 1.5),
    (variants_support, 2.0),
    (states_support, 1.0),
    (tumours_support, 1.0),
    (trials_support, 2.0),
    (circumstances_support, 1.5),
    (topics_support, 1.0),
)
"""What is judged, None when the question does not ask for it, and how much it weighs."""
