"""Which of the quotes that were found make the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.cores import ToolCard
from agents.extractive.fit import EARLY, PRECLINICAL
from agents.extractive.needs import SUBJECTS, Need, stems
from agents.extractive.relevance import speaks_for, support
from agents.extractive.scope import Scope
from agents.extractive.silos import named_silos, roles_of, silos_of
from agents.turns import Citation, Finding, Observation, View
from names.recognise import recognise_passage
from retrieval.documents import DOUBTFUL

MOST = 8
MOST_OF_ONE = 3
WORTH, WORTH_FOR_A_SILO, WORTH_FOR_A_NAME = 0.72, 0.6, 0.55
"""A quote is shown when it supports at least this share of what the best one does: in general,
when its silo is not heard yet, when it alone speaks of something the question names."""
ENOUGH_EXACT = 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote that a run has found, judged against the question."""

    finding: Finding
    citation: Citation
    score: float


def observations(view: View) -> tuple[Observation, ...]:
    return tuple(seen for step in view.steps for seen in step.observations)


def evidence(view: View, need: Need, cards: Sequence[ToolCard]) -> tuple[Evidence, ...]:
    """Every quote of the run that supports an answer to the question, best first."""
    found: dict[str, Evidence] = {}
    wanted = named_silos(need.text, cards)
    roles = roles_of(cards)
    for seen in observations(view):
        for finding in seen.findings:
            for citation in finding.citations:
                score = support(scope_of(finding, citation), need)
                silo = citation.ref.silo
                role = roles.get(silo, "")
                score *= 1.3 if silo in wanted else standing_of(citation, role, need)
                if score > 0 and citation.key not in found:
                    found[citation.key] = Evidence(finding, citation, score)
    told_in = silos_of((*need.kind.first, *need.kind.then), cards)
    order = {silo: place for place, silo in enumerate(told_in)}

    def place(each: Evidence) -> tuple[float, int, str, int]:
        ref = each.citation.ref
        return -round(each.score, 6), order.get(ref.silo, len(order)), ref.id, each.citation.start

    return tuple(sorted(found.values(), key=place))


LEVELS = {"A": 1.06, "B": 1.0, "C": 0.9, "D": 0.8, "E": 0.7}
LEVEL = re.compile(r"\blevel ([A-E])\b")


def standing_of(citation: Citation, role: str, need: Need) -> float:
    """For a choice of treatment: guidelines, then labels, then trials by their level."""
    if need.kind_name != "therapy":
        return 1.0
    if role == "guideline":
        return 1.0 if citation.status in DOUBTFUL else 1.2
    if role == "label":
        return 1.12
    level = LEVEL.search(citation.quote)
    return LEVELS[level[1]] if level else 1.0


def scope_of(finding: Finding, citation: Citation) -> Scope:
    """A quote with the heading that stood above it, as its finding tells."""
    heading = finding.text.removesuffix(citation.quote).removesuffix(": ")
    title = recognise_passage(citation.title)
    return Scope(
        text=citation.quote,
        heading=heading if heading != finding.text else "",
        title=citation.title,
        tumours=title.names("tumour"),
        identifiers=numbers_in(citation.ref.id),
        whole=recognise_passage(citation.quote).names("variant"),
        status=citation.status,
    )


NUMBERED = re.compile(r"(?i)(?<![a-z0-9])(?:(nct\d{8})|pmid-(\d{1,9}))(?![a-z0-9])")


def numbers_in(name: str) -> frozenset[str]:
    """The id of a document, and the registration or PubMed number that it is made of."""
    found = [nct.upper() or pmid for nct, pmid in NUMBERED.findall(name)]
    return frozenset({name, *found})


def chosen(found: Sequence[Evidence], need: Need) -> tuple[Evidence, ...]:
    """At most eight quotes, at most three of one document, nothing said twice: the best ones,
    the best of every silo, and one for each thing named in the question that any speaks of."""
    if setting_unheard(found, need):
        return ()
    found = variant_first(found, need)
    kept: list[Evidence] = []
    for candidate in found:
        share = candidate.score / found[0].score
        new_silo = all(k.citation.ref.silo != candidate.citation.ref.silo for k in kept)
        worth = share >= WORTH or (share >= WORTH_FOR_A_SILO and new_silo)
        if worth and len(kept) < MOST and fits(candidate, kept):
            kept.append(candidate)
    for name in sorted(need.found.names(*SUBJECTS, "condition", "effect", "setting", "outcome")):
        speaking = [e for e in found if name in named(e) and fits(e, kept)]
        if speaking and len(kept) < MOST and all(name not in named(k) for k in kept):
            kept += [e for e in speaking[:1] if e.score >= WORTH_FOR_A_NAME * found[0].score]
    return tuple(kept)


def setting_unheard(found: Sequence[Evidence], need: Need) -> bool:
    """Whether a drug is asked about in an early setting of which no quote speaks: what holds in
    advanced disease is no answer then."""
    asked = need.found.names("setting")
    if need.kind_name != "therapy" or not need.drugs or not asked or not asked <= EARLY:
        return False
    return not any(asked & settings_of(e) for e in found)


def settings_of(found: Evidence) -> frozenset[str]:
    places = (found.citation.quote, found.finding.text, found.citation.title)
    return frozenset(n for text in places for n in recognise_passage(text).names("setting"))


def variant_first(found: Sequence[Evidence], need: Need) -> Sequence[Evidence]:
    """Where two quotes or more speak of the variant itself, those on the gene at large go."""
    exact = [
        e
        for e in found
        if any(speaks_for(name, need.variants) for name in variants_of(e))
        and not PRECLINICAL.search(e.citation.quote)
    ]
    return exact if len(exact) >= ENOUGH_EXACT else found


def variants_of(found: Evidence) -> frozenset[str]:
    places = (found.citation.quote, found.finding.text, found.citation.title)
    return frozenset(n for text in places for n in recognise_passage(text).names("variant"))


def fits(candidate: Evidence, kept: Sequence[Evidence]) -> bool:
    same = sum(k.citation.ref == candidate.citation.ref for k in kept)
    return same < MOST_OF_ONE and not any(says_again(candidate, k) for k in kept)


SOURCE = re.compile(r"(?<!\s)\s*+\([^()]*\)\s*+(?=[.;]?\s*$)")
"""The source in brackets at the end of a sentence."""
NUMBER = re.compile(r"\d+(?:\.\d+)?")
ALIKE = 0.7


def says_again(candidate: Evidence, kept: Evidence) -> bool:
    """Whether a quote has no number and hardly a word that another one does not have."""
    new, old = (SOURCE.sub("", e.citation.quote) for e in (candidate, kept))
    words = stems(new)
    shared = len(words & stems(old)) / (len(words) or 1)
    return set(NUMBER.findall(new)) <= set(NUMBER.findall(old)) and shared >= ALIKE


def named(found: Evidence) -> frozenset[str]:
    told = recognise_passage(found.citation.quote)
    return frozenset(name for mention in told.mentions for name in mention.names)
