"""Abbreviations that a sentence makes of its quotes' words: HIPEC of "hyperthermic intraperitoneal
chemotherapy". Pure.

The letters must stand in the words in order, each word giving its first (after Schwartz and Hearst,
Pac Symp Biocomput 2003)."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]+")
LEAST, MOST = 3, 8
"""Letters of an abbreviation: two stand for too much. Chosen by hand."""
MOST_WORDS = 400
"""Words of the quotes that are looked at. Chosen by hand: three long statements."""
_SMALL = frozenset(("of", "and", "the", "in", "for", "to", "with", "or", "by", "on"))


def stands_for_words(short: str, text: str) -> bool:
    """Whether it may abbreviate words that stand side by side in a text in the level form."""
    letters = short.lower()
    if not (LEAST <= len(letters) <= MOST and letters.isalpha()):
        return False
    words = [word for word in _WORD.findall(text)[:MOST_WORDS] if word not in _SMALL]
    return any(_begins(letters, words[place : place + len(letters)]) for place in range(len(words)))


def _begins(letters: str, words: list[str]) -> bool:
    """Whether the first words give all letters in order."""
    reached = 0
    for count, word in enumerate(words, start=1):
        if reached == len(letters) or word[0] != letters[reached]:
            return False
        reached += 1
        following = words[count][0] if count < len(words) else ""
        for letter in word[1:]:
            if reached < len(letters) and letters[reached] == letter != following:
                reached += 1
        if reached == len(letters):
            return count > 1
    return False
