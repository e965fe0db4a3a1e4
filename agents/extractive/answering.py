"""The answer: the sources' own sentences, best first, and what was not found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.extractive.asides import aside
from agents.extractive.context import Standing, standing_question
from agents.extractive.needs import DRUGS, SUBJECTS, Need, stem, stems, understand
from agents.extractive.planning import named_silos
from agents.extractive.relevance import speaks_for, support
from agents.extractive.scope import Scope
from agents.names.recognise import recognise_passage
from agents.turns import Citation, Draft, DraftSentence, Finding, Observation, View

MOST = 8
MOST_OF_ONE = 3
WORTH, WORTH_FOR_A_SILO, WORTH_FOR_A_NAME = 0.72, 0.6, 0.45
"""A quote is shown when it supports at least this share of what the best one does: in general,
when its silo is not heard yet, when it alone speaks of something the question names."""
ENOUGH_EXACT = 2
QUOTES = "This answer quotes its sources word for word; it does not weigh or reason about them."


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote that a run has found, judged against the question."""

    finding: Finding
    citation: Citation
    score: float


def observations(view: View) -> tuple[Observation, ...]:
    return tuple(seen for step in view.steps for seen in step.observations)


def evidence(view: View, need: Need) -> tuple[Evidence, ...]:
    """Every quote of the run that supports an answer to the question, best first."""
    found: dict[str, Evidence] = {}
    wanted = named_silos(need)
    for seen in observations(view):
        for finding in seen.findings:
            for citation in finding.citations:
                score = support(scope_of(finding, citation), need)
                score *= 1.3 if citation.ref.silo in wanted else 1.0
                if score > 0 and citation.key not in found:
                    found[citation.key] = Evidence(finding, citation, score)
    return tuple(sorted(found.values(), key=lambda e: (-e.score, e.citation.key)))


def scope_of(finding: Finding, citation: Citation) -> Scope:
    """A quote with the heading that stood above it, as its finding tells."""
    heading = finding.text.removesuffix(citation.quote).removesuffix(": ")
    title = recognise_passage(citation.title)
    return Scope(
        text=citation.quote,
        heading=heading if heading != finding.text else "",
        title=citation.title,
        tumours=title.names("tumour"),
        identifiers=frozenset({citation.ref.id}),
        whole=recognise_passage(citation.quote).names("variant"),
        unconfirmed=citation.status == "unconfirmed",
    )


def chosen(found: Sequence[Evidence], need: Need) -> tuple[Evidence, ...]:
    """At most eight quotes, at most three of one document, nothing said twice: the best ones,
    the best of every silo, and one for each thing named in the question that any speaks of."""
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


def variant_first(found: Sequence[Evidence], need: Need) -> Sequence[Evidence]:
    """Where two quotes or more speak of the variant itself, those on the gene at large go."""
    exact = [e for e in found if any(speaks_for(name, need.variants) for name in variants_of(e))]
    return exact if len(exact) >= ENOUGH_EXACT else found


def variants_of(found: Evidence) -> frozenset[str]:
    places = (found.citation.quote, found.finding.text, found.citation.title)
    return frozenset(n for text in places for n in recognise_passage(text).names("variant"))


def fits(candidate: Evidence, kept: Sequence[Evidence]) -> bool:
    same = sum(k.citation.ref == candidate.citation.ref for k in kept)
    twice = any(k.citation.quote == candidate.citation.quote for k in kept)
    return same < MOST_OF_ONE and not twice


def named(found: Evidence) -> frozenset[str]:
    told = recognise_passage(found.citation.quote)
    return frozenset(name for mention in told.mentions for name in mention.names)


def by_silo(kept: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Grouped by silo; the silo of the best quote first."""
    order = list(dict.fromkeys(e.citation.ref.silo for e in kept))
    return tuple(sorted(kept, key=lambda e: order.index(e.citation.ref.silo)))


def draft(view: View) -> Draft:
    """The answer to the run's question, or what an earlier step found."""
    if aside(view.question.text) == "step":
        return opened_steps(view)
    standing = standing_question(view)
    need = understand(standing.text)
    kept = by_silo(chosen(evidence(view, need), need))
    return Draft(
        sentences=tuple(DraftSentence(text=told(e, need), keys=(e.citation.key,)) for e in kept),
        not_found=not_found(view, need, kept),
        note=note(standing, need),
    )


def told(found: Evidence, need: Need) -> str:
    """The quote; before it the drug or trial it is of, where only the document's title says so."""
    quote = found.citation.quote.strip().lstrip("-*• ").strip()
    subjects = (*need.drugs, *need.found.of("trial"))
    wanted = frozenset(name for subject in subjects for name in subject.names)
    titled = recognise_passage(found.citation.title)
    other = recognise_passage(quote).of(*DRUGS, "trial", "gene")
    if not wanted or other or len(titled.names("drug")) > 1 or need.kind_name == "therapy":
        return quote
    subject = next((m for m in subjects if set(m.names) & titled.names("drug", "trial")), None)
    return f"{subject.name if subject.guessed else subject.text}: {quote}" if subject else quote


def note(standing: Standing, need: Need) -> str:
    """How the answer was made, and how the question was read when that was not plain."""
    parts = [QUOTES]
    parts += [
        f"I read “{mention.text}” as {mention.name}."
        for mention in need.found.of("drug")
        if mention.guessed
    ]
    if standing.taken_over:
        parts.append(f"Taken over from the thread: {', '.join(standing.taken_over)}.")
    return " ".join(parts)


def not_found(view: View, need: Need, kept: Sequence[Evidence]) -> tuple[str, ...]:
    """What was asked for and no quote speaks of, and the silos that did not answer."""
    told_of: set[str] = set()
    for found in kept:
        for text in (found.citation.quote, found.finding.text, found.citation.title):
            told_of |= {name for m in recognise_passage(text).mentions for name in m.names}
    parents = uncovered(need, told_of, kept)
    lines = [f"No quoted sentence speaks of {name}." for name in parents]
    down = unavailable(view)
    heard = {found.citation.ref.silo for found in kept}
    lines += [
        f"Nothing in {silo.replace('_', ' ')}, which the question names, speaks to it."
        for silo in dict.fromkeys(named_silos(need))
        if silo not in heard and silo.replace("_", " ") not in down
    ]
    if down:
        lines.append(f"Not available just now, so not searched: {', '.join(down)}.")
    return tuple(lines)


def uncovered(need: Need, told_of: set[str], kept: Sequence[Evidence]) -> tuple[str, ...]:
    """The names and words of the question that no quote covers, as they were written."""
    if not kept:
        return ()
    text = " ".join(e.citation.quote + " " + e.finding.text for e in kept).lower()
    asked = {*need.drugs, *need.classes}
    missing = [
        mention.text
        for mention in need.found.mentions
        if mention.kind not in {"tumour", "status"}
        and not (mention.kind in DRUGS and mention not in asked)
        and not told_of & set(mention.names)
        and mention.text.lower() not in text
    ]
    words = stems(text)
    missing += [topic for topic in need.topics if stem(topic) not in words]
    return tuple(dict.fromkeys(missing))[:5]


def speaks_to_all(need: Need, kept: Sequence[Evidence]) -> bool:
    """Whether every thing that the question names stands in some quote."""
    told = frozenset(name for e in kept for name in named(e))
    asked = need.found.names("drug", "gene", "variant", "trial", "setting", "condition", "effect")
    return asked <= told


def unavailable(view: View) -> tuple[str, ...]:
    """The silos that were asked and did not answer, unless they answered later."""
    states: dict[str, bool] = {}
    for seen in observations(view):
        if seen.tool.startswith("search_"):
            down = seen.outcome in {"unavailable", "error"}
            states[seen.tool] = down and states.get(seen.tool, True)
    return tuple(
        tool.removeprefix("search_").replace("_", " ") for tool, down in states.items() if down
    )


def opened_steps(view: View) -> Draft:
    """What the opened steps asked and found: their lines as a note, their quotes to cite."""
    seen = [o for o in observations(view) if o.tool == "open_step" and o.outcome == "data"]
    sentences: dict[str, DraftSentence] = {}
    for observation in seen:
        for finding in observation.findings:
            for citation in finding.citations:
                line = DraftSentence(text=citation.quote.strip(), keys=(citation.key,))
                sentences.setdefault(citation.key, line)
    details = tuple(line for o in seen for line in o.detail.splitlines() if line.strip())
    failed = tuple(o.detail for o in observations(view) if o.outcome != "data" and o.detail)
    if not sentences:
        return Draft(sentences=(), not_found=details or failed)
    return Draft(sentences=tuple(sentences.values())[:MOST], note=" ".join(details))
