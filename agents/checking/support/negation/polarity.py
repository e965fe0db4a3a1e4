"""Whether a sentence affirms just what its quotes deny, or denies what they affirm, in whatever
words. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from agents.checking.support.reading.affirmations import Affirmation, parts_of, signed_in
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import (
    DENIAL,
    OF_PATIENT,
    denied_stems,
    telling_stems,
    without_bounds,
)
from agents.checking.support.reading.words import stems_of
from names.clinical.readers import read_clinical
from names.recognise import recognise_passage

_DENIED_WORD = re.compile(
    r"\b(?:not|never) (?:an? |the |yet |been |be )?(?P<word>[a-z]{4,}|\d+(?:\.\d+)?)"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_WHOLE_NUMBER = re.compile(
    r"(?:\b(?P<side>below|under|fewer than|less than|above|over|more than) )?"
    r"(?<![a-z\d.,])(?P<number>\d{2,}(?:[.,]\d+)*)"
)
_LOWER = ("below", "under", "fewer than", "less than")
_LOW = "below "
_NOT = stems_of("not never")
_WORK = "work"
"""The row of ``polarity.tsv`` on what helps or acts."""
MOST_ALIKE = 0.75
LEAST_ALIKE = 4
"""How much of a clause, in words, must be the quote's, so that the quote's clause is the same one
without the denial. Chosen by hand."""
_WITH = re.compile(
    r"\b(?P<side>without|with|after)(?: (?:an?|the|any|earlier|prior|at least|one|two|three"
    r"|or|more|lines?|regimens?|of|[1-4]"
    r"|previous))* (?P<what>[a-z]+(?: [a-z]+)?)"
)
_DENIES = re.compile(r"\b(?:without|not?|never)\b")
_LEFT_OUT = re.compile(r"\bwithout (?:an? |the |any )?(?P<what>[a-z]+ [a-z]+)")
_OMITS = re.compile(
    r"\b(?:only|alone|omit\w*|exclud\w*|negative|naive|free|wild|before|instead|unless|except|if"
    r"|un[a-z]+)\b"
)
_EITHER = re.compile(
    r"\bwith(?:out)? (?:or|and) with(?:out)?\b|\b(?:not?|never|excluded?|spar(?:es|ing)"
    r"|free(?! survival)|unlike|than)\b"
)
_RESTRICTS = re.compile(r"\b(?:only|confined|restricted|limited to|solely|exclusively)\b")
"""What is affirmed of some is denied of the others, so that either may stand in a quote."""
_NOT_NAMED = re.compile(r"\bnot (?:[a-z]+ )?(?:among|named?|listed|mentioned|covered|part of)\b")
_NONE_EITHER = re.compile(r"\W{0,8}(?:and )?none (?:is|are|was|were)\b")
_SUPPOSES = re.compile(
    r"\b(?:if|unless|in case|where|when)\b[^,;.]{0,40}(?:un\w+able|cannot|impossible)"
)
_NOT_BUT = re.compile(
    r"\bnot (?P<verb>taken|given|used|injected|infused|started) (?P<other>[^,;.]{3,60}?),? but"
    r" (?P<but>[^,;.]{3,60})"
)
"""What is set against what is right, and denies nothing of it: "not with breakfast but fasting"."""
_WAY = re.compile(
    r"(?:with|before|after|during|on|at|by|into|as|over|in the|once|twice|daily|weekly|monthly"
    r"|every|intravenously|orally|subcutaneously)\b"
)
_SOMEBODY = re.compile(
    r"\b(?:patients?|people|persons?|men|women|males?|females?|children|adults|those|anyone"
    r"|anybody|disease|impair\w*|failure|pregnan\w*|drugs?|inhibitors?|inducers?)\b"
)
_IF_CLAUSE = re.compile(
    r"(?P<when>\b(?:if|where|when|in case) [^,;.:]{2,60}?\b(?:un\w+able|cannot be [a-z]+|impossible"
    r"|not possible)),"
)
"""What is done in a case that a quote supposes, too, is no denial of the rule."""
LEAST_SHARED = 2
"""Telling words that a clause shares with a clause of a quote, so that both are of the same thing.
Chosen by hand: the drug and what it is given for."""
ENOUGH_SHARED = 4
"""The same with a quote as a whole, where no clause of it is near. Chosen by hand."""
SHARE = 0.5
"""The share of the shorter clause's telling words that is enough where it has few. Chosen by
hand."""


def problem_with_polarity(claim: CitedSentence) -> str:
    """Whether a clause says the opposite of the clauses of the quotes that are nearest to it."""
    return next((_problem(said) for said in _opposed_clauses(claim) if said.what != _WORK), "")


def problem_with_denied_effect(claim: CitedSentence) -> str:
    """The same of what works, which is told in so many words that this alone is a doubt."""
    told = {each.sign for q in claim.quotes() for each in signed_in(q.words) if each.what == _WORK}
    if len(told) > 1 and len(claim.sources) > 1:
        return ""  # of two quotes one tells a response and one resistance: names tell them apart
    return next((_problem(said) for said in _opposed_clauses(claim) if said.what == _WORK), "")


def _problem(said: Affirmation) -> str:
    if said.sign > 0:
        return f"The cited quotes deny this: “{said.words.strip()}”."
    return f"It denies what the cited quotes affirm: “{said.words.strip()}”."


def _opposed_clauses(claim: CitedSentence) -> Iterator[Affirmation]:
    """The clauses of the sentence that say the opposite of the nearest ones of the quotes."""
    told = _distinct(each for quote in claim.quotes() for each in signed_in(quote.words))
    whole = frozenset().union(*(quote.stems for quote in claim.quotes()))
    supposes = any(_SUPPOSES.search(quote.words) for quote in claim.quotes())
    text = _without_contrast(claim)
    own = _distinct(signed_in(text))
    mixed = _clauses_of_both_signs(own)
    for said in signed_in(_IF_CLAUSE.sub(r"\g<when> ", text)) if supposes else own:
        if _RESTRICTS.search(said.words) or (_NOT_NAMED.search(said.words) and said.stems - whole):
            continue  # what a source does not name
        if _NONE_EITHER.match(said.words):
            continue  # "no change is needed, and none is advised": what, the clause before says
        rivals = [each for each in told if each.what == said.what]
        if (said.what, said.words) in mixed and len({each.sign for each in rivals}) > 1:
            continue  # "starts A and has B stopped"
        near = _nearest(said, rivals, claim)
        known = len(claim.sources) == 1 and len(said.stems - whole) <= min(
            1, len(said.stems & whole) // 2
        )
        if not near and (known or len(said.stems & whole) >= ENOUGH_SHARED):
            near = rivals
        if near and all(each.sign != said.sign for each in near) and not _is_of_others(said, near):
            yield said


def _without_contrast(claim: CitedSentence) -> str:
    """The sentence without what no quote names and it sets aside: "not with breakfast but". That a
    drug is not given to somebody, or with another drug, is no other way of giving it."""
    whole = frozenset().union(*(quote.stems for quote in claim.quotes()))
    return _NOT_BUT.sub(
        lambda found: (
            f"{found['verb']} {found['but']}"
            if telling_stems(stems_of(found["other"])) - whole and _is_a_way(found["other"])
            else found.group()
        ),
        claim.sentence.words,
    )


def _is_a_way(words: str) -> bool:
    """Whether words tell when or how something is given."""
    return bool(
        _WAY.match(words)
        and not _SOMEBODY.search(words)
        and not recognise_passage(words).mentions
        and not read_clinical(words)
    )


def _distinct(said: Iterable[Affirmation]) -> list[Affirmation]:
    """Each once: a long text may say the same again and again, and all are compared with all."""
    return list(dict.fromkeys(said))


def _clauses_of_both_signs(said: Sequence[Affirmation]) -> frozenset[tuple[str, str]]:
    """What is both affirmed and denied in a clause, with the clause."""
    signs: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for each in said:
        signs[each.what, each.words].add(each.sign)
    return frozenset(key for key, found in signs.items() if len(found) > 1)


def _is_of_others(said: Affirmation, told: Sequence[Affirmation]) -> bool:
    """Whether it names a gene and the clauses of the quotes name others only."""
    names = recognise_passage(said.words).names("gene")
    others = [recognise_passage(each.words).names("gene") for each in told]
    return bool(names) and all(each and not names & each for each in others)


def problem_with_added_denial(claim: CitedSentence) -> str:
    """Whether it is a clause of a quote, nearly word for word, with a "not" put in."""
    told = [clause for quote in claim.quotes() for clause in parts_of(without_bounds(quote.words))]
    held = [
        each
        for quote in claim.quotes()
        for each in signed_in(quote.words)
        if each.sign < 0 and each.what == "use"
    ]
    for clause in parts_of(without_bounds(_without_contrast(claim))):
        denied = _DENIED_WORD.search(clause)
        if denied is None or OF_PATIENT.search(clause):
            continue
        limits = frozenset(m["number"] for m in _WHOLE_NUMBER.finditer(clause))
        if any(limits & _numbers_of(each.words) for each in held):
            continue  # "not given below 50,000" of "held below 50,000"
        own, numbers = stems_of(clause) - _NOT, frozenset(_NUMBER.findall(clause))
        if any(_denies_it(quote, denied["word"], own) for quote in told):
            continue  # "not studied in A, or B that needs C" denies it of B, too
        for quote in told:
            if numbers - frozenset(_NUMBER.findall(quote)):
                continue  # "23 of 54 did not" of "31 of 54 did"
            kept = own & stems_of(quote)
            if len(kept) < max(MOST_ALIKE * len(own), LEAST_ALIKE) or DENIAL.search(quote):
                continue
            if stems_of(denied["word"]) <= stems_of(quote):
                return f"The cited quotes do not deny “{denied['word']}”."
    return ""


def _denies_it(quote: str, word: str, own: frozenset[str]) -> bool:
    """Whether a clause of a quote denies the word, and something of what the sentence says."""
    reach = denied_stems(quote)
    return stems_of(word) <= reach and bool(telling_stems(own & reach))


def problem_with_reversed_with(claim: CitedSentence) -> str:
    """Whether it says "with" or "after" what its quotes say "without", or the reverse."""
    told = " ".join(quote.words for quote in claim.quotes())
    said = [(m["side"], _heads(m["what"])) for m in _WITH.finditer(claim.sentence.words)]
    known = [(m["side"], _heads(m["what"])) for m in _WITH.finditer(told)]
    for side, what in said:
        if side == "without" and _DENIES.search(told):
            continue
        sides = {other == "without" for other, each in known if what and what <= each}
        if sides == {side != "without"} and not _EITHER.search(claim.sentence.words):
            return f"The cited quotes say this of the opposite: “{side} {' '.join(sorted(what))}”."
    return _problem_with_without(claim)


def _problem_with_without(claim: CitedSentence) -> str:
    """Whether it gives something that its quotes only name to leave it out: "endocrine therapy
    without ovarian suppression"."""
    if len(claim.sources) != 1 or DENIAL.search(without_bounds(claim.sentence.words)):
        return ""
    text = claim.sources[0].quote.words
    for found in _LEFT_OUT.finditer(text):
        what = _heads(found["what"])
        rest = _heads(text.replace(found.group(), " "))
        alone = len(what) > 1 and what <= claim.sentence.stems and not what & rest
        if alone and not _OMITS.search(claim.sentence.words):
            return f"The cited quote leaves this out: “{found['what']}”."
    return ""


def _heads(text: str) -> frozenset[str]:
    return telling_stems(stems_of(text))


@lru_cache(maxsize=256)
def _numbers_of(clause: str) -> frozenset[str]:
    """The numbers of a clause, and those that it gives as a limit once more with their side."""
    found = [(m["side"], m["number"]) for m in _WHOLE_NUMBER.finditer(clause)]
    limits = ((_LOW if side in _LOWER else "") + number for side, number in found if side)
    return frozenset(number for _, number in found) | frozenset(f"limit {each}" for each in limits)


def _nearest(
    said: Affirmation, told: Sequence[Affirmation], claim: CitedSentence
) -> list[Affirmation]:
    """Those whose clauses share the most telling words with it, if that is enough. The name of a
    trial does not tell the clauses of one quote apart: all of them are on it."""
    numbers = _numbers_of(said.words)
    names = _trial_stems(claim)
    apart = {
        each.words: len((said.stems & each.stems) - names) + len(numbers & _numbers_of(each.words))
        for each in told
    }
    shared = {each.words: apart[each.words] + len(said.stems & each.stems & names) for each in told}
    most = max(shared.values(), default=0)
    if not (most >= LEAST_SHARED or most >= SHARE * len(said.stems) > 0):
        return []
    best = max(apart.values())
    return [each for each in told if apart[each.words] == best]


def _trial_stems(claim: CitedSentence) -> frozenset[str]:
    """The stems of the names of trials, where it cites one quote."""
    if len(claim.sources) != 1:
        return frozenset()
    named = recognise_passage(claim.sentence.text).of("trial")
    return stems_of(" ".join((*claim.sentence.trials, *(each.text for each in named))))
