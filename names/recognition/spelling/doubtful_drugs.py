"""Drug names that are misspelled, and words that look like a drug but are in no table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from names.entities import EntityMention
from names.tables.drugs import drugs, further_names
from names.tables.rows import read_rows
from names.tables.wordings import tokens, wordings

WORD = re.compile(r"\b[A-Za-z]{6,}\b")
LEAST_GUESSED = 7
"""Letters from which on a word is read as a misspelling. Chosen by hand: shorter ones are near too
many words."""
LEAST_FOR_TWO = 9
"""Letters from which on two may be wrong, else one. Chosen by hand."""


@cache
def _drug_words() -> dict[str, str]:
    """Drug names of one word → generic name, without the names that hardly anybody writes: among so
    many, one is near any word ("translate")."""
    rare = {name for names in further_names().values() for name in names}
    return {
        words[0]: entries[0].names[0]
        for words, entries in wordings().items()
        if len(words) == 1 and len(words[0]) >= 6 and entries[0].kind == "drug"
        if words[0] not in rare
    }


@cache
def _drug_words_by_length(least: int, most: int) -> tuple[str, ...]:
    """Drug names of one word that have so many letters, in the order of the table."""
    return tuple(word for word in _drug_words() if least <= len(word) <= most)


@cache
def _words_of_names() -> frozenset[str]:
    """The words of every wording: they are not misspellings."""
    return frozenset(word for words in wordings() for word in words) | frozenset(
        word for name in drugs() for word in tokens(name)
    )


@cache
def _not_drugs() -> frozenset[str]:
    return frozenset(word for (line,) in read_rows("not_drugs.tsv") for word in line.split())


@cache
def _drug_endings() -> tuple[str, ...]:
    return tuple(word for (line,) in read_rows("drug_endings.tsv") for word in line.split())


def ends_like_a_drug(word: str) -> bool:
    """Whether a word ends in the stem of a class of drugs ("-tinib", "-mab")."""
    return word.lower().endswith(_drug_endings())


@lru_cache(maxsize=2_000)
def likely_drug(word: str) -> str:
    """The generic drug that a misspelled word most likely means; empty when none is near.

    Names of one class differ in a few letters before a common ending: a word whose ending is
    whole may be a drug that no table has, and is taken for another only at one letter's distance.
    """
    lower = word.lower()
    allowed = 2 if len(lower) >= LEAST_FOR_TWO and not ends_like_a_drug(lower) else 1
    if len(lower) > max(map(len, _drug_words())) + allowed:
        return ""
    # So many letters more or fewer are already so many errors: other names need not be tried.
    names = _drug_words_by_length(len(lower) - allowed, len(lower) + allowed)
    near = process.extract(
        lower, names, scorer=DamerauLevenshtein.distance, score_cutoff=allowed, limit=2
    )
    near = [item for item in near if item[0][0] == lower[0]]
    table = _drug_words()
    if not near or (
        len(near) > 1 and near[0][1] == near[1][1] and table[near[0][0]] != table[near[1][0]]
    ):
        return ""
    return table[near[0][0]]


MOST_ERRORS = 4
"""Letters by which a name may be another than a word that nothing was read of, to be proposed.
Chosen by hand."""


def proposed_drug(word: str) -> str:
    """The drug whose name, or the first word of it, is nearest to a word that was not understood;
    for a person to confirm, and empty when none is near."""
    lower = word.lower()
    if len(lower) < LEAST_GUESSED:
        return ""
    rare = {name for names in further_names().values() for name in names}
    names = {
        words[0]: entry
        for words, entry in wordings().items()
        if len(words[0]) >= 6 and words[0] not in rare
    }
    near = process.extractOne(
        lower,
        [name for name, entry in names.items() if entry[0].kind == "drug" and name[0] == lower[0]],
        scorer=DamerauLevenshtein.distance,
        score_cutoff=min(MOST_ERRORS, len(lower) // 2),
    )
    return names[near[0]][0].names[0] if near else ""


PAIR = re.compile(r"\b(?=([A-Za-z]{4,20})[ -]([A-Za-z]{3,20})\b)")
"""Two words that may be one name; the second may be the first of the next pair."""
LEAST_OF_PREFIX = 4
"""Letters of a last word that is broken off ("trastuzumab derux"). Chosen by hand."""
_PAYLOAD = re.compile(r"(?i)\w{2,14}(?:tecan|tansine|dotin|gamicin|tesirine|mazine)")
"""Payloads of antibody-drug conjugates, by the stems of the WHO's nonproprietary names."""


@cache
def _names_of_two_words() -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
    """First letters of the two words of a drug's name → the words of all such names."""
    found: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
    for words, entries in wordings().items():
        if len(words) == 2 and entries[0].kind == "drug" and all(map(str.isalpha, words)):
            letters = words[0][0], words[1][0]
            found[letters] = (*found.get(letters, ()), (words[0], words[1]))
    return found


@lru_cache(maxsize=2_000)
def likely_name(first: str, second: str) -> str:
    """The generic drug that two words most likely mean of which one is misspelled or broken off;
    empty when none is near, or two are as near."""
    near: dict[int, set[str]] = {}
    for words in _names_of_two_words().get((first[0], second[0]), ()):
        errors = _errors(first, words[0]), _errors(second, words[1], last=True)
        if None not in errors and errors != (0, 0):
            name = wordings()[words][0].names[0]
            near.setdefault(sum(filter(None, errors)), set()).add(name)
    nearest = near[min(near)] if near else set()
    return next(iter(nearest)) if len(nearest) == 1 else ""


def _errors(word: str, name: str, *, last: bool = False) -> int | None:
    """The letters by which a word is another than a name's; None when they are too many. The last
    word may be broken off, or be a short one ("acd")."""
    if last and LEAST_OF_PREFIX <= len(word) < len(name) and name.startswith(word):
        return 1
    allowed = 2 if len(name) >= LEAST_FOR_TWO else int(last or len(name) >= LEAST_GUESSED)
    errors = DamerauLevenshtein.distance(word, name, score_cutoff=allowed)
    return errors if errors <= allowed else None


def find_whole_names(text: str) -> Iterator[EntityMention]:
    """Drugs of two words of which one is misspelled (``guessed``), and conjugates that no table
    has: an antibody with another word behind it is not the antibody."""
    for match in PAIR.finditer(text):
        span = match.start(1), match.end(2)
        words = match[1].lower(), match[2].lower()
        if words in wordings():
            continue
        if generic := likely_name(*words):
            yield EntityMention("drug", (generic,), text[span[0] : span[1]], *span, guessed=True)
        elif words[0].endswith("mab") and _PAYLOAD.fullmatch(words[1]):
            yield EntityMention("unknown_drug", (" ".join(words),), text[span[0] : span[1]], *span)


def find_doubtful_drugs(text: str, taken: frozenset[int]) -> Iterator[EntityMention]:
    """Misspelled drugs (``guessed``) and unknown drugs, outside the positions already taken."""
    for match in WORD.finditer(text):
        word = match.group()
        lower = word.lower()
        if match.start() in taken or lower in _words_of_names() or lower in _not_drugs():
            continue
        if len(word) >= LEAST_GUESSED and (generic := likely_drug(word)):
            yield EntityMention("drug", (generic,), word, *match.span(), guessed=True)
        elif ends_like_a_drug(word):
            yield EntityMention("unknown_drug", (lower,), word, *match.span())
