"""Whether the words of a sentence are those of its sources. Pure."""

from __future__ import annotations

import re

from agents.checking.support.other_language import is_in_other_language
from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.abbreviations import stands_for_words
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.words import is_neutral, words_without_support
from names.entities import EntityKind
from names.recognise import recognise_passage
from retrieval.text.words import words

LEAST_KNOWN = 0.7
MOST_UNKNOWN = 3
"""The share of a sentence's own words that its sources must know, and how many they may not know
in any case. Chosen by hand on the judged claims at hand (docs/evaluation-check.md)."""

_NAMES_NONE = re.compile(
    r"\b(?:names?|says?|mentions?|lists?|gives?|tells?|states?|holds?|contains?) (?:no|nothing)\b"
    r"|\bnot (?:among|part of)\b|\b(?:does|do|is|are) not (?:name|mention|list|give|tell|state|say"
    r"|named|mentioned|listed"
    r"|given)"
)
"""What a source is silent on stands in none."""
_UNKNOWN = re.compile(
    r"\bnot (?:yet |been |well |fully |clearly ){0,2}(?:established|known|clear|settled|understood"
    r"|certain)\b|\b(?:unknown|unclear|unsettled|uncertain|undetermined)\b"
)
"""What nobody knows, so that little else can be said of it."""
_NUMBER = re.compile(r"\d")
_WORD = re.compile(r"[a-z]{5,}")
PLAIN_WORDS = 4
"""Words of five letters and more that are enough in common. Chosen by hand."""
FEW_NUMBERS = 2
"""Numbers of a sentence up to which one such check is enough, if all its words are those of the
sources. Chosen on judged claims: of more numbers, each is held against each."""
LITERAL = 0.8
"""The share of a sentence's words that its quotes must have as they are, so that one such check is
enough. Chosen on judged claims that nobody had mended by (docs/evaluation-check.md): a lie is
worded as its quote, a paraphrase is not."""
OTHER_WORDS = 0.5
"""The share below which a sentence is in words of its own. Chosen on judged claims, too."""
_NAMED: tuple[EntityKind, ...] = ("drug", "gene", "trial")
_NOTHING_TOLD = "It says nothing that stands in the cited quotes."
WORDS_OF_A_SENTENCE = 4
"""Of fewer, two must say something clinical. Chosen by hand."""


def is_in_words_of_sources(claim: CitedSentence) -> bool:
    """Whether it has no word of its own, most words as its quotes have them, and few numbers, so
    that other words for the same are no excuse for what stands in another's place."""
    values = {figure.value for figure in claim.sentence.figures if not figure.is_bound}
    if len(values) > FEW_NUMBERS or _literal_share(claim) < LITERAL:
        return False
    told = " ".join(f"{s.quote.words} {s.about.words}" for s in claim.sources)
    told = f"{told} {claim.asked.words}"
    strange = words_without_support(claim.sentence.words, told)
    return all(stands_for_words(word, told) for word in strange)


def is_in_other_words(claim: CitedSentence) -> bool:
    """Whether fewer than half of its words stand in its quotes as they are."""
    return _literal_share(claim) < OTHER_WORDS


def _literal_share(claim: CitedSentence) -> float:
    """How many of its words, as stems, stand in a quote as they are."""
    own = frozenset(words(claim.sentence.words))
    told = frozenset(stem for quote in claim.quotes() for stem in words(quote.words))
    return len(own & told) / max(1, len(own))


OTHER_LANGUAGE = "It is not in English: what it denies and on what condition cannot be checked."


def problem_with_nothing_said(claim: CitedSentence) -> str:
    """Whether it says nothing that can be held against a quote: "Yes", a letter, a name alone, or
    words in another language."""
    read = claim.sentence
    if is_in_other_language(read.text):
        return OTHER_LANGUAGE
    own = [stem for stem in words(read.words) if not is_neutral(stem)]
    if len(read.text.split()) >= WORDS_OF_A_SENTENCE or len(own) + len(read.figures) > 1:
        return ""
    return "It says nothing that a quote could support: write a whole sentence."


def problem_with_words(claim: CitedSentence) -> str:
    """Whether too many of its words stand in none of its sources."""
    told = [f"{s.quote.words} {s.about.words}" for s in claim.sources]
    if is_on_the_patient(claim):
        told.append(claim.asked.words)
    own = claim.sentence.stems
    strange = [
        word
        for word in words_without_support(claim.sentence.words, " ".join(told))
        if not any(stands_for_words(word, text) for text in told)
    ]
    if len(strange) > MOST_UNKNOWN or (
        len(strange) > 1 and len(strange) > (1 - LEAST_KNOWN) * len(own)
    ):
        return f"“{strange[0]}” and more does not stand in the cited quotes."
    return ""


def problem_with_no_common_word(claim: CitedSentence) -> str:
    """Whether none of the words that say something stands in a quote: a title, an organisation or
    the thread may name what a sentence is about, and bear nothing out."""
    strange = _words_without_quote(claim)
    if not strange or (len(strange) == 1 and _names_what_is_told(claim)):
        return ""
    return _NOTHING_TOLD


def problem_with_only_word(claim: CitedSentence) -> str:
    """Whether the one word that says something, beside a name that the quotes have, stands in none
    of them: another word for the same may be unknown."""
    strange = _words_without_quote(claim)
    return _NOTHING_TOLD if len(strange) == 1 and _names_what_is_told(claim) else ""


def _words_without_quote(claim: CitedSentence) -> list[str]:
    """The words that say something, as stems, if no quote has one of them; else none."""
    told = " ".join(quote.words for quote in claim.quotes())
    text = _without_names(claim.sentence.words)
    own = [stem for stem in dict.fromkeys(words(text)) if not is_neutral(stem)]
    if _NAMES_NONE.search(text) or (_UNKNOWN.search(text) and _UNKNOWN.search(told)):
        return []
    strange = [
        word
        for word in words_without_support(text, told, telling=True)
        if not stands_for_words(word, told)
    ]
    # What a number rests on is checked apart.
    has_number = claim.sentence.figures or _NUMBER.search(text)
    if has_number or len(strange) < len(own) or _shares_plain_words(text, told):
        return []
    return own


def _names_what_is_told(claim: CitedSentence) -> bool:
    """Whether it names a drug, a gene or a trial that a quote names."""
    own = recognise_passage(claim.sentence.text).of(*_NAMED)
    told = {
        name
        for quote in claim.quotes()
        for each in recognise_passage(quote.text).of(*_NAMED)
        for name in each.names
    }
    return any(told.intersection(each.names) for each in own)


def _shares_plain_words(text: str, told: str) -> bool:
    """Whether enough words that say little by themselves stand in a quote as they are: "the
    subgroup was small and had no control group"."""
    common = frozenset(_WORD.findall(text)) & frozenset(_WORD.findall(told))
    return len(common) >= PLAIN_WORDS


def _without_names(text: str) -> str:
    """The text without the drugs, genes and trials that it names: what is said of them is left."""
    for mention in recognise_passage(text).of(*_NAMED):
        text = text.replace(mention.text, " ")
    return text
