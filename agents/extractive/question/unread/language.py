"""Tells the language of a question by its script and its function words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from agents.extractive.question.topics import word_list
from names.tables.ward.languages import words_of_questions

WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)", re.UNICODE)
SCRIPTS = {
    "CYRILLIC": "a language in Cyrillic script",
    "GREEK": "Greek",
    "ARABIC": "a language in Arabic script",
    "HEBREW": "Hebrew",
    "CJK": "Chinese or Japanese",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "HANGUL": "Korean",
    "DEVANAGARI": "Hindi",
    "THAI": "Thai",
}
FOREIGN_SHARE = 0.3
"""Share of letters in another script from which a question counts as written in that script. Chosen
by hand."""


def other_script(text: str) -> str:
    """The language or script of a text whose letters are mostly not Latin; empty otherwise."""
    letters = [letter for letter in text if letter.isalpha() and ord(letter) > 0x36F]
    all_letters = sum(letter.isalpha() for letter in text)
    if not letters or len(letters) < max(2.0, FOREIGN_SHARE * all_letters):
        return ""
    names = Counter(unicodedata.name(letter, "?").split("-")[0].split(" ")[0] for letter in letters)
    if names.get("HIRAGANA") or names.get("KATAKANA"):
        return "Japanese"
    return SCRIPTS.get(names.most_common(1)[0][0], "another script")


def foreign_language(text: str) -> str:
    """The language of a question that is not in English. Empty for English, or if too few words
    tell it."""
    if script := other_script(text):
        return script
    capitals = text.isupper()
    words = [word.lower() for word in WORD.findall(text) if capitals or not word.isupper()]
    profiles = words_of_questions()
    counts = {name: sum(word in known for word in words) for name, known in profiles.items()}
    english = counts.pop("English")
    # Each once: "*2A het, *13 het" has one word that Dutch has, too.
    strange = {word for word in words if word not in word_list("plain_words.tsv")}
    hits = {name: sum(word in profiles[name] for word in strange) for name in counts}
    accented = sum(any(ord(letter) > 0x7F for letter in word) for word in words)
    name, best = max(hits.items(), key=lambda item: item[1])
    if best >= 2 and best + accented > english + 1:
        return name
    return ""
