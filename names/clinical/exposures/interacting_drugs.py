"""What changes the exposure to a drug: "strong CYP3A4 inhibitor", "PPIs", "rifampicin".

A class that is named comes with the members and exceptions that stand beside it. A drug that is
named alone comes with its classes and strengths from the table of interactions, if it is no cancer
treatment: what a treatment does to other drugs, :func:`effects_of` tells of one that is taken.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from names.clinical.exposures.wordings import ClassWording, find_class_wordings
from names.clinical.values import Exposure, FoundValue, Strength
from names.entities import EntityMention
from names.recognise import recognise_passage
from names.tables.drugs import effects_on_others, strategies
from names.tables.other_drugs import other_drugs

EXCEPT = re.compile(
    r"(?i)[\s,(]{0,3}(?:other than|except(?:ing)?(?: for)?|with the exception of|excluding"
    r"|apart from|but not|besides)\s"
)
SUCH_AS = re.compile(
    r"(?i)[\s,(]{0,3}(?:e\.g\.,?|eg,?|such as|for example,?|for instance,?|like|including|i\.e\.,?"
    r"|namely|:)?\s?\(?\s?(?:e\.g\.,?\s?)?"
)
BETWEEN = re.compile(r"(?i)(?:\s?[,;/]\s?(?:(?:and|or)\s)?|\s(?:and/or|and|or)\s)(?:also\s)?")
"""Between two drugs of one list."""
BY_ENDING = frozenset(("Proton pump inhibition", "H2 antagonism", "Bradycardia"))
"""Classes that the ending of a drug's name tells. -olol, -alol and -dilol are stems of
beta-blockers: WHO, The use of stems in the selection of International Nonproprietary Names, 2018
(WHO/EMP/RHT/TSN/2018.1)."""
MEMBERS = 12
"""Drugs that are taken as the members of a class. Chosen by hand, more than labels list."""


def read_exposures(text: str) -> tuple[FoundValue, ...]:
    """Interacting classes and interacting drugs, ordered by place."""
    drugs = sorted(recognise_passage(text).of("drug"), key=lambda each: each.start)
    found: list[FoundValue] = []
    listed: set[tuple[int, int]] = set()
    for wording in find_class_wordings(text):
        excluded = _listed_drugs(text, wording.end, drugs, EXCEPT)
        members = () if excluded else _listed_drugs(text, wording.end, drugs, SUCH_AS)
        listed.update((each.start, each.end) for each in (*excluded, *members))
        found += _of_class(wording, members, excluded)
    for drug in drugs:
        if (drug.start, drug.end) not in listed and drug.name in other_drugs():
            found += _of_drug(drug)
    return tuple(sorted(found, key=lambda each: (each.start, each.end, repr(each.value))))


def effects_of(drug: str) -> tuple[Exposure, ...]:
    """How a drug changes the exposure to others, from the table; empty when it is not there."""
    effects = list(effects_on_others().get(drug, ()))
    effects += [name for name in strategies().get(drug, ()) if name in BY_ENDING]
    return tuple(_exposure(effect, drug) for effect in dict.fromkeys(effects))


def _of_class(
    wording: ClassWording, members: Sequence[EntityMention], excluded: Sequence[EntityMention]
) -> Iterator[FoundValue]:
    strengths: tuple[Strength, ...] = wording.strengths or ("",)
    for strength in strengths:
        exposure = Exposure(
            mechanism=wording.mechanism,
            strength=strength,
            drugs=tuple(dict.fromkeys(each.name for each in members)),
            excluded=tuple(dict.fromkeys(each.name for each in excluded)),
        )
        yield FoundValue(exposure, wording.start, wording.end)


def _of_drug(drug: EntityMention) -> Iterator[FoundValue]:
    for exposure in effects_of(drug.name):
        yield FoundValue(exposure, drug.start, drug.end)


def _exposure(effect: str, drug: str) -> Exposure:
    first, _, rest = effect.partition(" ")
    strength: Strength = (
        first if first in {"strong", "moderate", "weak"} else ""  # type: ignore[assignment]
    )
    mechanism = rest if strength else effect
    return Exposure(mechanism=mechanism, strength=strength, drugs=(drug,), from_drug=True)


def _listed_drugs(
    text: str, start: int, drugs: Sequence[EntityMention], opening: re.Pattern[str]
) -> tuple[EntityMention, ...]:
    """The drugs of a list that follows at ``start`` after words like "such as"."""
    match = opening.match(text, start)
    if match is None:
        return ()
    led = re.search(r"[A-Za-z(:]", match.group())
    at, found = match.end(), []
    index = bisect_left([each.start for each in drugs], at)
    for drug in drugs[index : index + MEMBERS]:
        if drug.start != at or not (led or drug.name in other_drugs()):
            break  # "on a PPI, dasatinib?"
        found.append(drug)
        between = BETWEEN.match(text, drug.end)
        if between is None:
            break
        at = between.end()
    return tuple(found)
