"""Drug names that are misspelled, and words that look like a drug but are in no table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from names.entities import Mention
from names.tables import drugs, tokens, wordings

WORD = re.compile(r"\b[A-Za-z]{6,}\b")
DRUG_ENDING = re.compile(
    r"(?:nib|mab|ciclib|parib|lisib|sertib|taxel|platin|rubicin|mycin|cillin|statin|prazole|conazole"
    r"|olol|pril|sartan|navir|gliptin|gliflozin|glutide|setron|dronate|floxacin|cycline|azepam"
    r"|azolam|triptan|caine|xaban|parin|tecan|relin|relix|lutamide|estrant|xifene|degib|zomib|domide"
    r"|denib|clax|rasib|deruxtecan|vedotin|emtansine|profen|thiazide|semide|dipine)$",
    re.IGNORECASE,
)
NOT_DRUGS = frozenset({"carcinostatin", "cytostatin", "heparin", "somatostatin", "april"})


@cache
def single_words() -> tuple[dict[str, str], tuple[str, ...]]:
    """Drug names of one word → generic name, and those names by themselves."""
    table = {
        words[0]: entries[0].names[0]
        for words, entries in wordings().items()
        if len(words) == 1 and len(words[0]) >= 6 and entries[0].kind == "drug"
    }
    return table, tuple(table)


@cache
def first_words() -> frozenset[str]:
    """First words of every wording: they are not misspellings."""
    return frozenset(word for words in wordings() for word in words) | frozenset(
        word for name in drugs() for word in tokens(name)
    )


def meant(word: str) -> str:
    """The generic drug that a misspelled word most likely means; empty when none is near.

    Names of one class differ in a few letters before a common ending: a word whose ending is
    whole may be a drug that no table has, and is taken for another only at one letter's distance.
    """
    table, names = single_words()
    lower = word.lower()
    allowed = 2 if len(lower) >= 9 and not DRUG_ENDING.search(lower) else 1
    near = process.extract(
        lower, names, scorer=DamerauLevenshtein.distance, score_cutoff=allowed, limit=2
    )
    near = [item for item in near if item[0][0] == lower[0]]
    if not near or (
        len(near) > 1 and near[0][1] == near[1][1] and table[near[0][0]] != table[near[1][0]]
    ):
        return ""
    return table[near[0][0]]


def find_doubtful_drugs(text: str, taken: frozenset[int]) -> Iterator[Mention]:
    """Misspelled drugs (``guessed``) and unknown drugs, outside the positions already taken."""
    for match in WORD.finditer(text):
        word = match.group()
        if match.start() in taken or word.lower() in first_words() or word.lower() in NOT_DRUGS:
            continue
        if len(word) >= 7 and (generic := meant(word)):
            yield Mention("drug", (generic,), word, *match.span(), guessed=True)
        elif DRUG_ENDING.search(word):
            yield Mention("unknown_drug", (word.lower(),), word, *match.span())
