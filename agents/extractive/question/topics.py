"""The words of a text that carry a topic and are not names, and drugs that are no topic of it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from agents.facts.sheet import FactSheet
from names.clinical.values import HAD, Therapy
from names.entities import Entities
from names.recognise import recognise
from names.tables.rows import read_entries
from names.tables.ward.languages import all_words_of_questions
from retrieval.declaration.cards import read_cards
from retrieval.privacy.labels import words

WORD = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")


ACRONYMS = re.compile(r"[A-Z]{2,5}s")
"""The plural of an abbreviation: "ECGs"."""


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A rough stem of a word, so that "fasting" equals "fast" and "recurrence" equals
    "recurrent"."""
    if ACRONYMS.fullmatch(word):
        return word[:-1].lower()
    word = word.lower().replace("’", "'").removesuffix("'s")
    for ending in ("ies", "es", "s", "ing", "ed", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            break
    return word[:7]


@lru_cache(maxsize=30_000)
def stems(text: str) -> frozenset[str]:
    """The stems of all words, parts of compounds included."""
    return frozenset(stem(part) for word in WORD.findall(text) for part in (word, *word.split("-")))


def topic_words(text: str, found: Entities) -> tuple[str, ...]:
    """The words outside names that are not plain words, each once, as written."""
    named = frozenset(place for m in found.mentions for place in range(m.start, m.end))
    topics: dict[str, str] = {}
    for match in WORD.finditer(text):
        inside = not named.isdisjoint(range(*match.span()))
        word = match.group().strip("-'’")
        if not inside and not is_plain(word):
            topics.setdefault(stem(word), word)
    return tuple(topics.values())


def topic_stems(text: str) -> frozenset[str]:
    """Stems of the words that carry a topic."""
    return frozenset(map(stem, topic_words(text, recognise(text))))


FUNCTION_WORDS = frozenset(
    (
        *("about", "all", "and", "any", "are", "been", "but", "can", "could", "did", "does", "for"),
        # The rough stem of these two words is not the stem of "dose".
        *("dosed", "dosing"),
        *("from", "had", "has", "have", "her", "his", "how", "into", "its", "may", "not", "now"),
        *("our", "patient", "patients", "shall", "she", "should", "than", "that", "the", "their"),
        *("them", "then", "there", "they", "this", "was", "were", "what", "when", "where", "which"),
        *("who", "whom", "will", "with", "would", "you", "your"),
    )
)


def said_stems(text: str, found: Entities) -> frozenset[str]:
    """Stems of all words outside names, function words left out."""
    named = frozenset(place for m in found.mentions for place in range(m.start, m.end))
    return frozenset(
        stem(word[0])
        for word in WORD.finditer(text)
        if word[0].lower() not in FUNCTION_WORDS and named.isdisjoint(range(*word.span()))
    )


def is_plain(word: str) -> bool:
    """Whether a word, or each part of a compound, carries no topic of its own."""
    known = _plain_words()
    lower = word.lower()
    return lower in known or all(part in known or len(part) < 3 for part in lower.split("-"))


def is_plain_word(word: str) -> bool:
    """Whether just this word is a plain one; of short words :func:`is_plain` does not ask that."""
    lower = word.lower()
    return lower in _plain_words() or lower in all_words_of_questions()


@cache
def _plain_words() -> frozenset[str]:
    """Words without a topic, the publishers of the shipped silos, and what stands before a record
    number or a birth date."""
    publishers = {name.lower() for card in read_cards() for name in card.publishers}
    listed = word_list("plain_words.tsv") | word_list("silo_words.tsv")
    return listed | publishers | words("alone", "labels")


def lines_of(name: str) -> tuple[str, ...]:
    """The lines of a word list, a text file beside the code, comments left out."""
    return tuple(read_entries(name, files("agents.extractive.question") / "words"))


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(word for line in lines_of(name) for word in line.split())


_ASKS_NEXT = re.compile(
    r"(?i)\b(?:what(?: (?:is|comes|to give))?|what's|and|options?) (?:now|next|after(?:wards)?)"
    r"\W{0,3}$"
    r"|\bnext (?:step|line|option|treatment|therapy)s?\W{0,3}$|[,;:.–-] ?next\W{0,3}$"
)
"""Words at the end that ask what comes after what was given."""


def drugs_before(question: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs that the patient has had, if the question asks what comes after them ("imatinib,
    T315I, what next?"); none for another question. They describe the case."""
    if not _ASKS_NEXT.search(question):
        return frozenset()
    treatments = (each for each in sheet.of(Therapy) if each.outcome in HAD)
    return frozenset(drug for each in treatments for drug in each.drugs)
