"""Names of two kinds that no quote has together: the variant of one quote with the drug of another.
Pure."""

from __future__ import annotations

import re
from itertools import combinations

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL
from names.entities import EntityKind
from names.recognise import recognise_passage

_KINDS: tuple[EntityKind, ...] = ("variant", "gene", "drug", "trial")
_NUMBERED = re.compile(
    r"\b(?P<what>exon|codon|level|cohort|grade|arm|stage|phase) (?P<number>\d{1,3}|[a-e]|i{1,3}"
    r"|iv)\b"
)
_AUTHOR = re.compile(
    r"\b(?P<name>[A-Z][\w'-]{2,20})(?=(?: and colleagues| et al\.?)?,? \(?(?:19|20)\d\d\b| et al\b)"
)
_SEVERAL = re.compile(
    r"[;:]|\b(?:while|whereas|but|both|respectively|unlike|than|versus|neither|nor)\b"
)


def problem_with_unjoined_names(claim: CitedSentence) -> str:
    """Whether it joins two names of which each stands in quotes with others instead."""
    if len(claim.sources) < 2 or _SEVERAL.search(claim.sentence.words):
        return ""
    if is_on_the_patient(claim) or DENIAL.search(claim.sentence.words):
        return ""
    said = _names(claim.sentence)
    told = [_names(quote) for quote in claim.quotes()]
    for one, other in combinations(said, 2):
        for first in said[one]:
            for second in said[other]:
                with_first = [each for each in told if first in each.get(one, ())]
                with_second = [each for each in told if second in each.get(other, ())]
                if not with_first or not with_second:
                    continue
                if _lack(with_first, other, said) and _lack(with_second, one, said):
                    return f"“{first}” and “{second}” stand in different quotes."
    return ""


def _lack(
    told: list[dict[str, frozenset[str]]], kind: str, said: dict[str, frozenset[str]]
) -> bool:
    """Whether each of some quotes has a name of the kind, and none that the sentence has."""
    return all(each.get(kind) and not each[kind] & said[kind] for each in told)


def _names(text: CanonicalText) -> dict[str, frozenset[str]]:
    """The names of a text by kind, an author and a numbered thing being kinds as well."""
    read = recognise_passage(text.text)
    found: dict[str, frozenset[str]] = {kind: read.names(kind) for kind in _KINDS}
    found["author"] = frozenset(m["name"] for m in _AUTHOR.finditer(text.text))
    for match in _NUMBERED.finditer(text.words):
        found[match["what"]] = found.get(match["what"], frozenset()) | {match["number"]}
    return {kind: names for kind, names in found.items() if names}
