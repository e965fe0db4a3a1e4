"""A sentence and the quotes it cites, read once for all checks. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from agents.checking.support.reading.arms_of_pairs import with_arms
from agents.checking.support.reading.canonical import canonical
from agents.checking.support.reading.concepts import PlacedConcept, concepts_in, level
from agents.checking.support.reading.labelled_numbers import (
    ISO_DATE,
    LabelledNumber,
    intervals_of,
    labelled_numbers,
)
from agents.checking.support.reading.words import stems_of
from names.recognise import recognise_passage

_TUMOURS = re.compile(r"(?<=[a-z])(oma|ancer|umou?r)s\b")
_PER_DECILITRE = re.compile(r"/ ?100 ?ml\b")
_AFTER = re.compile(r"\b(?:after|following|pretreated with)\b")
_NUMBERED = re.compile(r" (?P<number>\d{2,4})(?!\d)")
_UNIT = re.compile(
    r"\.\d| ?%| (?:vs|versus|against|of \d+|and \d+(?![.\d])|to \d+|months?|weeks?|days?|years?"
    r"|patients)\b"
)
MOST_PLACES = 12
"""How often it is looked for. Chosen by hand."""
REACH = 40
"""Characters behind "after" in which the drug stands that was had. Chosen by hand."""


def singular(text: str) -> str:
    """The text with its tumours in the singular: "melanomas"."""
    return _TUMOURS.sub(r"\1", text)


def _without_trial_numbers(words: str, text: str) -> str:
    """The words; the number of a trial ("PROFILE 1007") counts nothing."""
    for mention in recognise_passage(text).of("trial"):
        name = mention.text.lower()
        behind = _NUMBERED.match(f"{name}{text[mention.end :]}", len(name.rstrip(" 0123456789")))
        if behind and not _UNIT.match(behind.string, behind.end()):
            told = f"{name.rstrip(' 0123456789')} {behind['number']}"
            words = words.replace(
                told, told[: -len(behind["number"])] + "x" * len(behind["number"])
            )
    return words


class CanonicalText:
    """One text, in canonical words: drugs by their generic name, endpoints by their full one."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def words(self) -> str:
        """The canonical words, in the level form."""
        return _PER_DECILITRE.sub("/dl", level(canonical(self.text)))

    @cached_property
    def concepts(self) -> tuple[PlacedConcept, ...]:
        return concepts_in(self.words)

    @cached_property
    def names(self) -> frozenset[str]:
        """The concepts spoken of, by name."""
        told = frozenset(each.concept.name for each in self.concepts)
        if recognise_passage(self.text).names("variant"):
            told |= {"altered"}  # "BRAF V600E" is a mutation without the word
        if _AFTER.search(self.words) and self.drugs:
            places = islice(_AFTER.finditer(self.words), MOST_PLACES)
            behind = (self.words[m.end() : m.end() + REACH] for m in places)
            if any(recognise_passage(part.partition(",")[0]).names("drug") for part in behind):
                told |= {"earlier treatment"}
        return told

    @cached_property
    def stems(self) -> frozenset[str]:
        return stems_of(self.words)

    @cached_property
    def drugs(self) -> frozenset[str]:
        return recognise_passage(self.text).names("drug")

    @cached_property
    def genes(self) -> frozenset[str]:
        return recognise_passage(self.text).names("gene")

    @cached_property
    def trials(self) -> frozenset[str]:
        return recognise_passage(self.text).names("trial")

    @cached_property
    def dates(self) -> frozenset[str]:
        """Days and months, as "2025-12-15" and "2025-12"."""
        return frozenset(ISO_DATE.findall(self.words))

    @cached_property
    def states(self) -> frozenset[str]:
        """The conditions, effects and drug classes that the text names."""
        return recognise_passage(self.text).names("condition", "effect", "drug_class")

    @cached_property
    def tumours(self) -> frozenset[str]:
        return recognise_passage(singular(self.text)).names("tumour")

    @cached_property
    def names_told(self) -> frozenset[str]:
        """The drugs and trials that the text names."""
        return self.drugs | self.trials

    @cached_property
    def figures(self) -> tuple[LabelledNumber, ...]:
        text = _without_trial_numbers(self.words, self.text)
        return with_arms(tuple(labelled_numbers(text)), text)

    @cached_property
    def intervals(self) -> tuple[tuple[str, str], ...]:
        return intervals_of(self.words)


@dataclass(frozen=True, slots=True)
class CitedQuote:
    """A cited quote and what its document is about."""

    quote: CanonicalText
    about: CanonicalText
    """Title, organisation and date."""


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence, the quotes it cites, and what is known of the patient."""

    sentence: CanonicalText
    sources: Sequence[CitedQuote]
    asked: CanonicalText

    def quotes(self) -> Iterator[CanonicalText]:
        """The cited quotes, in the order of their keys."""
        return (source.quote for source in self.sources)
