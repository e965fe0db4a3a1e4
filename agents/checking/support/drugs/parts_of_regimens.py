"""Regimens that a sentence makes of the drugs of its quotes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.drugs.regimens import drugs_not_had, regimens_named
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from names.recognise import recognise_passage
from names.tables.other_drugs import other_drugs

_JOINS = re.compile(r"\b(?:plus|with)\b|\+|/")
_GOES_ON = re.compile(r"[ ,]*(?:and|plus|(?:in combination |together )?with|\+|/)? *")


def problem_with_part_of_regimen(claim: CitedSentence) -> str:
    """Whether it joins two drugs that its quotes only join with a third one, which it does not
    name ("A plus C" of "A plus B plus C"), or of which they call one had before. Steroids and other
    drugs beside may be left out."""
    if len(claim.sentence.drugs) < 2:
        return ""
    texts = [each for source in claim.sources for each in (source.quote, source.about)]
    strict = [each for text in texts for each in _regimens(text)]
    wide = [each for text in texts for each in (*_regimens(text), *_runs(text))]
    for said in _regimens(claim.sentence):
        wider = [each for each in wide if said < each]
        left_out = frozenset().union(*wider) - claim.sentence.drugs - other_drugs()
        if wider and said not in strict and all(each & left_out for each in wider):
            return f"The cited quotes give this together with {min(left_out)} only."
        if not wider and said not in wide and (had := _had_in_all(said, claim)):
            return f"The cited quotes name {min(had)} as what was had before."
    return ""


def _had_in_all(said: frozenset[str], claim: CitedSentence) -> frozenset[str]:
    """The drugs of a regimen that each quote that names all of them calls had before, where it does
    not call all so."""
    naming = [quote for quote in claim.quotes() if said <= quote.drugs]
    had = [said - drugs_not_had(quote.text) for quote in naming]
    return frozenset.intersection(*had) if had and all(each < said for each in had) else frozenset()


def _regimens(text: CanonicalText) -> list[frozenset[str]]:
    """The drugs that it joins by "plus" or "with"."""
    joined = (each & text.drugs for each in regimens_named(text.text))
    return [each for each in joined if len(each) > 1]


def _runs(text: CanonicalText) -> Iterator[frozenset[str]]:
    """The drugs that stand one behind the other, joined by "with" and "and": all three of "A with B
    and C"."""
    found = sorted(recognise_passage(text.text).of("drug"), key=lambda each: each.start)
    run: set[str] = set()
    joins, end = False, 0
    for each in found:
        between = text.text[end : each.start]
        if not run or not _GOES_ON.fullmatch(between):
            if joins and len(run) > 1:
                yield frozenset(run)
            run, joins = set(), False
        else:
            joins = joins or bool(_JOINS.search(between))
        run |= {each.name}
        end = each.end
    if joins and len(run) > 1:
        yield frozenset(run)
