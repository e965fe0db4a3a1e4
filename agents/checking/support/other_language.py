"""A sentence in another language than English: its denials and conditions are not read. Pure."""

from __future__ import annotations

import re
import unicodedata

from names.tables.ward.languages import words_of_sentences
from retrieval.text.words import function_words

_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?![\w-])")
ENOUGH = 2
"""Different words of another language that tell it. Chosen by hand: one may be part of a name."""
STRANGE_SHARE = 0.3
"""Share of letters of another script from which a text is in that script. Chosen by hand: below it
are sentences with a Greek letter or a name in another script."""


def is_in_other_language(text: str) -> bool:
    """Whether a sentence is in another language, by its script or its function words."""
    letters = [each for each in text if each.isalpha()]
    strange = sum(not unicodedata.name(each, "LATIN").startswith("LATIN") for each in letters)
    if strange > STRANGE_SHARE * len(letters):
        return True
    # In capitals stand names and short forms: "DES", "EL".
    found = [word for word in _WORD.findall(text) if not word.isupper()]
    english = len(function_words(text))
    return any(
        len({word.lower() for word in found} & known) >= ENOUGH
        and sum(word.lower() in known for word in found) >= english
        for known in words_of_sentences().values()
    )
