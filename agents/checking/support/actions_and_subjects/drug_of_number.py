"""A number of the quote on one drug, told of the drug of another cited quote. Pure."""

from __future__ import annotations

import re

from agents.checking.support.numbers.meaning import held_by_quotes, number_in_words
from agents.checking.support.numbers.ratios import is_ratio
from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage

CLAUSE_END = re.compile(r"[;:](?= |$)|, (?:and|but|while|whereas) |\b(?:but|while|whereas)\b")
_COMPARES = re.compile(r"\b(?:than|versus|vs|against|compared|like|unlike|also|too|both|as)\b")


def problem_with_drug_of_number(claim: CitedSentence) -> str:
    """The first number that stands only in quotes on other drugs than its clause names, while
    another cited quote is on that drug."""
    if len(claim.sources) < 2:
        return ""
    text, at = claim.sentence.words, 0
    cuts = [*(m.start() for m in CLAUSE_END.finditer(text)), len(text)]
    for end in cuts:
        clause, start, at = text[at:end], at, end
        drugs = recognise_passage(clause).names("drug")
        if not drugs or _COMPARES.search(clause):
            continue
        for figure in claim.sentence.figures:
            if not start <= figure.place < end or not (figure.unit or is_ratio(figure)):
                continue
            held = {id(source): source for source, _ in held_by_quotes(figure, claim)}
            others = [source for source in claim.sources if id(source) not in held]
            strange = all(s.quote.drugs and not s.quote.drugs & drugs for s in held.values())
            if held and strange and any(s.quote.drugs & drugs for s in others):
                return f"{number_in_words(figure)} stands in a quote on another drug."
    return ""
