"""Whether a sentence supports an answer: it must speak of what was asked, not merely be near it.

:func:`support` is 0 for a sentence that must not be shown for a question, else above 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agents.extractive.needs import ORDINARY_STATES, Need, stems
from agents.names.entities import Recognised
from agents.names.recognise import recognise_passage, same_tumour
from agents.names.tables import strategies
from agents.names.trials import key
from agents.names.variants import residue

INSIDE, ABOVE, ABOUT = 1.0, 0.8, 0.6
"""What it counts when something asked for stands in the sentence, its heading, its title."""
BROAD = frozenset(
    {"fusion", "overexpression", "loss of function", "biallelic loss", "amplification"}
)
EARLY = frozenset({"adjuvant", "neoadjuvant", "early", "residual disease"})
LATE = frozenset({"metastatic", "advanced", "second line", "later line"})
NUMBER = re.compile(r"\d")
MUTATED = re.compile(
    r"(?i)mutat|mutant|alter|variant|activating|positive|\+|amplif|fusion|rearrang"
)


@dataclass(frozen=True, slots=True)
class Scope:
    """A sentence with what it may be read under."""

    text: str
    heading: str
    title: str
    genes: frozenset[str] = frozenset()
    drugs: frozenset[str] = frozenset()
    tumours: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    """Variants that the document names anywhere."""
    unconfirmed: bool = False

    @property
    def told(self) -> Recognised:
        return recognise_passage(self.text)

    @property
    def above(self) -> Recognised:
        return recognise_passage(self.heading)

    @property
    def about(self) -> Recognised:
        return recognise_passage(self.title)


def best(asked: Iterable[str], *places: tuple[frozenset[str], float]) -> float:
    """The weight of the first place that names any of what was asked."""
    wanted = frozenset(asked)
    return next((weight for names, weight in places if wanted & names), 0.0)


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


def drugs_support(scope: Scope, need: Need) -> float | None:
    asked = frozenset(name for drug in need.drugs for name in drug.names)
    classes = frozenset(name for group in need.classes for name in group.names)
    if not asked and not classes:
        return None
    told, above = scope.told.names("drug"), scope.above.names("drug")
    about = scope.about.names("drug") | (scope.drugs if len(scope.drugs) == 1 else frozenset())
    if asked and need.kind_name == "dose" and about and not asked & about:
        return 0.0
    if told and not asked & (told | above) and about != asked:
        return class_support(scope, classes, told | above)
    score = best(asked, (told, INSIDE), (above, ABOVE), (about, title_weight(scope, need, about)))
    if asked and not score and not told:
        return 0.5 * class_support(scope, classes_of(asked), frozenset())
    if score and len(asked) > 1:
        score *= 0.5 + 0.5 * len(asked & (told | above | about)) / len(asked)
    return score or class_support(
        scope, classes if not asked else frozenset(), told | above | about
    )


def title_weight(scope: Scope, need: Need, about: frozenset[str]) -> float:
    """What a drug in the title counts. For a choice, only a document on that drug alone does."""
    choice = need.kind_name in {"therapy", "trial_result"}
    alone = len(about) == 1 and not scope.about.of("gene", "trial")
    return ABOUT if alone or not choice else 0.0


def classes_of(drugs: frozenset[str]) -> frozenset[str]:
    return frozenset(strategy for drug in drugs for strategy in strategies().get(drug, ()))


def class_support(scope: Scope, classes: frozenset[str], drugs: frozenset[str]) -> float:
    """A class is spoken of by its own name or by one of its members."""
    told, above = scope.told.names("drug_class"), scope.above.names("drug_class")
    return best(
        classes,
        (told, INSIDE),
        (above | scope.about.names("drug_class"), ABOVE),
        (classes_of(drugs), ABOUT),
    )


def genes_support(scope: Scope, need: Need) -> float | None:
    asked = frozenset(name for gene in need.genes for name in gene.names)
    if not asked:
        return None
    about = scope.about.names("gene") | (scope.genes if len(scope.genes) == 1 else frozenset())
    told, above = scope.told.names("gene"), scope.above.names("gene")
    score = best(asked, (told, INSIDE), (above, ABOVE), (about, ABOUT))
    if score and len(need.genes) > 1:
        here = told | above | about
        share = sum(bool(frozenset(gene.names) & here) for gene in need.genes) / len(need.genes)
        score *= 0.4 + 0.6 * share
    return score


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
    return score or (0.0 if deciding else 0.6)


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
        if any(same_tumour(wanted, name) for wanted in asked for name in names):
            return weight
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


def circumstances_support(scope: Scope, need: Need) -> float | None:
    """Conditions, unwanted effects and metaboliser groups have to be spoken of."""
    judged = []
    for kind in ("condition", "effect"):
        asked = need.found.names(kind)
        if asked:
            places = (scope.told.names(kind), INSIDE), (scope.above.names(kind), ABOVE)
            judged.append(best(asked, *places, (scope.about.names(kind), ABOUT)))
    asked = need.found.names("phenotype")
    if asked:
        told = scope.told.names("phenotype") or scope.above.names("phenotype")
        judged.append(INSIDE if asked & told else 0.0 if told else 0.35)
    asked = need.found.names("outcome")
    if asked:
        told, above = scope.told.names("outcome"), scope.above.names("outcome")
        judged.append(best(asked, (told, INSIDE), (above, ABOUT)) or 0.25)
    return min(judged) if judged else None


def topics_support(scope: Scope, need: Need) -> float | None:
    """The share of the remaining words; where nothing else is named, nearly all must occur."""
    wanted = need.topic_stems
    if not wanted:
        return None
    inside = stems(scope.text)
    share = len(wanted & (inside | stems(scope.heading) | stems(scope.title))) / len(wanted)
    if need.subjects:
        return 0.3 + 0.7 * share if share or need.kind_name != "general" else 0.0
    enough = share == 1.0 if len(wanted) <= 2 else share >= 0.66
    return share if enough and wanted & inside else 0.0


def settings_fit(scope: Scope, need: Need) -> float:
    """Adjuvant is not metastatic: the other setting counts little, or not at all for a choice."""
    asked = need.found.names("setting")
    told = scope.told.names("setting") | scope.above.names("setting")
    told = told or scope.about.names("setting")
    if not asked or not told:
        return 1.0 if not asked else 0.8
    if asked & told:
        return 1.15
    apart = (asked <= EARLY and told <= LATE) or (asked <= LATE and told <= EARLY)
    if apart:
        return 0.0 if need.kind_name in {"therapy", "trial_result", "eligibility"} else 0.5
    return 0.75


def kind_fit(scope: Scope, need: Need) -> float:
    """Whether the sentence speaks to the kind of the question."""
    if need.kind.told_by.search(scope.text):
        fit = 1.0
    elif need.kind.told_by.search(scope.heading):
        fit = 0.85
    else:
        fit = 0.0 if need.kind.strict else 0.65
    if need.kind_name in {"dose", "trial_result"} and fit:
        fit *= 1.2 if NUMBER.search(scope.text) else 0.75
    return fit


def form(scope: Scope) -> float:
    """Long sentences and unconfirmed documents give way to short and confirmed ones."""
    length = 1.0 if len(scope.text) <= 320 else 0.9
    return length * (0.85 if scope.unconfirmed else 1.0)


PRECLINICAL = re.compile(
    r"(?i)\bcell lines?\b|\bcells? (?:that|with|harbou?r)|\bcancer cells\b|\bmice\b|\bmouse\b"
    r"|\bxenograft|\bin vitro\b|\bassay\b|\breporter\b|\blevel [DE]\b|\bpreclinical\b|\bBa/F3\b"
)
STRONG = re.compile(
    r"(?i)\blevel A\b|\bapproved\b(?! (?:symbol|name))|\bindicated\b|\bphase (?:3|III)\b"
    r"|\brandomi[sz]ed\b|\brecommend|\bpreferred\b|\bstandard\b"
)


def evidence_fit(scope: Scope, need: Need) -> float:
    """For a choice of treatment: patients before cells, approvals and large trials first."""
    if need.kind_name not in {"therapy", "trial_result", "general"}:
        return 1.0
    if PRECLINICAL.search(scope.text):
        return 0.6
    others = {name for m in scope.told.of("gene") for name in m.names} - {
        name for m in need.found.of("gene") for name in m.names
    }
    inside_states = {
        g.name
        for g in scope.told.of("gene")
        for s in scope.told.of("status")
        if s.start <= g.start < s.end
    }
    strange = 0.85 if others - inside_states and need.found.of("gene") else 1.0
    return strange * (1.1 if STRONG.search(scope.text) else 1.0)


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
