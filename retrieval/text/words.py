"""Text to the words that a lexical search counts: lower case, stems, and clinical names whole.

Besides its parts, a name with inner punctuation is findable in one piece, with and without the
punctuation (``PD-L1`` as ``pd-l1`` and ``pdl1``, ``c.68_69delAG``), ``BRCA1/2`` also as ``brca2``,
and ``p.His1047Arg`` also as ``h1047r``. British and American spellings are one word.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import Stemmer

from names.amino_acids import ONE_LETTER

_PIECE = re.compile(r"[^\W_]+")
# Begins where a word begins and gives nothing back: else a letter string without a blank, such as
# a sequence, would take time that grows with the square of its length.
_COMPOUND = re.compile(r"(?<![^\W_])[^\W_]++(?:[-‐‑./_:>+*]{1,2}[^\W_]++)+")
_SLASHED = re.compile(r"([a-z]+)(\d+)((?:/\d+)+)")
_PROTEIN = re.compile(r"^([a-z]{3})(\d+)([a-z]{3})$")
_LONGEST_COMPOUND = 40
"""Characters. Chosen by hand: longer ones are addresses or sequences, not names."""

# Three letters → one, for words: a stop is an "x" there, since a "*" is no letter of a word.
_AMINO = {code.lower(): letter.lower().replace("*", "x") for code, letter in ONE_LETTER.items()}

# English function words. Absent on purpose: "all" (the leukaemia), "no", "not", "nor", "without".
_FUNCTION_WORDS = """
a about above after again against am an and any are as at be because been before being
below between both but by can could did do does doing down during each few for from
further had has have having he her here hers him his how i if in into is it its itself
just me more most my of off on once only or other our out over own same she should so
some such than that the their theirs them then there these they this those through to
too under until up very was we were what when where which while who whom why will with
would you your
"""
STOPWORDS = frozenset(_FUNCTION_WORDS.split())

# British spellings to American ones. Documents and queries pass through alike, so a word that is
# changed without need still meets itself.
_INNER = {
    "oestr": "estr", "oesoph": "esoph", "oedem": "edem", "haem": "hem", "aemi": "emi",
    "paed": "ped", "aesth": "esth", "gynaec": "gynec", "caec": "cec", "faec": "fec",
    "foet": "fet", "rhoea": "rhea", "tumour": "tumor", "colour": "color", "favour": "favor",
    "labour": "labor", "behaviour": "behavior", "sulph": "sulf", "isation": "ization",
    "programme": "program", "centre": "center", "fibre": "fiber", "titre": "titer",
}  # fmt: skip
_BRITISH = re.compile("|".join(_INNER))
_BRITISH_END = re.compile(r"(?<=[a-z]{3})(i|ly)s(e|ed|er|ers|es|ing)$")

_local = threading.local()


def words(text: str) -> list[str]:
    """The searchable words of the text in order, repeats included."""
    lowered = unicodedata.normalize("NFKC", text).lower()
    found = [_stem(piece) for piece in _PIECE.findall(lowered) if piece not in STOPWORDS]
    for compound in _COMPOUND.findall(lowered):
        found.extend(_names(compound))
    return found


def function_words(text: str) -> list[str]:
    """Those pieces of the text, as they are written, that :func:`words` leaves out."""
    pieces = _PIECE.findall(unicodedata.normalize("NFKC", text))
    return [piece for piece in pieces if piece.lower() in STOPWORDS]


def _names(compound: str) -> Iterator[str]:
    """What a name with inner punctuation and a digit is also called."""
    if len(compound) > _LONGEST_COMPOUND or not any(c.isdigit() for c in compound):
        return
    compound = compound.replace("‐", "-").replace("‑", "-")
    yield compound
    if any(c.isalpha() for c in compound):
        yield "".join(_PIECE.findall(compound))
    for letters, _, rest in _SLASHED.findall(compound):
        yield from (letters + digits for digits in rest.split("/") if digits)


@lru_cache(maxsize=400_000)
def _stem(word: str) -> str:
    if word.isalpha():
        word = _BRITISH.sub(lambda found: _INNER[found[0]], word)
        word = _BRITISH_END.sub(r"\1z\2", word)
        stemmed: str = _stemmer().stemWord(word)
        return stemmed
    protein = _PROTEIN.match(word)
    if protein and protein[1] in _AMINO and protein[3] in _AMINO:
        return f"{_AMINO[protein[1]]}{protein[2]}{_AMINO[protein[3]]}"
    return word


def _stemmer() -> Stemmer.Stemmer:
    """One per thread: a Snowball stemmer keeps state while it works."""
    if not hasattr(_local, "stemmer"):
        _local.stemmer = Stemmer.Stemmer("english")
    stemmer: Stemmer.Stemmer = _local.stemmer
    return stemmer
