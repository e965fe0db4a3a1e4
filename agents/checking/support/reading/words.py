"""How many of a sentence's words its sources know. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from names.tables.rows import read_entries
from retrieval.text.words import words

_OPEN = re.compile(r"\bwith (?:or|and) without\b")
_ENDPOINT = re.compile(
    r"\b(?:(?:breast )?cancer specific|overall|(?:invasive |distant )?(?:disease|progression|event"
    r"|relapse|recurrence|metastasis) free) survival\b|\b(?:objective|overall|complete|partial)"
    r" responses?\b|\bdisease control\b|\bduration of response\b"
)
_NUMBERED = re.compile(r"\b(grade|exon|codon|chromosome) (\d)")
"""What is one thing with its number."""
_VERBS = {
    "reduct": "reduc", "resumpt": "resum", "prescript": "prescrib", "absorpt": "absorb",
    "omiss": "omit", "exclus": "exclud", "inclus": "includ", "permiss": "permit",
    "modif": "modifi", "extens": "extend", "recurr": "recur", "respons": "respond",
    "metastas": "metastat",
}  # fmt: skip
"""Stems of nouns whose verbs have another stem, and theirs."""
LEAST_COMMON = 5
COMMON = 0.75
MOST_ENDING = 5
"""Letters that two forms of a word begin with, their share of the shorter one, and how many letters
an ending may have: "recurrence" and "recurrent". Chosen by hand."""
TABLES = files("agents") / "checking" / "support" / "data"


def words_without_support(text: str, sources: str, *, telling: bool = False) -> tuple[str, ...]:
    """The words of a text, as stems, that say something of their own and stand in no source, not
    even under another word of the same meaning. ``telling``: words by which an answer tells what
    its sources say count, too."""
    known = with_synonyms(frozenset(words(sources)))
    beginnings = frozenset(stem[:LEAST_COMMON] for stem in known)
    return tuple(
        word
        for word in dict.fromkeys(words(text))
        if word not in known
        and not is_neutral(word)
        and (telling or word not in _discourse())
        and not (word[:LEAST_COMMON] in beginnings and _is_derived(word, known))
        and word.removeprefix("un") not in known
    )


def _is_derived(word: str, known: frozenset[str]) -> bool:
    """Whether a known word begins as it does: "breastfeeding" and "breastfed"."""
    return len(word) >= LEAST_COMMON and any(
        _common(word, other)
        >= max(LEAST_COMMON, COMMON * min(len(word), len(other)), len(word) - MOST_ENDING)
        for other in known
        if other[0] == word[0]
    )


def _common(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


@lru_cache(maxsize=1)
def _discourse() -> frozenset[str]:
    return frozenset(stem for line in read_entries("discourse.tsv", TABLES) for stem in words(line))


def is_neutral(stem: str) -> bool:
    """Whether a word reports, compares or joins, and says nothing clinical of its own."""
    return stem in _neutral() or stem[0].isdigit() or len(stem) < 2


def any_clinical(stems: Iterable[str]) -> bool:
    """Whether a word among them says something clinical of its own."""
    return any(not is_neutral(stem) for stem in stems)


def with_synonyms(stems: frozenset[str]) -> frozenset[str]:
    """The stems with all that mean the same."""
    groups = _groups()
    return stems | frozenset(w for stem in stems for group in groups.get(stem, ()) for w in group)


@lru_cache(maxsize=1)
def _neutral() -> frozenset[str]:
    return frozenset(stem for line in read_entries("neutral.tsv", TABLES) for stem in words(line))


@lru_cache(maxsize=1)
def _groups() -> dict[str, list[frozenset[str]]]:
    found: dict[str, list[frozenset[str]]] = {}
    for line in read_entries("synonyms.tsv", TABLES):
        group = frozenset(words(line))
        for stem in group:
            found.setdefault(stem, []).append(group)
    return found


def stems_of(levelled: str) -> frozenset[str]:
    """The stems of a text; a grade with its number is one word."""
    joined = _OPEN.sub(" ", levelled).replace("without", "not")
    joined = _NUMBERED.sub(r"\1\2", joined)
    return frozenset(_VERBS.get(stem, stem) for stem in words(joined))


def endpoints_as_one(text: str) -> str:
    """The text with the words of an endpoint joined, so that "survival" alone is none of them."""
    return _ENDPOINT.sub(lambda found: found.group().replace(" ", ""), text)
