"""Whether what a sentence speaks of stands beside something else in its quotes. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from agents.checking.support.numbers.arithmetic import is_computed
from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.population.stages import is_stage_of_range
from agents.checking.support.population.subject import OWN_FAMILIES, of_family
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.concepts import PlacedConcept
from agents.checking.support.reading.negations import DENIAL, denied_stems
from agents.checking.support.reading.words import is_neutral, stems_of

_BOUND_FAMILIES = frozenset(
    ("organ", "class", "exposure", "phenotype", "endpoint", "line", "receptor", "menopause",
     "intent", "instability", "origin", "age", "level", "publisher", "stage", "histology", "grade",
     "side", "analysis")
)  # fmt: skip
MOST_CLAUSES = 60
"""Clauses of the cited quotes that are held against a sentence. Chosen by hand: a quote of a label
has ten."""
_ACTIONS = stems_of(
    "reduced reduction lowered raised increased doubled halved adjusted withheld stopped continued"
    " resumed started avoided unavoidable recommended allowed preferred higher lower longer shorter"
)
"""What is done or found, which tells clauses apart though it says nothing by itself."""
WEIGHT = 3
"""Words that a number with its unit counts for. Chosen by hand."""
_JOINED = re.compile(r", (?:and|but|while|whereas) |; ")
"""Between two facts of one sentence."""
FEWEST = 3
"""Words of a part of a sentence by which it is held against clauses by itself. Chosen by hand."""
_CLAUSE = re.compile(
    r"[;.](?= )|, (?=without|with a |and |while|whereas|but)|\bwhereas\b|\bwhile\b"
)


def problem_with_place(claim: CitedSentence) -> str:
    """Whether a class, organ or endpoint stands in the quote, but in another clause than what the
    sentence says of it: "in Child-Pugh B once daily" of "once daily in C; no change in B"."""
    sentence = claim.sentence
    bound = [s for s in sentence.concepts if s.concept.family in _BOUND_FAMILIES]
    if not bound:
        return ""
    clauses = [clause for quote in claim.quotes() for clause in _clauses(quote)][:MOST_CLAUSES]
    own_names = claim.asked.names if is_on_the_patient(claim) else frozenset()
    affirmed = not DENIAL.search(sentence.words)
    own = [_own_words(clause.text, affirmed=affirmed) for clause in clauses]
    parts = _Parts.of(sentence)
    for spoken in bound:
        concept = spoken.concept
        said = of_family(sentence, concept.family)
        if concept.family in OWN_FAMILIES and concept.supported_by & own_names:
            continue
        if is_stage_of_range(claim, concept.name):
            continue
        if concept.family == "endpoint" and any(is_computed(f, claim) for f in sentence.figures):
            continue  # a difference stands in no clause
        part = parts.around(spoken)
        around = part.stems - stems_of(sentence.words[spoken.start : spoken.end])
        scores = [
            len(words & around) + len(words & around & _ACTIONS) + _same_numbers(clause.text, part)
            for words, clause in zip(own, clauses, strict=True)
        ]
        best = max(scores, default=0)
        near = [c for c, score in zip(clauses, scores, strict=True) if score == best]
        families = [clause.names_of(concept.family) for clause in near]
        if best and all(names - said and not concept.supported_by & names for names in families):
            return f"“{concept.name}” stands beside something else in the cited quotes."
    return ""


@dataclass(frozen=True, slots=True)
class _Parts:
    """The facts that one sentence joins, each read once."""

    sentence: CanonicalText
    begins: tuple[int, ...]
    texts: tuple[CanonicalText, ...]

    @classmethod
    def of(cls, sentence: CanonicalText) -> _Parts:
        """The parts of a sentence, in order."""
        text, begin = sentence.words, 0
        begins: list[int] = []
        texts: list[CanonicalText] = []
        for match in islice(_JOINED.finditer(text), MOST_PARTS):
            begins.append(begin)
            texts.append(CanonicalText(text[begin : match.start()]))
            begin = match.end()
        texts.append(CanonicalText(text[begin:]) if begins else sentence)
        return cls(sentence, (*begins, begin), tuple(texts))

    def around(self, spoken: PlacedConcept) -> CanonicalText:
        """The part in which a concept stands; the whole sentence where that says little."""
        part = self.texts[bisect_right(self.begins, spoken.start) - 1]
        return part if len(part.stems) > FEWEST else self.sentence


MOST_PARTS = 12
"""Places at which a sentence is parted. Chosen by hand: more facts are no sentence."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a quote and those before it, which say what it is on where it does not."""

    text: CanonicalText
    before: tuple[CanonicalText, ...]

    def names_of(self, family: str) -> frozenset[str]:
        told = (of_family(text, family) for text in (self.text, *reversed(self.before)))
        return next((names for names in told if names), frozenset())


def _same_numbers(clause: CanonicalText, sentence: CanonicalText) -> int:
    """How much the numbers with a unit weigh that a clause has with the sentence: they say more
    than words where a value stands."""
    said = {(f.value, f.unit) for f in sentence.figures if f.unit}
    return WEIGHT * len(said & {(f.value, f.unit) for f in clause.figures})


def _clauses(quote: CanonicalText) -> Iterator[_Clause]:
    texts = [part for part in _CLAUSE.split(quote.text) if part.strip()][:MOST_CLAUSES]
    read = tuple(map(CanonicalText, texts))
    for place, text in enumerate(read):
        yield _Clause(text, read[:place])


def _own_words(clause: CanonicalText, *, affirmed: bool) -> frozenset[str]:
    """``affirmed``: without what the clause denies."""
    stems = clause.stems
    if affirmed:
        stems -= denied_stems(clause.words)
    return frozenset(
        stem for stem in stems if not is_neutral(stem) or stem.isdigit() or stem in _ACTIONS
    )
