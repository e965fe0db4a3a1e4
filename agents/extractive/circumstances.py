"""Whether a sentence speaks of the circumstances and the remaining words of a question."""

from __future__ import annotations

import re

from agents.extractive.needs import Need, stems
from agents.extractive.scope import ABOUT, ABOVE, INSIDE, Scope, best
from names.entities import EntityKind

KINDS_OF_CIRCUMSTANCE: tuple[EntityKind, ...] = ("condition", "effect")


def circumstances_support(scope: Scope, need: Need) -> float | None:
    """Conditions, unwanted effects and metaboliser groups have to be spoken of; a sentence on
    two altered copies of a gene says nothing of one, nor the other way round."""
    if other_zygosity(need.text, scope.text):
        return 0.0
    judged = [
        spoken_of(need.found.names(kind), scope.told.names(kind), scope.above.names(kind))
        for kind in KINDS_OF_CIRCUMSTANCE
        if need.found.names(kind)
    ]
    asked = need.found.names("phenotype")
    if not asked and need.variants and scope.told.names("phenotype") == {"normal metabolizer"}:
        return 0.0
    if asked:
        told = scope.told.names("phenotype") or scope.above.names("phenotype")
        neutral = 0.5 if "activity score" in scope.text.lower() else 0.35
        judged.append(INSIDE if asked & told else 0.0 if told else neutral)
    asked = need.found.names("outcome")
    if asked:
        told, above = scope.told.names("outcome"), scope.above.names("outcome")
        judged.append(best(asked, (told, INSIDE), (above, ABOUT)) or 0.25 * bool(need.subjects))
    if not judged:
        return None
    return max(min(judged), 0.3) if need.crowded else min(judged)


def spoken_of(asked: frozenset[str], told: frozenset[str], above: frozenset[str]) -> float:
    """A sentence that names another condition is not on the one asked about, whatever stands
    above it."""
    if told:
        return INSIDE if asked & told else 0.0
    return ABOVE if asked & above else 0.0


ONE_COPY = re.compile(
    r"(?i)\bhet(?:s|erozyg\w*)?\b|\*1\s?/\s?\*[2-9]\w*|\*[2-9]\w*\s?/\s?\*1(?!\d)"
)
TWO_COPIES = re.compile(r"(?i)\bhomozyg\w*|\bcompound heterozyg\w*|\*[2-9]\w*\s?/\s?\*[2-9]\w*")


def other_zygosity(asked: str, told: str) -> bool:
    """Whether a sentence speaks of one altered copy only where two are asked about, or of two
    where it is one."""
    question, sentence = copies(asked), copies(told)
    return bool(question and sentence) and not question & sentence


def copies(text: str) -> frozenset[int]:
    """How many altered copies a text speaks of: 1, 2, both or neither."""
    two = TWO_COPIES.search(text) is not None
    one = ONE_COPY.search(re.sub(r"(?i)compound heterozyg\w*", "", text)) is not None
    return frozenset({1} if one else ()) | frozenset({2} if two else ())


NAMELIKE = re.compile(r"[A-Z0-9]")


def topics_support(scope: Scope, need: Need) -> float | None:
    """The share of the remaining words; where nothing else is named, nearly all must occur."""
    wanted = need.topic_stems
    if not wanted or (need.crowded and need.subjects):
        return None
    inside, above = stems(scope.text), stems(scope.heading)
    titled = (wanted & stems(scope.title)) - inside - above
    heard = len(wanted & (inside | above)) + (0.5 if need.subjects else 1.0) * len(titled)
    share = heard / len(wanted)
    if need.subjects:
        if not share and must_be_heard(need):
            return 0.0
        least = 0.3 if need.drugs or need.genes or need.variants else 0.1
        return least + (1 - least) * share
    enough = share == 1.0 if len(wanted) <= 2 else share >= 0.66
    return share if enough and wanted & inside else 0.0


def must_be_heard(need: Need) -> bool:
    """Whether the remaining words are all that says what is wanted of the things named."""
    if need.kind_name == "general" or need.kind_name == "definition":
        return True
    only_tumour = not (need.drugs or need.genes or need.variants or need.found.of("trial"))
    strange = any(NAMELIKE.search(topic[1:]) for topic in need.topics)
    return bool(need.subjects) and only_tumour and strange and not need.crowded and not need.classes
