"""The answer: the sources' own sentences, best first, and what was not found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.cores import ToolCard
from agents.extractive.choosing import MOST, Evidence, chosen, evidence, named, observations
from agents.extractive.context import Standing, standing_question
from agents.extractive.drug_support import classes_of
from agents.extractive.kinds import kinds
from agents.extractive.needs import DRUGS, Need, stem, stems, understand
from agents.extractive.provisos import in_a_proviso, provisos
from agents.extractive.relevance import speaks_for
from agents.extractive.silos import named_silos
from agents.extractive.small_talk import asks_about_steps
from agents.turns import Draft, DraftSentence, View
from names.recognise import recognise_passage
from names.tables import effects_on_others
from retrieval.documents import DOUBTFUL

QUOTES = (
    "This answer repeats sentences of stored documents word for word; it does not weigh or reason"
    " about them. A Curbside digest is in our own words, not in those of its source."
)


def by_silo(kept: Sequence[Evidence], need: Need, wanted: Sequence[str]) -> tuple[Evidence, ...]:
    """First what speaks of the very variant that is asked about; then by silo: those ``wanted``,
    which the question asks for by their publisher, then the silo of the best quote. What is
    unconfirmed comes last, unless its publisher is asked for."""
    order = list(dict.fromkeys(e.citation.ref.silo for e in kept))

    def place(found: Evidence) -> tuple[bool, bool, bool, int]:
        silo = found.citation.ref.silo
        unasked = silo not in wanted
        told = recognise_passage(found.citation.quote).names("variant")
        general = not any(speaks_for(name, need.variants) for name in told)
        return (
            found.citation.status in DOUBTFUL and unasked,
            general and bool(need.variants),
            unasked,
            order.index(silo),
        )

    return tuple(sorted(kept, key=place))


def draft(view: View, cards: Sequence[ToolCard]) -> Draft:
    """The answer to the run's question, or what an earlier step found."""
    if asks_about_steps(view.question.text, cards):
        return opened_steps(view)
    standing = standing_question(view, cards)
    need = understand(standing.text)
    named = named_silos(need.text, cards)
    kept = by_silo(chosen(evidence(view, need, cards), need), need, named)
    return Draft(
        sentences=tuple(DraftSentence(text=told(e, need), keys=(e.citation.key,)) for e in kept),
        not_found=not_found(view, need, kept, named),
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
    if need.kind_name == "interaction":
        parts += [as_class(drug) for drug in sorted(need.found.names("drug") & exposing())]
    if standing.taken_over:
        parts.append(f"Taken over from the thread: {', '.join(standing.taken_over)}.")
    return " ".join(parts)


def exposing() -> frozenset[str]:
    return frozenset(effects_on_others())


def as_class(drug: str) -> str:
    """How a drug changes the exposure to others, which is how labels speak of it."""
    classes = " and ".join(effects_on_others()[drug])
    agents = classes.replace("inhibition", "inhibitor").replace("induction", "inducer")
    return f"I read {drug} as a {agents}."


def not_found(
    view: View, need: Need, kept: Sequence[Evidence], wanted: Sequence[str]
) -> tuple[str, ...]:
    """What was asked for and no quote speaks of, and the silos that did not answer."""
    told_of: set[str] = set()
    for found in kept:
        for text in (found.citation.quote, found.finding.text, found.citation.title):
            told_of |= {name for m in recognise_passage(text).mentions for name in m.names}
    names = uncovered(need, told_of, kept)
    lines = list(provisos(need.text, [found.citation.quote for found in kept]))
    names = tuple(name for name in names if not in_a_proviso(name))
    lines += [f"No quoted sentence speaks of {one_of(names)}."] if names else []
    down = unavailable(view)
    heard = {found.citation.ref.silo for found in kept}
    lines += [
        f"Nothing in {silo.replace('_', ' ')}, which the question names, speaks to it."
        for silo in dict.fromkeys(wanted)
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
        and not (mention.kind == "gene" and mention not in need.genes)
        and not told_of & {*mention.names, *classes_of(frozenset(mention.names))}
        and mention.text.lower() not in text
    ]
    if not need.crowded:
        words = stems(text)
        missing += [word for word in need.topics if stem(word) not in words and telling(word)]
    return tuple(dict.fromkeys(missing))[:5]


NO_NOUN = re.compile(r"(?:ed|ing|ly|ify|ifies|ises|izes|ible|able)$")


def telling(topic: str) -> bool:
    """Whether a reader learns something from hearing that a word of the question is not told of:
    not of verbs, adverbs and the words that only say what kind of question it is."""
    asking = any(kind.asked_by.search(topic) for kind in kinds().values())
    return topic.isupper() or not (asking or NO_NOUN.search(topic))


def one_of(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


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
