"""What a quote tells of one drug, told of its class. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

_ALL = re.compile(
    r"[^,;.]{0,12}\b(?:antibodies|inhibitors|agents|blockers|conjugates|degraders)\b", re.IGNORECASE
)
LONGEST_NOUN = 25
"""Characters behind a part of a class in which "antibodies" stands. Chosen by hand."""
_ONE_OF = re.compile(r"\b(?:one of (?:the|several)|some|among|other|another|of) (?:the )?$")


def problem_with_class_for_drug(claim: CitedSentence) -> str:
    """The first class in the plural that no quote names, and of which the quotes name one drug that
    the sentence does not."""
    named = recognise_passage(claim.sentence.text)
    told = frozenset().union(*(q.states for q in claim.quotes()))
    drugs = frozenset().union(*(q.drugs for q in claim.quotes()))
    for mention in named.of("drug_class"):
        names = frozenset(mention.names)
        end = min(len(claim.sentence.text), mention.end + LONGEST_NOUN)
        plural = _ALL.search(claim.sentence.text, mention.start, end)
        if names & told or plural is None or _ONE_OF.search(
            claim.sentence.text[: mention.start].lower()
        ):  # fmt: skip
            continue
        members = {drug for drug in drugs if drug_classes(drug) & names}
        if len(members) == 1 and not members & named.names("drug"):
            return f"The cited quotes tell it of {min(members)}, not of “{mention.text}”."
    return ""
